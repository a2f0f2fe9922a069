import { describe, expect, it, vi } from 'vitest';
import { newOrderSchema } from '../../contract/merchant-requests.ts';
import { CARD, CUSTOMER } from '../../contract/testing/fixtures.ts';
import { createOrder } from './create-order.ts';
import { payHosted } from './pay-hosted.ts';
import { payDirect } from './pay.ts';
import { forgetCustomer, forgetSavedCard } from './saved-cards.ts';
import { openSession } from './session.ts';
import { withTestDeps, deps } from '../testing/running-deps.ts';
import {
  answer,
  cards,
  events,
  MASK,
  OLENA,
  orderOf,
  save,
  saved,
  sent,
  TOKEN,
  YEAR_S,
} from '../testing/saved-cards.ts';
import { CLIENT, hear, input, key, refusal, signed } from '../testing/test-deps.ts';

withTestDeps();

const THIRD = { id: 'third', amount: '10.10', currency: 'UAH', description: 'Two books' };

describe('a card is kept', () => {
  it('by a payment that succeeds at once, with mask, brand and expiry', async () => {
    const id = await saved();
    expect(await cards()).toEqual([{ id, mask: MASK, brand: 'visa', expires: '12/30' }]);
    expect(events()).toEqual(['card.saved']);
  });

  it('by one that succeeds only later, as a webhook says', async () => {
    answer({ status: 'pending', cardToken: null });
    await save();
    expect(await cards()).toEqual([]);
    await hear(deps, { cardToken: TOKEN, cardMask: MASK });
    expect(await cards()).toHaveLength(1);
  });

  it('by a report that comes again, where the process died before', async () => {
    answer({});
    const full = { ...deps.store.savedCards, save: () => Promise.reject(new Error('the disk is full')) };
    const dying = { ...deps, store: { ...deps.store, savedCards: full } };
    const paid = await payDirect(dying, orderOf(), key(), input({ saveCard: true }), CLIENT);
    expect(paid).toMatchObject({ status: 'success' });
    expect(events()).toEqual(['card.failed']);
    await hear(deps, { cardToken: TOKEN });
    expect(await cards()).toHaveLength(1);
  });

  it('by a lookup, directly or on the hosted page, where nothing is paid', async () => {
    answer({});
    await save({ method: 'lookup' });
    expect(await cards()).toHaveLength(1);
    await payHosted(
      deps,
      orderOf({ id: 'hosted', method: 'lookup' }),
      {},
      { card: { ...CARD, expYear: 2031 }, saveCard: true },
    );
    const report = { gatewayOrderId: 'hosted', method: 'lookup', mode: 'hosted', cardToken: TOKEN };
    await hear(deps, { ...report, cardMask: MASK });
    expect((await cards()).map(({ expires }) => expires).toSorted()).toEqual(['12/30', '12/31']);
  });
});

