import { describe, expect, it } from 'vitest';
import type { PaymentView } from '../../contract/checkout-api.ts';
import { CARD, CUSTOMER, FINGERPRINT } from '../../contract/testing/fixtures.ts';
import type { GatewayPayment, CallResult } from '../gateway-port.ts';
import { payDirect } from './pay.ts';
import { answered, gatewayPayment } from '../testing/gateway.ts';
import { answers, withTestDeps, deps } from '../testing/running-deps.ts';
import { CLIENT, gate, input, refusal, signed } from '../testing/test-deps.ts';

withTestDeps();

const pay = (key = 'key-00001', body = input(), over: Record<string, unknown> = {}): Promise<PaymentView> =>
  payDirect(deps, signed(over), key, body, CLIENT);

describe('what the journal of a payment holds of its card', () => {
  it('is the mask, and nothing from which the number or the CVV could be found', async () => {
    await pay();
    const text = JSON.stringify((await deps.order()).entries);
    expect(text).toContain('424242******4242');
    expect(text).not.toContain(CARD.number);
    expect(text).not.toMatch(/"927"|cvv/i);
    for (const kept of [CARD.number, CARD.cvv, `${CARD.number}${CARD.cvv}`, JSON.stringify(CARD)]) {
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(kept));
      expect(text).not.toContain(Buffer.from(digest).toString('hex'));
      expect(text).not.toContain(Buffer.from(digest).toString('base64'));
    }
    expect(JSON.stringify(deps.lines)).not.toContain(CARD.number);
  });

  it('does not depend on the digits that the mask hides', async () => {
    const sameMask = { ...CARD, number: '4242421818184242' };
    await pay('key-00001');
    await pay('key-00001', input({ card: sameMask }));
    expect(deps.gateway.calls).toHaveLength(1);
  });
});

describe('the same request under the same key', () => {
  it('is answered again, not charged again', async () => {
    const first = await pay();
    expect(await pay()).toEqual(first);
    expect(deps.gateway.calls).toHaveLength(1);
  });

  it('is recognised with another CVV, which may not be kept, and another fingerprint', async () => {
    const first = await pay();
    expect(await pay('key-00001', input({ card: { ...CARD, cvv: '111' } }))).toEqual(first);
    const fingerprint = { ...FINGERPRINT, browserScreenWidth: '800' };
    expect(await pay('key-00001', input({ fingerprint }))).toEqual(first);
    expect(deps.gateway.calls).toHaveLength(1);
  });

  it('is answered after the order was paid by another attempt', async () => {
    answers({ status: 'failure' });
    await pay('key-00001');
    deps.gateway.script = {};
    await pay('key-00002');
    expect(await pay('key-00001')).toMatchObject({ status: 'failure', canRetry: false });
  });

  it.each([
    ['another card', input({ card: { ...CARD, number: '5454545454545454' } })],
    ['another expiry', input({ card: { ...CARD, expYear: 2031 } })],
    ['a card token', input({ card: undefined, cardToken: 'token' })],
    ['another customer', input({ customer: { firstName: 'Ivan' } })],
    ['a payment that it replaces', input({ replaces: crypto.randomUUID() })],
  ])('is not one with %s', async (_what, other) => {
    await pay();
    expect(await refusal(pay('key-00001', other))).toEqual(['idempotency-key-reused']);
    expect(deps.gateway.calls).toHaveLength(1);
  });

  it('is not one over other terms of the order', async () => {
    await pay();
    for (const over of [{ amount: '10.11' }, { method: 'auth' }, { currency: 'EUR' }]) {
      expect(await refusal(pay('key-00001', input(), over))).toEqual(['order-changed']);
    }
    expect(deps.gateway.calls).toHaveLength(1);
  });

  it('is not one that saves its card', async () => {
    const customer = { ...CUSTOMER, id: 'olena' };
    await pay('key-00001', input(), { customer });
    const saving = pay('key-00001', input({ saveCard: true }), { customer });
    expect(await refusal(saving)).toEqual(['idempotency-key-reused']);
  });

  it('tells one card token from another', async () => {
    const byToken = (cardToken: string) => pay('key-00001', input({ card: undefined, cardToken }));
    await byToken('token-one');
    expect(await byToken('token-one')).toMatchObject({ status: 'success' });
    expect(await refusal(byToken('token-two'))).toEqual(['idempotency-key-reused']);
    expect(JSON.stringify((await deps.order()).entries)).not.toContain('token-one');
  });
});

describe('two requests at once', () => {
  it('that are equal are charged once and answered alike', async () => {
    const answer = gate<CallResult<GatewayPayment>>();
    deps.gateway.script.createDirect = () => answer.promise;
    const both = [pay(), pay()];
    await expect.poll(() => deps.gateway.calls).toHaveLength(1);
    answer.open(answered(gatewayPayment({ statusCode: '1000' })));
    const [one, other] = await Promise.all(both);
    expect(one).toEqual(other);
    expect(one).toMatchObject({ status: 'success' });
    expect(deps.gateway.calls).toHaveLength(1);
  });

  it('with different keys are charged once; the other one is refused', async () => {
    const answer = gate<CallResult<GatewayPayment>>();
    deps.gateway.script.createDirect = () => answer.promise;
    const both = Promise.allSettled([pay('key-00001'), pay('key-00002')]);
    await expect.poll(() => deps.gateway.calls).toHaveLength(1);
    answer.open(answered(gatewayPayment()));
    const results = await both;
    expect(results.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
    const loser = results.find((one) => one.status === 'rejected');
    expect(loser?.reason).toMatchObject({ code: 'payment-open' });
    expect(deps.gateway.calls).toHaveLength(1);
  });
});
