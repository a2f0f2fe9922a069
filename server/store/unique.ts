import { ConflictError } from '../payments/ports.ts';

const CONFLICTS: readonly [RegExp, ConflictError['on']][] = [
  [/\bjournal(_key\b|\.)/, 'journal'],
  [/\bpayments[._]gateway_order_id\b/, 'gateway-order-id'],
  [/\boperations[._]idempotency_key\b/, 'idempotency-key'],
  [/\borders[._]link_id\b/, 'link'],
];

/**
 * The conflict that a unique index stands for, or null for any other index.
 * @param index its name (Postgres), or the message with its columns (SQLite)
 */
export function conflictOn(index: string): ConflictError | null {
  const found = CONFLICTS.find(([pattern]) => pattern.test(index));
  return found ? new ConflictError(found[1]) : null;
}
