import { afterEach, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { refundOrder } from './operations/operate.ts';
import type { Append, Store } from './ports.ts';
import { answered, gatewayPaymentOf, gatewayPayment as reportOf, refused } from './testing/gateway.ts';
import { createTestDeps, key, operations, pay, STORE_SECRETS, type TestDeps } from './testing/test-deps.ts';
import { pollDue } from './workers/poll.ts';

/** A companion dies at each of its commits, before or after it; another one goes on over the same store. */

let store: Store;
afterEach(() => store.close());

type Told = ReturnType<typeof reportOf>;

/** Companions over one store and one gateway, which remembers what it has done. */
async function companions(dies: { at: number; when: 'before' | 'after' }) {
  store = await openSqliteStore(':memory:', STORE_SECRETS);
  let commits = 0;
  const append = async (one: Append) => {
    commits += 1;
    if (commits > dies.at) throw new Error('dead');
    if (commits === dies.at && dies.when === 'before') throw new Error('dead');
    await store.append(one);
    if (commits === dies.at) throw new Error('dead');
  };
  const first = createTestDeps({ ...store, append });
  const second: TestDeps = { ...createTestDeps(store), clock: first.clock };
  const done: Told[] = [];
  for (const { gateway } of [first, second]) {
    gateway.script.createDirect = async (request) => {
      const payment = gatewayPaymentOf(request);
      done.push(payment);
      return answered(payment);
    };
    gateway.script.refund = async ({ gatewayOrderId }) => {
      const refund = reportOf({ gatewayOrderId, method: 'refund', operationId: `refund-${done.length}` });
      done.push(refund);
      return answered(refund);
    };
    gateway.script.readOperation = async (_id, method) => {
      const found = done.findLast((one) => one.method === method);
      return found ? answered(found) : refused(404, 'S-404');
    };
    gateway.script.readOrder = async () => answered(done);
  }
  return { first, second, done };
}

it.each(
  [1, 2, 3, 4].flatMap((at) => [
    { at, when: 'before' as const },
    { at, when: 'after' as const },
  ]),
)('a crash $when commit $at loses and doubles neither a payment nor its refund', async (dies) => {
  const { first, second, done } = await companions(dies);
  const work = async (deps: TestDeps) => {
    await pay(deps);
    await refundOrder(deps, 'order-1', 'the-refund', {});
  };
  await work(first).catch(() => undefined);
  for (const seconds of [1, 60, 60, 3_600]) {
    second.clock.pass(seconds);
    await pollDue(second);
  }
  await pay(second).catch(() => undefined);
  // Under a new key, as the merchant does after a failure; what was refunded is refused.
  await refundOrder(second, 'order-1', key(), {}).catch(() => undefined);
  expect(done.map(({ method }) => method)).toEqual(['purchase', 'refund']);
  const succeeded = (await operations(second)).filter(({ status }) => status === 'success');
  expect(succeeded).toMatchObject([{ method: 'refund', amount: '10.10' }]);
});
