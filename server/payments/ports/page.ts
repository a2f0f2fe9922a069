/** A page of a list; `next` is opaque, and null on the last page. */
export interface Paged<T> {
  items: T[];
  next: string | null;
}

/** Thrown for an `after` that is not the `next` of any page. */
export class CursorError extends Error {
  override readonly name = 'CursorError';

  constructor() {
    super('the cursor is invalid');
  }
}
