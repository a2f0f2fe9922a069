import type { Operation, Payment } from './payment.ts';

/** What has become of the money of a successful payment, as far as that is certain. */
export interface Standing {
  state: 'paid' | 'reserved' | 'released' | 'refunded';
  /** integer minor units: what was paid or reserved; of a capture what it took */
  amountMinor: number;
}

/** An auth alone takes nothing; a void releases it; what was refunded as a whole is not paid any more. */
export function standingOf(payment: Payment, operations: readonly Operation[]): Standing {
  const done = (method: Operation['method']) =>
    operations.filter((one) => one.method === method && one.status === 'success' && one.held === null);
  const captures = done('capture').map(({ amountMinor }) => amountMinor);
  if (payment.method === 'auth' && captures.length === 0) {
    const state = done('void').length > 0 ? 'released' : 'reserved';
    return { state, amountMinor: payment.amountMinor };
  }
  const amountMinor = payment.method === 'auth' ? Math.max(...captures) : payment.amountMinor;
  const refunded = done('refund').reduce((sum, one) => sum + one.amountMinor, 0);
  return { state: refunded >= amountMinor ? 'refunded' : 'paid', amountMinor };
}
