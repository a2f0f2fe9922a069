import type { PaymentDeps } from './deps.ts';
import { sha256 } from './hash-text.ts';
import { judge } from './judge.ts';
import { decideOnOperation, SECONDARY } from './operation-news.ts';
import {
  codeOf,
  DUPLICATE,
  GIVEN_BACK,
  isDuplicate,
  isPaid,
  laterThan,
  mismatch,
  moved,
  nextAsk,
  type Operation,
  PAID_TWICE,
  paidBy,
  type Payment,
  transactionOf,
  wordOf,
} from './payment.ts';
import { announceToMerchant } from './notify.ts';
import { reviewSecond } from './plan-reversal.ts';
import type { GatewayPayment, NewsSource } from './ports.ts';
import { insertOperation, writeOperation } from './save-operation.ts';
import { isSecond, paysOrder } from './second-payment.ts';
import type { StoreTransaction } from './store-port.ts';

export interface News {
  source: NewsSource;
  payment: GatewayPayment;
  /** The text as it came, where it came as text; exact copies are told by its hash. */
  text?: string;
  /** Our operation that it answers, where it is the answer to a call. */
  operationId?: string;
}

/**
 * What the gate made of a piece of news. `stale` tells nothing new, `kept` is of a kind that nothing else is made of,
 * `held` contradicts what is known and waits for a person.
 */
export type Verdict = 'applied' | 'copy' | 'stale' | 'held' | 'kept' | 'unknown-payment';

/** A verdict, and what the news was about. */
export interface Taken {
  verdict: Verdict;
  payment: Payment | null;
  operation: Operation | null;
}

/** {@link takeNews}, of which only the verdict matters. */
export async function applyNews(deps: PaymentDeps, news: News): Promise<Verdict> {
  return (await takeNews(deps, news)).verdict;
}

/**
 * The one gate for news (architecture rule 3): answer, webhook and status read all go through here, each in
 * one transaction. Exact copies are dropped, states never move backwards, and what contradicts the request is
 * held for a person instead of being believed.
 */
export async function takeNews(deps: PaymentDeps, news: News): Promise<Taken> {
  const text = news.text ?? JSON.stringify(news.payment);
  // Two calls may be answered alike.
  const hash = await sha256(news.source === 'answer' ? `${news.operationId ?? ''} ${text}` : text);
  const taken = await deps.store.transaction((tx) => takeInside(deps, tx, news, hash));
  report(deps, news, taken);
  const changed = taken.verdict === 'applied' || taken.verdict === 'held';
  for (const one of [taken.payment, taken.operation]) if (one && changed) deps.changes.announce(one.id);
  return taken;
}

async function takeInside(deps: PaymentDeps, tx: StoreTransaction, news: News, hash: string): Promise<Taken> {
  const payment = await tx.findPaymentByGatewayOrderId(news.payment.gatewayOrderId);
  if (!payment) return keep(deps, tx, news, hash, { verdict: 'unknown-payment', payment, operation: null });
  return SECONDARY.has(news.payment.method)
    ? takeOperationNews(deps, tx, payment, news, hash)
    : takePaymentNews(deps, tx, payment, news, hash);
}

async function takePaymentNews(
  deps: PaymentDeps,
  tx: StoreTransaction,
  payment: Payment,
  news: News,
  hash: string,
): Promise<Taken> {
  const verdict = judge(payment, news.payment, news.source, deps.config.posId);
  const taken = await keep(deps, tx, news, hash, { verdict, payment, operation: null });
  if (taken.verdict === 'applied') await take(deps, tx, moved(payment, news.payment));
  if (taken.verdict === 'held') await hold(deps, tx, payment, news.payment);
  if (taken.verdict === 'stale') await learnTransaction(tx, payment, news.payment);
  return taken;
}

/**
 * What agrees in everything may be the first to name the transaction, unless it may be a further charge of a
 * subscription. Nobody needs to be told of that.
 */
async function learnTransaction(tx: StoreTransaction, payment: Payment, news: GatewayPayment): Promise<void> {
  const gatewayTransactionId = transactionOf(news);
  const isNew = payment.gatewayTransactionId === null && gatewayTransactionId !== null;
  if (isNew && isPaid(payment) && news.status === 'success' && news.recurring === null)
    await tx.updatePayment({ ...payment, gatewayTransactionId });
}

async function takeOperationNews(
  deps: PaymentDeps,
  tx: StoreTransaction,
  payment: Payment,
  news: News,
  hash: string,
): Promise<Taken> {
  const operations = await tx.operationsOfPayment(payment.id);
  const own = news.operationId ? { id: news.operationId, isAnswer: news.source === 'answer' } : undefined;
  const decision = decideOnOperation(deps, payment, operations, news.payment, own);
  const { verdict, before, after } = decision;
  const taken = await keep(deps, tx, news, hash, { verdict, payment, operation: after });
  if (taken.verdict === 'copy' || !after) return taken;
  await saveMerged(deps, tx, payment, operations, decision.merged);
  if (!before) await insertOperation(deps, tx, payment, after);
  else if (JSON.stringify(before) !== JSON.stringify(after))
    await writeOperation(deps, tx, payment, before, after);
  if (decision.detached) await insertOperation(deps, tx, payment, decision.detached);
  if (isSecond(payment)) await reviewSecond(deps, tx, payment.id);
  if (before && news.payment.status === 'success' && before.amountMinor !== after.amountMinor) {
    deps.log.warn({ operationId: after.id }, 'an operation succeeded over another amount than asked for');
  }
  return taken;
}

