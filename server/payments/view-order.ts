import type { OrderView } from '../contract/merchant-api.ts';
import { formatAmount } from '../contract/money.ts';
import { ProblemError } from '../contract/problem.ts';
import { isCancellable } from './cancel-hosted.ts';
import type { PaymentDeps } from './deps.ts';
import { ceilingOf, movedBy, openOperation, refundableOf } from './ledger.ts';
import { pageUrl } from './mint-order.ts';
import type { Operation, OrderRecord, Payment } from './payment.ts';
import { timelineOf } from './timeline.ts';
import { currentPayment, isContradicted, operationViewOf, sharesViewOf, viewOf } from './view.ts';

/**
 * All that is known of an order: its payments and operations, what can be done now, and what has happened.
 * @throws ProblemError `order-not-found`
 */
export async function viewOrder(deps: PaymentDeps, orderId: string): Promise<OrderView> {
  const payments = await deps.store.paymentsOfOrder(orderId);
  const order = (await deps.store.findOrder(orderId)) ?? rebuilt(payments.at(-1));
  if (!order) throw new ProblemError('order-not-found');
  const of = await Promise.all(
    payments.map(async (payment) => ({
      payment,
      operations: await deps.store.operationsOfPayment(payment.id),
      news: await deps.store.newsOfPayment(payment.id),
    })),
  );
  const current = currentPayment(payments);
  const operations = of.find(({ payment }) => payment === current)?.operations ?? [];
  return {
    order: statedOf(deps, order),
    allowed: {
      ...(current ? allowedOn(current, operations, deps.config.overCapturePercent) : NOTHING),
      cancel: payments.some(isCancellable),
    },
    payments: payments.map((payment) => viewOf(payment, payments)),
    operations: of.flatMap(({ payment, operations: all }) => all.map((one) => operationViewOf(one, payment))),
    events: timelineOf(order, of),
  };
}

function statedOf(deps: PaymentDeps, order: OrderRecord): OrderView['order'] {
  return {
    id: order.id,
    amount: formatAmount(order.amountMinor, order.currency),
    currency: order.currency,
    description: order.description,
    method: order.method,
    split: order.split && sharesViewOf(order.split, order.currency),
    url: order.linkId && pageUrl(deps, order.linkId),
    createdAt: order.createdAt,
  };
}

type Allowed = Omit<OrderView['allowed'], 'cancel'>;

const NOTHING: Allowed = { capture: null, void: false, refund: null };

function allowedOn(payment: Payment, operations: readonly Operation[], overCapturePercent: number): Allowed {
  if (payment.status !== 'success' || isContradicted(payment) || openOperation(operations)) return NOTHING;
  const touched = movedBy(operations, 'capture').length + movedBy(operations, 'void').length > 0;
  const reserve = payment.method === 'auth' && !touched;
  const most = ceilingOf(payment.amountMinor, overCapturePercent);
  const rest = refundableOf(payment, operations)?.restMinor ?? 0;
  return {
    capture: reserve ? formatAmount(most, payment.currency) : null,
    void: reserve,
    refund: rest > 0 ? formatAmount(rest, payment.currency) : null,
  };
}

/** An order of a time when orders were not written down: as its last try states it. */
function rebuilt(payment: Payment | undefined): OrderRecord | null {
  if (!payment) return null;
  const { amountMinor, currency, method, split, createdAt } = payment;
  const terms = { id: payment.orderId, amountMinor, currency, method, split };
  return { ...terms, description: '', token: null, linkId: null, createdAt, updatedAt: createdAt };
}
