import { piecesOf } from './products.ts';
import { keep, kept } from './storage.ts';

/** The cart in the browser's storage: the quantity of each product. It survives a reload and is not an order yet. */
type Cart = Record<string, number>;

const KEY = 'kettle-and-wool.cart';

export function readCart(): Cart {
  const stored = JSON.parse(kept(KEY, 'localStorage') || '{}') as Record<string, unknown>;
  return Object.fromEntries(Object.entries(stored).map(([id, pieces]) => [id, piecesOf(pieces)]));
}

export const setPieces = (id: string, pieces: number): void => store({ ...readCart(), [id]: pieces });

export const emptyCart = (): void => store({});

function store(cart: Cart): void {
  keep(KEY, JSON.stringify(cart), 'localStorage');
  showCount();
}

/** Shows the number of items in the page's header. */
export function showCount(): void {
  const pieces = Object.values(readCart()).reduce((sum, many) => sum + many, 0);
  for (const place of document.querySelectorAll<HTMLElement>('[data-count]')) {
    place.hidden = pieces === 0;
    place.textContent = String(pieces);
  }
}

/** The product list: adding to the cart does not leave the page. */
export function startShelf(): void {
  const shelf = document.querySelector<HTMLFormElement>('#shelf');
  shelf?.addEventListener('submit', (event) => {
    event.preventDefault();
    const button = event.submitter as HTMLButtonElement;
    setPieces(button.name, piecesOf((readCart()[button.name] ?? 0) + 1));
    const link = Object.assign(document.createElement('a'), { href: shelf.action, textContent: 'View cart' });
    document.querySelector('.toast')?.replaceChildren(`${button.dataset['name']} is in the cart.`, link);
  });
}
