import { describe, expect, it } from 'vitest';
import { createDemoClock } from '../clock.ts';
import { demoRoutes } from './demo-routes.ts';
import type { Orders } from './order.ts';

const ORIGIN = 'http://shop.example';

/** The routes before a sandbox that writes down what it is asked. */
function open(data: unknown[] = []) {
  const asked: string[] = [];
  const order = { id: 'KW-1', lines: [], fromCart: true, minor: 1000, messages: [] };
  const orders: Orders = new Map([[order.id, order]]);
  const options = {
    url: ORIGIN,
    companion: 'http://pay.example',
    orderSecret: 'a secret for tests that is long enough',
    merchantWebhookSecret: '',
    page: () => '',
    sandbox(path: string, init?: RequestInit) {
      const body = typeof init?.body === 'string' ? ` ${init.body}` : '';
      asked.push(`${init?.method ?? 'GET'} ${path}${body}`);
      return Response.json({ data });
    },
    merchantApi: () => Response.json({}),
    clock: createDemoClock(),
  };
  const routes = demoRoutes(options, orders, [ORIGIN]);
  const send = (path: string, method: string, headers: Record<string, string> = {}, at = ORIGIN) =>
    routes.request(`${at}${path}`, { method, headers });
  return { send, asked };
}

describe('what the panel asks of the shop', () => {
  it('orders a fault by its name, and no other, and forgets the faults that wait', async () => {
    const { send, asked } = open();
    for (const query of ['?name=lost-webhook', '?name=reset', '']) await send(`/faults${query}`, 'POST');
    await send('/faults', 'DELETE');

    expect(asked).toEqual(['POST faults {"on":"webhook","kind":"lost"}', 'DELETE faults']);
  });

  it('names the faults that wait', async () => {
    const { send } = open([{ on: 'webhook', kind: 'lost' }]);

    expect(await (await send('/exchanges', 'GET')).json()).toEqual({
      exchanges: [],
      faults: ['Webhook lost'],
    });
  });

  it('has the bank confirm the payment of an order of the shop that waits for its customer', async () => {
    const payments = [
      { orderId: 'KW-1', status: 'failure' },
      { orderId: 'KW-1.2', status: 'pending' },
      { orderId: 'KW-2', status: 'pending' },
    ];
    const { send, asked } = open(payments);
    for (const order of ['KW-1', 'KW-2'])
      await send(`/report?order=${order}&was=pending&status=success`, 'POST');

    expect(asked).toEqual(['GET payments', 'POST orders/KW-1.2/state {"status":"success"}']);
  });

  const CHANGES = [
    ['POST', '/faults?name=busy'],
    ['DELETE', '/faults'],
    ['POST', '/report?order=KW-1&was=pending&status=success'],
  ] as const;
  const STRANGERS = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-origin', origin: 'http://shop.example.evil.example' },
  ];

  it.each(CHANGES)('changes nothing for other sites: %s %s', async (method, path) => {
    const { send, asked } = open();
    for (const headers of STRANGERS) expect((await send(path, method, headers)).status).toBe(403);
    const rebound = { origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' };
    expect((await send(path, method, rebound, 'http://evil.example')).status).toBe(403);
    expect(asked).toEqual([]);
  });

  it.each(CHANGES)('changes something for the shop’s own pages: %s %s', async (method, path) => {
    for (const site of ['same-origin', 'none']) {
      const { send, asked } = open();
      const headers = { origin: ORIGIN, 'sec-fetch-site': site };
      expect((await send(path, method, headers)).ok).toBe(true);
      expect(asked).not.toEqual([]);
    }
  });
});
