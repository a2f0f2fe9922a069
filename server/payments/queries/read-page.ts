import { CursorError } from '../ports/page.ts';
import { invalid } from '../refusals.ts';

/** Reads a page of a list. @throws ProblemError `invalid-input`: `invalid` (a cursor that belongs to no page) */
export async function readPage<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof CursorError ? invalid('cursor', 'invalid') : error;
  }
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Whether a text of the form yyyy-MM-dd is a calendar day. */
function isDay(text: string): boolean {
  if (!DATE.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/**
 * A date (midnight, UTC) or an instant with its zone as ISO 8601 in UTC, milliseconds included, so that texts compare
 * as times do; null for anything else.
 */
export function instantOf(text: string): string | null {
  if (isDay(text)) return `${text}T00:00:00.000Z`;
  const [, day] = INSTANT.exec(text) ?? [];
  const time = Date.parse(text);
  return day !== undefined && isDay(day) && !Number.isNaN(time) ? new Date(time).toISOString() : null;
}