async function saveMerged(
  deps: PaymentDeps,
  tx: StoreTransaction,
  payment: Payment,
  operations: readonly Operation[],
  merged: Operation | undefined,
): Promise<void> {
  const before = operations.find((one) => one.id === merged?.id);
  if (before && merged) await writeOperation(deps, tx, payment, before, merged);
}

/**
 * Keeps the news, or tells that the same was kept before. A read tells the present state, which may come back; and
 * the same news may come again once its payment is known here: neither is a copy then. A read that says nothing new
 * is not kept.
 */
async function keep(
  deps: PaymentDeps,
  tx: StoreTransaction,
  news: News,
  hash: string,
  taken: Taken,
): Promise<Taken> {
  const { verdict, payment, operation } = taken;
  const read = news.source === 'read';
  if (read && verdict === 'stale') return taken;
  const id = deps.newId();
  const { method, status } = news.payment;
  const fresh = await tx.insertNews({
    id,
    paymentId: payment?.id ?? null,
    operationId: operation?.id ?? null,
    source: news.source,
    hash: hashOf(taken, read, hash) ?? id,
    verdict,
    method: wordOf(method),
    status,
    statusCode: codeOf(news.payment),
    transactionId: transactionOf(news.payment),
    amountMinor: news.payment.currency === payment?.currency ? news.payment.amountMinor : null,
    body: verdict === 'kept' || verdict === 'unknown-payment' ? bodyOf(news.payment) : null,
    at: deps.clock.now().toISOString(),
  });
  return fresh ? taken : { ...taken, verdict: 'copy' };
}

/** By what a copy is told, or null where none is. What is only kept may move something when it comes again later. */
function hashOf({ verdict, payment }: Taken, read: boolean, hash: string): string | null {
  if (!payment) return null;
  if (verdict === 'kept') return `kept ${hash}`;
  return read ? null : hash;
}

/** A card token is as secret as the card: it is not kept. */
function bodyOf(payment: GatewayPayment): string {
  return JSON.stringify({ ...payment, cardToken: null });
}

/** Takes on a payment's next state as far as the other tries of its order let it. */
export async function take(deps: PaymentDeps, tx: StoreTransaction, next: Payment): Promise<Payment> {
  const others = await othersOf(tx, next);
  const occupied = others.some((one) => one.blocking);
  const mark = next.status === 'success' ? await secondMark(deps, tx, next, others) : null;
  const saved = await save(deps, tx, {
    ...next,
    blocking: next.blocking && !occupied && mark === null,
    held: mark ?? next.held,
  });
  for (const { id } of [saved, ...others.filter(isSecond)]) await reviewSecond(deps, tx, id);
  return saved;
}

/** `held` of a success where another one pays the order. Once it is given back, no further news changes that. */
async function secondMark(
  { log }: PaymentDeps,
  tx: StoreTransaction,
  { id, orderId }: Payment,
  others: readonly Payment[],
): Promise<string | null> {
  const before = await tx.findPayment(id);
  if (before && isSecond(before)) return before.held;
  if (!others.some(paysOrder)) return null;
  log.error({ orderId, paymentId: id }, 'order paid twice: the later payment is given back');
  return PAID_TWICE;
}

/**
 * What a person has to look at blocks the order, whatever its state: it may have been paid. What a person had said
 * himself is in doubt again, unless it was given back since.
 */
async function hold(
  deps: PaymentDeps,
  tx: StoreTransaction,
  payment: Payment,
  news: GatewayPayment,
): Promise<Payment> {
  const held =
    mismatch(payment, news, deps.config.posId) ?? (isDuplicate(news) ? DUPLICATE : 'contradicting-ends');
  const occupied = (await othersOf(tx, payment)).some((one) => one.blocking);
  const isOpen = payment.settledBy === 'person' && payment.held !== GIVEN_BACK;
  return save(deps, tx, {
    ...payment,
    ...(isOpen && { status: 'unknown', settledBy: null }),
    blocking: payment.blocking || (!occupied && !isSecond(payment)),
    held: isSecond(payment) ? payment.held : held,
    paidMinor: (held === 'amount-mismatch' ? paidBy(payment, news) : null) ?? payment.paidMinor,
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

/** Of what is not known here nothing is repeated: it may be anything. */
function report(
  deps: PaymentDeps,
  { source, payment: news }: News,
  { verdict, payment, operation }: Taken,
): void {
  const { status, method } = news;
  const orderId = payment?.gatewayOrderId ?? null;
  const fields = { verdict, source, orderId, method: wordOf(method), status };
  if (verdict === 'held') deps.log.error(fields, 'news of a payment contradicts it: held for a person');
  else if (verdict === 'kept' && SECONDARY.has(method)) {
    deps.log.error(fields, 'news of an operation cannot be of this payment: kept');
  } else if (verdict === 'applied' && operation?.origin === 'reversal' && status === 'failure') {
    deps.log.error(
      { ...fields, operationId: operation.id },
      'a second payment was not given back: it is tried again later',
    );
  } else deps.log.info(fields, 'news of a payment');
}
