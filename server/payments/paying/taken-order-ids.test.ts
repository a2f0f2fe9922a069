import { beforeEach, describe, expect, it } from 'vitest';
import type { Gateway, GatewayPayment, NewDirectPayment } from '../gateway-port.ts';
import { payHosted } from './pay-hosted.ts';
import { payDirect } from './pay.ts';
import { viewOrder } from '../queries/order.ts';
import { openSession } from './session.ts';
import { answered, gatewayPayment, gatewayPaymentOf, refused } from '../testing/gateway.ts';
import { messages } from '../testing/messages.ts';
import { review, withTestDeps, work, deps } from '../testing/running-deps.ts';
import { CLIENT, hear, input, key, pay, refusal, signed } from '../testing/test-deps.ts';

/** Two shops of one project, or order numbers that begin again: the gateway already knows the order id. */

withTestDeps({ notify: true });

const MASK = '424242******4242';
/** Seconds after our request. */
const at = (seconds: number) => new Date(deps.clock.time + seconds * 1_000).toISOString();
const exists = {
  'P-409': async () => refused(400, 'P-409'),
  'HTTP 409': async () => refused(409),
  'status code 4119': async () => answered(gatewayPayment({ status: 'failure', statusCode: '4119' })),
} satisfies Record<string, Gateway['createDirect']>;

/** The gateway says of `order-1` that it exists, and takes any other id. */
function takes(how: keyof typeof exists = 'P-409'): void {
  deps.gateway.script.createDirect = async (request) =>
    request.gatewayOrderId === 'order-1' ? exists[how]() : answered(gatewayPaymentOf(request));
}
/** Asked, it lists this payment under our order id. */
const lists = (over: Partial<GatewayPayment>) => {
  deps.gateway.script.readOrder = async () => answered([gatewayPayment({ cardMask: MASK, ...over })]);
};
/** The clocks of gateway and companion agree, as an answer has told. */
const learn = () => deps.gatewayClock.learn({ leastMs: -50, mostMs: 50 });
const ids = () => deps.gateway.of('createDirect');
const NEXT = /^order-1\.2[a-z2-9]{5}$/;

describe('a stranger’s payment under our order id', () => {
  beforeEach(() => takes());

  it.each(Object.keys(exists) as (keyof typeof exists)[])(
    'is told by %s: the customer pays under the next one, in the same request',
    async (how) => {
      takes(how);
      lists({ cardMask: '545454******5454' });
      expect(await pay(deps)).toMatchObject({ status: 'success', canRetry: false });
      expect(ids()).toEqual(['order-1', expect.stringMatching(NEXT)]);
      expect(deps.gateway.calls).toHaveLength(3);
      expect(await review()).toEqual([]);
    },
  );

  it('that cannot be told from ours waits, and ends once the gateway’s clock is known', async () => {
    lists({ createdAt: at(-3) });
    expect(await pay(deps)).toMatchObject({ status: 'unknown', canRetry: false });
    await work(2);
    expect([await deps.payment(), await review()]).toMatchObject([{ status: 'unknown' }, []]);
    learn();
    await work(4);
    expect(await deps.payment()).toMatchObject({ status: 'failure', canRetry: true });
    expect(await pay(deps)).toMatchObject({ status: 'success' });
    expect(ids()).toHaveLength(2);
  });

  it('is neither a try nor a decline, and the timeline names it', async () => {
    lists({ cardMask: '545454******5454' });
    await pay(deps);
    expect(await openSession(deps, signed())).toMatchObject({ attemptsLeft: 10 });
    const { events, payments } = await viewOrder(deps, 'order-1');
    expect(payments.map(({ status }) => status).sort()).toEqual(['failure', 'success']);
    expect(events.find(({ type }) => type === 'call.refused')?.comment).toMatch(
      /already knows this order id/,
    );
    expect((await messages(deps)).at(-1)).toMatchObject({ data: { status: 'success' } });
    expect(deps.lines.map(({ event }) => event)).toContain('gateway.id-taken');
  });

  it('costs a saved idempotency key nothing: a repeated request gets the payment that was made', async () => {
    lists({ cardMask: '545454******5454' });
    const same = key();
    const request = () => payDirect(deps, signed(), same, input(), CLIENT);
    const [first, second] = await Promise.all([request(), request()]);
    expect(first).toMatchObject({ status: 'success' });
    expect(second).toEqual(first);
    expect(await request()).toEqual(first);
    expect(ids()).toHaveLength(2);
  });

  it('makes way for a hosted page under the next order id', async () => {
    deps.gateway.script.createHosted = async ({ gatewayOrderId }) =>
      gatewayOrderId === 'order-1' ? refused(409) : answered({ location: 'https://gateway.example/page' });
    const { location, payment } = await payHosted(deps, signed(), {});
    expect([location, payment.status]).toEqual(['https://gateway.example/page', 'init']);
    expect(deps.gateway.of('createHosted')).toEqual(['order-1', expect.stringMatching(NEXT)]);
    expect(await hear(deps, { mode: 'hosted' })).toBe('unproven');
    expect(await deps.payment()).toMatchObject({ status: 'failure' });
  });

  it('that the gateway claims of every order id ends after three', async () => {
    deps.gateway.script.createDirect = exists['P-409'];
    deps.gateway.script.createHosted = async () => refused(409);
    deps.gateway.script.readOrder = async (gatewayOrderId) =>
      answered([gatewayPayment({ gatewayOrderId, cardMask: '545454******5454' })]);
    expect(await pay(deps)).toMatchObject({ status: 'failure', canRetry: true });
    expect(ids()).toHaveLength(3);
    expect(await refusal(payHosted(deps, signed(), {}))).toEqual(['gateway-refused']);
  });
});

describe('our own payment under an id that exists, because something on the way repeated the request', () => {
  const repeated = async (how: keyof typeof exists, over: Partial<GatewayPayment> = {}) => {
    deps.gateway.script.createDirect = async (request: NewDirectPayment) => {
      lists({ createdAt: at(0), amountMinor: request.amountMinor, ...over });
      return exists[how]();
    };
    return pay(deps);
  };

  it.each(Object.keys(exists) as (keyof typeof exists)[])('is found by asking once: %s', async (how) => {
    expect(await repeated(how)).toMatchObject({ status: 'success', cardMask: MASK });
    expect(ids()).toHaveLength(1);
  });

  it('is asked for again where it is not listed yet, and never counts as not found', async () => {
    deps.gateway.script.createDirect = exists['P-409'];
    expect(await pay(deps)).toMatchObject({ status: 'unknown' });
    expect(await refusal(pay(deps))).toEqual(['payment-open']);
    lists({ createdAt: at(0) });
    await work(2);
    expect(await deps.payment()).toMatchObject({ status: 'success' });
  });
});
