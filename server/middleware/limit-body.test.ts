import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { AppEnv } from '../app-env.ts';
import { BodyBudget } from './body-budget.ts';
import { limitBody } from './limit-body.ts';
import { problems } from './problems.ts';

const MOST = 100;

function companion(budget = new BodyBudget()) {
  const app = new Hono<AppEnv>();
  app.onError(problems(() => undefined));
  app.use(limitBody(MOST, budget));
  app.post('/', async (c) => c.text(new TextDecoder().decode(await c.var.readBody())));
  return app;
}

const request = (body: string, headers: Record<string, string> = {}) =>
  new Request('https://pay.shop.example/', { method: 'POST', body, headers });

it('reads a body of any length up to the limit, whether its length is stated or not', async () => {
  for (const headers of [{}, { 'content-length': `${MOST}` }]) {
    const answer = await companion().request(request('x'.repeat(MOST), headers));
    expect([answer.status, await answer.text()]).toEqual([200, 'x'.repeat(MOST)]);
  }
});

it.each([{}, { 'content-length': `${MOST + 1}` }, { 'content-length': 'x' }])(
  'refuses a longer one: %j',
  async (headers) => {
    expect((await companion().request(request('x'.repeat(MOST + 1), headers))).status).toBe(413);
  },
);

it('reads a body where requests have no streams, as in Firefox', async () => {
  const without = request('text');
  Object.defineProperty(without, 'body', { value: undefined });
  expect(await (await companion().request(without)).text()).toBe('text');
});

class CountingBudget extends BodyBudget {
  reads = 0;

  override read(...body: Parameters<BodyBudget['read']>): Promise<Uint8Array> {
    this.reads += 1;
    return super.read(...body);
  }
}

it('opens no stream for a body that has arrived, and one within the budget for any other', async () => {
  const budget = new CountingBudget();
  const headers = { 'content-length': '4' };
  for (const readableLength of [4, 3, undefined]) {
    const env = { incoming: { socket: {}, readableLength } } as AppEnv['Bindings'];
    expect(await (await companion(budget).request(request('text', headers), undefined, env)).text()).toBe(
      'text',
    );
  }
  expect(budget.reads).toBe(2);
});
