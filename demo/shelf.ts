import { readCart, setPieces } from './cart.ts';

const SHOWN_MS = 6_000;
let timer = 0;

/** On the page from the start: screen readers announce only changes of a region that they know. */
const region = document.createElement('div');

/** The product list: adding to the cart does not leave the page. */
export function startShelf(): void {
  region.setAttribute('role', 'status');
  document.body.append(region);
  document.querySelector('#shelf')?.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('[data-add]') : null;
    if (!(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const id = button.dataset['add'] ?? '';
    setPieces(id, (readCart()[id] ?? 0) + 1);
    const name = button.closest('.product')?.querySelector('h2')?.textContent ?? '';
    region.replaceChildren(newToast(`${name} is in the cart.`));
    hideLater();
  });
}

/** A message that is being used stays. */
function hideLater(): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    if (region.querySelector(':hover, :focus')) hideLater();
    else region.replaceChildren();
  }, SHOWN_MS);
}

/** A message with a link to the cart. */
function newToast(text: string): HTMLElement {
  const toast = document.createElement('div');
  toast.className = 'toast row';
  const link = document.createElement('a');
  link.href = document.querySelector<HTMLFormElement>('#shelf')?.action ?? '/cart';
  link.textContent = 'View cart';
  toast.append(text, link);
  return toast;
}
