import { beforeEach, describe, expect, test } from 'vitest';
import type { CreatePaymentBody } from '../../server/contract/checkout-api.ts';
import { CUSTOMER } from '../../server/contract/testing/fixtures.ts';
import { declined, problem, savedCard, tokenOf } from '../testing/fake-companion.ts';
import { act, companion, open, reaches, see, turn, useCompanion } from '../testing/form-harness.ts';
import type { PayForm } from '../pay-form.ts';
import { waitUntil } from '../testing/wait.ts';

/** What the customer wished of saved cards, where the page sets another order. */

useCompanion();
beforeEach(() => void companion.answers('payments', 'never'));

const orderOf = (customer: object | undefined, id = 'o-1') => tokenOf({ id, customer });
const ANN = orderOf({ id: 'ann' });
const sent = () => companion.of('payments').map(({ body }) => body as CreatePaymentBody);

async function openFor(order: string, awaited: string): Promise<PayForm> {
  const form = await open('ready', { 'save-card': '', order });
  await waitUntil(() => form.shadowRoot?.querySelector(awaited));
  return form;
}

async function pressAndSend(form: PayForm): Promise<void> {
  await act.press(form);
  await waitUntil(() => sent().length);
}

describe('the wish to save a card', () => {
  /** Ticks the box of Ann's order, and pays the order that a listener of the page sets at the press. */
  async function tickAndPay(order: string): Promise<CreatePaymentBody | undefined> {
    companion.session({ savable: true });
    const form = await openFor(ANN, '[name=save]');
    act.fill(form);
    see.part(form, '[name=save]').click();
    form.addEventListener('pay-submit', () => (form.order = order));
    await pressAndSend(form);
    return sent()[0];
  }

  test.each([
    ['a fresh token', `${ANN}2`],
    ['another order', orderOf({ id: 'ann' }, 'o-2')],
  ])('holds for %s of the same customer', async (_what, order) => {
    expect(await tickAndPay(order)).toMatchObject({ saveCard: true });
  });

  test.each([
    ['is another customer’s', orderOf({ id: 'bob' })],
    ['names no customer', orderOf(undefined)],
    ['says of the customer only that there is one', orderOf({ id: true })],
    ['cannot be read', 'tok'],
  ])(
    'ends where the order %s: it is paid, and the card is kept in nobody’s account',
    async (_what, order) => {
      const body = await tickAndPay(order);
      expect(body).toHaveProperty('card');
      expect(body).not.toHaveProperty('saveCard');
    },
  );

  test('ends with a reset', async () => {
    companion.session({ savable: true });
    const form = await openFor(ANN, '[name=save]');
    const box = see.part(form, '[name=save]') as HTMLInputElement;
    box.click();
    await form.updateComplete;
    form.reset();
    await form.updateComplete;
    expect(box.checked).toBe(false);
    act.fill(form);
    await pressAndSend(form);
    expect(sent()[0]).not.toHaveProperty('saveCard');
  });

  test('ends if neither order says who the customer is', async () => {
    companion.session({ savable: true });
    const form = await openFor('tok', '[name=save]');
    see.part(form, '[name=save]').click();
    form.order = 'tok-2';
    await waitUntil(() => !(see.part(form, '[name=save]') as HTMLInputElement).checked);
  });
});

describe('the card that was chosen', () => {
  test('is that of the same customer’s next order', async () => {
    companion.session({ savedCards: [savedCard('new'), savedCard('old')] });
    const form = await openFor(ANN, '[name=saved-card]');
    see.part(form, '.saved-card:nth-of-type(2) [name=saved-card]').click();
    form.addEventListener('pay-submit', () => (form.order = orderOf({ id: 'ann' }, 'o-2')));
    await pressAndSend(form);
    expect(sent()[0]).toMatchObject({ savedCard: { id: 'old' } });
  });

  test('gives way to a typed card if another customer’s order is set, whatever that one has saved', async () => {
    companion.session({ savedCards: [savedCard('same-id')] });
    const form = await openFor(ANN, '[name=saved-card]');
    form.addEventListener('pay-submit', () => (form.order = orderOf({ id: 'bob' })));
    await act.press(form);
    await waitUntil(() => see.focused(form) === 'number');
    expect(sent()).toEqual([]);
  });
});

