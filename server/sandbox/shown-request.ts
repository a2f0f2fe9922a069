import type { JournalEntry } from './journal.ts';

/** A request as the control lists it: what it is about, beside its body. */
export interface ShownRequest extends JournalEntry {
  /** the order that it names in its body or its path, or null */
  orderId: string | null;
  /** the card that it names, masked, or null */
  cardMask: string | null;
}

export const shownRequest = (entry: JournalEntry): ShownRequest => ({
  ...entry,
  orderId: orderOf(entry),
  // The journal has masked it already.
  cardMask: fieldOf(entry, 'cc_number'),
});

/** The order that a request names in its body or its path, or null. */
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
