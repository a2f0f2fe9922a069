import { describe, expect, it } from 'vitest';
import { exchangesOf } from './exchanges.ts';
import type { Ask } from './options.ts';
import type { ShopOrder } from './order.ts';

const CARD = '4242424242424242';
const TOKEN = 'rcr:8f14e45fceea167a5a36dedd4bea2543';
const ORDER: ShopOrder = {
  id: 'KW-1a2b3c4d',
  lines: [],
  fromCart: true,
  minor: 1000,
  messages: [],
};

/** A sandbox that masks nothing. */
function sandboxWith(lists: Record<string, unknown[]>): Ask {
  return (path) => Response.json({ data: lists[path] ?? [] });
}

const request = (more: object = {}) => ({
  sequence: 1,
  at: 100,
  method: 'POST',
  path: '/api/v1/payment',
  orderId: `${ORDER.id}.2abc`,
  cardMask: '424242******4242',
  body: { mode: 'direct' },
  open: false,
  status: 200,
  ...more,
});

const webhook = (more: object = {}) => ({
  sequence: 1,
  at: 200,
  orderId: ORDER.id,
  url: 'http://localhost:8080/pay/webhook',
  event: { status: 'success' },
  state: 'delivered',
  attempts: [{ at: 210, result: '200' }],
  ...more,
});

describe('what went, as the sequence diagram shows it', () => {
  it('holds no card number, CVV, token or key, even where the sandbox has masked none', async () => {
    const body = {
      mode: 'direct',
      number: CARD,
      cvv: '987',
      token: TOKEN,
      key: 'a-key-of-the-merchant',
      comment: `card ${CARD}`,
    };
    const sandbox = sandboxWith({
      requests: [request({ body, cardMask: CARD, path: `/api/v1/payment/${CARD}?token=${TOKEN}` })],
      webhooks: [webhook({ event: { status: `4242 4242 4242 4242 987` } })],
    });
    const messages = [{ at: 300, type: `payment.${CARD}`, status: CARD, paymentId: null, isPaid: false }];
    const text = JSON.stringify(await exchangesOf(sandbox, { ...ORDER, messages }));

    expect(text).not.toMatch(/4242.?4242.?4242|"987"|8f14e45|a-key-of/);
    expect(text).toContain('424242******4242');
  });

  it('leads from the companion to the gateway, back as a webhook, and on to the merchant', async () => {
    const sandbox = sandboxWith({ requests: [request()], webhooks: [webhook()] });
    const messages = [
      { at: 220, type: 'payment.updated', status: 'success', paymentId: null, isPaid: false },
    ];
    const went = await exchangesOf(sandbox, { ...ORDER, messages });

    expect(went.map(({ from, to, path, status }) => `${from} ${to} ${path} ${status}`)).toEqual([
      'companion gateway /api/v1/payment 200',
      'gateway companion /webhook 200',
      'companion merchant /webhook 204',
    ]);
  });

  it('shows a request that is open, a cut connection, a webhook that was lost, and every attempt to deliver one', async () => {
    const attempts = [
      { at: 210, result: 'TimeoutError' },
      { at: 220, result: '200' },
    ];
    const sandbox = sandboxWith({
      requests: [request({ open: true, status: null }), request({ status: null })],
      webhooks: [webhook({ attempts }), webhook({ sequence: 2, at: 230, state: 'lost', attempts: [] })],
    });
    const went = await exchangesOf(sandbox, ORDER);

    expect(went.map(({ status }) => status)).toEqual(['waiting', 'cut', 'TimeoutError', '200', 'lost']);
  });

  it('leaves other orders out', async () => {
    const other = request({ orderId: 'KW-other' });
    const sandbox = sandboxWith({
      requests: [other, request()],
      webhooks: [webhook({ orderId: 'KW-other' })],
    });

    expect(await exchangesOf(sandbox, ORDER)).toHaveLength(1);
  });

  it('counts the pages of the gateway as the customer’s', async () => {
    const sandbox = sandboxWith({
      requests: [request({ path: '/acs/1f0e2d3c-0000-4000-8000-000000000000', orderId: null })],
    });
    const [page] = await exchangesOf(sandbox, ORDER);

    expect(page).toMatchObject({ from: 'page', to: 'gateway', path: '/acs/1f0e2d…' });
  });
});
