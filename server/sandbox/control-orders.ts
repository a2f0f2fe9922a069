import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { formatAmount, fromGatewayAmount, parseAmount } from '../contract/money.ts';
import { GATEWAY_STATUSES, isOneOf, OPERATION_METHODS } from '../contract/words.ts';
import { reportPayment } from './charge.ts';
import { controlBody } from './read-request.ts';
import { type Limit, type PrimaryTransaction, type SandboxPayment, cardMaskOf } from './ledger.ts';
import { operationAnswer } from './operation-wire.ts';
import { perform } from './operations.ts';
import { resendWebhook } from './read-orders.ts';
import { Refusal } from './refusal.ts';
import type { Share } from '../contract/split.ts';
import { descriptionOf, successCode } from './status-codes.ts';
import type { SandboxState } from './state.ts';

const status = z.enum(GATEWAY_STATUSES);
const statusCode = z.string().regex(/^\d{4}$/);
const fields = z.record(z.string(), z.unknown()).default({});

const stateSchema = z.strictObject({
  status,
  statusCode: statusCode.nullable().optional(),
  limit: z
    .strictObject({ retryAfterSeconds: z.number().min(0).max(31_536_000), description: z.string() })
    .nullable()
    .default(null),
  webhook: z.boolean().default(true),
});

const operationSchema = z.strictObject({
  method: z.enum(OPERATION_METHODS),
  amount: z.string().optional(),
  split: z.array(z.strictObject({ subMerchantId: z.uuid(), amount: z.string() })).optional(),
  declinedBy: z.enum(['bank', 'limit']).nullable().default(null),
});

const transactionSchema = z.strictObject({
  amount: z.string().optional(),
  status: status.default('success'),
  statusCode: statusCode.nullable().optional(),
});

const eventSchema = transactionSchema.extend({ method: z.string().min(1).max(64), fields });
const webhookSchema = z.strictObject({ operation: z.string().optional(), fields });
const recurringSchema = z.strictObject({ status: z.string().min(1).max(64).default('active') });

/**
 * The control API of one order, under `/_sandbox/orders/<order_id>` (see README.md beside this file): `POST state` · `POST
 * operations` · `POST webhook` · `POST events` · `POST recurring` · `POST recurring/transactions`.
 */
export function orderControlRoutes(state: SandboxState): Hono {
  const routes = new Hono();
  routes.post('/:orderId/state', (context) => forceState(state, context));
  routes.post('/:orderId/operations', (context) => operateFromPortal(state, context));
  routes.post('/:orderId/webhook', async (context) => {
    const { operation, fields: more } = await controlBody(context, webhookSchema);
    resendWebhook(state, state.ledger.ofOrder(context.req.param('orderId')), operation, more);
    return context.json({ sent: true });
  });
  routes.post('/:orderId/events', (context) => emitEvent(state, context));
  routes.post('/:orderId/recurring', async (context) => {
    const payment = state.ledger.ofOrder(context.req.param('orderId'));
    const { status: subscription } = await controlBody(context, recurringSchema);
    payment.recurring = { id: payment.recurring?.id ?? crypto.randomUUID(), status: subscription };
    return context.json(shownPayment(payment), 201);
  });
  routes.post('/:orderId/recurring/transactions', async (context) => {
    const payment = state.ledger.ofOrder(context.req.param('orderId'));
    const result = resultOf(payment, await controlBody(context, transactionSchema));
    if (!payment.recurring) throw new Refusal(400, 'The order has no subscription: start one first');
    const { paymentId, stated } = payment;
    const added = addTransaction(state, payment, { ...result, paymentId, method: stated.method });
    return context.json({ transactionId: added.transactionId }, 201);
  });
  return routes;
}

async function forceState(state: SandboxState, context: Context): Promise<Response> {
  const payment = state.ledger.ofOrder(context.req.param('orderId'));
  const forced = await controlBody(context, stateSchema);
  payment.status = forced.status;
  payment.statusCode = forced.statusCode ?? null;
  payment.processedAt = state.clock.now();
  payment.limit = limitOf(state, forced.limit);
  if (payment.checkout) payment.checkout.isOpen = false;
  if (forced.webhook) reportPayment(state, payment);
  return context.json(shownPayment(payment));
}

