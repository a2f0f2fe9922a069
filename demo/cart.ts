/** The cart that the browser keeps: how many pieces of each product. It stays through a reload, and is no order yet. */
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
    // A browser that keeps nothing has a cart for as long as the page stands.
  }
  showCount();
}

export function emptyCart(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
  showCount();
}

/** Writes the number of pieces into the page's header. */
export function showCount(): void {
  const pieces = Object.values(readCart()).reduce((sum, many) => sum + many, 0);
  for (const place of document.querySelectorAll<HTMLElement>('[data-count]')) {
    place.hidden = pieces === 0;
    place.textContent = String(pieces);
  }
}

/** A quantity as somebody typed it: 0 to 99. */
export const piecesOf = (text: unknown): number => Math.min(MOST, Math.max(0, Math.trunc(Number(text)) || 0));
