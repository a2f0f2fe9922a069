import { piecesOf } from './products.ts';
import { keep, kept } from './storage.ts';

/** The cart in the browser's storage: the quantity of each product. It survives a reload and is not an order yet. */
type Cart = Record<string, number>;

const KEY = 'kettle-and-wool.cart';

export function readCart(): Cart {
  const stored = JSON.parse(kept(KEY, 'localStorage') || '{}') as Record<string, unknown>;
  return Object.fromEntries(Object.entries(stored).map(([id, pieces]) => [id, piecesOf(pieces)]));
}

export function setPieces(id: string, pieces: number): void {
  const all = Object.entries({ ...readCart(), [id]: piecesOf(pieces) });
  store(Object.fromEntries(all.filter(([, many]) => many > 0)));
}

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
