import { beforeEach, describe, expect, it } from 'vitest';
import type { PaymentStatus } from '../contract/checkout-api.ts';
import type { GatewayPayment } from './gateway-port.ts';
import { refundOrder } from './operate.ts';
import { payHosted } from './pay-hosted.ts';
import { viewOrder } from './queries/order.ts';
import { handleReport, handleWebhook } from './reports.ts';
import { resolvePayment } from './resolve.ts';
import { openSession } from './session.ts';
import { answered, gatewayPayment, refused, unknown } from './test-gateway.ts';
import { messages } from './test-messages.ts';
import { hear, key, operations, pay, refusal, signed, type World } from './test-world.ts';
import { answers, review, withWorld, work, world } from './test-running-world.ts';

withWorld({ notify: true });
beforeEach(() => {
  world.gateway.script.createDirect = async () => unknown;
});

const MASK = '424242******4242';
/** Seconds after the payment was sent. */
const at = (seconds: number) => new Date(Date.UTC(2026, 5, 15, 12) + seconds * 1_000).toISOString();
/** The answer to a status query. */
const read = async (over: Partial<GatewayPayment> = {}) =>
  (await handleReport(world, await world.order(), gatewayPayment(over), 'query')).result;
/** Why a person must look at the order. */

describe('a webhook', () => {
  it.each<[GatewayPayment['status'][], PaymentStatus]>([
    [['init', 'pending', 'success'], 'success'],
    [['pending', 'init'], 'pending'],
    [['success', 'init', 'pending'], 'success'],
    [['failure', 'pending'], 'failure'],
  ])('after others (%j) leaves the payment as %s, never backwards', async (statuses, end) => {
    await pay(world);
    for (const status of statuses) await hear(world, { status });
    expect(await world.payment()).toMatchObject({ status: end });
  });

  it('sends the merchant a message only if something changed', async () => {
    await pay(world);
    const receiptUrl = 'https://gateway.example/receipt';
    const pending = { status: 'pending', statusCode: '2119' } as const;
    expect(await hear(world, pending)).toBe('applied');
    expect(await hear(world, { ...pending, createdAt: at(1) })).toBe('unchanged');
    expect([await hear(world), await hear(world, { receiptUrl })]).toEqual(['applied', 'applied']);
    const data = (status: string, over = {}) => ({ type: 'payment.updated', data: { status, ...over } });
    expect(await messages(world)).toMatchObject([
      data('unknown'),
      data('pending', { orderId: 'order-1', amount: '10.10', currency: 'UAH' }),
      data('success'),
      data('success', { receiptUrl }),
    ]);
  });

  it('keeps mask and receipt, and takes back the address for the customer with the end', async () => {
    await pay(world);
    const actionUrl = 'https://bank.example/';
    await hear(world, { status: 'pending', actionUrl, cardMask: MASK });
    expect(await world.payment()).toMatchObject({ action: { url: actionUrl } });
    await hear(world, { receiptUrl: 'https://gateway.example/receipt' });
    const kept = { cardMask: MASK, receiptUrl: 'https://gateway.example/receipt' };
    expect(await world.payment()).toMatchObject({ action: null, ...kept });
  });

  it('within the same millisecond as another gives the payment a later time', async () => {
    const { updatedAt } = await pay(world);
    await hear(world, { status: 'pending' });
    expect((await world.payment()).updatedAt > updatedAt).toBe(true);
  });

  it('that the store cannot write is taken in when it comes again', async () => {
    await pay(world);
    const store = { ...world.store, append: () => Promise.reject(new Error('disk full')) };
    await expect(handleWebhook({ ...world, store }, gatewayPayment())).rejects.toThrow('disk full');
    expect(await hear(world)).toBe('applied');
  });

  it('that races with others in another process loses nothing', async () => {
    await pay(world);
    const elsewhere: World = { ...world, inFlight: new Set() };
    const statuses = ['init', 'pending', 'success'] as const;
    await Promise.all([world, elsewhere].flatMap((one) => statuses.map((status) => hear(one, { status }))));
    expect(await world.payment()).toMatchObject({ status: 'success' });
  });

  it('about an unknown order changes nothing, is logged without its content, and counts once the order is known', async () => {
    const secret = { cardToken: { token: 'c2VjcmV0', expiresAt: null }, method: '4242424242424242' };
    expect(await hear(world, { ...secret, gatewayOrderId: '5555 5555 5555 4444' })).toBe('unknown-payment');
    expect(world.lines).toEqual([{ event: 'webhook.order-unknown', level: 'warn', fields: {} }]);
    expect(await hear(world)).toBe('unknown-payment');
    await pay(world);
    expect(await hear(world)).toBe('applied');
  });

  it.each(['credit', 'p2p', 'chargeback'])('about a %s changes nothing', async (method) => {
    await pay(world);
    const cardToken = { token: 'c2VjcmV0', expiresAt: null };
    expect(await hear(world, { method, amountMinor: 1, gatewayPaymentId: 'another', cardToken })).toBe(
      'unchanged',
    );
    expect(await world.payment()).toMatchObject({ status: 'unknown' });
    const { entries } = await world.order();
    expect(JSON.stringify(entries)).not.toContain('c2VjcmV0');
    expect((await viewOrder(world, 'order-1')).events.at(-1)).toMatchObject({ type: 'report', method });
  });
});

