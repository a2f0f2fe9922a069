import { beforeEach, describe, expect, it } from 'vitest';
import type { OrderView } from '../contract/merchant-api.ts';
import { signatureOf } from '../gateway/webhook.ts';
import {
  API_SECRET,
  EVENT,
  FORM,
  jsonOf,
  openCompanion,
  problemOf,
  useCompanion,
} from '../testing/companion.ts';

const metricsKey = 'the-key-of-the-metrics';
const companion = useCompanion({ metricsKey });
beforeEach(() => companion.answers({ status: 'pending' }));

const encode = (event: unknown) => Buffer.from(JSON.stringify(event)).toString('base64url');
const signed = (data: string) => ({ data, signature: signatureOf(data, API_SECRET) });
const post = (form: Record<string, string> | string, headers: Record<string, string> = FORM) =>
  companion.ask('/webhook', { method: 'POST', body: String(new URLSearchParams(form)), headers });

const events = async () => (await jsonOf<OrderView>(companion.merchant('/orders/order-1'))).events;

async function metric(name: string): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${metricsKey}` };
  const request = new Request('https://pay.shop.example/metrics', { headers });
  const text = await (await companion.app.fetch(request, { peer: '127.0.0.1' })).text();
  return new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1];
}

describe('POST /webhook', () => {
  it('takes the report in and answers 200 with nothing', async () => {
    await companion.pay();
    const answer = await companion.webhook({ cc_mask: '424242******4242', new_field: { a: 1 } });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect(await companion.deps.payment()).toMatchObject({
      status: 'success',
      cardMask: '424242******4242',
    });
  });

  it.each<[string, object]>([
    ['of a payment nobody knows', { order_id: 'order-99' }],
    ['of a kind nobody knows', { method: 'cashback' }],
    ['of a kind that we never send', { method: 'credit', order_id: 'order-99' }],
    ['of an operation that was made elsewhere', { method: 'refund', operation_id: 'o-1' }],
    ['with a status nobody knows', { status: 'paused' }],
    ['without an order id', { order_id: undefined }],
    ['with nulls', { status_code: null, currency: null, pos_id: null, amount: '10.10' }],
    ['with an amount that is none', { amount: 'a lot' }],
  ])('answers 200 to a report %s', async (_what, event) => {
    await companion.pay();
    expect((await companion.webhook({ ...event })).status).toBe(200);
  });

  it.each(['auth', 'credit', 'p2p', 'capture', 'void', 'refund', 'cashback'])(
    'puts the kind %s into the timeline, as a subscription reports it too',
    async (method) => {
      companion.answers({ status: 'success' });
      await companion.pay({ order: { method: 'auth' } });
      const before = (await events()).length;
      const recurring = { id: 'r-1', status: 'active' };
      const event = { method, operation_id: 'o-1', recurring, new_field: [1] };
      expect((await companion.webhook(event)).status).toBe(200);
      const reported = (await events()).slice(before);
      expect(reported).toMatchObject([{ type: 'report', source: 'webhook', method, status: 'success' }]);
    },
  );

  it('answers 200 to signed data that is no event', async () => {
    for (const data of [encode([1]), encode('text'), encode(null), 'AAAA', '====', encode({})]) {
      expect((await post(signed(data))).status).toBe(200);
    }
  });

  it.each([
    ['chargeback', 'opened'],
    ['purchase', 'expired'],
    ['refund', 'paused'],
  ])(
    'counts a %s that is %s, changes nothing, and logs no more of it than the word',
    async (method, status) => {
      await companion.pay();
      const before = await companion.deps.order();
      const event = { method, status, amount: 5, status_code: '7001', transaction_id: 't-7' };
      expect((await companion.webhook(event)).status).toBe(200);
      expect(await companion.deps.order()).toEqual(before);
      const warned = companion.deps.lines.filter(({ level }) => level === 'warn');
      expect(warned).toEqual([{ event: 'webhook.form-unknown', level: 'warn', fields: { status } }]);
      expect(await metric('pay_webhooks_unmatched_total')).toBe('1');
    },
  );

  it('counts a report of an unknown order, and logs and stores nothing of it', async () => {
    for (let index = 0; index < 20; index += 1) await companion.webhook({ order_id: 'order-99', index });
    expect(await metric('pay_webhooks_unmatched_total')).toBe('20');
    expect(companion.deps.lines[0]).toEqual({ event: 'webhook.order-unknown', level: 'warn', fields: {} });
    expect(await companion.deps.store.read('order-99')).toEqual([]);
  });

  const data = encode(EVENT);
  it.each<[string, Record<string, string> | string]>([
    ['without a signature', { data }],
    ['with nothing', ''],
    ['signed with another secret', { data, signature: signatureOf(data, 'another secret') }],
    ['with doubled data', `${new URLSearchParams(signed(data))}&data=${encode({ ...EVENT, amount: 99 })}`],
  ])('answers 401 to a form %s, and takes nothing of it in', async (_what, form) => {
    await companion.pay();
    expect(await problemOf(await post(form))).toMatchObject({ status: 401, code: 'signature-invalid' });
    expect(await companion.deps.payment()).toMatchObject({ status: 'pending' });
  });

  it('logs a flood of bad signatures once', async () => {
    for (let turn = 0; turn < 100; turn += 1) await post({ data, signature: 'forged' });
    const warned = companion.deps.lines.filter(({ level }) => level === 'warn');
    expect(warned).toMatchObject([
      { event: 'webhook.signature-invalid', fields: { clientIp: '198.51.100.7' } },
    ]);
  });

  it('answers 415 to what is no form and 413 to what is too large', async () => {
    const json = await post(signed(data), { 'content-type': 'application/json' });
    expect(await problemOf(json)).toMatchObject({ status: 415, code: 'unsupported-media-type' });
    const large = await post({ data: 'A'.repeat(520 * 1024), signature: 'x' });
    expect(await problemOf(large)).toMatchObject({ status: 413, code: 'body-too-large' });
  });

  it('answers 500 where the store fails, so that it is sent again', async () => {
    await companion.pay();
    const { store } = companion.deps;
    companion.deps.store = { ...store, append: () => Promise.reject(new Error('disk')) };
    const failed = await problemOf(await companion.webhook({}));
    expect(failed).toMatchObject({ status: 500, code: 'internal-error' });
    companion.deps.store = store;
    expect((await companion.webhook({})).status).toBe(200);
    expect(await companion.deps.payment()).toMatchObject({ status: 'success' });
  });
});

it.each<[string, string | undefined, number]>([
  ['35.187.74.148', undefined, 200],
  ['::ffff:35.187.74.148', undefined, 200],
  ['2001:DB8:0::7', undefined, 200],
  ['10.0.0.1', '35.187.74.148', 200],
  ['203.0.113.5', undefined, 403],
  ['203.0.113.5', '35.187.74.148', 403],
  ['10.0.0.1', '35.187.74.148, 203.0.113.5', 403],
  ['10.0.0.1', undefined, 403],
])(
  'a list of senders is held by the address that proxies cannot forge: %s, for %j: %i',
  async (peer, forwarded, status) => {
    const webhookIps = ['35.187.74.148', '2001:db8::/32'];
    const listed = await openCompanion({ webhookIps, trustedProxies: ['10.0.0.1'] });
    const headers = { ...FORM, ...(forwarded && { 'x-forwarded-for': forwarded }) };
    const body = String(new URLSearchParams(signed(encode(EVENT))));
    const answer = await listed.ask('/webhook', { body, peer, headers });
    expect(answer.status).toBe(status);
    if (status === 403) expect(await problemOf(answer)).toMatchObject({ code: 'sender-not-allowed' });
    await listed.deps.store.close();
  },
);
