import type { JournalEntry } from './journal.ts';

/** A request as the control API lists it: with its order and card beside the body. */
export interface ShownRequest extends JournalEntry {
  /** the order named in its body or path, or null */
  orderId: string | null;
  /** the card that it names, masked, or null */
  cardMask: string | null;
}

export const shownRequest = (entry: JournalEntry): ShownRequest => ({
  ...entry,
  orderId: orderOf(entry),
  // Already masked by the journal.
  cardMask: fieldOf(entry, 'cc_number'),
});

/** The order named in a request's body or path, or null. */
export function orderOf(entry: JournalEntry): string | null {
  const segment = /\/orders?\/([^/]+)/.exec(entry.path)?.[1];
  return fieldOf(entry, 'order_id') ?? (segment === undefined ? null : decoded(segment));
}

function fieldOf({ body }: JournalEntry, name: string): string | null {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : null;
  return typeof value === 'string' ? value : null;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
