import { describe, expect, it, vi } from 'vitest';
import type { ProblemError } from '../../contract/problem.ts';
import { CARD, CUSTOMER } from '../../contract/testing/fixtures.ts';
import { payDirect } from './pay.ts';
import { forgetSavedCard } from './saved-cards.ts';
import { answered, gatewayPayment, gatewayPaymentOf, refused, unknown } from '../testing/gateway.ts';
import { withTestDeps, deps } from '../testing/running-deps.ts';
import {
  answer,
  cards,
  events,
  instead,
  MASK,
  OLENA,
  orderOf,
  payWith,
  save,
  saved,
  sent,
  TOKEN,
  YEAR_S,
} from '../testing/saved-cards.ts';
import { CLIENT, hear, input, key, refusal } from '../testing/test-deps.ts';

withTestDeps();

/** The refusal of every card that the customer does not have, or no longer has. */
const GONE = ['saved-card-refused', 'savedCard.id: unknown'];

describe('a payment with a saved card', () => {
  it('sends only the token, and shows the card', async () => {
    const id = await saved();
    const paid = await payWith(id);
    expect(paid).toMatchObject({ status: 'success', cardMask: MASK });
    expect(sent()[1]?.request).toMatchObject({ cardToken: TOKEN.token, card: undefined });
  });

  it('sends the token again under the next order id, if a stranger has that of the first', async () => {
    const id = await saved();
    const theirs = { gatewayOrderId: 'second', cardMask: '400000******0002' };
    deps.gateway.script.readOrder = async () => answered([gatewayPayment(theirs)]);
    deps.gateway.script.createDirect = async (request) =>
      request.gatewayOrderId === 'second' ? refused(409) : answered(gatewayPaymentOf(request));
    const twice = [payWith(id, {}, 'key-twice'), payWith(id, {}, 'key-twice')];
    const [one, other] = await Promise.all(twice);
    expect([one?.status, one]).toEqual(['success', other]);
    expect(
      sent()
        .slice(1)
        .map(({ request }) => request?.cardToken),
    ).toEqual([TOKEN.token, TOKEN.token]);
  });

  it('is one payment, however often it is asked for, the card still there or not', async () => {
    const id = await saved();
    const twice = [payWith(id, {}, 'key-twice'), payWith(id, {}, 'key-twice')];
    const [one, other] = await Promise.all(twice);
    expect(one).toEqual(other);
    await forgetSavedCard(deps, orderOf(), id);
    expect(await payWith(id, {}, 'key-twice')).toEqual(one);
    expect(await refusal(payWith('another', {}, 'key-twice'))).toEqual(['idempotency-key-reused']);
    expect(sent()).toHaveLength(2);
  });

  it('is refused for a card that is not this customer’s, and nothing is sent or written', async () => {
    const id = await saved();
    expect(await refusal(payWith(id, { customer: { ...OLENA, id: 'borys' } }))).toEqual(GONE);
    expect(await refusal(payWith(id, { customer: CUSTOMER }))).toEqual(GONE);
    expect(await refusal(payWith(crypto.randomUUID()))).toEqual(GONE);
    expect(sent()).toHaveLength(1);
    expect(await deps.store.read('second')).toEqual([]);
  });

  it('is refused for a card that was removed meanwhile, as one that never was, and a typed one pays', async () => {
    const id = await saved();
    await forgetSavedCard(deps, orderOf(), id);
    const told = (cardId: string) => payWith(cardId).catch((error: ProblemError) => error.message);
    expect(await refusal(payWith(id))).toEqual(GONE);
    expect(await told(id)).toBe(await told(crypto.randomUUID()));
    expect(sent()).toHaveLength(1);
    const typed = await payDirect(deps, orderOf({ id: 'second' }), key(), input(), CLIENT);
    expect(typed).toMatchObject({ status: 'success' });
  });

  it.each(['x', 'x\0', '\ud800', "'; drop table saved_cards --"])(
    'is refused for %j without the store being asked',
    async (id) => {
      const asked = vi.fn(async () => null);
      deps.store = { ...deps.store, savedCards: { ...deps.store.savedCards, find: asked } };
      expect(await refusal(payWith(id))).toEqual(GONE);
      expect(asked).not.toHaveBeenCalled();
    },
  );

  it('is refused on a payment page, whose link may be in anybody’s hands, with any card', async () => {
    const id = await saved();
    const onPage = { ...orderOf({ id: 'second' }), paymentLink: true };
    const body = input({ card: undefined, savedCard: { id } });
    expect(await refusal(payDirect(deps, onPage, key(), body, CLIENT))).toEqual(GONE);
    expect(sent()).toHaveLength(1);
  });

  it('is accepted for a card of two brands where the order takes either', async () => {
    answer({ cardMask: '650052******0009' });
    await save({}, { card: { ...CARD, number: '6500520000000009' } });
    const [card] = await cards({ brands: ['discover'] });
    expect(card).toMatchObject({ brand: 'troy' });
    expect(await cards({ brands: ['troy'] })).toEqual([card]);
    expect(await cards({ brands: ['visa', 'elo'] })).toEqual([]);
    expect(await payWith(`${card?.id}`, { brands: ['discover'] })).toMatchObject({ status: 'success' });
  });

  it('is refused for a card that is over, or of a brand that the order does not take', async () => {
    const id = await saved();
    const brands = { brands: ['mastercard'] };
    expect(await refusal(payWith(id, brands))).toEqual(['invalid-input', 'savedCard.id: brand-not-accepted']);
    expect(await refusal(payWith(id, { method: 'lookup' }))).toEqual([
      'invalid-input',
      'savedCard: not-for-lookup',
    ]);
    deps.clock.pass(5 * YEAR_S);
    expect(await refusal(payWith(id))).toEqual(GONE);
    expect(sent()).toHaveLength(1);
  });

  it.each([
    ['that is over although its token never ends', null, 6 * YEAR_S],
    ['whose token has expired', '2026-07-01T00:00:00.000Z', 30 * 86_400],
  ])('is refused for a card %s', async (_what, expiresAt, seconds) => {
    answer({ cardToken: { ...TOKEN, expiresAt } });
    await save();
    const [card] = await cards();
    deps.clock.pass(seconds);
    expect(await refusal(payWith(card?.id ?? ''))).toEqual(GONE);
    expect(sent()).toHaveLength(1);
  });

  it('keeps the card from being deleted as unused', async () => {
    answer({ cardToken: { ...TOKEN, expiresAt: null } });
    await save();
    const [card] = await cards();
    const before = deps.clock.time + 1;
    deps.clock.pass(86_400);
    await payWith(card?.id ?? '');
    const deleted = await deps.store.savedCards.deleteOld({ now: deps.clock.time, before }, 9);
    expect(deleted).toBe(0);
  });

  it('counts among those of its card: declined too often, it is refused on every order', async () => {
    const id = await saved();
    const windowMs = 3_600_000;
    const wide = { most: 9, windowMs };
    deps.limits = {
      rules: { card: { most: 2, windowMs }, order: wide, address: wide, network: wide },
      refused: () => {},
    };
    answer({ status: 'failure', statusCode: '4153', cardToken: null });
    await payWith(id, { id: 'a' });
    await payWith(id, { id: 'b' });
    expect(await refusal(payWith(id, { id: 'c' }))).toEqual(['limit-reached']);
  });

  it.each(['4001', '4144'])('that is declined with %s is the last with this card', async (statusCode) => {
    const id = await saved();
    answer({ status: 'failure', statusCode, cardToken: null });
    expect(await payWith(id, {}, 'key-last')).toMatchObject({ status: 'failure', savedCardRefused: true });
    expect(await cards()).toEqual([]);
    expect(events()).toEqual(['card.saved', 'card.refused']);
    expect(await payWith(id, {}, 'key-last')).toMatchObject({ status: 'failure', savedCardRefused: true });
    expect(sent()).toHaveLength(2);
  });

  it('that fails for such a reason after the same card was saved again leaves the newer token', async () => {
    const id = await saved();
    answer({ status: 'pending', cardToken: null });
    await payWith(id);
    deps.clock.pass(1);
    answer({ cardMask: MASK, cardToken: { ...TOKEN, token: 'bmV3ZXI6c2VjcmV0' } });
    await save({ id: 'third' });
    await hear(deps, { gatewayOrderId: 'second', status: 'failure', statusCode: '4144' });
    const [card] = await cards();
    await payWith(card?.id ?? '', { id: 'fourth' });
    expect(sent().at(-1)?.request).toMatchObject({ cardToken: 'bmV3ZXI6c2VjcmV0' });
  });

  it.each(['4009', '4153', '4156', '4000', null])(
    'that fails with %s leaves the card',
    async (statusCode) => {
      const id = await saved();
      answer({ status: 'failure', statusCode, cardToken: null });
      expect(await payWith(id)).not.toHaveProperty('savedCardRefused');
      expect(await cards()).toHaveLength(1);
    },
  );

  it('of unknown outcome leaves the card, and the order is not paid again meanwhile', async () => {
    const id = await saved();
    instead(unknown);
    expect(await payWith(id)).toMatchObject({ status: 'unknown', canRetry: false });
    expect(await refusal(payWith(id))).toEqual(['payment-open']);
    expect(await cards()).toHaveLength(1);
  });

  it('that was refused for its token drops the card, and is a success if it succeeded all the same', async () => {
    const id = await saved();
    instead(refused(400, null, { means: 'card-token' }));
    expect(await refusal(payWith(id, {}, 'key-last'))).toEqual(['saved-card-refused']);
    expect(await cards()).toEqual([]);
    const createdAt = new Date(deps.clock.time).toISOString();
    await hear(deps, { gatewayOrderId: 'second', createdAt });
    expect(await payWith(id, {}, 'key-last')).toMatchObject({ status: 'success' });
  });
});
