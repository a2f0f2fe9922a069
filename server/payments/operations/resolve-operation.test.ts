import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../store/sqlite.ts';
import { viewOrder } from '../queries/order.ts';
import { payTwice, reversals } from '../test-world.ts';
import { answered, gatewayPayment, unknown } from '../test-gateway.ts';
import { messages } from '../test-messages.ts';
import { hear, key, operations, pay, refusal } from '../test-world.ts';
import { createWorld, STORE_SECRETS, type World } from '../test-world.ts';
import { pollDue } from '../workers/poll.ts';
import { refundOrder } from '../operate.ts';
import { resolveOperation } from '../resolve.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS), { notify: true });
});
afterEach(() => world.store.close());

const resolve = async (status: 'success' | 'failure', id?: string) => {
  const [first] = await operations(world);
  return resolveOperation(world, id ?? first?.id ?? '', { status, comment: 'Seen in the portal' });
};
const refund = (amount?: string) =>
  refundOrder(world, 'order-1', key(), amount === undefined ? {} : { amount });
const notAllowed = (code: string) => ['operation-not-allowed', `operationId: ${code}`];
const allowed = async () => (await viewOrder(world, 'order-1')).allowed.refund;
const report = (over = {}) =>
  hear(world, { method: 'refund', amountMinor: 400, operationId: 'o-1', ...over });
const work = async (seconds: number) => {
  world.clock.pass(seconds);
  await pollDue(world);
};

async function refundOfUnknownOutcome(): Promise<void> {
  await pay(world);
  world.gateway.script.refund = async () => unknown;
  await refund('4.00');
  world.gateway.script = {};
}

describe('a manual resolution', () => {
  it.each([
    ['success', '6.10'],
    ['failure', '10.10'],
  ] as const)(
    'resolves an operation of unknown outcome as %s, and the rest may be refunded',
    async (status, rest) => {
      await refundOfUnknownOutcome();
      expect(await refusal(refund())).toEqual(['operation-open']);
      expect(await resolve(status)).toMatchObject({ status, amount: '4.00' });
      expect(await allowed()).toBe(rest);
      expect(await refund()).toMatchObject({ status: 'success', amount: rest });
    },
  );

  it.each(['success', 'failure'] as const)(
    'resolves one of the portal that stays pending as %s',
    async (status) => {
      await pay(world);
      await report({ status: 'pending' });
      expect(await resolve(status)).toMatchObject({ status });
      expect(await allowed()).toBe(status === 'success' ? '6.10' : '10.10');
    },
  );

  it.each(['success', 'failure'] as const)('resolves one of two reported ends as %s', async (status) => {
    await pay(world);
    await report();
    await report({ status: 'failure' });
    expect((await viewOrder(world, 'order-1')).review).toMatchObject([{ reason: 'contradicting-ends' }]);
    expect(await resolve(status)).toMatchObject({ status });
    const { review } = await viewOrder(world, 'order-1');
    expect(review).toEqual([]);
    expect(await allowed()).toBe(status === 'success' ? '6.10' : '10.10');
  });

  it.each([
    ['success', null],
    ['failure', '10.10'],
  ] as const)(
    'resolves one without an amount as %s: it was over the full payment, or was not made',
    async (status, rest) => {
      await pay(world);
      await report({ amountMinor: null });
      expect((await viewOrder(world, 'order-1')).review).toMatchObject([{ reason: 'amount-unknown' }]);
      expect(await resolve(status)).toMatchObject({ status, amount: '10.10' });
      expect((await viewOrder(world, 'order-1')).review).toEqual([]);
      expect(await allowed()).toBe(rest);
    },
  );

  it('leaves a comment in the timeline, a line in the log and a message to the merchant', async () => {
    await refundOfUnknownOutcome();
    const { id } = await resolve('success');
    expect((await viewOrder(world, 'order-1')).events.at(-1)).toMatchObject({
      type: 'resolved',
      source: 'person',
      operationId: id,
      status: 'success',
      comment: 'Seen in the portal',
    });
    expect(world.lines.at(-1)).toMatchObject({ level: 'warn', event: 'operation.resolved', fields: { id } });
    expect(JSON.stringify(world.lines)).not.toContain('portal');
    expect((await messages(world)).at(-1)).toMatchObject({
      type: 'operation.updated',
      data: { id, status: 'success' },
    });
  });

  it('resolves only what is open', async () => {
    const input = { status: 'success' as const, comment: 'x' };
    expect(await refusal(resolveOperation(world, crypto.randomUUID(), input))).toEqual(['not-found']);
    await pay(world);
    await refund();
    expect(await refusal(resolve('failure'))).toEqual(notAllowed('not-open'));
  });

  it.each(['success', 'failure'] as const)(
    'resolves none of the portal that the gateway has reported as %s',
    async (status) => {
      await pay(world);
      await report({ status });
      expect(await refusal(resolve(status === 'success' ? 'failure' : 'success'))).toEqual(
        notAllowed('not-open'),
      );
    },
  );

  it('resolves nothing while the call is in flight', async () => {
    await pay(world);
    world.gateway.script.refund = () => new Promise(() => {});
    // Another process makes the call, and dies.
    void refundOrder({ ...world, inFlight: new Set() }, 'order-1', key(), {});
    while ((await operations(world)).length === 0) await new Promise((done) => setTimeout(done, 1));
    expect(await refusal(resolve('failure'))).toEqual(notAllowed('in-flight'));
    world.clock.pass(36);
    expect(await resolve('failure')).toMatchObject({ status: 'failure' });
  });

  it('resolves nothing while this very process makes the call, however long it takes', async () => {
    await pay(world);
    world.gateway.script.refund = () => new Promise(() => {});
    void refund();
    while ((await operations(world)).length === 0) await new Promise((done) => setTimeout(done, 1));
    world.clock.pass(4_000);
    expect(await refusal(resolve('failure'))).toEqual(notAllowed('in-flight'));
  });
});

