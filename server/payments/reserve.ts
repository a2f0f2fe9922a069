import type { PaymentMode } from '../contract/checkout-api.ts';
import type { Order } from '../contract/order.ts';
import { ProblemError } from '../contract/problem.ts';
import { MAX_ATTEMPTS, type PaymentDeps } from './deps.ts';
import { gatewayOrderIdFor } from './gateway-order-id.ts';
import { rememberOrder } from './order-record.ts';
import { GIVEN_BACK, type Payment } from './payment.ts';
import { requireLastTerms, sameTerms, sharesOfOrder } from './same-terms.ts';
import { isSecond } from './second-payment.ts';
import { holdsTheOrder } from './view.ts';
import { ConflictError, type StoreTransaction } from './store-port.ts';

export interface Attempt {
  order: Order;
  mode: PaymentMode;
  idempotencyKey: string;
  requestHash: string;
}

/**
 * `begun`: written down, to be sent by the caller. `repeated`: the same request came before. `open`: another try
 * blocks, stated on the same terms or not; `last` where no try is left after it.
 */
export type Reservation =
  | { kind: 'begun' | 'repeated'; payment: Payment }
  | { kind: 'open'; payment: Payment; sameTerms: boolean; last: boolean };

/**
 * Writes a try down before the gateway is called (architecture rule 2), as `unknown`: should this process die,
 * that is the truth about it. The store itself lets only one try of an order be open or paid (rule 4).
 * @throws ProblemError `idempotency-key-reused`, `order-paid`, `order-changed` (of a repeated request, or since the
 *   token was made), `too-many-attempts`,
 *   `payment-open` where others keep being faster
 */
export async function reserve(deps: PaymentDeps, attempt: Attempt): Promise<Reservation> {
  for (let round = 1; ; round += 1) {
    try {
      return await deps.store.transaction((tx) => reserveOnce(deps, tx, attempt, round));
    } catch (error) {
      // Somebody was faster, or the id is taken: look again.
      if (!(error instanceof ConflictError)) throw error;
      if (round >= 5) throw new ProblemError('payment-open');
    }
  }
}

async function reserveOnce(
  deps: PaymentDeps,
  tx: StoreTransaction,
  attempt: Attempt,
  round: number,
): Promise<Reservation> {
  const { order } = attempt;
  const earlier = await tx.paymentsOfOrder(order.id);
  const same = earlier.find((one) => one.idempotencyKey === attempt.idempotencyKey);
  if (same && same.requestHash !== attempt.requestHash) throw new ProblemError('idempotency-key-reused');
  if (same && !sameTerms(same, order)) throw new ProblemError('order-changed');
  if (same) return { kind: 'repeated', payment: same };
  requireUnpaid(earlier);
  requireLastTerms(await tx.findOrder(order.id), order);
  // Besides the one that blocks there may be one in doubt, or one whose failure we only assumed and which is open after all.
  const open = earlier.find((one) => one.blocking) ?? earlier.find(holdsTheOrder);
  const last = earlier.length >= MAX_ATTEMPTS;
  if (open) return { kind: 'open', payment: open, sameTerms: sameTerms(open, order), last };
  if (last) throw new ProblemError('too-many-attempts');
  const number = earlier.length + 1;
  const payment = newPayment(deps, attempt, gatewayOrderIdFor(order.id, round > 1 ? number + 1 : number));
  await tx.insertPayment(payment);
  await rememberOrder(tx, order, payment.createdAt);
  return { kind: 'begun', payment };
}

/**
 * What was given back stands in nobody's way; while it is being given back, it may yet turn out to be what pays the order.
 * @param earlier all tries of an order
 * @throws ProblemError `order-paid`, `payment-open`
 */
export function requireUnpaid(earlier: readonly Payment[]): void {
  const paid = earlier.filter((one) => one.status === 'success' && one.held !== GIVEN_BACK);
  if (paid.length === 0) return;
  throw new ProblemError(paid.every(isSecond) ? 'payment-open' : 'order-paid');
}

function newPayment(deps: PaymentDeps, attempt: Attempt, gatewayOrderId: string): Payment {
  const now = deps.clock.now();
  const { order } = attempt;
  return {
    id: deps.newId(),
    orderId: order.id,
    gatewayOrderId,
    mode: attempt.mode,
    method: order.method,
    amountMinor: order.amountMinor,
    currency: order.currency,
    split: sharesOfOrder(order),
    status: 'unknown',
    statusCode: null,
    statusDescription: null,
    settledBy: null,
    blocking: true,
    held: null,
    paidMinor: null,
    actionUrl: null,
    cardMask: null,
    receiptUrl: null,
    gatewayPaymentId: null,
    gatewayTransactionId: null,
    returnUrl: order.returnUrl ?? null,
    idempotencyKey: attempt.idempotencyKey,
    requestHash: attempt.requestHash,
    // The call is under way until its deadline; only then is it time to ask.
    askAt: new Date(now.getTime() + deps.config.gatewayTimeoutMs + 2_000).toISOString(),
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  };
}
