import { describe, expect, it } from 'vitest';
import { CARD } from '../../contract/testing/fixtures.ts';
import { payHosted } from './pay-hosted.ts';
import { payDirect } from './pay.ts';
import { openSession } from './session.ts';
import { withTestDeps, deps } from '../testing/running-deps.ts';
import { CLIENT, hear, input, key, refusal, signed } from '../testing/test-deps.ts';

/** The verification of a card: nothing is charged. */

withTestDeps();

const PAGE = 'https://gateway.example/pay/order-1';
const OTHER = { ...CARD, number: '5454545454545454' };
const lookup = (over: object = {}) => signed({ method: 'lookup', customer: {}, ...over });
const open = (card: typeof CARD | undefined = CARD, order = lookup()) => payHosted(deps, order, {}, { card });
const byCard = () => payDirect(deps, lookup(), key(), input(), CLIENT);

describe('a lookup by card', () => {
  it('asks nothing of the customer and goes to the gateway as any payment', async () => {
    expect((await openSession(deps, lookup())).customerFields).toEqual([]);
    expect(await byCard()).toMatchObject({ method: 'lookup', mode: 'direct', status: 'success' });
    expect(deps.gateway.calls).toMatchObject([
      { method: 'createDirect', request: { method: 'lookup', card: CARD } },
    ]);
  });

  it('is refused with a card token', async () => {
    const body = input({ card: undefined, cardToken: 'token' });
    expect(await refusal(payDirect(deps, lookup(), key(), body, CLIENT))).toEqual([
      'invalid-input',
      'cardToken: not-for-lookup',
    ]);
    expect(deps.gateway.calls).toEqual([]);
  });
});

describe('a lookup on the hosted page', () => {
  it('takes the card along, keeps none of it, and leads to the page', async () => {
    const { location, payment } = await open();
    expect(location).toBe(PAGE);
    expect(payment).toMatchObject({ method: 'lookup', mode: 'hosted', status: 'init' });
    expect(deps.gateway.calls).toMatchObject([
      { method: 'createHosted', request: { method: 'lookup', card: CARD } },
    ]);
    const kept = JSON.stringify((await deps.order()).entries);
    expect(kept).not.toContain(CARD.number);
    expect(kept).not.toMatch(/"927"/);
  });

  it.each([
    ['no card', undefined, 'card: required'],
    ['a brand that is not accepted', OTHER, 'card.number: brand-not-accepted'],
  ])('is refused with %s', async (_what, card, fault) => {
    const refused = refusal(payHosted(deps, lookup({ brands: ['visa'] }), {}, { card }));
    expect(await refused).toEqual(['invalid-input', fault]);
    expect(deps.gateway.calls).toEqual([]);
    expect((await deps.order()).entries).toEqual([]);
  });

  it('is refused, and says why, where no card may be typed', async () => {
    deps.config.direct = false;
    for (const attempt of [open(), open(CARD, lookup({ modes: ['hosted'] })), openSession(deps, lookup())]) {
      await expect(attempt).rejects.toMatchObject({
        code: 'order-unsupported',
        message: expect.stringContaining('disabled'),
      });
    }
    expect(deps.gateway.calls).toEqual([]);
  });

  it('that is open is returned again for the same card, with any CVV or expiry: nothing is kept of them', async () => {
    const first = await open();
    expect(await open({ ...CARD, cvv: '123', expYear: 2031 })).toEqual(first);
    expect(deps.gateway.calls).toHaveLength(1);
  });

  it('that is open is neither answered nor cancelled for another card', async () => {
    await open();
    expect(await refusal(open(OTHER))).toEqual(['payment-open']);
    expect(await refusal(byCard())).toEqual(['payment-open']);
    expect(deps.gateway.calls.map(({ method }) => method)).toEqual(['createHosted']);
  });

  it('may be tried with another card once it failed', async () => {
    await open();
    await hear(deps, { mode: 'hosted', method: 'lookup', status: 'failure', statusCode: '4144' });
    await open(OTHER);
    expect(deps.gateway.of('createHosted')[1]).toMatch(/^order-1\.2/);
  });
});
