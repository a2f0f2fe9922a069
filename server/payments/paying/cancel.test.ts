import { beforeEach, describe, expect, it } from 'vitest';
import { CARD } from '../../contract/testing/fixtures.ts';
import { cancelOrder } from './cancel.ts';
import { payHosted } from './pay-hosted.ts';
import { openSession } from './session.ts';
import { answered, gatewayPayment, notSent, refused, unknown } from '../testing/gateway.ts';
import { update, withTestDeps, work, deps } from '../testing/running-deps.ts';
import { hear, pay, refusal, signed } from '../testing/test-deps.ts';

withTestDeps();

const open = (over: Record<string, unknown> = {}) => payHosted(deps, signed(over), {});
const cancel = () => cancelOrder(deps, 'order-1');
const notAllowed = (code: string) => ['operation-not-allowed', `orderId: ${code}`];

describe('an unpaid hosted payment', () => {
  it.each(['purchase', 'auth'])('of a %s is cancelled, and the order is free', async (method) => {
    deps.gateway.script.cancelHosted = async () =>
      answered([gatewayPayment({ mode: 'hosted', method, status: 'failure', statusCode: '6007' })]);
    await open({ method });
    const cancelled = { status: 'failure', statusCode: '6007', canRetry: true, action: null };
    expect(await cancel()).toMatchObject(cancelled);
    expect(deps.gateway.of('cancelHosted')).toEqual(['order-1']);
    expect(await refusal(cancel())).toEqual(notAllowed('not-init'));
  });

  it('that was paid meanwhile is shown as paid', async () => {
    await open();
    deps.gateway.script.cancelHosted = async () => refused(400, 'P-400');
    deps.gateway.script.readOperation = async () => answered(gatewayPayment({ mode: 'hosted' }));
    expect(await cancel()).toMatchObject({ status: 'success' });
  });

  it.each([
    ['refused', async () => refused(400), 'gateway-refused'],
    ['not sent', async () => notSent, 'gateway-unreachable'],
    ['of unclear outcome', async () => unknown, 'gateway-unreachable'],
    ['answered by nothing', async () => answered([]), 'gateway-unreachable'],
  ] as const)('whose cancelling is %s stays open', async (_how, call, code) => {
    await open();
    deps.gateway.script.cancelHosted = call;
    expect(await refusal(cancel())).toEqual([code]);
    expect(await deps.payment()).toMatchObject({ status: 'init' });
    expect(await refusal(pay(deps))).toEqual(['payment-open']);
  });

  it('is not cancelled by an answer about another order', async () => {
    await open();
    deps.gateway.script.cancelHosted = async () =>
      answered([
        gatewayPayment({ mode: 'hosted', gatewayOrderId: 'order-2', status: 'failure', statusCode: '6007' }),
      ]);
    expect(await refusal(cancel())).toEqual(['gateway-unreachable']);
    expect(deps.lines.map(({ event }) => event)).toContain('gateway.mismatched');
  });
});

it.each<[string, string, () => Promise<unknown>]>([
  ['without an attempt', 'not-init', () => update()],
  [
    'with a direct payment',
    'not-hosted',
    () => {
      deps.gateway.script.createDirect = async () => unknown;
      return pay(deps);
    },
  ],
  [
    'with a card check',
    'not-cancellable',
    () => payHosted(deps, signed({ method: 'lookup' }), {}, { card: CARD }),
  ],
  [
    'with a page in review',
    'not-init',
    async () => {
      await open();
      await hear(deps, { mode: 'hosted', status: 'init', amountMinor: 1 });
    },
  ],
])('nothing is cancelled of an order that is unknown, or one %s: %s', async (_what, code, begin) => {
  expect(await refusal(cancel())).toEqual(['order-not-found']);
  await begin();
  expect(await refusal(cancel())).toEqual(notAllowed(code));
  expect(deps.gateway.of('cancelHosted')).toEqual([]);
});

// --- Pages over terms that the order no longer has ---

const FIRST = Date.UTC(2026, 5, 15, 11) / 1_000;
const DEAR = signed({ amount: '1000.00' }, FIRST + 600);
const cancelled = async () =>
  answered([gatewayPayment({ mode: 'hosted', status: 'failure', statusCode: '6007' })]);

describe('a hosted page over other terms whose cancel did not reach the gateway', () => {
  beforeEach(async () => {
    await payHosted(deps, signed({}, FIRST), {});
    deps.gateway.script.cancelHosted = async () => notSent;
    await openSession(deps, DEAR);
    expect((await deps.payment()).status).toBe('init');
    deps.gateway.script.cancelHosted = cancelled;
    deps.gateway.script.readOperation = async () =>
      answered(gatewayPayment({ mode: 'hosted', status: 'init' }));
  });

  it('is cancelled when the page is loaded again with the same token', async () => {
    await openSession(deps, DEAR);
    expect((await deps.payment()).status).toBe('failure');
  });

  it('is cancelled without any customer', async () => {
    await work(11);
    expect((await deps.payment()).status).toBe('failure');
  });
});

it('a page over other terms is cancelled once by two sessions at the same time', async () => {
  await payHosted(deps, signed({}, FIRST), {});
  const sessions = await Promise.all([openSession(deps, DEAR), openSession(deps, DEAR)]);
  expect(sessions.map(({ payment }) => payment?.status)).toEqual(['failure', 'failure']);
  expect(deps.gateway.of('cancelHosted')).toHaveLength(1);
});