describe('an exact copy', () => {
  it('changes nothing, by webhook or query', async () => {
    await pay(world);
    expect(await hear(world, { status: 'pending' })).toBe('applied');
    const before = await world.order();
    expect([await hear(world, { status: 'pending' }), await read({ status: 'pending' })]).toEqual([
      'copy',
      'copy',
    ]);
    expect(await world.order()).toEqual(before);
  });

  it('does not open again what a person has resolved', async () => {
    const { id } = await pay(world);
    expect(await hear(world, { amountMinor: 1 })).toBe('in-review');
    world.clock.pass(40);
    await resolvePayment(world, id, { status: 'failure', comment: 'Seen in the portal' });
    expect(await hear(world, { amountMinor: 1 })).toBe('copy');
    expect(await world.payment()).toMatchObject({ status: 'failure', canRetry: true });
  });

  it('of a report that was once not believed counts after the gateway has cleared up the doubt', async () => {
    await pay(world);
    const success = { createdAt: null, gatewayPaymentId: 'p-1' };
    expect(await hear(world, success)).toBe('in-review');
    const known = { status: 'pending', cardMask: MASK, gatewayPaymentId: 'p-1' } as const;
    expect(await hear(world, known)).toBe('applied');
    expect(await hear(world, success)).toBe('applied');
    expect(await world.payment()).toMatchObject({ status: 'success' });
  });

  it('of the answer to our own call changes nothing', async () => {
    answers({});
    await pay(world);
    const refund = { method: 'refund', operationId: 'o-1', amountMinor: 300 };
    world.gateway.script.refund = async () => {
      expect(await hear(world, refund)).toBe('applied');
      return answered(gatewayPayment(refund));
    };
    await refundOrder(world, 'order-1', key(), { amount: '3.00' });
    expect([await hear(world), await hear(world, refund)]).toEqual(['unchanged', 'copy']);
    expect(await operations(world)).toMatchObject([{ status: 'success', amount: '3.00' }]);
  });
});

