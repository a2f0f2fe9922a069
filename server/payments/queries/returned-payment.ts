import type { PaymentView } from '../../contract/checkout-api.ts';
import { ProblemError } from '../../contract/problem.ts';
import { pageUrl } from '../checkout/create-order.ts';
import { findOrder, readOrder } from '../desk.ts';
import { errorFacts } from '../error-facts.ts';
import { type MoneyState, moneyState } from '../order/ledger.ts';
import { isFinal } from '../order/transaction.ts';
import type { Snapshot } from '../order/order.ts';
import { canRetry, paymentView } from '../order/views.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import { pollAttempt } from '../workers/poll-attempt.ts';

/** The data shown to a returning customer. */
export interface ReturnedPayment {
  payment: PaymentView;
  /** of a success */
  money: MoneyState | undefined;
  /** the return URL of the order's token, or null */
  returnUrl: string | null;
  /** the last token that the merchant API issued for this order, or null */
  token: string | null;
  /** the order's payment page, if it has one and may be paid again */
  again: string | undefined;
}

/** How long the customer waits for the gateway's answer before the page is shown without it. */
const LONGEST_WAIT_MS = 5_000;

/**
 * The payment of a customer who comes back from 3-D Secure or the hosted page. Nothing in the request itself is
 * trusted: the gateway is queried.
 * @throws ProblemError `payment-not-found`
 */
export async function returnedPayment(deps: PaymentDeps, paymentId: string): Promise<ReturnedPayment> {
  const found = await findOrder(deps, { kind: 'payment', id: paymentId });
  const known = found?.state.attempts.find((one) => one.id === paymentId);
  if (!found || !known) throw new ProblemError('payment-not-found');
  if (!isFinal(known.status)) await pollWithin(deps, found, paymentId);
  const { orderId, state } = await readOrder(deps, found.orderId);
  const attempt = state.attempts.find((one) => one.id === paymentId) ?? known;
  const payment = paymentView(orderId, attempt, canRetry(state));
  return {
    payment,
    money: attempt.status === 'success' ? moneyState(state, attempt) : undefined,
    returnUrl: attempt.returnUrl,
    token: state.token,
    again: payment.canRetry && state.linkId ? pageUrl(deps, state.linkId) : undefined,
  };
}

/** Resolves when the gateway has answered, or after {@link LONGEST_WAIT_MS}. */
async function pollWithin(deps: PaymentDeps, order: Snapshot, paymentId: string): Promise<void> {
  const { orderId } = order;
  const answered = new AbortController();
  const polling = deps.polls
    .poll(paymentId, async () => void (await pollAttempt(deps, orderId, paymentId)))
    .catch((error: unknown) => {
      deps.log('payment.poll-failed', { orderId, paymentId, ...errorFacts(error) });
    })
    .finally(() => answered.abort());
  await Promise.race([polling, deps.changes.next(order, LONGEST_WAIT_MS, answered.signal, 'uncounted')]);
}
