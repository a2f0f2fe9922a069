import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CARD, CUSTOMER } from '../../contract/test-fixtures.ts';
import { openSqliteStore } from '../../store/sqlite.ts';
import type { GatewayPayment, NewDirectPayment, Outcome } from '../ports/gateway.ts';
import { answered, gatewayPaymentOf, refused, unknown } from '../test-gateway.ts';
import { hear, key, refusal } from '../test-operations.ts';
import { CLIENT, createWorld, input, stated, STORE_SECRETS, type World } from '../test-world.ts';
import { pollAttempt } from '../workers/poll-attempt.ts';
import { windowKeys } from './limit-names.ts';
import { payDirect } from './pay-direct.ts';
import { payHosted } from './pay-hosted.ts';
import { forgetCustomer, forgetSavedCard } from './saved-cards.ts';
import { openSession } from './session.ts';

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS));
});
afterEach(() => world.store.close());

const TOKEN = { token: 'dG9rZW46c2VjcmV0', expiresAt: '2030-12-31T23:59:59.000Z' };
const MASK = '424242******4242';
const OLENA = { ...CUSTOMER, id: 'olena' };
const YEAR_S = 365 * 86_400;

const orderOf = (over: Record<string, unknown> = {}) => stated({ customer: OLENA, ...over });
const cards = async (over: Record<string, unknown> = {}) =>
  (await openSession(world, orderOf({ id: 'later', ...over }))).savedCards;
const answer = (over: Partial<GatewayPayment>) => {
  world.gateway.script.createDirect = async (request) =>
    answered(gatewayPaymentOf(request, { cardToken: TOKEN, ...over }));
};
const instead = (outcome: Outcome<GatewayPayment>) => {
  world.gateway.script.createDirect = async () => outcome;
};
const save = (over: Record<string, unknown> = {}, body = {}) =>
  payDirect(world, orderOf(over), key(), input({ saveCard: true, ...body }), CLIENT);
const payWith = (id: string, over: Record<string, unknown> = {}, idempotencyKey = key()) =>
  payDirect(
    world,
    orderOf({ id: 'second', ...over }),
    idempotencyKey,
    input({ card: undefined, savedCard: { id } }),
    CLIENT,
  );
const events = () => world.lines.map(({ event }) => event).filter((event) => event.startsWith('card.'));
const sent = () => world.gateway.calls.filter(({ method }) => method === 'createDirect');

/** A card that Olena had kept; its id. */
async function saved(): Promise<string> {
  answer({ cardMask: MASK });
  await save();
  const [card] = await cards();
  if (!card) throw new Error('nothing was kept');
  world.gateway.script = {};
  return card.id;
}

describe('a card is kept', () => {
  it('by a payment that succeeds at once, with mask, brand and expiry', async () => {
    const id = await saved();
    expect(await cards()).toEqual([{ id, mask: MASK, brand: 'visa', expires: '12/30' }]);
    expect(events()).toEqual(['card.kept']);
  });

  it('by one that succeeds only later, as a webhook says', async () => {
    answer({ status: 'pending', cardToken: null });
    await save();
    expect(await cards()).toEqual([]);
    await hear(world, { cardToken: TOKEN, cardMask: MASK });
    expect(await cards()).toHaveLength(1);
  });

  it('by one whose answer never came, as a status query says', async () => {
    instead(unknown);
    const { id } = await save();
    world.gateway.script.readOperation = async () =>
      answered({ ...gatewayPaymentOf(sent()[0]?.request as NewDirectPayment), cardToken: TOKEN });
    await pollAttempt(world, 'order-1', id);
    expect(await cards()).toHaveLength(1);
  });

  it('by a report that comes again, where the process died before', async () => {
    answer({});
    const full = { ...world.store.savedCards, keep: () => Promise.reject(new Error('the disk is full')) };
    const dying = { ...world, store: { ...world.store, savedCards: full } };
    const paid = await payDirect(dying, orderOf(), key(), input({ saveCard: true }), CLIENT);
    expect(paid).toMatchObject({ status: 'success' });
    expect(events()).toEqual(['card.failed']);
    await hear(world, { cardToken: TOKEN });
    expect(await cards()).toHaveLength(1);
  });

  it('by a lookup, directly or on the hosted page, where nothing is paid', async () => {
    answer({});
    await save({ method: 'lookup' });
    expect(await cards()).toHaveLength(1);
    await payHosted(
      world,
      orderOf({ id: 'hosted', method: 'lookup' }),
      {},
      { card: { ...CARD, expYear: 2031 }, saveCard: true },
    );
    const report = { gatewayOrderId: 'hosted', method: 'lookup', mode: 'hosted', cardToken: TOKEN };
    await hear(world, { ...report, cardMask: MASK });
    expect((await cards()).map(({ expires }) => expires).toSorted()).toEqual(['12/30', '12/31']);
  });

  it('by a split purchase', async () => {
    world.gateway.script.createSplitDirect = async (request) =>
      answered(gatewayPaymentOf(request, { cardToken: TOKEN }));
    const split = [{ subMerchantId: '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b', amount: '10.10' }];
    await save({ split });
    expect(await cards()).toHaveLength(1);
  });

  it('once, however often it is paid with', async () => {
    const id = await saved();
    answer({});
    await save({ id: 'third' });
    expect((await cards()).map((card) => card.id)).toEqual([id]);
  });
});

