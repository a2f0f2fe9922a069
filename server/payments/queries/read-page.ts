import { CursorError } from '../ports/page.ts';
import { invalid } from '../refusals.ts';

/** Reads a page of a list. @throws ProblemError `invalid-input`: `invalid` (a cursor that is of no page) */
export async function readPage<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof CursorError ? invalid('cursor', 'invalid') : error;
  }
}
