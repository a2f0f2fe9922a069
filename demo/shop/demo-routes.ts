import { type Context, Hono } from 'hono';
import { isOwnPage } from '../own-pages.ts';
import { exchangesOf } from './exchanges.ts';
import { FAULTS } from './faults.ts';
import type { OrderBook, SandboxControl } from './options.ts';

/**
 * The shop's calls for the panel and the tour, because browsers may not call the sandbox's control API: `GET
 * exchanges?order=&since=` · `POST faults` `{name}` · `DELETE faults` · `POST report` `{order, was, status}`. The sandbox
 * cannot see who calls here, so other sites are refused as they are there.
 * @param origins of the shop's own pages
 */
export function demoRoutes(sandbox: SandboxControl, orders: OrderBook, origins: readonly string[]): Hono {
  const routes = new Hono();
  routes.use(async (c, next) => {
    if (c.req.method === 'GET') return next();
    if (!isOwnPage(c, origins, ['same-origin', 'none']))
      return c.json({ title: 'Only the shop’s own pages may ask this.' }, 403);
    // A page of another site can send a form, but no JSON.
    const isJson = /^application\/json\b/i.test(c.req.header('content-type') ?? '');
    if (c.req.method === 'POST' && !isJson) return c.json({ title: 'The body must be JSON.' }, 415);
    return next();
  });
  routes.get('/exchanges', async (c) => {
    const order = await orders.find(c.req.query('order') ?? '');
    const since = Number(c.req.query('since') ?? 0) || 0;
    const exchanges = order ? await exchangesOf(sandbox, order, since) : [];
    return c.json({ exchanges, faults: await waitingFaults(sandbox) });
  });
  routes.post('/faults', async (c) => {
    const name = await named(c, 'name');
    const fault = FAULTS.find((one) => one.name === name);
    if (!fault) return c.json({ title: 'Not found' }, 404);
    await sandbox('faults', { method: 'POST', body: JSON.stringify(fault.order) });
    return c.json({ faults: await waitingFaults(sandbox) }, 201);
  });
  routes.delete('/faults', async (c) => {
    await sandbox('faults', { method: 'DELETE' });
    return c.json({ faults: await waitingFaults(sandbox) });
  });
  routes.post('/report', async (c) => {
    const order = await orders.find(await named(c, 'order'));
    const [was, status] = [await named(c, 'was'), await named(c, 'status')];
    if (order) await report(sandbox, order.id, was, status);
    return c.body(null, 204);
  });
  return routes;
}

async function named(c: Context, name: string): Promise<string> {
  const body: unknown = await c.req.json().catch(() => null);
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : '';
  return typeof value === 'string' ? value : '';
}

interface WaitingFault {
  on: string;
  kind: string;
}

/** The waiting faults, by their labels here. */
async function waitingFaults(sandbox: SandboxControl): Promise<string[]> {
  const answer = await sandbox('faults');
  const { data } = (await answer.json()) as { data: WaitingFault[] };
  return data.map(
    ({ on, kind }) => FAULTS.find(({ order }) => order.on === on && order.kind === kind)?.label ?? kind,
  );
}

/** Has the gateway report another status of an order's payment: `pending` to `success` is the bank's approval. */
async function report(sandbox: SandboxControl, orderId: string, was: string, status: string): Promise<void> {
  const answer = await sandbox('payments');
  const { data } = (await answer.json()) as { data: { orderId: string; status: string }[] };
  const payment = data.find((one) => one.orderId.startsWith(orderId) && one.status === was);
  if (!payment) return;
  const body = JSON.stringify({ status });
  await sandbox(`orders/${encodeURIComponent(payment.orderId)}/state`, { method: 'POST', body });
}
