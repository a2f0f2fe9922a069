import { describe, expect, it } from 'vitest';
import type { GatewayPayment, CallResult } from '../gateway-port.ts';
import type { Store } from '../ports.ts';
import { listReview } from '../queries/lists.ts';
import { resolveOperation } from '../operations/resolve.ts';
import { openSession } from '../paying/session.ts';
import { answered, gatewayPayment, notSent, refused, unknown } from '../testing/gateway.ts';
import { messages } from '../testing/messages.ts';
import { withTestDeps, work, deps } from '../testing/running-deps.ts';
import {
  ANNA,
  BORYS,
  gate,
  hear,
  operations,
  pay,
  payAgain,
  payTwice,
  automaticRefunds,
  signed,
  SPLIT,
} from '../testing/test-deps.ts';
import { pollDue } from './poll.ts';

const DAY_S = 86_400;

withTestDeps();

const reasons = async () => (await listReview(deps, {})).data.map(({ reason }) => reason);
const statuses = async () => (await automaticRefunds(deps)).map(({ status }) => status);

describe('a duplicate payment', () => {
  it.each([
    ['purchase', 'refund', 'refund'],
    ['auth', 'void', 'voidAuth'],
  ] as const)('that is a %s goes back in full by a %s, once', async (method, operation, call) => {
    await payTwice(deps, { method });
    await pollDue(deps);
    await work(3_600);
    expect(await automaticRefunds(deps)).toMatchObject([
      { method: operation, amount: '10.10', status: 'success' },
    ]);
    expect(deps.gateway.of(call)).toEqual(['order-1']);
    expect(deps.gateway.calls.find((one) => one.method === call)?.request?.amountMinor).toBeUndefined();
  });

  it('states its amount where the gateway took another', async () => {
    const paying = await payTwice(deps);
    expect(paying.status).toBe('success');
    await hear(deps, { amountMinor: 1110, statusCode: '1000' });
    await pollDue(deps);
    expect(deps.gateway.calls.find((one) => one.method === 'refund')?.request?.amountMinor).toBe(1010);
  });

  it('of a split payment goes back in every share', async () => {
    await payTwice(deps, { split: SPLIT });
    await pollDue(deps);
    const split = [
      { subMerchantId: ANNA, amountMinor: 700 },
      { subMerchantId: BORYS, amountMinor: 310 },
    ];
    expect(deps.gateway.calls.find((one) => one.method === 'splitRefund')?.request).toMatchObject({
      amountMinor: 1010,
      split,
    });
    expect(await statuses()).toEqual(['success']);
  });

  it('is told to the merchant and to the log, and the customer sees the payment that pays', async () => {
    deps.config.notify = true;
    const paying = await payTwice(deps);
    await messages(deps);
    await pollDue(deps);
    const { id: paymentId } = await deps.payment();
    expect(await messages(deps)).toMatchObject([
      {
        type: 'operation.updated',
        data: { paymentId, method: 'refund', status: 'success', amount: '10.10' },
      },
    ]);
    expect(deps.lines).toContainEqual(
      expect.objectContaining({ level: 'error', event: 'payment.duplicated' }),
    );
    const { payment } = await openSession(deps, signed());
    expect(payment).toMatchObject({ id: paying.id, status: 'success' });
  });

  it('goes back although every query about another payment fails', async () => {
    await payAgain(deps, {}, async () => unknown);
    await work(70);
    await pay(deps);
    const [first, second] = (await deps.order()).state.payments.map((one) => one.gatewayOrderId);
    await hear(deps, { gatewayOrderId: first ?? '' });
    await hear(deps, { gatewayOrderId: second ?? '' });
    deps.gateway.script.readOperation = () => Promise.reject(new TypeError('boom'));
    await work(70);
    expect(deps.gateway.of('refund')).toHaveLength(1);
    expect((await operations(deps)).map(({ status }) => status)).toEqual(['success']);
  });

  it('of another project of the gateway waits for a person, and nothing is sent', async () => {
    await payTwice(deps);
    deps.config.posId = '11111111-1111-4111-8111-111111111111';
    await pollDue(deps);
    expect(deps.gateway.of('refund')).toEqual([]);
  });

  it('is refunded once by two companions', async () => {
    await payTwice(deps);
    await Promise.all([pollDue(deps), pollDue({ ...deps, ownCalls: new Set() })]);
    expect(deps.gateway.of('refund')).toEqual(['order-1']);
  });
});

