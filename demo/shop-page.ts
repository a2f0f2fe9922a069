/** The product list: adding to the cart does not leave the page. */
import { readCart, setPieces, showCount } from './cart.ts';
import './everywhere.ts';

const SHOWN_MS = 6_000;
let toast: HTMLElement | null = null;
let timer = 0;

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-add]') : null;
  if (!(button instanceof HTMLButtonElement)) return;
  event.preventDefault();
  const id = button.dataset['add'] ?? '';
  setPieces(id, (readCart()[id] ?? 0) + 1);
  const name = button.closest('.product')?.querySelector('h2')?.textContent ?? '';
  show(`${name} is in the cart.`);
});

/** Shows a message for a while, with a link to the cart. */
function show(text: string): void {
  toast ??= newToast();
  toast.hidden = false;
  const said = toast.querySelector('span');
  if (said) said.textContent = text;
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    if (toast) toast.hidden = true;
  }, SHOWN_MS);
}

function newToast(): HTMLElement {
  const made = document.createElement('div');
  made.className = 'toast';
  made.setAttribute('role', 'status');
  const way = document.createElement('a');
  way.href = document.querySelector<HTMLFormElement>('#things')?.action ?? 'cart';
  way.textContent = 'View cart';
  made.append(document.createElement('span'), way);
  document.body.append(made);
  return made;
}

showCount();
// A page from the back/forward cache has an outdated cart.
addEventListener('pageshow', showCount);
