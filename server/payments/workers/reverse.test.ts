import { describe, expect, it } from 'vitest';
import type { GatewayPayment, Outcome } from '../gateway-port.ts';
import { refundOrder } from '../operations/operate.ts';
import type { Store } from '../ports.ts';
import { listReview } from '../queries/lists.ts';
import { resolveOperation } from '../operations/resolve.ts';
import { openSession } from '../paying/session.ts';
import { answered, gatewayPayment, notSent, refused, unknown } from '../testing/gateway.ts';
import { messages } from '../testing/messages.ts';
import { withWorld, work, world } from '../testing/running-world.ts';
import {
  ANNA,
  BORYS,
  gate,
  hear,
  key,
  operations,
  pay,
  payAgain,
  payTwice,
  refusal,
  reversals,
  signed,
  SPLIT,
} from '../testing/world.ts';
import { pollDue } from './poll.ts';

const DAY_S = 86_400;

withWorld();

const reasons = async () => (await listReview(world, {})).data.map(({ reason }) => reason);
const statuses = async () => (await reversals(world)).map(({ status }) => status);

describe('a duplicate payment', () => {
  it.each([
    ['purchase', 'refund', 'refund'],
    ['auth', 'void', 'voidAuth'],
  ] as const)('that is a %s goes back in full by a %s, once', async (method, operation, call) => {
    await payTwice(world, { method });
    await pollDue(world);
    await work(3_600);
    expect(await reversals(world)).toMatchObject([{ method: operation, amount: '10.10', status: 'success' }]);
    expect(world.gateway.of(call)).toEqual(['order-1']);
    expect(world.gateway.calls.find((one) => one.method === call)?.request?.amountMinor).toBeUndefined();
  });

  it('states its amount where the gateway took another', async () => {
    const paying = await payTwice(world);
    expect(paying.status).toBe('success');
    await hear(world, { amountMinor: 1110, statusCode: '1000' });
    await pollDue(world);
    expect(world.gateway.calls.find((one) => one.method === 'refund')?.request?.amountMinor).toBe(1010);
  });

  it('of a split payment goes back in every share', async () => {
    await payTwice(world, { split: SPLIT });
    await pollDue(world);
    const split = [
      { subMerchantId: ANNA, amountMinor: 700 },
      { subMerchantId: BORYS, amountMinor: 310 },
    ];
    expect(world.gateway.calls.find((one) => one.method === 'splitRefund')?.request).toMatchObject({
      amountMinor: 1010,
      split,
    });
    expect(await statuses()).toEqual(['success']);
  });

  it('is told to the merchant and to the log, and the customer sees the payment that pays', async () => {
    world.config.notify = true;
    const paying = await payTwice(world);
    await messages(world);
    await pollDue(world);
    const { id: paymentId } = await world.payment();
    expect(await messages(world)).toMatchObject([
      {
        type: 'operation.updated',
        data: { paymentId, method: 'refund', status: 'success', amount: '10.10' },
      },
    ]);
    expect(world.lines).toContainEqual(
      expect.objectContaining({ level: 'error', event: 'payment.duplicated' }),
    );
    const { payment } = await openSession(world, signed());
    expect(payment).toMatchObject({ id: paying.id, status: 'success' });
  });

  it('goes back although every query about another payment fails', async () => {
    await payAgain(world, {}, async () => unknown);
    await work(70);
    await pay(world);
    const [first, second] = (await world.order()).state.payments.map((one) => one.gatewayOrderId);
    await hear(world, { gatewayOrderId: first ?? '' });
    await hear(world, { gatewayOrderId: second ?? '' });
    world.gateway.script.readOperation = () => Promise.reject(new TypeError('boom'));
    await work(70);
    expect(world.gateway.of('refund')).toHaveLength(1);
    expect((await operations(world)).map(({ status }) => status)).toEqual(['success']);
  });

  it('leaves the merchant the payment that pays', async () => {
    const { id } = await payTwice(world);
    await pollDue(world);
    expect(await refundOrder(world, 'order-1', key(), {})).toMatchObject({ paymentId: id, amount: '10.10' });
    expect(await refusal(refundOrder(world, 'order-1', key(), {}))).toEqual([
      'operation-not-allowed',
      'orderId: already-refunded',
    ]);
  });

  it('of another project of the gateway waits for a person, and nothing is sent', async () => {
    await payTwice(world);
    world.config.posId = '11111111-1111-4111-8111-111111111111';
    await pollDue(world);
    expect(world.gateway.of('refund')).toEqual([]);
  });

  it('is reversed once by two companions', async () => {
    await payTwice(world);
    await Promise.all([pollDue(world), pollDue({ ...world, inFlight: new Set() })]);
    expect(world.gateway.of('refund')).toEqual(['order-1']);
  });
});

