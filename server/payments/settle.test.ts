import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { applyNews } from './apply-news.ts';
import { createDirectPayment } from './create-direct.ts';
import { UnsendableError, type GatewayPayment } from './ports.ts';
import {
  answered,
  CLIENT,
  createWorld,
  input,
  notSent,
  order,
  refused,
  STORE_SECRETS,
  told,
  toldOf,
  unknown,
  type World,
} from './test-world.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const pay = (key = 'key-00001') => createDirectPayment(world, order(), key, input(), CLIENT);
const answer = (over: Partial<GatewayPayment>) => {
  world.gateway.script.createDirect = async (request) => answered(toldOf(request, over));
};
const blocksTheOrder = async () => {
  await expect(pay('key-00009')).rejects.toMatchObject({ code: 'payment-open' });
};

describe('a call that never left', () => {
  it('is tried again, three times in all, and then is a failure that frees the order', async () => {
    world.gateway.script.createDirect = async () => notSent;
    const payment = await pay();
    expect(payment).toMatchObject({ status: 'failure', settledBy: 'not-sent', blocking: false, askAt: null });
    expect(world.gateway.of('createDirect')).toEqual(['order-1', 'order-1', 'order-1']);
    world.gateway.script = {};
    expect(await pay('key-00002')).toMatchObject({ status: 'success' });
  });

  it('succeeds where the second one arrives', async () => {
    let calls = 0;
    world.gateway.script.createDirect = async () => {
      calls += 1;
      return calls === 1 ? notSent : answered(told());
    };
    expect(await pay()).toMatchObject({ status: 'success' });
    expect(calls).toBe(2);
  });

  it('is not tried again once it took long, so that a late one never meets the answer "no such payment"', async () => {
    world.gateway.script.createDirect = async () => {
      world.clock.pass(6);
      return notSent;
    };
    expect(await pay()).toMatchObject({ status: 'failure', settledBy: 'not-sent' });
    expect(world.gateway.of('createDirect')).toHaveLength(1);
  });

  it('because it breaks the rules of the gateway is a failure, logged by field and rule', async () => {
    world.gateway.script.createDirect = () =>
      Promise.reject(new UnsendableError('The request', [{ field: 'customer_email', rule: 'format' }]));
    expect(await pay()).toMatchObject({ status: 'failure', settledBy: 'refused', blocking: false });
    expect(JSON.stringify(world.lines)).toContain('customer_email: format');
  });
});

describe('a refusal', () => {
  it.each([400, 401, 404, 405, 406, 429])(
    'with HTTP %i is a failure that frees the order',
    async (status) => {
      world.gateway.script.createDirect = async () => refused(status);
      expect(await pay()).toMatchObject({ status: 'failure', settledBy: 'refused', blocking: false });
      expect(world.gateway.calls).toHaveLength(1);
      world.gateway.script = {};
      expect(await pay('key-00002')).toMatchObject({ status: 'success' });
    },
  );

  it('is logged by the names of the fields, without what the gateway says of them', async () => {
    world.gateway.script.createDirect = async () => ({
      kind: 'refused',
      refusal: {
        status: 400,
        documented: true,
        code: null,
        message: 'olena@shop.example?',
        details: ['customer_email: olena@shop.example'],
      },
    });
    await pay();
    expect(JSON.stringify(world.lines)).toContain('customer_email');
    expect(JSON.stringify(world.lines)).not.toContain('olena@shop.example');
  });

  it('with HTTP 409 and no code is taken as a duplicate too', async () => {
    world.gateway.script.createDirect = async () => refused(409);
    expect(await pay()).toMatchObject({ status: 'unknown', held: 'order-id-exists', blocking: true });
  });

  it.each([400, 409])(
    'with P-409 (HTTP %i) may be about a paid payment: it stays unknown and is asked',
    async (status) => {
      world.gateway.script.createDirect = async () => refused(status, 'P-409');
      const payment = await pay();
      expect(payment).toMatchObject({ status: 'unknown', settledBy: null, blocking: true });
      expect(payment.askAt).toBe(new Date(world.clock.time + 1_000).toISOString());
      await blocksTheOrder();
    },
  );

  it('as a failed payment with code 4119 stays unknown too', async () => {
    answer({ status: 'failure', statusCode: '4119' });
    expect(await pay()).toMatchObject({ status: 'unknown', statusCode: null, blocking: true });
    await blocksTheOrder();
  });
});

