/** The product list: adding to the cart does not leave the page. */
import { readCart, setPieces, showCount } from './cart.ts';
import './everywhere.ts';

const SHOWN_MS = 6_000;
let timer = 0;

/** On the page from the start: screen readers announce only changes of a region that they know. */
const region = document.createElement('div');
region.setAttribute('role', 'status');
document.body.append(region);

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
  region.replaceChildren(newToast(text));
  hideLater();
}

/** A message that is being used stays. */
function hideLater(): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    if (region.querySelector(':hover, :focus')) hideLater();
    else region.replaceChildren();
  }, SHOWN_MS);
}

function newToast(text: string): HTMLElement {
  const made = document.createElement('div');
  made.className = 'toast';
  const said = Object.assign(document.createElement('span'), { textContent: text });
  const way = document.createElement('a');
  way.href = document.querySelector<HTMLFormElement>('#things')?.action ?? 'cart';
  way.textContent = 'View cart';
  made.append(said, way);
  return made;
}

showCount();
// A page from the back/forward cache has an outdated cart.
addEventListener('pageshow', showCount);
