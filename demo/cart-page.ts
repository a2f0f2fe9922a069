/** The cart page: shows and edits the cart that the browser stores. The server sets the order's amount. */
import { readCart, setPieces } from './cart.ts';
import { piecesOf, price } from './products.ts';

const rows = [...document.querySelectorAll<HTMLElement>('[data-product]')];
const inputOf = (row: HTMLElement) => row.querySelector('input');
const piecesIn = (row: HTMLElement) => piecesOf(inputOf(row)?.value);
const rowOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-product]') : null;

export function startCart(): void {
  if (rows.length === 0) return;
  showCart();
  addEventListener('pageshow', ({ persisted }) => persisted && showCart());
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    const row = rowOf(button);
    if (!button || !row) return;
    const isRemoved = button.hasAttribute('data-remove');
    change(row, isRemoved ? 0 : piecesIn(row) + Number(button.dataset['step'] ?? 0));
    if (!isRemoved) return;
    row.hidden = true;
    nextFocus()?.focus();
  });
  // A row that is emptied by typing stays: the click that leaves its field would miss its target.
  document.addEventListener('change', ({ target }) => {
    const row = rowOf(target);
    if (row) change(row, piecesIn(row));
  });
}

/** Adds the products in the address to the stored cart. */
function showCart(): void {
  const kept = readCart();
  for (const row of rows) {
    const pieces = Math.max(piecesIn(row), kept[row.dataset['product'] ?? ''] ?? 0);
    change(row, pieces);
    row.hidden = pieces === 0;
  }
}

function change(row: HTMLElement, wish: number): void {
  const pieces = piecesOf(wish);
  setPieces(row.dataset['product'] ?? '', pieces);
  const input = inputOf(row);
  if (input) input.value = String(pieces);
  const sum = row.querySelector('.sum');
  if (sum) sum.textContent = price(pieces * Number(row.dataset['price']));
  showTotal();
}

function showTotal(): void {
  const minor = rows.reduce((sum, row) => sum + piecesIn(row) * Number(row.dataset['price']), 0);
  for (const place of document.querySelectorAll('[data-total]')) place.textContent = price(minor);
  const isEmpty = minor === 0;
  document.querySelector('.cart')?.toggleAttribute('hidden', isEmpty);
  document.querySelector('.empty')?.toggleAttribute('hidden', !isEmpty);
}

/** The element to focus after a row was removed. */
function nextFocus(): HTMLElement | null {
  return (
    document.querySelector<HTMLElement>('[data-product]:not([hidden]) [data-remove]') ??
    document.querySelector<HTMLElement>('.empty a')
  );
}