describe('an unclear outcome', () => {
  it('is unknown, blocks the order, is not sent again, and is asked after a second', async () => {
    world.gateway.script.createDirect = async () => unknown;
    const payment = await pay();
    expect(payment).toMatchObject({ status: 'unknown', settledBy: null, blocking: true });
    expect(payment.askAt).toBe(new Date(world.clock.time + 1_000).toISOString());
    expect(world.gateway.calls).toHaveLength(1);
    await blocksTheOrder();
  });

  it('is what anything thrown is, and its message goes nowhere', async () => {
    world.gateway.script.createDirect = () => Promise.reject(new RangeError('about 4242424242424242'));
    expect(await pay()).toMatchObject({ status: 'unknown', blocking: true });
    expect(JSON.stringify(world.lines)).toContain('RangeError');
    expect(JSON.stringify(world.lines)).not.toContain('4242424242424242');
  });

  it('does not undo what a webhook said meanwhile', async () => {
    world.gateway.script.createDirect = async (request) => {
      await applyNews(world, { source: 'webhook', payment: toldOf(request), text: 'success' });
      return unknown;
    };
    expect(await pay()).toMatchObject({ status: 'success', settledBy: 'gateway' });
  });
});

describe('an answer', () => {
  it('with a decline is a failure that frees the order', async () => {
    answer({ status: 'failure', statusCode: '4009', statusDescription: 'Insufficient funds' });
    expect(await pay()).toMatchObject({ status: 'failure', statusCode: '4009', blocking: false, held: null });
  });

  it('with a challenge leads the customer there and blocks the order', async () => {
    answer({
      status: 'pending',
      statusCode: '2122',
      actionUrl: 'https://bank.example/acs',
      actionRequired: true,
    });
    expect(await pay()).toMatchObject({
      status: 'pending',
      actionUrl: 'https://bank.example/acs',
      blocking: true,
    });
    await blocksTheOrder();
  });

  it('with a commission on top is a success over the ordered amount', async () => {
    answer({ amountMinor: 1035 });
    expect(await pay()).toMatchObject({ status: 'success', amountMinor: 1010, held: null });
  });

  it.each<[string, Partial<GatewayPayment>]>([
    ['amount-mismatch', { amountMinor: 1009 }],
    ['amount-mismatch', { amountMinor: null }],
    ['currency-mismatch', { currency: 'EUR' }],
    ['currency-mismatch', { currency: null }],
    ['pos-id-mismatch', { posId: '00000000-0000-4000-8000-000000000000' }],
    ['order-id-mismatch', { gatewayOrderId: 'order-2' }],
    ['method-mismatch', { method: 'auth' }],
    ['method-mismatch', { method: 'refund' }],
    ['mode-mismatch', { mode: 'hosted' }],
  ])('that contradicts the request (%s, %j) is held for a person, never believed', async (held, over) => {
    answer(over);
    expect(await pay()).toMatchObject({ status: 'unknown', held, blocking: true });
    expect(world.lines.some((line) => line.level === 'error' && /held for a person/.test(line.message))).toBe(
      true,
    );
    await blocksTheOrder();
  });

  it('about another order of ours changes nothing there', async () => {
    world.gateway.script.createDirect = async (request) => answered(toldOf(request, { status: 'pending' }));
    await createDirectPayment(world, order({ id: 'order-2' }), 'key-00001', input(), CLIENT);
    answer({ gatewayOrderId: 'order-2' });
    await pay();
    expect(await world.payment('order-2')).toMatchObject({ status: 'pending' });
  });

  it('with the pos_id in other letters is the same', async () => {
    answer({ posId: '0F2B1A52-6D5F-4C0E-9D6B-2F8F0C3A7B11' });
    expect(await pay()).toMatchObject({ status: 'success' });
  });
});