const [FIRST, SECOND] = [savedCard('card-1'), savedCard('card-2')];

const radios = (form: PayForm) => see.all<HTMLInputElement>(form, '[name=saved-card]');

async function openWithCards(): Promise<PayForm> {
  companion.session({ savedCards: [FIRST, SECOND] });
  const form = await open();
  await waitUntil(() => form.shadowRoot?.querySelector('[name=saved-card]'));
  return form;
}

describe('a saved card', () => {
  test('is paid with, by its id only', async () => {
    const form = await openWithCards();
    radios(form)[1]?.click();
    await form.updateComplete;
    await pressAndSend(form);
    expect(sent()[0]).toMatchObject({ savedCard: { id: 'card-2' } });
    expect(sent()[0]).not.toHaveProperty('card');
  });

  test('that was refused is gone, no other takes its place, and the next attempt has a key of its own', async () => {
    const form = await openWithCards();
    const errors = [{ path: 'savedCard.id', code: 'unknown' }];
    companion.answers('payments', problem(422, 'saved-card-refused', { errors }), { body: declined() });
    companion.session({ savedCards: [SECOND] });
    await act.press(form);
    await waitUntil(() => radios(form).length === 2);
    await reaches(form, 'ready');
    expect(radios(form).map(({ checked }) => checked)).toEqual([false, true]);
    expect(see.part(form, '[role=alert]').textContent).toContain('can no longer be used');
    await act.pay(form);
    await waitUntil(() => sent().length === 2);
    const [one, other] = companion.of('payments').map(({ key }) => key);
    expect(one).not.toBe(other);
  });
});

describe('the list', () => {
  const boxes = (form: PayForm) => form.shadowRoot?.querySelectorAll('[name=saved-card],[name=save]').length;

  test('comes and goes with the order that has cards', async () => {
    const form = await openWithCards();
    companion.session();
    form.order = 'second';
    await waitUntil(() => boxes(form) === 0);
    expect(see.input(form, 'number').checkVisibility()).toBe(true);
    companion.session({ savedCards: [FIRST] });
    form.order = 'third';
    await waitUntil(() => boxes(form) === 2);
  });

  test.each([
    ['the page', { savable: true }, false],
    ['the companion', { savable: false }, true],
  ])('offers to save a card only if %s wants it, too', async (_who, changes, saveCard) => {
    companion.session(changes);
    const form = await open();
    form.saveCard = saveCard;
    await import('./saved-cards.ts');
    await turn();
    await form.updateComplete;
    expect(boxes(form)).toBe(0);
  });

  test('that comes while a card is typed leaves the choice at that card', async () => {
    const answer = companion.hold('session');
    const form = await open('loading', { order: orderOf({ id: 'ann', ...CUSTOMER }) });
    act.fill(form);
    companion.session({ savedCards: [FIRST] });
    answer();
    await waitUntil(() => boxes(form) === 2);
    await pressAndSend(form);
    expect(sent()[0]).toHaveProperty('card');
  });

  test('that comes while the number has the focus leaves both there, and moves nothing above it', async () => {
    const answer = companion.hold('session');
    const form = await open('loading', { order: ANN });
    see.input(form, 'number').focus();
    const { top } = see.input(form, 'number').getBoundingClientRect();
    companion.session({ savedCards: [FIRST] });
    answer();
    await waitUntil(() => boxes(form) === 2);
    expect(see.input(form, 'number').getBoundingClientRect().top).toBe(top);
    expect(radios(form).map(({ checked }) => checked)).toEqual([false, true]);
    expect(see.focused(form)).toBe('number');
    await act.type(form, 'number', '42');
    expect(see.values(form, 'number')).toEqual(['42']);
  });
});
