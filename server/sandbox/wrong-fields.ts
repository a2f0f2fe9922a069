import type { Fault } from './faults.ts';

type Fields = Readonly<Record<string, unknown>>;
type Change = (fields: Fields) => object;

/** What a fault changes in the fields of an answer or event. Fields that are undefined are missing in JSON. */
const CHANGES: Partial<Record<Fault['kind'], Change>> = {
  // Half of what was paid: more would be plausible, since a commission may be added.
  'wrong-amount': (fields) =>
    changed(fields, ['amount', 'processed_amount'], (value) => Math.floor(Number(value) * 50) / 100),
  'wrong-currency': (fields) =>
    changed(fields, ['currency', 'processed_currency'], (value) => (value === 'EUR' ? 'USD' : 'EUR')),
  'wrong-order-id': () => ({ order_id: 'somebody-elses-order' }),
  'wrong-pos-id': () => ({ pos_id: '00000000-0000-4000-8000-000000000000' }),
  'wrong-method': ({ method }) => ({ method: method === 'auth' ? 'purchase' : 'auth' }),
  'without-operation-id': () => ({ operation_id: undefined }),
  'without-times': (fields) =>
    changed(fields, ['created_at', 'processed_at', 'processing_time'], () => undefined),
  'upper-case-ids': (fields) =>
    changed(fields, ['payment_id', 'operation_id', 'transaction_id', 'pos_id'], (value) =>
      String(value).toUpperCase(),
    ),
};

/** Changes the fields of an answer or event as a fault says; faults of other kinds leave them unchanged. */
export function withFault<Told extends object>(told: Told, kind: Fault['kind'] | undefined): Told {
  const change = kind && CHANGES[kind];
  return change ? { ...told, ...change(told as Fields) } : told;
}

function changed(fields: Fields, names: readonly string[], change: (value: unknown) => unknown): object {
  const present = names.filter((name) => fields[name] !== undefined && fields[name] !== null);
  return Object.fromEntries(present.map((name) => [name, change(fields[name])]));
}
