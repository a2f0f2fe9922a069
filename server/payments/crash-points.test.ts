import { expect, it } from 'vitest';
import { openTestPair } from '../store/testing/pair.ts';
import { type Action, Companions } from './testing/companions.ts';
import { faultsAtRest } from './testing/invariants.ts';

/** A companion dies at each of its commits, before or after it; another one goes on over the same store. */

const ORDER: Action = { do: 'update-order', amountMinor: 100, method: 'purchase', by: 'token' };
const PAY: Action = { do: 'pay', mode: 'direct', replaces: false, isRepeated: false };
const REFUND: Action = { do: 'operate', method: 'refund', amountMinor: null, isRepeated: false };
/** Nothing goes wrong at the gateway. */
const HONEST = {
  random: () => 0,
  hostility: 0,
  skewMs: 0,
  commissionMinor: 0,
  tellsAddress: 'as sent',
  enforces: true,
} as const;

it.each(
  (['payment', 'refund'] as const).flatMap((of) =>
    [1, 2].flatMap((commit) => (['before', 'after'] as const).map((when) => ({ of, commit, when }))),
  ),
)('a crash $when commit $commit of a $of loses and doubles nothing', async ({ of, ...at }) => {
  const { stores, close } = await openTestPair('memory');
  const companions = new Companions(stores, 'order-1', HONEST);
  const dies = { ...at, as: 'dies' } as const;
  await companions.play({ actions: [{ ...ORDER, at: 0 }], fault: null });
  await companions.play({ actions: [{ ...PAY, at: 0 }], fault: of === 'payment' ? dies : null });
  await companions.play({ actions: [{ ...REFUND, at: 0 }], fault: of === 'refund' ? dies : null });
  await companions.work();
  // Under new keys, as customer and merchant do after a failure; what was done is refused.
  await companions.play({ actions: [{ ...PAY, at: 1 }], fault: null });
  await companions.play({ actions: [{ ...REFUND, at: 1 }], fault: null });
  await companions.rest();
  const { bank, order, review } = companions;
  expect([...bank.faults, ...faultsAtRest(companions), ...review]).toEqual([]);
  expect(bank.payments).toMatchObject([
    { status: 'success', operations: [{ method: 'refund', amountMinor: 100, status: 'success' }] },
  ]);
  expect(order.state.operations.filter(({ status }) => status === 'success')).toHaveLength(1);
  await close();
});