describe('the gateway, after a manual resolution', () => {
  it.each(['success', 'failure'] as const)('may confirm it: %s', async (status) => {
    await refundOfUnknownOutcome();
    await resolve(status);
    await report({ status: 'pending' });
    await report({ status });
    expect(await operations(world)).toContainEqual(expect.objectContaining({ status, amount: '4.00' }));
    expect(await allowed()).toBe(status === 'success' ? '6.10' : '10.10');
  });

  it('that reports a failure after a success was decided does not unlink anything: the request stays done', async () => {
    await refundOfUnknownOutcome();
    await resolve('success');
    await report({ status: 'failure' });
    expect(await allowed()).toBe('6.10');
  });

  it('that reports a success after a failure was decided disputes the decision', async () => {
    await refundOfUnknownOutcome();
    await resolve('failure');
    await report();
    expect((await operations(world)).map((one) => one.status)).toEqual(['unknown']);
    expect(await allowed()).toBeNull();
  });

  it.each([
    ['success', 'failure'],
    ['failure', 'success'],
  ] as const)('that contradicts %s by %s, of a linked operation, is disputed', async (said, reported) => {
    await refundOfUnknownOutcome();
    await report({ status: 'pending' });
    await resolve(said);
    expect(await report({ status: reported })).toBe('disputed');
    expect((await viewOrder(world, 'order-1')).operations).toMatchObject([{ status: 'unknown' }]);
    expect(await refusal(refund())).toEqual(['operation-open']);
    expect(await resolve(reported)).toMatchObject({ status: reported });
  });
});

describe('the reversal of a duplicate payment', () => {
  const sendAs = async (status: 'pending' | 'failure') => {
    world.gateway.script.refund = async () =>
      answered(gatewayPayment({ method: 'refund', status, operationId: 'o-1' }));
    await work(1);
    world.gateway.script.refund = async () =>
      answered(gatewayPayment({ method: 'refund', operationId: 'o-2' }));
  };
  const first = async () => (await reversals(world))[0]?.id ?? '';
  const statuses = async () => (await reversals(world)).map((one) => one.status);

  it('that is resolved as done is not repeated', async () => {
    await payTwice(world);
    await sendAs('failure');
    await hear(world, { method: 'refund', operationId: 'o-1' });
    await resolve('success', await first());
    await work(86_400);
    expect(await statuses()).toEqual(['success']);
    expect(world.gateway.of('refund')).toHaveLength(1);
  });

  it('that is resolved as not done is requested again', async () => {
    await payTwice(world);
    await sendAs('failure');
    await hear(world, { method: 'refund', operationId: 'o-1' });
    await resolve('failure', await first());
    await work(86_400);
    expect(await statuses()).toEqual(['failure', 'success']);
    expect(world.gateway.of('refund')).toHaveLength(2);
  });

  it('that stays pending and is resolved as not done is requested again', async () => {
    await payTwice(world);
    await sendAs('pending');
    await resolve('failure', await first());
    await work(86_400);
    expect(await statuses()).toEqual(['failure', 'success']);
  });
});
