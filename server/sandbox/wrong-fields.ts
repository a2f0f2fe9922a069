import type { Fault } from './faults.ts';
import { type TimeForm, inTimeForm } from './time-forms.ts';

type Fields = Readonly<Record<string, unknown>>;
type Change = (fields: Fields) => object;

const TIMES = ['created_at', 'processed_at', 'processing_time'];

const TIME_FORMS: Partial<Record<Fault['kind'], TimeForm>> = {
  'times-zone': 'zone',
  'times-no-seconds': 'no-seconds',
  'times-blank': 'blank',
  'times-epoch': 'epoch-seconds',
};

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
  'without-times': (fields) => changed(fields, TIMES, () => undefined),
  'upper-case-ids': (fields) =>
    changed(fields, ['payment_id', 'operation_id', 'transaction_id', 'pos_id'], (value) =>
      String(value).toUpperCase(),
    ),
};

/**
 * Changes the fields of an answer or event as a fault says; faults of other kinds leave them unchanged.
 * @param usualForm how times are written unless the fault says otherwise
 */
export function withFault<Told extends object>(
  told: Told,
  kind: Fault['kind'] | undefined,
  usualForm: TimeForm,
): Told {
  const form = (kind && TIME_FORMS[kind]) ?? usualForm;
  const timed = { ...told, ...changed(told as Fields, TIMES, (value) => inTimeForm(value, form)) };
  const change = kind && CHANGES[kind];
  return change ? { ...timed, ...change(timed as Fields) } : timed;
}

function changed(fields: Fields, names: readonly string[], change: (value: unknown) => unknown): object {
  const present = names.filter((name) => fields[name] !== undefined && fields[name] !== null);
  return Object.fromEntries(present.map((name) => [name, change(fields[name])]));
}