describe('a report that does not fit the request', () => {
  it.each<[string, Partial<GatewayPayment>]>([
    ['amount', { amountMinor: 1009 }],
    ['amount', { amountMinor: null }],
    ['currency', { currency: 'EUR' }],
    ['currency', { currency: null }],
    ['posId', { posId: '00000000-0000-4000-8000-000000000000' }],
    ['method', { method: 'auth' }],
    ['mode', { mode: 'hosted' }],
    ['cardMask', { cardMask: '545454******5454' }],
    ['createdAt', { createdAt: at(-61) }],
    ['createdAt', { createdAt: null, gatewayPaymentId: 'p-1' }],
    ['processedAmount', { processed: { amountMinor: 100, currency: 'UAH' } }],
    ['processedAmount', { processed: { amountMinor: 1010, currency: 'EUR' } }],
    ['processedAmount', { processed: { amountMinor: null, currency: 'UAH' } }],
  ])('puts the payment in review (%s: %j), which blocks the order', async (field, over) => {
    await pay(world);
    expect(await hear(world, over)).toBe('in-review');
    expect(await world.payment()).toMatchObject({ status: 'unknown', action: null, canRetry: false });
    expect(await refusal(pay(world))).toEqual(['payment-open']);
    expect(await review()).toEqual([`mismatch ${field}`]);
    expect(world.lines.at(-1)).toMatchObject({
      level: 'error',
      event: 'payment.in-review',
      fields: { reason: 'mismatch', field },
    });
  });

  it('is a mismatch if 0.01 USD was paid where 5000 UAH were ordered', async () => {
    answers({ processed: { amountMinor: 1, currency: 'USD' } });
    expect(await pay(world, { amount: '5000.00' })).toMatchObject({ status: 'unknown' });
    expect(await review()).toEqual(['mismatch processedAmount']);
    expect(await refusal(pay(world, { amount: '5000.00' }))).toEqual(['payment-open']);
  });

  it('is a mismatch if it names another payment than before', async () => {
    await pay(world);
    await hear(world, { status: 'pending', gatewayPaymentId: 'p-1' });
    expect(await hear(world, { gatewayPaymentId: 'P-1' })).toBe('applied');
    expect(await hear(world, { gatewayPaymentId: 'p-2' })).toBe('in-review');
    expect(await review()).toEqual(['mismatch gatewayPaymentId']);
  });

  it('is no mismatch in what was charged beside the amount, nor in a failure without amounts', async () => {
    await pay(world);
    await hear(world, { status: 'failure', statusCode: '4153', amountMinor: null, currency: null });
    expect(await world.payment()).toMatchObject({ status: 'failure', canRetry: true });
    answers({ amountMinor: 1060, processed: { amountMinor: 1020, currency: 'UAH' } });
    expect(await pay(world)).toMatchObject({ status: 'success', amount: '10.10' });
  });

  it('says nothing by the processed amount of a failure', async () => {
    answers({ status: 'failure', statusCode: '4153', processed: { amountMinor: 0, currency: 'UAH' } });
    expect(await pay(world)).toMatchObject({ status: 'failure', canRetry: true });
  });

  it('is ended by a report that agrees in every field, and by no less', async () => {
    await pay(world);
    await hear(world, { amountMinor: 1 });
    const less = [{ createdAt: at(1) }, { cardMask: MASK, amountMinor: 1011 }];
    for (const one of less) await hear(world, one);
    await hear(world, { cardMask: MASK, createdAt: at(-6), status: 'failure', statusCode: '4153' });
    expect(await review()).toEqual(['mismatch amount']);
    expect(await hear(world, { cardMask: MASK, createdAt: at(-4) })).toBe('applied');
    expect(await world.payment()).toMatchObject({ status: 'success' });
    expect(await review()).toEqual([]);
  });

  it.each([{ amountMinor: 1 }, { gatewayOrderId: 'order-2' }])(
    'as the answer to our call (%o) is not ended by "no such payment"',
    async (over) => {
      answers(over);
      await pay(world);
      await work(3_600);
      expect(world.gateway.of('readOperation')).toHaveLength(1);
      expect(await world.payment()).toMatchObject({ status: 'unknown' });
      expect(await refusal(pay(world))).toEqual(['payment-open']);
    },
  );

  it('shows the gateway’s own text of an amount that cannot be read', async () => {
    await pay(world);
    const processed = { amountMinor: null, currency: 'UAH' };
    await hear(world, { processed, unread: 'processed_amount 50.005' });
    const { events } = await viewOrder(world, 'order-1');
    expect(events.at(-1)).toMatchObject({ comment: 'The amount cannot be read: processed_amount 50.005' });
  });
});

describe('a success and a failure', () => {
  it.each([
    ['failure', 'success'],
    ['success', 'failure'],
  ] as const)('(%s, then %s) contradict each other for any later report', async (first, second) => {
    await pay(world);
    await hear(world, { status: first });
    expect(await hear(world, { status: second })).toBe('in-review');
    for (const status of ['success', 'failure', 'pending'] as const) {
      await hear(world, { status, cardMask: MASK });
    }
    expect(await world.payment()).toMatchObject({ status: 'unknown', canRetry: false });
    expect(await refusal(pay(world))).toEqual(['payment-open']);
    expect(await review()).toEqual(['contradicted']);
  });

  it('of the first of two payments block the order once the second one has failed', async () => {
    answers({ status: 'failure', statusCode: '4153' });
    await pay(world);
    await pay(world);
    await hear(world);
    expect(await refusal(pay(world))).toEqual(['payment-open']);
  });

  it('are there if a payment that failed was refunded', async () => {
    answers({ status: 'failure', statusCode: '4148' });
    await pay(world);
    expect(await hear(world, { method: 'refund', operationId: 'portal', amountMinor: 100 })).toBe(
      'in-review',
    );
    expect(await review()).toEqual(['contradicted']);
    expect(await refusal(pay(world))).toEqual(['payment-open']);
  });
});

