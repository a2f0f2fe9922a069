import type { OrderView, ReviewView } from '../../server/contract/merchant-api.ts';
import { amountText } from './plain-text.ts';

/** What an item under review says: why, and which amounts. Pure. */

const REASONS: Readonly<Record<string, string>> = {
  mismatch: 'The gateway’s report does not match this payment.',
  contradicted: 'The gateway reported two different outcomes or amounts.',
  overdue: 'It has been open for more than a day.',
  'other-terms': 'It succeeded with parameters that the order no longer has.',
  duplicate: 'The order was paid twice, and this payment could not be refunded automatically.',
  'operation-unclear': 'No report tells which of the gateway’s operations it is.',
};

export const reasonText = (reason: string): string => REASONS[reason] ?? `It needs a decision (${reason}).`;

type About = Pick<ReviewView, 'paymentId' | 'operationId'>;
/** The amount of a payment or operation, and the other one that the gateway reported for it; formatted. */
interface ReportedAmounts {
  requested: string;
  reported: string;
}

/** Null if the gateway did not report another amount. */
export function reportedAmounts(
  { payments, operations, events }: Pick<OrderView, 'payments' | 'operations' | 'events'>,
  { paymentId, operationId }: About,
): ReportedAmounts | null {
  const subject = [...payments, ...operations].find(({ id }) => id === (operationId ?? paymentId));
  const report = events.findLast(
    (event) =>
      event.paymentId === paymentId &&
      event.operationId === operationId &&
      event.result === 'in-review' &&
      event.amount !== null,
  );
  if (!subject || !report || report.amount === subject.amount) return null;
  return {
    requested: amountText(subject.amount, subject.currency),
    reported: amountText(report.amount, subject.currency),
  };
}

/** "Requested: €24.50. Reported by the gateway: €12.25." */
export const reportedAmountsText = ({ requested, reported }: ReportedAmounts): string =>
  `Requested: ${requested}. Reported by the gateway: ${reported}.`;