describe('no card is kept', () => {
  it('unless the customer asked for it', async () => {
    answer({});
    await save({}, { saveCard: false });
    expect(await cards()).toEqual([]);
  });

  it('of a payment that failed, whatever the gateway says with it', async () => {
    answer({ status: 'failure', statusCode: '4009' });
    await save();
    await hear(world, { status: 'failure', statusCode: '4009', cardToken: TOKEN });
    expect(await cards()).toEqual([]);
  });

  it('of a payment that contradicts what was sent', async () => {
    answer({ amountMinor: 1 });
    await save();
    expect(await cards()).toEqual([]);
  });

  it('of another card than the one that was typed, as on the hosted page, or of one that nobody names', async () => {
    const hosted = orderOf({ method: 'lookup' });
    await payHosted(world, hosted, {}, { card: CARD, saveCard: true });
    const report = { method: 'lookup', mode: 'hosted', cardToken: TOKEN };
    await hear(world, report);
    await hear(world, { ...report, cardMask: '545454******5454' });
    expect(await cards()).toEqual([]);
  });

  it('anew by a copy of the report after the customer has removed it', async () => {
    const id = await saved();
    await forgetSavedCard(world, orderOf().order, id);
    await hear(world, { cardToken: TOKEN, cardMask: MASK });
    expect(await cards()).toEqual([]);
  });

  it('of a customer who was forgotten while the payment was open', async () => {
    answer({ status: 'pending', cardToken: null });
    await save();
    await forgetCustomer(world, 'olena');
    await hear(world, { cardToken: TOKEN });
    expect(await cards()).toEqual([]);
  });

  it('and none asked for without a customer id, or without a card that was typed', async () => {
    expect(await refusal(save({ customer: CUSTOMER }))).toEqual([
      'invalid-input',
      'saveCard: needs-customer-id',
    ]);
    const token = { card: undefined, cardToken: 'rcr:dG9rZW4=' };
    expect(await refusal(save({}, token))).toEqual(['invalid-input', 'saveCard: needs-card']);
    expect(sent()).toEqual([]);
  });
});

describe('the session', () => {
  it('offers cards to their customer alone, of brands that the order takes', async () => {
    await saved();
    expect(await cards({ customer: { ...OLENA, id: 'borys' } })).toEqual([]);
    expect(await cards({ customer: CUSTOMER })).toEqual([]);
    expect(await cards({ brands: ['mastercard'] })).toEqual([]);
    expect(await cards({ brands: ['visa'] })).toHaveLength(1);
  });

  it('offers none where no token can be sent: for a lookup, or a hosted payment', async () => {
    await saved();
    expect(await cards({ id: 'lookup', method: 'lookup' })).toEqual([]);
    expect(await cards({ id: 'hosted', modes: ['hosted'] })).toEqual([]);
  });

  it('shows a card that is over, but none whose token alone is', async () => {
    await saved();
    world.clock.pass(6 * YEAR_S);
    expect(await cards()).toMatchObject([{ expires: '12/30' }]);
    world.clock.pass(-6 * YEAR_S);
    answer({ cardToken: { ...TOKEN, expiresAt: '2026-07-01T00:00:00.000Z' } });
    await save({ id: 'third' });
    world.clock.pass(YEAR_S);
    expect(await cards()).toEqual([]);
  });

  it.each([
    ['a payment here', {}, true],
    ['a lookup', { method: 'lookup' }, true],
    ['a lookup on the hosted page', { method: 'lookup', modes: ['hosted'] }, true],
    ['a hosted payment', { modes: ['hosted'] }, false],
    ['an order of nobody in particular', { customer: CUSTOMER }, false],
  ])('says whether a card can be kept: %s', async (_, over, savable) => {
    expect(await openSession(world, orderOf(over))).toMatchObject({ savable });
  });
});

