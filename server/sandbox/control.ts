import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { formatAmount, parseAmount } from '../contract/money.ts';
import { reportPayment } from './charge.ts';
import { FAULTY_REQUESTS, REQUEST_FAULTS, WEBHOOK_FAULTS } from './faults.ts';
import { redact } from './journal.ts';
import { type SandboxPayment, cardMaskOf } from './ledger.ts';
import { perform } from './operations.ts';
import { resendWebhook } from './read-orders.ts';
import { Refusal, notFound } from './refusal.ts';
import { descriptionOf } from './status-codes.ts';
import { isLoopback } from './webhook-courier.ts';
import { operationAnswer } from './wire.ts';
import type { World } from './world.ts';

const timing = { delayMs: z.number().min(0).default(3000), times: z.int().min(1).default(1) };

const faultSchema = z.union([
  z.strictObject({ on: z.enum([...FAULTY_REQUESTS, 'any']), kind: z.enum(REQUEST_FAULTS), ...timing }),
  z.strictObject({
    on: z.literal('webhook'),
    kind: z.enum(WEBHOOK_FAULTS),
    orderId: z.string().optional(),
    ...timing,
  }),
]);

const seconds = z.number().min(0).max(31_536_000);
const settingsSchema = z.strictObject({
  processingSeconds: seconds.optional(),
  lateWebhookSeconds: seconds.optional(),
  challengeSeconds: seconds.optional(),
  checkoutSeconds: seconds.optional(),
  overCapturePercent: z.number().min(0).max(1000).optional(),
  webhookAttempts: z.int().min(1).max(20).optional(),
  webhookBackoffSeconds: seconds.optional(),
  sector: z.enum(['retail', 'microfinance', 'igaming']).optional(),
});

const stateSchema = z.strictObject({
  status: z.enum(['init', 'pending', 'success', 'failure']),
  statusCode: z
    .string()
    .regex(/^\d{4}$/)
    .nullable()
    .optional(),
  webhook: z.boolean().default(true),
});

const operationSchema = z.strictObject({
  method: z.enum(['capture', 'void', 'refund']),
  amount: z.string().optional(),
});

const clockSchema = z.strictObject({ advanceSeconds: seconds });
const webhookSchema = z.strictObject({ operation: z.string().optional() });

/**
 * The control of the sandbox, JSON, from this machine only (see README.md beside this file):
 * `POST reset` · `GET requests` · `GET webhooks` · `GET payments` · `POST clock` `{advanceSeconds}` ·
 * `GET, POST, DELETE faults` · `GET, POST settings` · `POST orders/<order_id>/state` `{status, statusCode?,
 * webhook?}` · `POST orders/<order_id>/operations` `{method, amount?}` · `POST orders/<order_id>/webhook`
 * `{operation?}`.
 */
export function controlRoutes(world: World): Hono {
  const routes = new Hono();
  routes.use(async (context, next) => {
    requireLocal(context);
    await next();
  });
  routes.post('/reset', (context) => {
    reset(world);
    return context.json({ reset: true });
  });
  routes.get('/requests', (context) => context.json({ data: world.journal.all() }));
  routes.get('/webhooks', (context) => context.json({ data: redact(world.courier.records()) }));
  routes.get('/payments', (context) => context.json({ data: world.ledger.all().map(shown) }));
  routes.post('/clock', async (context) => {
    const { advanceSeconds } = await body(context, clockSchema);
    const ran = world.clock.advance(advanceSeconds * 1000);
    return context.json({ now: world.clock.now(), ran });
  });
  addFaults(routes, world);
  addSettings(routes, world);
  addOrders(routes, world);
  return routes;
}

function addFaults(routes: Hono, world: World): void {
  routes.get('/faults', (context) => context.json({ data: world.faults.waiting() }));
  routes.post('/faults', async (context) => {
    const { orderId, ...fault } = { orderId: undefined, ...(await body(context, faultSchema)) };
    world.faults.order(orderId === undefined ? fault : { ...fault, orderId });
    return context.json({ data: world.faults.waiting() }, 201);
  });
  routes.delete('/faults', (context) => {
    world.faults.reset();
    return context.json({ data: [] });
  });
}

function addSettings(routes: Hono, world: World): void {
  routes.get('/settings', (context) => context.json(world.settings));
  routes.post('/settings', async (context) => {
    const given = await body(context, settingsSchema);
    world.settings = Object.assign({}, world.settings, given);
    return context.json(world.settings);
  });
}

function addOrders(routes: Hono, world: World): void {
  routes.post('/orders/:orderId/state', async (context) => {
    const payment = requireOrder(world, context);
    const { status, statusCode, webhook } = await body(context, stateSchema);
    Object.assign(payment, { status, statusCode: statusCode ?? null, processedAt: world.clock.now() });
    if (webhook) reportPayment(world, payment);
    return context.json(shown(payment));
  });
  routes.post('/orders/:orderId/operations', async (context) => {
    const payment = requireOrder(world, context);
    const { method, amount } = await body(context, operationSchema);
    const amountMinor = amount === undefined ? null : parseAmount(amount, payment.stated.currency);
    if (amount !== undefined && amountMinor === null) throw new Refusal(400, 'amount is not an amount');
    const asked = { method, amountMinor, comment: 'portal', serverUrl: null, declined: false };
    const operation = perform(world, payment, asked);
    return context.json(operationAnswer(payment, operation, world.baseUrl), 201);
  });
  routes.post('/orders/:orderId/webhook', async (context) => {
    const { operation } = await body(context, webhookSchema);
    resendWebhook(world, requireOrder(world, context), operation);
    return context.json({ sent: true });
  });
}

function reset(world: World): void {
  world.clock.reset();
  for (const part of [world.courier, world.faults, world.ledger, world.journal]) part.reset();
  world.settings = { ...world.initialSettings };
}

/** Other machines, and pages of other sites, have no business here. */
function requireLocal(context: Context): void {
  const origin = context.req.header('origin');
  if (!isLoopback(context.req.url) || (origin !== undefined && !isLoopback(origin))) throw notFound();
}

function requireOrder(world: World, context: Context): SandboxPayment {
  const payment = world.ledger.byOrder(context.req.param('orderId') ?? '');
  if (!payment) throw notFound();
  return payment;
}

async function body<Schema extends z.ZodType>(context: Context, schema: Schema): Promise<z.output<Schema>> {
  const text = await context.req.text();
  let value: unknown;
  try {
    value = text === '' ? {} : JSON.parse(text);
  } catch {
    throw new Refusal(400, 'Body must be JSON');
  }
  const result = schema.safeParse(value);
  if (!result.success) throw new Refusal(400, z.prettifyError(result.error));
  return result.data;
}

/** A payment as the control shows it: masked, in the project's own spelling. */
function shown(payment: SandboxPayment) {
  const { stated } = payment;
  return {
    orderId: stated.order_id,
    paymentId: payment.paymentId,
    mode: stated.mode,
    method: stated.method,
    status: payment.status,
    statusCode: payment.statusCode,
    statusDescription: descriptionOf(payment.statusCode),
    amount: formatAmount(payment.amountMinor, stated.currency),
    currency: stated.currency,
    cardMask: cardMaskOf(payment),
    operations: payment.operations.map(({ operationId, method, amountMinor, status, statusCode }) => ({
      operationId,
      method,
      amount: formatAmount(amountMinor, stated.currency),
      status,
      statusCode,
    })),
  };
}
