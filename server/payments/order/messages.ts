import type { PaymentView } from '../../contract/checkout-api.ts';
import type { OperationView } from '../../contract/merchant-api.ts';
import type { OrderState } from './state.ts';
import { operationView, canRetry, paymentView, shownOperations } from './views.ts';

/** What is posted to the merchant's webhook: what an append changed in what the merchant sees. */
export type Message =
  | { type: 'payment.updated'; data: PaymentView }
  | { type: 'operation.updated'; data: OperationView };

/** The messages for a change of an order, payments first. Nothing is told of a call that has not ended. */
export function messagesOf(orderId: string, before: OrderState, after: OrderState): Message[] {
  const told = new Map(shown(orderId, before).map((one) => [one.data.id, one]));
  return shown(orderId, after).filter((one) => {
    const was = told.get(one.data.id);
    return was === undefined || isNews(was, one);
  });
}

function shown(orderId: string, state: OrderState): Message[] {
  const payments = state.attempts.filter((one) => !one.inFlight || one.status !== 'unknown');
  const operations = shownOperations(state).filter((one) => {
    if (one.kind === 'external') return true;
    return !one.request.inFlight || one.request.status !== 'unknown';
  });
  return [
    ...payments.map((one) => ({
      type: 'payment.updated' as const,
      data: paymentView(orderId, one, canRetry(state)),
    })),
    ...operations.map((one) => ({
      type: 'operation.updated' as const,
      data: operationView(state, orderId, one),
    })),
  ];
}

/** That a failed payment cannot be tried again while the next attempt is open is no news. */
function isNews(was: Message, one: Message): boolean {
  if (was.type !== 'payment.updated' || one.type !== 'payment.updated') {
    return JSON.stringify(was.data) !== JSON.stringify(one.data);
  }
  const { canRetry, updatedAt } = was.data;
  const lost = canRetry && !one.data.canRetry;
  const now = lost ? { ...one.data, canRetry, updatedAt } : one.data;
  return JSON.stringify(was.data) !== JSON.stringify(now);
}