describe('a payment with a saved card', () => {
  it('sends the token alone, and shows the card', async () => {
    const id = await saved();
    const paid = await payDirect(
      world,
      orderOf({ id: 'second' }),
      key(),
      input({ card: undefined, savedCard: { id, cvv: '123' } }),
      CLIENT,
    );
    expect(paid).toMatchObject({ status: 'success', cardMask: MASK });
    expect(sent()[1]?.request).toMatchObject({ cardToken: TOKEN.token, card: undefined });
    expect(JSON.stringify(sent()[1])).not.toContain('123"');
  });

  it('is one payment, however often it is asked for, the card still there or not', async () => {
    const id = await saved();
    const twice = [payWith(id, {}, 'key-twice'), payWith(id, {}, 'key-twice')];
    const [one, other] = await Promise.all(twice);
    expect(one).toEqual(other);
    await forgetSavedCard(world, orderOf().order, id);
    expect(await payWith(id, {}, 'key-twice')).toEqual(one);
    expect(await refusal(payWith('another', {}, 'key-twice'))).toEqual(['idempotency-key-reused']);
    expect(sent()).toHaveLength(2);
  });

  it('is refused for a card that is not this customer’s, and nothing is sent or written', async () => {
    const id = await saved();
    const unknownCard = ['invalid-input', 'savedCard.id: unknown'];
    expect(await refusal(payWith(id, { customer: { ...OLENA, id: 'borys' } }))).toEqual(unknownCard);
    expect(await refusal(payWith(id, { customer: CUSTOMER }))).toEqual(unknownCard);
    expect(await refusal(payWith('nobody'))).toEqual(unknownCard);
    expect(sent()).toHaveLength(1);
    expect(await world.store.read('second')).toEqual([]);
  });

  it('is refused for a card that is over, or of a brand that the order does not take', async () => {
    const id = await saved();
    const brands = { brands: ['mastercard'] };
    expect(await refusal(payWith(id, brands))).toEqual(['invalid-input', 'savedCard.id: brand-not-accepted']);
    expect(await refusal(payWith(id, { method: 'lookup' }))).toEqual([
      'invalid-input',
      'savedCard: not-for-lookup',
    ]);
    world.clock.pass(5 * YEAR_S);
    expect(await refusal(payWith(id))).toEqual(['invalid-input', 'savedCard.id: expired']);
    expect(sent()).toHaveLength(1);
  });

  it('is refused for a card that is over although its token never ends', async () => {
    answer({ cardToken: { ...TOKEN, expiresAt: null } });
    await save();
    const [card] = await cards();
    world.clock.pass(6 * YEAR_S);
    expect(await refusal(payWith(card?.id ?? ''))).toEqual(['invalid-input', 'savedCard.id: expired']);
  });

  it('counts among those of its card: declined too often, it is refused on every order', async () => {
    const id = await saved();
    const limit = { most: 2, windowMs: 3_600_000 };
    world.limits = {
      rules: { card: limit, order: { ...limit, most: 9 }, address: { ...limit, most: 9 } },
      keyOf: windowKeys(STORE_SECRETS.current),
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
    expect(events()).toEqual(['card.kept', 'card.refused']);
    expect(await payWith(id, {}, 'key-last')).toMatchObject({ status: 'failure', savedCardRefused: true });
    expect(sent()).toHaveLength(2);
  });

  it('that fails for such a reason only later drops the card as well', async () => {
    const id = await saved();
    answer({ status: 'pending', cardToken: null });
    await payWith(id);
    await hear(world, { gatewayOrderId: 'second', status: 'failure', statusCode: '4001' });
    expect(await cards()).toEqual([]);
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

  it('that the gateway refuses because of its token is told as a problem, and repeated as such', async () => {
    const id = await saved();
    const { refusal: plain } = refused(400) as Extract<Outcome<never>, { kind: 'refused' }>;
    instead({ kind: 'refused', refusal: { ...plain, means: 'card-token', details: ['cc_token: invalid'] } });
    expect(await refusal(payWith(id, {}, 'key-last'))).toEqual(['saved-card-refused']);
    expect(await refusal(payWith(id, {}, 'key-last'))).toEqual(['saved-card-refused']);
    expect(await cards()).toEqual([]);
    world.gateway.script = {};
    const typed = await payDirect(world, orderOf({ id: 'second' }), key(), input(), CLIENT);
    expect(typed).toMatchObject({ status: 'success' });
  });

  it('that was refused for its token, and succeeded all the same, is a success', async () => {
    const id = await saved();
    const { refusal: plain } = refused(400) as Extract<Outcome<never>, { kind: 'refused' }>;
    instead({ kind: 'refused', refusal: { ...plain, means: 'card-token' } });
    await refusal(payWith(id, {}, 'key-last'));
    const createdAt = new Date(world.clock.time).toISOString();
    await hear(world, { gatewayOrderId: 'second', createdAt });
    expect(await payWith(id, {}, 'key-last')).toMatchObject({ status: 'success' });
  });
});

describe('a card is forgotten', () => {
  it('by its customer, once', async () => {
    const id = await saved();
    expect(await refusal(forgetSavedCard(world, stated().order, id))).toEqual(['not-found']);
    const borys = orderOf({ customer: { ...OLENA, id: 'borys' } }).order;
    expect(await refusal(forgetSavedCard(world, borys, id))).toEqual(['not-found']);
    await forgetSavedCard(world, orderOf().order, id);
    expect(await refusal(forgetSavedCard(world, orderOf().order, id))).toEqual(['not-found']);
    expect(await cards()).toEqual([]);
  });

  it('with all others of the customer by the merchant, and nobody else’s', async () => {
    await saved();
    answer({});
    await save({ id: 'of-borys', customer: { ...OLENA, id: 'borys' } });
    await forgetCustomer(world, 'olena');
    expect(await cards()).toEqual([]);
    expect(await cards({ customer: { ...OLENA, id: 'borys' } })).toHaveLength(1);
    expect(world.lines.at(-1)).toMatchObject({ event: 'customer.forgotten', fields: { cards: 1 } });
  });
});