describe('a reversal', () => {
  it.each([
    ['never left', notSent],
    ['was refused', refused(400)],
    ['came at a busy time', refused(429)],
  ])('that %s is requested again after a minute', async (_name, outcome) => {
    await payTwice(world);
    world.gateway.script.refund = async () => outcome;
    await pollDue(world);
    await work(30);
    expect(await statuses()).toEqual(['failure']);
    world.gateway.script = {};
    await work(31);
    expect(await statuses()).toEqual(['failure', 'success']);
  });

  it('that was declined five times waits for a person', async () => {
    await payTwice(world);
    world.gateway.script.refund = async () =>
      answered(gatewayPayment({ method: 'refund', status: 'failure', operationId: crypto.randomUUID() }));
    for (const seconds of [0, 61, 121, 241, 481, 961]) await work(seconds);
    expect(await statuses()).toEqual(Array(5).fill('failure'));
    expect(await reasons()).toEqual(['duplicate']);
  });

  it('of unknown outcome is not sent again, and is ended by its webhook', async () => {
    await payTwice(world);
    world.gateway.script.refund = async () => unknown;
    world.gateway.script.readOperation = async () => unknown;
    world.gateway.script.readOrder = async () => unknown;
    await pollDue(world);
    await work(3_600);
    expect(world.gateway.of('refund')).toHaveLength(1);
    expect(await statuses()).toEqual(['unknown']);
    await hear(world, { method: 'refund', operationId: 'late' });
    world.gateway.script.readOrder = async () =>
      answered([gatewayPayment(), gatewayPayment({ method: 'refund', operationId: 'late' })]);
    await work(3_600);
    expect(await statuses()).toEqual(['success']);
  });

  it('of unknown outcome is requested again only where the gateway never got it', async () => {
    await payTwice(world);
    world.gateway.script.refund = async () => unknown;
    await pollDue(world);
    world.gateway.script = {};
    await work(30);
    expect(await statuses()).toEqual(['unknown']);
    await work(31);
    await work(61);
    expect(await statuses()).toEqual(['failure', 'success']);
  });

  it('that the gateway does not list has failed, whatever is known of another payment', async () => {
    await payTwice(world);
    const [, paying = ''] = world.gateway.of('createDirect');
    await hear(world, { method: 'capture', operationId: 'o-1', status: 'failure', gatewayOrderId: paying });
    world.gateway.script.refund = async () => unknown;
    world.gateway.script.readOrder = async () => answered([gatewayPayment()]);
    await work(1, 61);
    expect((await statuses())[0]).toBe('failure');
  });

  it.each<[string, Outcome<GatewayPayment>]>([
    ['failed', answered(gatewayPayment({ method: 'refund', operationId: 'o-2', status: 'failure' }))],
    ['was refused', refused(400)],
  ])('that %s is not repeated where the portal refunded meanwhile', async (_how, end) => {
    await payTwice(world);
    world.gateway.script.refund = async () => {
      await hear(world, { method: 'refund', operationId: 'portal' });
      return end;
    };
    await pollDue(world);
    await work(DAY_S);
    expect(world.gateway.of('refund')).toHaveLength(1);
    expect(await reasons()).toEqual([]);
  });

  it('that a person resolves as not made is requested again', async () => {
    await payTwice(world);
    await pollDue(world);
    await hear(world, { method: 'refund', operationId: 'operation-1', status: 'failure' });
    const [first] = await reversals(world);
    await resolveOperation(world, first?.id ?? '', { status: 'failure', comment: 'Seen in the portal' });
    await work(61);
    expect(await statuses()).toEqual(['failure', 'success']);
  });

  it('is sent by the companion that took it over, and not by one that was held up', async () => {
    await payTwice(world);
    const held = gate<null>();
    const written = gate<null>();
    const append: Store['append'] = async (one) => {
      await world.store.append(one);
      written.open(null);
      await held.promise;
    };
    const other = pollDue({ ...world, store: { ...world.store, append }, inFlight: new Set() });
    await written.promise;
    await work(100);
    await work(61);
    expect(world.gateway.of('refund')).toHaveLength(1);
    held.open(null);
    await other;
    expect(world.gateway.of('refund')).toHaveLength(1);
    expect(await statuses()).toEqual(['failure', 'success']);
  });
});