describe('a failure that the companion concluded', () => {
  beforeEach(async () => {
    await pay(world);
    await work(61);
    expect(await world.payment()).toMatchObject({ status: 'failure', canRetry: true });
  });

  it.each([
    ['init', 'payment-open'],
    ['pending', 'payment-open'],
    ['success', 'order-paid'],
  ] as const)('gives way to the gateway’s report: %s', async (status, code) => {
    expect(await hear(world, { status })).toBe('applied');
    expect(await world.payment()).toMatchObject({ status });
    expect(await refusal(pay(world))).toEqual([code]);
  });

  it('stays one if the gateway reports a failure too', async () => {
    await hear(world, { status: 'failure', statusCode: '4153' });
    expect(await world.payment()).toMatchObject({ status: 'failure', statusCode: '4153', canRetry: true });
  });

  it('opens the order again beside a later payment that failed', async () => {
    await pay(world);
    const second = world.gateway.of('createDirect')[1] ?? '';
    await hear(world, { status: 'pending' });
    await hear(world, { gatewayOrderId: second, status: 'failure' });
    expect(await refusal(pay(world))).toEqual(['payment-open']);
  });
});

it('only an explicit "no action required" takes back the address of a challenge', async () => {
  const challenge = { status: 'pending', statusCode: '2122', actionRequired: true } as const;
  const actionUrl = 'https://acs.example/1';
  answers({ ...challenge, actionUrl });
  await pay(world);
  const action = async (over: Partial<GatewayPayment>) => {
    await read({ ...challenge, ...over });
    return (await world.payment()).action;
  };
  expect(await action({ actionRequired: null })).toEqual({ url: actionUrl });
  expect(await action({ actionRequired: false })).toBeNull();
  expect(await action({ actionUrl, createdAt: at(1) })).toEqual({ url: actionUrl });
});

describe('"order id exists"', () => {
  /** A report that can only be about our payment. */
  const OURS = { cardMask: MASK, createdAt: at(1) } satisfies Partial<GatewayPayment>;
  const exists = {
    'P-409': async () => refused(400, 'P-409'),
    'HTTP 409': async () => refused(409),
    'status code 4119': async () => answered(gatewayPayment({ status: 'failure', statusCode: '4119' })),
  };
  const begin = (how: keyof typeof exists = 'P-409') => {
    world.gateway.script.createDirect = exists[how];
    return pay(world);
  };
  /** A status query finds this payment under our order id. */
  async function find(over: Partial<GatewayPayment>): Promise<void> {
    world.gateway.script.readOperation = async () => answered(gatewayPayment(over));
    await work(2);
  }

  it.each(Object.keys(exists) as (keyof typeof exists)[])(
    'as %s leaves the payment unknown and blocks the order, until a report can only be about it',
    async (how) => {
      expect(await begin(how)).toMatchObject({ status: 'unknown', statusCode: null, canRetry: false });
      expect(await refusal(pay(world))).toEqual(['payment-open']);
      await find(OURS);
      expect(await world.payment()).toMatchObject({ status: 'success', cardMask: MASK });
      expect(await review()).toEqual([]);
    },
  );

  it('by webhook is no end of a payment either', async () => {
    await pay(world);
    await hear(world, { status: 'failure', statusCode: '4119' });
    expect(await world.payment()).toMatchObject({ status: 'unknown' });
    expect(await hear(world, { createdAt: at(1) })).toBe('in-review');
  });

  it('never becomes "not found": a person must look at it after a day', async () => {
    await begin();
    await work(3_600);
    expect([await world.payment(), await review()]).toMatchObject([{ status: 'unknown' }, []]);
    await work(86_400);
    expect([await world.payment(), await review()]).toMatchObject([{ status: 'unknown' }, ['overdue']]);
  });

  it.each<[string, Partial<GatewayPayment>]>([
    ['createdAt', { ...OURS, createdAt: at(-6) }],
    ['createdAt', { ...OURS, createdAt: null }],
    ['createdAt', { ...OURS, createdAt: at(-86_400), status: 'pending' }],
    ['createdAt', { ...OURS, createdAt: at(-86_400), status: 'failure' }],
    ['cardMask', { ...OURS, cardMask: '424242******4241' }],
    ['cardMask', { ...OURS, cardMask: null }],
    ['amount', { ...OURS, amountMinor: 1011 }],
    ['amount', { ...OURS, amountMinor: 1009 }],
    ['mode', { ...OURS, mode: 'hosted' }],
  ])('believes no payment that may be a stranger’s (%s: %j)', async (field, over) => {
    const { id } = await begin();
    await find(over);
    expect(await world.payment()).toMatchObject({ status: 'unknown', action: null, canRetry: false });
    expect(await review()).toEqual([`mismatch ${field}`]);
    const refund = refundOrder(world, 'order-1', key(), {});
    expect(await refusal(refund)).toEqual(['operation-not-allowed', 'orderId: in-review']);
    await resolvePayment(world, id, { status: 'failure', comment: 'Of the other shop' });
    world.gateway.script = {};
    expect(await pay(world)).toMatchObject({ status: 'success' });
    expect(world.gateway.of('createDirect')[1]).toMatch(/^order-1\.2/);
  });

  it('never lets a found payment pay for a hosted one, which had no page', async () => {
    world.gateway.script.createHosted = exists['P-409'];
    expect(await refusal(payHosted(world, signed(), {}))).toEqual(['payment-open']);
    await find({ ...OURS, mode: 'hosted', gatewayPaymentId: 'theirs' });
    expect(await world.payment()).toMatchObject({ status: 'unknown' });
    expect(await review()).toEqual(['mismatch cardMask']);
    expect(await refusal(payHosted(world, signed(), {}))).toEqual(['payment-open']);
  });

  it('lets the webhook that came before the order was known count when it comes again', async () => {
    expect(await hear(world, OURS)).toBe('unknown-payment');
    await begin();
    expect(await hear(world, OURS)).toBe('applied');
  });
});