describe('no card is kept', () => {
  it('and none is offered, charged or kept once the merchant wants none', async () => {
    const id = await saved();
    answer({ status: 'pending', cardToken: null });
    await save({ id: 'second' });
    deps.config.savedCards = false;
    await hear(deps, { gatewayOrderId: 'second', cardToken: TOKEN, cardMask: MASK });
    expect(await cards()).toEqual([]);
    expect((await openSession(deps, orderOf({ id: 'third' }))).savable).toBe(false);
    const card = { savedCard: { id }, card: undefined };
    expect(await refusal(payDirect(deps, orderOf({ id: 'third' }), key(), input(card), CLIENT))).toEqual([
      'saved-card-refused',
      'savedCard.id: unknown',
    ]);
    deps.config.savedCards = true;
    expect(await cards()).toMatchObject([{ id }]);
  });

  it('unless the customer asked for it', async () => {
    answer({});
    await save({}, { saveCard: false });
    expect(await cards()).toEqual([]);
  });

  it('of a payment that failed, even if the gateway returns a token', async () => {
    answer({ status: 'failure', statusCode: '4009' });
    await save();
    await hear(deps, { status: 'failure', statusCode: '4009', cardToken: TOKEN });
    expect(await cards()).toEqual([]);
  });

  it('of another card than the one that was typed, as on the hosted page, or of one that nobody names', async () => {
    const hosted = orderOf({ method: 'lookup' });
    await payHosted(deps, hosted, {}, { card: CARD, saveCard: true });
    const report = { method: 'lookup', mode: 'hosted', cardToken: TOKEN };
    await hear(deps, report);
    await hear(deps, { ...report, cardMask: '545454******5454' });
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
  it('offers cards only to their customer, of brands that the order accepts', async () => {
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

  it('shows an expired card, but none of which only the token has expired', async () => {
    await saved();
    deps.clock.pass(6 * YEAR_S);
    expect(await cards()).toMatchObject([{ expires: '12/30' }]);
    deps.clock.pass(-6 * YEAR_S);
    answer({ cardToken: { ...TOKEN, expiresAt: '2026-07-01T00:00:00.000Z' } });
    await save({ id: 'third' });
    deps.clock.pass(YEAR_S);
    expect(await cards()).toEqual([]);
  });

  it.each([
    ['a payment here', {}, true],
    ['a lookup', { method: 'lookup' }, true],
    ['a lookup on the hosted page', { method: 'lookup', modes: ['hosted'] }, true],
    ['a hosted payment', { modes: ['hosted'] }, false],
    ['an order of nobody in particular', { customer: CUSTOMER }, false],
  ])('says whether a card can be kept: %s', async (_, over, savable) => {
    expect(await openSession(deps, orderOf(over))).toMatchObject({ savable });
  });
});

describe('a payment page, whose link may be in anybody’s hands,', () => {
  const onPage = (over: Record<string, unknown> = {}) => ({ ...orderOf(over), paymentLink: true });

  it('offers no cards of the customer, removes none and saves none', async () => {
    const id = await saved();
    expect(await openSession(deps, onPage({ id: 'later' }))).toMatchObject({
      savedCards: [],
      savable: false,
    });
    expect(await refusal(forgetSavedCard(deps, onPage(), id))).toEqual(['not-found']);
    const saving = { saveCard: true };
    const refused = ['invalid-input', 'saveCard: not-on-payment-page'];
    const typed = onPage({ id: 'later' });
    expect(await refusal(payDirect(deps, typed, key(), input(saving), CLIENT))).toEqual(refused);
    const lookup = onPage({ id: 'lookup', method: 'lookup' });
    expect(await refusal(payHosted(deps, lookup, {}, { card: CARD, ...saving }))).toEqual(refused);
    expect(sent()).toHaveLength(1);
    expect(await cards()).toHaveLength(1);
  });
});

it.each([
  ['a token', () => openSession(deps, signed({ id: 'third', customer: OLENA }, 200))],
  ['the merchant API', () => createOrder(deps, newOrderSchema.parse({ ...THIRD, customer: OLENA }))],
])('an older token still lists the cards if %s names the same customer', async (_by, state) => {
  const id = await saved();
  await state();
  const older = signed({ id: 'third', customer: OLENA }, 100);
  expect(await openSession(deps, older)).toMatchObject({ savedCards: [{ id }], savable: true });
});

describe('an older token that names another customer than the newest one', () => {
  const tokenOf = (id: string, issuedAt: number) =>
    signed({ id: 'third', customer: { ...OLENA, id } }, issuedAt);
  const older = tokenOf('olena', 100);

  it('pays, but neither lists, charges, saves nor deletes a card', async () => {
    const id = await saved();
    expect((await openSession(deps, older)).savedCards).toMatchObject([{ id }]);
    await openSession(deps, tokenOf('borys', 200));
    expect(await openSession(deps, older)).toMatchObject({ savedCards: [], savable: false });
    const charge = input({ card: undefined, savedCard: { id } });
    expect(await refusal(payDirect(deps, older, key(), charge, CLIENT))).toEqual([
      'saved-card-refused',
      'savedCard.id: unknown',
    ]);
    expect(await refusal(forgetSavedCard(deps, older, id))).toEqual(['not-found']);
    answer({});
    const card = { ...CARD, expYear: 2031 };
    expect(await payDirect(deps, older, key(), input({ card, saveCard: true }), CLIENT)).toMatchObject({
      status: 'success',
    });
    expect(await cards({ id: 'another' })).toMatchObject([{ id }]);
    expect(await cards({ id: 'another', customer: { ...OLENA, id: 'borys' } })).toEqual([]);
  });
});

describe('a card is forgotten', () => {
  it('by its customer, once', async () => {
    const id = await saved();
    expect(await refusal(forgetSavedCard(deps, signed(), id))).toEqual(['not-found']);
    const borys = orderOf({ customer: { ...OLENA, id: 'borys' } });
    expect(await refusal(forgetSavedCard(deps, borys, id))).toEqual(['not-found']);
    await forgetSavedCard(deps, orderOf(), id);
    expect(await refusal(forgetSavedCard(deps, orderOf(), id))).toEqual(['not-found']);
    expect(await cards()).toEqual([]);
  });

  it('never by what is no id, without the store being asked', async () => {
    const remove = vi.fn(async () => true);
    deps.store = { ...deps.store, savedCards: { ...deps.store.savedCards, remove } };
    for (const id of ['', 'x', '\0', '\ud800']) {
      expect(await refusal(forgetSavedCard(deps, orderOf(), id))).toEqual(['not-found']);
    }
    expect(remove).not.toHaveBeenCalled();
  });

  it('with all others of the customer by the merchant, and no other customer’s', async () => {
    await saved();
    answer({});
    await save({ id: 'of-borys', customer: { ...OLENA, id: 'borys' } });
    await forgetCustomer(deps, 'olena');
    expect(await cards()).toEqual([]);
    expect(await cards({ customer: { ...OLENA, id: 'borys' } })).toHaveLength(1);
    expect(deps.lines.at(-1)).toMatchObject({ event: 'customer.forgotten', fields: { cards: 1 } });
  });
});
