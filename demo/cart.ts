/** The cart in the browser's storage: the quantity of each product. It survives a reload and is not an order yet. */
export type Cart = Record<string, number>;

const KEY = 'kettle-and-wool.cart';
const MOST = 99;

export function readCart(): Cart {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).map(([id, pieces]) => [id, piecesOf(pieces)]));
  } catch {
    return {};
  }
}

export function setPieces(id: string, pieces: number): void {
  const cart = { ...readCart(), [id]: piecesOf(pieces) };
  const held = Object.fromEntries(Object.entries(cart).filter(([, many]) => many > 0));
  try {
    localStorage.setItem(KEY, JSON.stringify(held));
  } catch {
    // Without storage the cart lasts as long as the page.
  }
  showCount();
}

export function emptyCart(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
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

/** Reads a typed quantity: 0 to 99. */
export const piecesOf = (text: unknown): number => Math.min(MOST, Math.max(0, Math.trunc(Number(text)) || 0));
