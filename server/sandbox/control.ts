import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { isLoopback } from '../contract/address.ts';
import { controlBody } from './read-request.ts';
import { orderControlRoutes, shownPayment } from './control-orders.ts';
import { FAULTY_REQUESTS, REQUEST_FAULTS, WEBHOOK_FAULTS } from './faults.ts';
import { redact } from './journal.ts';
import { overviewPage } from './overview.ts';
import { notFound } from './refusal.ts';
import { settingsSchema } from './settings.ts';
import { type SandboxState, resetSandboxState } from './state.ts';

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

const clockSchema = z.strictObject({ advanceSeconds: z.number().min(0).max(31_536_000) });

/**
 * The sandbox's control API, from this machine only: an overview page at `GET /_sandbox`, and JSON (see README.md beside
 * this file): `POST reset` · `GET requests` · `GET webhooks` · `GET payments` · `POST clock`
 * `{advanceSeconds}` · `GET, POST, DELETE faults` · `GET, POST settings` · `POST orders/<order_id>/…` (control-orders.ts).
 */
export function controlRoutes(state: SandboxState): Hono {
  const routes = new Hono();
  routes.use(async (context, next) => {
    requireLocal(context);
    await next();
  });
  routes.get('/', (context) => overviewPage(state, context.req.query('order') ?? ''));
  routes.post('/reset', (context) => {
    resetSandboxState(state);
    return context.json({ reset: true });
  });
  routes.get('/requests', (context) => context.json({ data: state.journal.all() }));
  routes.get('/webhooks', (context) => context.json({ data: redact(state.webhooks.records()) }));
  routes.get('/payments', (context) => context.json({ data: state.ledger.all().map(shownPayment) }));
  routes.post('/clock', async (context) => {
    const { advanceSeconds } = await controlBody(context, clockSchema);
    const ran = state.clock.advance(advanceSeconds * 1000);
    return context.json({ now: state.clock.now(), ran });
  });
  addFaults(routes, state);
  addSettings(routes, state);
  routes.route('/orders', orderControlRoutes(state));
  return routes;
}

function addFaults(routes: Hono, state: SandboxState): void {
  routes.get('/faults', (context) => context.json({ data: state.faults.waiting() }));
  routes.post('/faults', async (context) => {
    const { orderId, ...fault } = { orderId: undefined, ...(await controlBody(context, faultSchema)) };
    state.faults.order(orderId === undefined ? fault : { ...fault, orderId });
    return context.json({ data: state.faults.waiting() }, 201);
  });
  routes.delete('/faults', (context) => {
    state.faults.reset();
    return context.json({ data: [] });
  });
}

function addSettings(routes: Hono, state: SandboxState): void {
  routes.get('/settings', (context) => context.json(state.settings));
  routes.post('/settings', async (context) => {
    const changed = z.preprocess((given) => Object.assign({}, state.settings, given), settingsSchema);
    state.settings = await controlBody(context, changed);
    return context.json(state.settings);
  });
}

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/** Refuses other machines, also behind a tunnel or a proxy, and pages of other sites. */
function requireLocal({ req }: Context): void {
  const origin = req.header('origin');
  const isForeign = !isLoopback(req.url) || (origin !== undefined && !isLoopback(origin));
  if (isForeign || FORWARDED.some((name) => req.header(name) !== undefined)) throw notFound();
}