describe('a further charge of a subscription that the payment began', () => {
  const recurring = { id: 'r-1', status: 'active' };
  beforeEach(async () => {
    await pay(world);
    expect(await hear(world, { recurring, gatewayPaymentId: 'p-1', transactionId: 't-1' })).toBe('applied');
  });

  it.each<Partial<GatewayPayment>>([
    { recurring, transactionId: 't-2', amountMinor: 5_000 },
    { recurring, transactionId: 't-2', status: 'failure', statusCode: '4009' },
    { recurring, gatewayPaymentId: 'p-2', status: 'failure' },
    { transactionId: 't-2', status: 'failure', statusCode: '4009' },
  ])('changes nothing, named as one or not: %j', async (over) => {
    expect(await hear(world, over)).toBe('unchanged');
    expect(await world.payment()).toMatchObject({ status: 'success' });
    expect(await refundOrder(world, 'order-1', key(), {})).toMatchObject({ status: 'success' });
  });

  it('is no excuse for the transaction that paid: its failure contradicts', async () => {
    expect(await hear(world, { recurring, transactionId: 't-1', status: 'failure' })).toBe('in-review');
  });
});

describe('the log line of a report', () => {
  const logged = async (over: Partial<GatewayPayment>) => {
    world.lines.length = 0;
    await hear(world, over);
    return world.lines.map(({ event }) => event);
  };
  const refund = { method: 'refund', operationId: 'o-1', amountMinor: 300 };

  it('names payment or operation, and is an error if a person must look at it', async () => {
    await pay(world);
    expect(await logged({})).toEqual(['payment.reported']);
    expect(await logged(refund)).toEqual(['operation.reported']);
    expect(await logged({ ...refund, status: 'failure' })).toEqual(['operation.in-review']);
    expect(await logged({ status: 'failure' })).toEqual(['payment.in-review']);
  });

  it('warns once, with the success, of a charge that is far above the order', async () => {
    await pay(world);
    const more = { amountMinor: 1_300 };
    expect(await logged({ ...more, status: 'pending' })).toEqual(['payment.reported']);
    expect(await logged(more)).toEqual(['payment.reported', 'payment.overcharged']);
    expect(await logged({ ...more, createdAt: at(1) })).toEqual(['payment.reported']);
  });
});

it('a payment is believed by its true time although our clock was set back an hour', async () => {
  world.clock.pass(3_600);
  await openSession(world, signed());
  world.clock.time -= 3_600_000;
  await pay(world);
  expect(await hear(world, { createdAt: at(0) })).toBe('applied');
  expect(await world.payment()).toMatchObject({ status: 'success' });
});
