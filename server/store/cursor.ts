import { CursorError } from '../payments/ports/page.ts';

/** Where a page ended: the two columns that its list is sorted by. */
export type Position = readonly [string | number, string];

/** Opaque to whoever gets it, so that it may hold something else one day. */
export function toCursor(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** @throws CursorError */
export function fromCursor(cursor: string, first: 'string' | 'number'): Position {
  const position = parse(Buffer.from(cursor, 'base64url').toString());
  if (!Array.isArray(position) || position.length !== 2) throw new CursorError();
  const [one, id] = position as readonly unknown[];
  if (typeof one !== first || typeof id !== 'string') throw new CursorError();
  return [one as string | number, id];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
