import type { PaymentDeps } from './deps.ts';
import { announceToMerchant } from './notify.ts';
import {
  DUPLICATE,
  isDuplicate,
  isFinal,
  mayMove,
  mismatch,
  moved,
  nextAsk,
  PAID_TWICE,
  type Payment,
} from './payment.ts';
import type { GatewayPayment, NewsSource } from './ports.ts';
import type { StoreTransaction } from './store-port.ts';
import { planReversal, settleReversal } from './reverse.ts';

export interface News {
  source: NewsSource;
  payment: GatewayPayment;
  /** The text as it came, where it came as text; exact copies are told by its hash. */
  text?: string;
}

/**
 * What the gate made of a piece of news. `stale` tells nothing new, `noted` is about an operation, `kept` of a kind
 * that nothing else is made of.
 */
export type Verdict = 'applied' | 'copy' | 'stale' | 'held' | 'noted' | 'kept' | 'unknown-payment';

/**
 * The one gate for news (architecture rule 3): answer, webhook and status read all go through here, each in
 * one transaction. Exact copies are dropped, states never move backwards, and what contradicts the request is
 * held for a person instead of being believed.
 */
export async function applyNews(deps: PaymentDeps, news: News): Promise<Verdict> {
  const hash = await sha256(news.text ?? JSON.stringify(news.payment));
  let changed: Payment | null = null;
  const verdict = await deps.store.transaction(async (tx) => {
    const payment = await tx.findPaymentByGatewayOrderId(news.payment.gatewayOrderId);
    const at = deps.clock.now().toISOString();
    const decision = payment ? judge(payment, news.payment, deps.config.posId) : 'unknown-payment';
    if (decision === 'stale' && news.source === 'read') return decision;
    const id = deps.newId();
    // A read tells the present state, which may come back. And the same news may come again once its payment is
    // known here. Neither is a copy then.
    const unique = payment && news.source !== 'read' ? hash : id;
    const { method, status, statusCode } = news.payment;
    const about = { paymentId: payment?.id ?? null, operationId: null, method, status, statusCode };
    const record = { id, ...about, source: news.source, hash: unique, body: null, at };
    if (!(await tx.insertNews({ ...record, verdict: decision }))) return 'copy';
    if (!payment) return decision;
    if (decision === 'noted') await settleReversal(deps, tx, payment, news.payment);
    if (decision === 'applied') changed = await take(deps, tx, payment, news.payment);
    if (decision === 'held') changed = await hold(deps, tx, payment, news.payment);
    return decision;
  });
  report(deps, news, verdict);
  if (changed) deps.changes.announce((changed as Payment).id);
  return verdict;
}

/** Methods of operations on a payment; news of these never changes the payment itself. */
export const SECONDARY: ReadonlySet<string> = new Set(['capture', 'void', 'refund']);

function judge(payment: Payment, news: GatewayPayment, posId: string): Verdict {
  if (SECONDARY.has(news.method)) return 'noted';
  if (mismatch(payment, news, posId)) return 'held';
  // It tells of another payment under this order id, perhaps a paid one: never that nothing was charged.
  if (isDuplicate(news)) return payment.status === 'unknown' && !payment.held ? 'held' : 'stale';
  if (!mayMove(payment, news.status)) return contradicts(payment, news) ? 'held' : 'stale';
  return JSON.stringify(moved(payment, news)) === JSON.stringify(payment) ? 'stale' : 'applied';
}

/** Two different ends of one payment, both from the gateway: nobody but a person can tell which is true. */
function contradicts(payment: Payment, news: GatewayPayment): boolean {
  return isFinal(payment.status) && isFinal(news.status) && payment.status !== news.status;
}

async function take(
  deps: PaymentDeps,
  tx: StoreTransaction,
  payment: Payment,
  news: GatewayPayment,
): Promise<Payment> {
  const others = await othersOf(tx, payment);
  const next = moved(payment, news);
  const occupied = others.some((one) => one.blocking);
  const paidTwice = next.status === 'success' && others.some((one) => one.status === 'success');
  const saved = await save(deps, tx, {
    ...next,
    blocking: next.blocking && !occupied,
    held: paidTwice ? PAID_TWICE : next.held,
  });
  if (paidTwice) await planReversal(deps, tx, saved);
  return saved;
}

/** What a person has to look at blocks the order, whatever its state: it may have been paid. */
async function hold(
  deps: PaymentDeps,
  tx: StoreTransaction,
  payment: Payment,
  news: GatewayPayment,
): Promise<Payment> {
  const held =
    mismatch(payment, news, deps.config.posId) ?? (isDuplicate(news) ? DUPLICATE : 'contradicting-ends');
  const occupied = (await othersOf(tx, payment)).some((one) => one.blocking);
  return save(deps, tx, {
    ...payment,
    blocking: payment.blocking || !occupied,
    held: payment.held === PAID_TWICE ? PAID_TWICE : held,
  });
}

async function othersOf(tx: StoreTransaction, payment: Payment): Promise<Payment[]> {
  return (await tx.paymentsOfOrder(payment.orderId)).filter((one) => one.id !== payment.id);
}

/** Writes a payment that changed, with its next question to the gateway and the message to the merchant. */
export async function save(deps: PaymentDeps, tx: StoreTransaction, payment: Payment): Promise<Payment> {
  const now = deps.clock.now();
  const saved = { ...payment, updatedAt: laterThan(payment.updatedAt, now), askAt: nextAsk(payment, now) };
  await tx.updatePayment(saved);
  await announceToMerchant(deps, tx, saved);
  return saved;
}

/** Two changes within a millisecond still differ, so that `since` sees both. */
function laterThan(previous: string, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(previous) + 1)).toISOString();
}

function report(deps: PaymentDeps, news: News, verdict: Verdict): void {
  const fields = {
    verdict,
    source: news.source,
    orderId: news.payment.gatewayOrderId,
    status: news.payment.status,
  };
  if (verdict === 'held') deps.log.error(fields, 'news of a payment contradicts it: held for a person');
  else deps.log.info(fields, 'news of a payment');
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
