import { OPERATION_METHODS } from '../../contract/words.ts';
import { isNotFound, isOfProject } from '../call.ts';
import type { GatewayPayment } from '../gateway-port.ts';
import { isOperationMethod } from '../order/operations.ts';
import type { OrderState } from '../order/order.ts';
import type { Payment } from '../order/payment.ts';
import { type Message, messagesOf } from '../order/views.ts';
import { readOrder, readOrders } from '../orders.ts';
import type { PaymentDeps } from '../ports.ts';
import { handleReport } from '../reports.ts';
import { hasNoList, primaryReport } from './poll-payment.ts';

/** The result of reconciling one order. */
export interface Reconciled {
  orderId: string;
  /** the changes found */
  changes: Message[];
  /** a payment at the gateway for an order without any payment */
  lost: GatewayPayment | null;
  /** whether every query was answered */
  isAnswered: boolean;
  /** false: a newer version wrote the order, or a row is damaged; it was not polled */
  isReadable: boolean;
}

const PAGE = 100;
/** Few, because the gateway also has to serve customers' payments. */
const SIDE_BY_SIDE = 4;

/**
 * Polls every order with activity since then, regardless of its state: after a restore the store may lack reports
 * that came after the backup. Each order is polled by the list of its transactions (interface 17.1), otherwise by
 * endpoint 12, one kind at a time. Nothing is concluded from a payment that the gateway does not know.
 * @param since milliseconds since 1970
 * @param seen called for each order when its answers are in the journal
 */
export async function reconcileSince(
  deps: PaymentDeps,
  since: number,
  seen: (one: Reconciled) => Promise<void>,
): Promise<void> {
  const ids = activeOrders(deps, since);
  const work = async () => {
    for (let next = await ids.next(); !next.done; next = await ids.next()) {
      await seen(await reconcileOrder(deps, next.value));
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
}

async function* activeOrders({ store }: PaymentDeps, since: number): AsyncGenerator<string, void> {
  for (let after: string | null = null; ; ) {
    const ids: string[] = await store.activeSince(since, after, PAGE);
    yield* ids;
    after = ids.at(-1) ?? null;
    if (after === null || ids.length < PAGE) return;
  }
}

async function reconcileOrder(deps: PaymentDeps, orderId: string): Promise<Reconciled> {
  const [order] = await readOrders(deps, [orderId]);
  if (!order) return { orderId, changes: [], lost: null, isAnswered: true, isReadable: false };
  const before = order.state;
  let isAnswered = true;
  for (const payment of before.payments)
    isAnswered = (await pollTransactions(deps, orderId, payment)) && isAnswered;
  const { state: after } = await readOrder(deps, orderId);
  const { payment: lost, isAnswered: isSure } = await findLost(deps, orderId, after);
  return {
    orderId,
    changes: messagesOf(orderId, before, after),
    lost,
    isAnswered: isAnswered && isSure,
    isReadable: true,
  };
}

/** @returns whether the gateway answered */
async function pollTransactions(deps: PaymentDeps, orderId: string, owner: Payment): Promise<boolean> {
  if (!isOfProject(deps, owner)) return false;
  const list = await deps.gateway.readOrder(owner.gatewayOrderId);
  if (list.kind === 'answered') {
    for (const one of relevantReports(list.value, owner)) await handle(deps, orderId, owner, one);
    return true;
  }
  if (!isNotFound(list) && !hasNoList(list)) return false;
  const payment = await deps.gateway.readOperation(owner.gatewayOrderId, owner.terms.method);
  if (payment.kind !== 'answered') return isNotFound(payment);
  await handle(deps, orderId, owner, payment.value);
  return pollEachMethod(deps, orderId, owner);
}

function relevantReports(list: readonly GatewayPayment[], owner: Payment): GatewayPayment[] {
  const [payment] = primaryReport(list, owner);
  return list.filter((one) => one === payment || one.method !== owner.terms.method);
}

async function pollEachMethod(deps: PaymentDeps, orderId: string, owner: Payment): Promise<boolean> {
  let isAnswered = true;
  for (const method of OPERATION_METHODS) {
    const operation = await deps.gateway.readOperation(owner.gatewayOrderId, method);
    if (operation.kind === 'answered') await handle(deps, orderId, owner, operation.value);
    else isAnswered &&= isNotFound(operation);
  }
  return isAnswered;
}

/** Reports of another order, or without an operation id, are skipped. */
async function handle(
  deps: PaymentDeps,
  orderId: string,
  owner: Payment,
  reported: GatewayPayment,
): Promise<void> {
  const isOwn = reported.gatewayOrderId === owner.gatewayOrderId;
  const isNamed =
    reported.method === owner.terms.method ||
    (isOperationMethod(reported.method) && reported.operationId !== null);
  if (isOwn && isNamed) await handleReport(deps, await readOrder(deps, orderId), reported, 'query');
}

/** An order without a payment may have been paid after the backup: the first payment has the order's own id. */
async function findLost(
  deps: PaymentDeps,
  orderId: string,
  { payments, orderTerms }: OrderState,
): Promise<{ payment: GatewayPayment | null; isAnswered: boolean }> {
  const isOthers = (await deps.store.find({ kind: 'gateway-order', id: orderId })) !== null;
  if (payments.length > 0 || isOthers) return { payment: null, isAnswered: true };
  const outcome = await deps.gateway.readOperation(orderId, orderTerms?.terms.method ?? 'purchase');
  if (outcome.kind !== 'answered') return { payment: null, isAnswered: isNotFound(outcome) };
  return { payment: outcome.value.gatewayOrderId === orderId ? outcome.value : null, isAnswered: true };
}
