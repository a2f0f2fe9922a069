import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { openSqliteStore } from '../store/sqlite.ts';
import { applyNews } from './apply-news.ts';
import { createDirectPayment } from './create-direct.ts';
import { deliverMessages, type DeliveryDeps, deliveryPause } from './notify.ts';
import {
  answered,
  CLIENT,
  createWorld,
  gate,
  input,
  order,
  STORE_SECRETS,
  told,
  toldOf,
  type World,
} from './test-world.ts';

const merchant = {
  url: 'https://shop.example/news',
  secret: `whsec_${Buffer.from('a key that only the tests know').toString('base64')}`,
};

interface Posted {
  url: string;
  body: string;
  headers: Record<string, string>;
}

let world: World;
let posted: Posted[];
let merchantAnswers: () => Response | Promise<Response>;
let deps: DeliveryDeps;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS), { notify: true });
  posted = [];
  merchantAnswers = () => new Response('taken');
  deps = {
    store: world.store,
    clock: world.clock,
    log: world.log,
    random: () => 0.5,
    merchant,
    fetch: async (url, init) => {
      const headers = Object.fromEntries(new Headers(init?.headers));
      posted.push({ url: url as string, body: init?.body as string, headers });
      return merchantAnswers();
    },
  };
  world.gateway.script.createDirect = async (request) => answered(toldOf(request, { status: 'pending' }));
});
afterEach(() => world.store.close());

const pay = (id = 'order-1') => createDirectPayment(world, order({ id }), 'key-00001', input(), CLIENT);
const succeed = (gatewayOrderId = 'order-1') =>
  applyNews(world, { source: 'webhook', payment: told({ gatewayOrderId }), text: gatewayOrderId });
const heard = () =>
  posted.map(({ body }) => {
    const { data } = JSON.parse(body) as { data: { orderId: string; status: string } };
    return `${data.orderId} ${data.status}`;
  });

describe('news for the merchant', () => {
  it('is signed as Standard Webhooks', async () => {
    await pay();
    await deliverMessages(deps);
    const [message] = posted;
    expect(message?.url).toBe('https://shop.example/news');
    expect(message?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-timestamp': String(world.clock.time / 1_000),
    });
    const verifier = new Webhook(merchant.secret);
    // The verifier compares with the machine's clock, so the signature is made again for the stated moment.
    const expected = verifier.sign(
      message?.headers['webhook-id'] ?? '',
      world.clock.now(),
      message?.body ?? '',
    );
    expect(message?.headers['webhook-signature']).toBe(expected);
    expect(JSON.parse(message?.body ?? '')).toMatchObject({
      type: 'payment.updated',
      timestamp: world.clock.now().toISOString(),
      data: { orderId: 'order-1', status: 'pending', amount: '10.10' },
    });
  });

  it('is taken by a verifier that knows the key, and by none that does not', async () => {
    world.clock.time = Date.now();
    await pay();
    await deliverMessages(deps);
    const { body = '', headers = {} } = posted[0] ?? {};
    expect(new Webhook(merchant.secret).verify(body, headers)).toMatchObject({ type: 'payment.updated' });
    const other = new Webhook(`whsec_${Buffer.from('another key').toString('base64')}`);
    expect(() => other.verify(body, headers)).toThrow();
    expect(() => new Webhook(merchant.secret).verify(`${body} `, headers)).toThrow();
  });

  it('comes in order within an order id, and one order waits for no other', async () => {
    await pay();
    await pay('order-2');
    await succeed();
    await deliverMessages(deps);
    expect(heard().sort()).toEqual(['order-1 pending', 'order-2 pending']);
    await deliverMessages(deps);
    expect(heard().at(-1)).toBe('order-1 success');
    await deliverMessages(deps);
    expect(posted).toHaveLength(3);
  });

  it.each<[string, () => Response | Promise<Response>]>([
    ['answers 500', () => new Response(null, { status: 500 })],
    ['answers 404', () => new Response(null, { status: 404 })],
    ['leads elsewhere', () => new Response(null, { status: 303, headers: { location: '/' } })],
    ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
  ])(
    'comes again after a pause where the merchant %s, and keeps later news behind it',
    async (_what, answer) => {
      await pay();
      await succeed();
      merchantAnswers = answer;
      await deliverMessages(deps);
      await deliverMessages(deps);
      expect(posted).toHaveLength(1);
      merchantAnswers = () => new Response(null, { status: 204 });
      world.clock.pass(0.9);
      await deliverMessages(deps);
      expect(posted).toHaveLength(1);
      world.clock.pass(0.1);
      await deliverMessages(deps);
      await deliverMessages(deps);
      expect(heard()).toEqual(['order-1 pending', 'order-1 pending', 'order-1 success']);
      expect(posted[0]?.headers['webhook-id']).toBe(posted[1]?.headers['webhook-id']);
      expect(posted[1]?.headers['webhook-id']).not.toBe(posted[2]?.headers['webhook-id']);
    },
  );

  it('comes again after ever longer pauses', async () => {
    await pay();
    merchantAnswers = () => new Response(null, { status: 500 });
    const pauses: number[] = [];
    let last = world.clock.time;
    for (let step = 0; pauses.length < 6 && step < 1_000; step += 1) {
      const before = posted.length;
      await deliverMessages(deps);
      if (posted.length > before) {
        pauses.push((world.clock.time - last) / 1_000);
        last = world.clock.time;
      }
      world.clock.pass(0.5);
    }
    expect(pauses).toEqual([0, 1, 2, 4, 8, 16]);
  });

  it('is not written where the merchant wants none', async () => {
    world.config.notify = false;
    await pay();
    expect(await world.store.messagesToSend('9999', 10)).toEqual([]);
  });

  it('of one order does not wait for another merchant answer that hangs', async () => {
    await pay();
    await pay('order-2');
    const hanging = gate<Response>();
    merchantAnswers = () => (posted.length === 1 ? hanging.promise : new Response('taken'));
    const round = deliverMessages(deps);
    await expect.poll(() => posted).toHaveLength(2);
    hanging.open(new Response('taken'));
    await round;
  });
});

describe('the pause before the next delivery', () => {
  it.each([
    [0, 1_000],
    [1, 2_000],
    [5, 32_000],
    [11, 2_048_000],
    [12, 3_600_000],
    [500, 3_600_000],
  ])('after %i failed ones is %i ms, give or take a fifth', (attempts, ms) => {
    expect(deliveryPause(attempts, 0.5)).toBe(ms);
    expect(deliveryPause(attempts, 0)).toBeCloseTo(ms * 0.8);
    expect(deliveryPause(attempts, 1)).toBeCloseTo(ms * 1.2);
  });
});