describe('an automatic refund', () => {
  it.each([
    ['never left', notSent],
    ['was refused', refused(400)],
    ['came at a busy time', refused(429)],
  ])('that %s is requested again after a minute', async (_name, outcome) => {
    await payTwice(deps);
    deps.gateway.script.refund = async () => outcome;
    await pollDue(deps);
    await work(30);
    expect(await statuses()).toEqual(['failure']);
    deps.gateway.script = {};
    await work(31);
    expect(await statuses()).toEqual(['failure', 'success']);
  });

  it('that was declined five times waits for a person', async () => {
    await payTwice(deps);
    deps.gateway.script.refund = async () =>
      answered(gatewayPayment({ method: 'refund', status: 'failure', operationId: crypto.randomUUID() }));
    for (const seconds of [0, 61, 121, 241, 481, 961]) await work(seconds);
    expect(await statuses()).toEqual(Array(5).fill('failure'));
    expect(await reasons()).toEqual(['duplicate']);
  });

  it('of unknown outcome is not sent again, and is ended by its webhook', async () => {
    await payTwice(deps);
    deps.gateway.script.refund = async () => unknown;
    deps.gateway.script.readOperation = async () => unknown;
    deps.gateway.script.readOrder = async () => unknown;
    await pollDue(deps);
    await work(3_600);
    expect(deps.gateway.of('refund')).toHaveLength(1);
    expect(await statuses()).toEqual(['unknown']);
    await hear(deps, { method: 'refund', operationId: 'late' });
    deps.gateway.script.readOrder = async () =>
      answered([gatewayPayment(), gatewayPayment({ method: 'refund', operationId: 'late' })]);
    await work(3_600);
    expect(await statuses()).toEqual(['success']);
  });

  it('of unknown outcome is requested again only where the gateway never got it', async () => {
    await payTwice(deps);
    deps.gateway.script.refund = async () => unknown;
    await pollDue(deps);
    deps.gateway.script = {};
    await work(30);
    expect(await statuses()).toEqual(['unknown']);
    await work(31);
    await work(61);
    expect(await statuses()).toEqual(['failure', 'success']);
  });

  it('that the gateway does not list has failed, whatever is known of another payment', async () => {
    await payTwice(deps);
    const [, paying = ''] = deps.gateway.of('createDirect');
    await hear(deps, { method: 'capture', operationId: 'o-1', status: 'failure', gatewayOrderId: paying });
    deps.gateway.script.refund = async () => unknown;
    deps.gateway.script.readOrder = async () => answered([gatewayPayment()]);
    await work(1, 61);
    expect((await statuses())[0]).toBe('failure');
  });

  it.each<[string, CallResult<GatewayPayment>]>([
    ['failed', answered(gatewayPayment({ method: 'refund', operationId: 'o-2', status: 'failure' }))],
    ['was refused', refused(400)],
  ])('that %s is not repeated where the portal refunded meanwhile', async (_how, end) => {
    await payTwice(deps);
    deps.gateway.script.refund = async () => {
      await hear(deps, { method: 'refund', operationId: 'portal' });
      return end;
    };
    await pollDue(deps);
    await work(DAY_S);
    expect(deps.gateway.of('refund')).toHaveLength(1);
    expect(await reasons()).toEqual([]);
  });

  it('that a person resolves as not made is requested again', async () => {
    await payTwice(deps);
    await pollDue(deps);
    await hear(deps, { method: 'refund', operationId: 'operation-1', status: 'failure' });
    const [first] = await automaticRefunds(deps);
    await resolveOperation(deps, first?.id ?? '', { status: 'failure', comment: 'Seen in the portal' });
    await work(61);
    expect(await statuses()).toEqual(['failure', 'success']);
  });

  it('is sent by the companion that took it over, and not by one that was held up', async () => {
    await payTwice(deps);
    const held = gate<null>();
    const written = gate<null>();
    const append: Store['append'] = async (one) => {
      await deps.store.append(one);
      written.open(null);
      await held.promise;
    };
    const other = pollDue({ ...deps, store: { ...deps.store, append }, ownCalls: new Set() });
    await written.promise;
    await work(100);
    await work(61);
    expect(deps.gateway.of('refund')).toHaveLength(1);
    held.open(null);
    await other;
    expect(deps.gateway.of('refund')).toHaveLength(1);
    expect(await statuses()).toEqual(['failure', 'success']);
  });
});
