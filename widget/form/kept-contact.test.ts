import { PEOPLE } from '../../server/contract/testing/people.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SessionView } from '../../server/contract/checkout-api.ts';
import { CUSTOMER } from '../../server/contract/testing/fixtures.ts';
import { declined, payment, session, tokenOf } from '../testing/fake-companion.ts';
import { act, companion, open, openTag, PAN, reaches, see, useCompanion } from '../testing/form-harness.ts';
import { keepContact, keptContact } from './kept-contact.ts';
import type { PayForm } from '../pay-form.ts';
import { waitUntil } from '../testing/wait.ts';

useCompanion();

const asks = (changes: Partial<SessionView> = {}) =>
  companion.session({ customerFields: ['firstName', 'email'], ...changes });
const other = { ...session().order, id: 'o-2' };
const { firstName, email } = CUSTOMER;

beforeEach(() => void asks());
afterEach(() => sessionStorage.clear());

/** Everything that the tab keeps. */
const kept = () => JSON.stringify(Object.entries(sessionStorage));

async function typed(): Promise<PayForm> {
  const form = await open();
  act.fillAll(form);
  return form;
}

describe('what the customer typed of themselves', () => {
  test('stands in the form again after the page was left, and the card does not', async () => {
    (await typed()).remove();
    expect(kept()).not.toMatch(/4242|123|2040|01 \/ 40/);
    const again = await open();
    expect(see.values(again, 'firstName', 'email')).toEqual([firstName, email]);
    expect(see.card(again)).toEqual(['', '', '']);
  });

  test('goes along to another order that the page sets, also after a refresh', async () => {
    const form = await typed();
    asks({ order: other });
    form.order = 'second';
    await waitUntil(() => companion.of('session').length === 2);
    await reaches(form, 'ready');
    form.remove();
    expect(see.input(await open('ready', { order: 'second' }), 'email').value).toBe(email);
  });

  test('belongs to its order', async () => {
    (await typed()).remove();
    asks({ order: other });
    expect(see.input(await open(), 'email').value).toBe('');
  });

  test('gives way to what is typed before the companion has answered', async () => {
    keepContact('o-1', { email: 'old@shop.example' });
    companion.answers('session', 'never');
    const form = await open('loading', { order: tokenOf({}) });
    act.put(form, 'email', 'new@shop.example');
    asks();
    form.order = tokenOf({ iat: 2 });
    await reaches(form, 'ready');
    expect(see.input(form, 'email').value).toBe('new@shop.example');
  });

  test.each([
    ['a card number', PAN],
    ['one with blanks', '4242 4242 4242 4242'],
    ['one that lacks its last digits', PAN.slice(0, 13)],
    ['one with a digit mistyped', '4242 4242 4242 4241'],
    ['one with its date behind it', `${PAN} 12/30`],
    ['one in other digits', '４２４２４２４２４２４２４２４２'],
    ['one with other separators', '4242\u00a04242  4242/4242'],
    ['one behind a text', `No. 5, ${PAN}`],
    ['one behind a plus sign', `+${PAN}`],
    ['one behind two zeros', `00 ${PAN}`],
    ['one of a brand that begins with 9', '9792 0303 9440 0796'],
  ])('is not kept where it is %s in a wrong field', async (_what, value) => {
    const form = await typed();
    act.put(form, 'firstName', value);
    expect(Object.keys(keptContact('o-1'))).toEqual(['email']);
  });

  test('is kept with every telephone number that has its country, also one as long as a card', () => {
    for (const { field, given, becomes } of PEOPLE) {
      if (field !== 'phone' || becomes === null || !becomes.startsWith('+')) continue;
      keepContact('o-1', { phone: String(given) });
      expect(keptContact('o-1')).toEqual({ phone: given });
    }
  });

  test('is forgotten with what reset() empties', async () => {
    const form = await typed();
    form.reset();
    expect(sessionStorage).toHaveLength(0);
    form.remove();
    expect(see.input(await open(), 'email').value).toBe('');
  });

  test('is forgotten after a success', async () => {
    companion.answers('payments', { body: payment({ status: 'success' }) });
    const form = await typed();
    expect(sessionStorage).toHaveLength(1);
    await act.press(form, 'done');
    expect(sessionStorage).toHaveLength(0);
  });

  test('is forgotten when <pay-status> receives the success', async () => {
    (await typed()).remove();
    companion.session({ payment: payment({ status: 'success' }) });
    await openTag('pay-status', 'done');
    expect(sessionStorage).toHaveLength(0);
  });

  test('stays after a decline', async () => {
    companion.answers('payments', { body: declined() });
    const form = await typed();
    await act.press(form, 'failed');
    expect(kept()).toContain(email);
  });
});
