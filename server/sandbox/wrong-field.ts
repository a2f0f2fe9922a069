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
      return 'amount' in stated && typeof stated.amount === 'number' ? { amount: less(stated.amount) } : {};
    case 'wrong-currency':
      return { currency: 'currency' in stated && stated.currency === 'EUR' ? 'USD' : 'EUR' };
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

/** Less than was paid: more would be plausible, since a commission may be added. */
function less(amount: number): number {
  return Math.floor(amount * 50) / 100;
}
