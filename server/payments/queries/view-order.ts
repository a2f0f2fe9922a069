import type { OrderView } from '../../contract/merchant-api.ts';
import { formatAmount } from '../../contract/money.ts';
import { ProblemError } from '../../contract/problem.ts';
import { isCancellable } from '../checkout/cancel.ts';
import { pageUrl } from '../checkout/create-order.ts';
import { readOrder } from '../desk.ts';
import { chargedAttempt, currentAttempt, isContradicted } from '../order/admission.ts';
import type { OrderParameters } from '../order/journal.ts';
import { captureCeiling, hasOpenOperation, isUncaptured, refundable } from '../order/ledger.ts';
import type { Snapshot } from '../order/order.ts';
import { reviewItemsAt } from '../order/review.ts';
import type { OrderState } from '../order/state.ts';
import { timelineOf } from '../order/timeline.ts';
import { canRetry, iso, operationView, paymentView, shareViews, shownOperations } from '../order/views.ts';
import type { PaymentConfig, PaymentDeps } from '../ports/deps.ts';
import { isOfProject } from '../project.ts';
import { reviewViewOf } from './list-review.ts';

/**
 * Everything known about an order: its payments and operations, the allowed operations, the items that need review, and
 * its timeline.
 * @throws ProblemError `order-not-found`
 */
export async function viewOrder(deps: PaymentDeps, orderId: string): Promise<OrderView> {
  const order = await readOrder(deps, orderId);
  const { state, entries } = order;
  if (!state.parameters) throw new ProblemError('order-not-found');
  const items = reviewItemsAt(state, deps.clock.now().getTime());
  return {
    order: orderShown(deps, order, state.parameters),
    allowed: {
      ...allowedOn(state, deps.config),
      cancel: state.attempts.some((one) => isCancellable(one) && isOfProject(deps, one)),
    },
    payments: state.attempts.map((one) => paymentView(orderId, one, canRetry(state))),
    operations: shownOperations(state).map((one) => operationView(state, orderId, one)),
    review: items.map((one) => reviewViewOf(deps, order, one)),
    events: timelineOf(entries, state),
  };
}

function orderShown(
  deps: PaymentDeps,
  { orderId, state }: Snapshot,
  parameters: OrderParameters,
): OrderView['order'] {
  const { amountMinor, currency, description, method, split } = parameters;
  return {
    id: orderId,
    amount: formatAmount(amountMinor, currency),
    currency,
    description,
    method,
    split: split && shareViews(split, currency),
    url: state.linkId && pageUrl(deps, state.linkId),
    createdAt: iso(state.createdAt ?? 0),
  };
}

type Allowed = Omit<OrderView['allowed'], 'cancel'>;

const NOTHING: Allowed = { capture: null, void: false, refund: null };

function allowedOn(state: OrderState, config: PaymentConfig): Allowed {
  const attempt = chargedAttempt(state);
  const current = currentAttempt(state);
  if (!attempt || (current && isContradicted(current)) || hasOpenOperation(state, attempt.id)) return NOTHING;
  if (!isOfProject({ config }, attempt)) return NOTHING;
  const { amountMinor, currency } = attempt;
  const authorized = isUncaptured(state, attempt);
  const rest = refundable(state, attempt)?.restMinor ?? 0;
  return {
    capture: authorized
      ? formatAmount(captureCeiling(amountMinor, config.overCapturePercent), currency)
      : null,
    void: authorized,
    refund: rest > 0 ? formatAmount(rest, currency) : null,
  };
}
