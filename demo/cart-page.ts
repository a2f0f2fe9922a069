import { readCart, setPieces } from './cart.ts';
import { piecesOf, price } from './products.ts';

const rows = [...document.querySelectorAll<HTMLElement>('[data-product]')];

/** The cart page: shows and edits the cart that the browser stores. The server sets the order's amount. */
export function startCart(): void {
  if (rows.length === 0) return;
  for (const row of rows) startRow(row);
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
}

function startRow(row: HTMLElement): void {
  const input = row.querySelector('input');
  if (!input) return;
  const id = input.name;
  const set = (pieces: number) => {
    input.value = String(piecesOf(pieces));
    setPieces(id, piecesOf(pieces));
    showTotals();
  };
  // The address may name products, too.
  const pieces = Math.max(piecesOf(input.defaultValue), readCart()[id] ?? 0);
  row.hidden = pieces === 0;
  set(pieces);
  // A row that is emptied by typing stays: the click that leaves its field would miss its target.
  input.addEventListener('change', () => set(Number(input.value)));
  for (const button of row.querySelectorAll<HTMLElement>('[data-step]'))
    button.addEventListener('click', () => set(Number(input.value) + Number(button.dataset['step'])));
  row.querySelector('[data-remove]')?.addEventListener('click', () => {
    row.hidden = true;
    set(0);
    document.querySelector<HTMLElement>('[data-product]:not([hidden]) [data-remove], .empty a')?.focus();
  });
}

function showTotals(): void {
  let total = 0;
  for (const row of rows) {
    const minor = piecesOf(row.querySelector('input')?.value) * Number(row.dataset['price']);
    row.querySelector('.sum')?.replaceChildren(price(minor));
    total += minor;
  }
  for (const place of document.querySelectorAll('[data-total]')) place.textContent = price(total);
  document.querySelector('.cart')?.toggleAttribute('hidden', total === 0);
  document.querySelector('.empty')?.toggleAttribute('hidden', total > 0);
}