async function operateFromPortal(state: SandboxState, context: Context): Promise<Response> {
  const payment = state.ledger.ofOrder(context.req.param('orderId'));
  const { method, amount, split, declinedBy } = await controlBody(context, operationSchema);
  const amountMinor = amount === undefined ? null : minorOf(payment, amount);
  const shares =
    split?.map((share) => ({
      subMerchantId: share.subMerchantId.toLowerCase(),
      amountMinor: minorOf(payment, share.amount),
    })) ?? null;
  const as = { comment: 'portal', serverUrl: null, declinedBy, does: 'as-asked' as const };
  const operation = perform(state, payment, { method, amountMinor, split: shares, ...as });
  return context.json(operationAnswer(payment, operation, state), 201);
}

/**
 * Adds a credit or p2p transfer as a transaction of the order, and sends the event of a method again if the order has it.
 * Any other method is sent as an event of an unknown kind and not recorded.
 */
async function emitEvent(state: SandboxState, context: Context): Promise<Response> {
  const payment = state.ledger.ofOrder(context.req.param('orderId'));
  const { method, fields: more, ...asked } = await controlBody(context, eventSchema);
  if (method === 'credit' || method === 'p2p') {
    const transfer = { ...resultOf(payment, asked), paymentId: crypto.randomUUID(), method } as const;
    const { transactionId } = addTransaction(state, payment, transfer, more);
    return context.json({ transactionId }, 201);
  }
  const known = method === payment.stated.method || isOneOf(OPERATION_METHODS, method);
  if (known) resendWebhook(state, payment, method, more);
  else reportPayment(state, payment, { fields: { method, ...more } });
  return context.json({ sent: true }, 201);
}

/** Adds a transaction that no request asked for, and sends its webhook. */
function addTransaction(
  state: SandboxState,
  payment: SandboxPayment,
  added: Pick<PrimaryTransaction, 'paymentId' | 'method' | 'amountMinor' | 'status' | 'statusCode'>,
  more: Readonly<Record<string, unknown>> = {},
): PrimaryTransaction {
  const now = state.clock.now();
  const { card, cardToken } = payment;
  const times = { createdAt: now, processedAt: now };
  const transaction = { ...added, ...times, transactionId: crypto.randomUUID(), card, cardToken };
  payment.further.push(transaction);
  reportPayment(state, payment, { transaction, fields: more });
  return transaction;
}

function resultOf(payment: SandboxPayment, asked: z.output<typeof transactionSchema>) {
  const amountMinor = asked.amount === undefined ? payment.amountMinor : minorOf(payment, asked.amount);
  const usual = asked.status === 'success' ? successCode(payment.stated.method) : null;
  return { amountMinor, status: asked.status, statusCode: asked.statusCode ?? usual };
}

function minorOf(payment: SandboxPayment, text: string): number {
  const minor = parseAmount(text, payment.stated.currency);
  if (minor === null) throw new Refusal(400, 'amount is not an amount');
  return minor;
}

function limitOf(state: SandboxState, limit: z.output<typeof stateSchema>['limit']): Limit | null {
  if (!limit) return null;
  const { retryAfterSeconds, description } = limit;
  return { retryAfter: state.clock.now() + retryAfterSeconds * 1000, description };
}

/** A payment as the control API shows it: masked, in the project's own spelling. */
export function shownPayment(payment: SandboxPayment) {
  const { stated } = payment;
  const shown = (minor: number) => formatAmount(minor, stated.currency);
  const shownTransaction = (one: PrimaryTransaction) => ({
    transactionId: one.transactionId,
    method: one.method,
    amount: shown(one.amountMinor),
    status: one.status,
    statusCode: one.statusCode,
  });
  const shownShares = (shares: readonly Share[] | null) =>
    shares?.map(({ subMerchantId, amountMinor }) => ({ subMerchantId, amount: shown(amountMinor) })) ?? null;
  return {
    orderId: stated.order_id,
    paymentId: payment.paymentId,
    transactionId: payment.transactionId,
    mode: stated.mode,
    method: stated.method,
    status: payment.status,
    statusCode: payment.statusCode,
    statusDescription: descriptionOf(payment.statusCode),
    amount: shown(payment.amountMinor),
    ordered: shown(fromGatewayAmount(stated.amount, stated.currency) ?? 0),
    currency: stated.currency,
    split: shownShares(payment.split),
    cardMask: cardMaskOf(payment),
    recurring: payment.recurring,
    declines: payment.declines.map(shownTransaction),
    further: payment.further.map(shownTransaction),
    operations: payment.operations.map((one) => ({
      operationId: one.operationId,
      transactionId: one.transactionId,
      method: one.method,
      amount: shown(one.amountMinor),
      split: shownShares(one.split),
      comment: one.comment,
      status: one.status,
      statusCode: one.statusCode,
    })),
  };
}
