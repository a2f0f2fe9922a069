/** The cart page: shows and edits the cart that the browser stores. The server sets the order's amount. */
import { piecesOf, readCart, setPieces } from './cart.ts';
import { price } from './products.ts';

const rows = [...document.querySelectorAll<HTMLElement>('[data-product]')];
const inputOf = (row: HTMLElement) => row.querySelector('input');
const piecesIn = (row: HTMLElement) => piecesOf(inputOf(row)?.value);

export function startCart(): void {
  if (rows.length === 0) return;
  showCart();
  addEventListener('pageshow', ({ persisted }) => persisted && showCart());
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    const row = button?.closest<HTMLElement>('[data-product]');
    if (!button || !row) return;
    if (button.hasAttribute('data-remove')) change(row, 0);
    else change(row, piecesIn(row) + Number(button.dataset['step'] ?? 0));
  });
  let released = Promise.resolve();
  // The press that leaves a field comes before its click: a row that vanished in between would move the click's target.
  document.addEventListener('pointerdown', () => {
    released = new Promise((resolve) => {
      for (const end of ['pointerup', 'pointercancel'])
        document.addEventListener(end, () => setTimeout(resolve), { once: true, capture: true });
    });
  });
  document.addEventListener('change', (event) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-product]') : null;
    if (row) void released.then(() => change(row, piecesIn(row)));
  });
}

/** Adds the products in the address to the stored cart. */
function showCart(): void {
  const kept = readCart();
  for (const row of rows) {
    const id = row.dataset['product'] ?? '';
    const pieces = Math.max(piecesIn(row), kept[id] ?? 0);
    if (pieces > 0) setPieces(id, pieces);
    show(row, pieces);
  }
  showTotal();
}

function change(row: HTMLElement, pieces: number): void {
  setPieces(row.dataset['product'] ?? '', pieces);
  show(row, piecesOf(pieces));
  showTotal();
  if (row.hidden) nextPlace()?.focus();
}

function show(row: HTMLElement, pieces: number): void {
  const input = inputOf(row);
  if (input) input.value = String(pieces);
  row.hidden = pieces === 0;
  const sum = row.querySelector('.sum');
  if (sum) sum.textContent = price(pieces * Number(row.dataset['price']));
}

function showTotal(): void {
  const minor = rows.reduce((sum, row) => sum + piecesIn(row) * Number(row.dataset['price']), 0);
  for (const place of document.querySelectorAll('[data-total]')) place.textContent = price(minor);
  const isEmpty = minor === 0;
  document.querySelector('.cart')?.toggleAttribute('hidden', isEmpty);
  document.querySelector('.empty')?.toggleAttribute('hidden', !isEmpty);
}

/** The element to focus after a row was removed. */
function nextPlace(): HTMLElement | null {
  return (
    document.querySelector<HTMLElement>('[data-product]:not([hidden]) [data-remove]') ??
    document.querySelector<HTMLElement>('.empty a')
  );
}
