/** The event of a webhook, as JSON. */
export interface WebhookPayload {
  order_id: string;
  pos_id: string;
  amount: number;
  currency: string;
  [field: string]: unknown;
}

/** Makes an answer or event state something else than what happened; other faults leave it as it is. */
export function spoiled<Told extends object>(told: Told, fault: string | undefined): Told {
  switch (fault ?? 'none') {
    case 'wrong-amount':
      return 'amount' in told && typeof told.amount === 'number'
        ? { ...told, amount: less(told.amount) }
        : told;
    case 'wrong-currency':
      return { ...told, currency: 'currency' in told && told.currency === 'EUR' ? 'USD' : 'EUR' };
    case 'wrong-order-id':
      return { ...told, order_id: 'somebody-elses-order' };
    case 'wrong-pos-id':
      return { ...told, pos_id: '00000000-0000-4000-8000-000000000000' };
    case 'wrong-method':
      return { ...told, method: 'method' in told && told.method === 'auth' ? 'purchase' : 'auth' };
    default:
      return told;
  }
}

/** Less than what was paid: more would be believable, a commission can be on top. */
function less(amount: number): number {
  return Math.floor(amount * 50) / 100;
}
