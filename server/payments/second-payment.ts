import { GIVEN_BACK, PAID_TWICE, type Payment } from './payment.ts';

/** Payments that succeeded although another try of their order had (architecture rule 4). */

/** Whether it is given back by itself, or was. */
export const isSecond = ({ held }: Pick<Payment, 'held'>): boolean =>
  held === PAID_TWICE || held === GIVEN_BACK;

/** Whether it is what its order is paid with: a success that nothing contradicts. */
export const paysOrder = ({ status, held }: Pick<Payment, 'status' | 'held'>): boolean =>
  status === 'success' && held === null;

type Try = Pick<Payment, 'status' | 'held' | 'blocking'>;

/**
 * Whether the order is paid without this second payment; `doubtful` where a person has to say so: the payment that
 * paid it was contradicted since.
 * @param others the other tries of its order
 */
export function paidOtherwise(others: readonly Try[]): 'paid' | 'doubtful' | 'not' {
  if (others.some(paysOrder)) return 'paid';
  const inDoubt = ({ status, held, blocking }: Try) => held !== null && (status === 'success' || blocking);
  return others.some((one) => !isSecond(one) && inDoubt(one)) ? 'doubtful' : 'not';
}
