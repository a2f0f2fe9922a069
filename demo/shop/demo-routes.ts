import { Hono } from 'hono';
import { fillDay } from '../day/fill-day.ts';
import { isOwnPage } from '../own-pages.ts';
import { FAULTS, reportStatus, sandboxList, setFault } from './sandbox.ts';
import { exchangesOf } from './exchanges.ts';
import type { Ask, ShopOptions } from './options.ts';
import type { Orders } from './order.ts';

/**
 * The shop's calls for the panel and the tour, because browsers may not call the sandbox's control API: `GET
 * exchanges?order=` · `POST faults?name=` · `DELETE faults` · `POST report?order=&was=&status=` · `POST day`. The sandbox
 * cannot see who calls here, so other sites are refused as they are there.
 * @param origins of the shop's own pages
 */
export function demoRoutes(options: ShopOptions, orders: Orders, origins: readonly string[]): Hono {
  const { sandbox } = options;
  const routes = new Hono();
  let day: Promise<number> | null = null;
  routes.use(async (c, next) => {
    if (c.req.method === 'GET') return next();
    if (!isOwnPage(c, origins, ['same-origin', 'none']))
      return c.json({ title: 'Only the shop’s own pages may ask this.' }, 403);
    return next();
  });
  routes.get('/exchanges', async (c) => {
    const order = orders.get(c.req.query('order') ?? '');
    const exchanges = order ? await exchangesOf(sandbox, order) : [];
    return c.json({ exchanges, faults: await waitingFaults(sandbox) });
  });
  routes.post('/faults', async (c) => {
    await setFault(sandbox, c.req.query('name') ?? '');
    return c.body(null, 204);
  });
  routes.delete('/faults', async (c) => {
    await sandbox('faults', { method: 'DELETE' });
    return c.body(null, 204);
  });
  routes.post('/report', async (c) => {
    const { order = '', was = '', status = '' } = c.req.query();
    if (orders.has(order)) await reportStatus(sandbox, order, was, status);
    return c.body(null, 204);
  });
  routes.post('/day', async (c) => {
    day ??= fillDay(options, orders).finally(() => (day = null));
    return c.text(String(await day));
  });
  return routes;
}

/** The waiting faults, by their labels here. */
async function waitingFaults(sandbox: Ask): Promise<string[]> {
  const waiting = await sandboxList<{ on: string; kind: string }>(sandbox, 'faults');
  return waiting.map(
    ({ on, kind }) => FAULTS.find(({ order }) => order.on === on && order.kind === kind)?.label ?? kind,
  );
}
