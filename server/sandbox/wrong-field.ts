import { WRONG_FIELDS, type Fault, type WrongField } from './faults.ts';

/** Makes one field of an answer or event wrong; faults of other kinds leave it unchanged. */
export function withWrongField<Stated extends object>(
  stated: Stated,
  kind: Fault['kind'] | undefined,
): Stated {
  const wrong = WRONG_FIELDS.find((field) => field === kind);
  return wrong ? { ...stated, ...wrongField(stated, wrong) } : stated;
}

function wrongField(stated: object, wrong: WrongField): object {
  switch (wrong) {
    case 'wrong-amount':
      return withLess(stated, ['amount', 'processed_amount']);
    case 'wrong-currency':
      return withOtherCurrency(stated);
    case 'wrong-order-id':
      return { order_id: 'somebody-elses-order' };
    case 'wrong-pos-id':
      return { pos_id: '00000000-0000-4000-8000-000000000000' };
    case 'wrong-method':
      return { method: 'method' in stated && stated.method === 'auth' ? 'purchase' : 'auth' };
    default:
      return wrong satisfies never;
  }
}

/** Half of what was paid: more would be plausible, since a commission may be added. */
function withLess(stated: object, names: readonly string[]): object {
  const amounts = Object.entries(stated).filter(
    ([name, value]) => names.includes(name) && typeof value === 'number',
  );
  return Object.fromEntries(amounts.map(([name, value]) => [name, Math.floor(Number(value) * 50) / 100]));
}

function withOtherCurrency(stated: object): object {
  const currency = 'currency' in stated && stated.currency === 'EUR' ? 'USD' : 'EUR';
  return 'processed_currency' in stated ? { currency, processed_currency: currency } : { currency };
}
