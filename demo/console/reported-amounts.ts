import type { OrderView, ReviewView } from '../../server/contract/merchant-api.ts';
import { amountText } from './plain-text.ts';

/** The amount of a payment or operation, and the other one that the gateway reported for it; formatted. */
export interface ReportedAmounts {
  requested: string;
  reported: string;
}

/** Null if the gateway did not report another amount. */
export function reportedAmounts(
  { payments, operations, events }: Pick<OrderView, 'payments' | 'operations' | 'events'>,
  { paymentId, operationId }: Pick<ReviewView, 'paymentId' | 'operationId'>,
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
