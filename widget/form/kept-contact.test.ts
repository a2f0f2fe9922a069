import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { declined, payment, session, tokenOf } from '../testing/fake-companion.ts';
import { act, companion, open, openTag, PAN, reaches, see, useCompanion } from '../testing/form-harness.ts';
import { keepContact, keptContact } from './kept-contact.ts';
import type { PayForm } from '../pay-form.ts';

useCompanion();

const asked = { customerFields: ['firstName', 'email'] } as const;
const other = { ...session().order, id: 'o-2' };

beforeEach(() => {
  sessionStorage.clear();
  companion.session({ customerFields: [...asked.customerFields] });
});
afterEach(() => sessionStorage.clear());

/** Everything that the tab keeps. */
const kept = () => JSON.stringify(Object.entries(sessionStorage));

async function typed(): Promise<PayForm> {
  const form = await open();
  act.fill(form);
  act.put(form, 'firstName', 'Olena');
  act.put(form, 'email', 'olena@shop.example');
  return form;
}

describe('what the customer typed of themselves', () => {
  test('stands in the form again after the page was left, and the card does not', async () => {
    (await typed()).remove();
    const again = await open();
    expect(see.values(again, 'firstName', 'email', 'number', 'cvv')).toEqual([
      'Olena',
      'olena@shop.example',
      '',
      '',
    ]);
  });

  test('outlives a payment mode that does not ask for it', async () => {
    companion.session({ customerFields: ['email', 'phone'], hostedCustomerFields: ['email'] });
    const form = await open();
    act.put(form, 'email', 'olena@shop.example');
    act.put(form, 'phone', '+380501234567');
    for (const mode of ['hosted', 'direct'] as const) {
      form.mode = mode;
      await reaches(form, 'ready');
      if (mode === 'hosted') act.put(form, 'email', 'taras@shop.example');
    }
    expect([see.input(form, 'email').value, see.input(form, 'phone').value]).toEqual([
      'taras@shop.example',
      '+380501234567',
    ]);
  });

  test('belongs to its order', async () => {
    (await typed()).remove();
    companion.session({ order: other, customerFields: [...asked.customerFields] });
    expect(see.input(await open(), 'email').value).toBe('');
  });

  test('gives way to what is typed before the companion has answered', async () => {
    keepContact('o-1', { email: 'old@shop.example' });
    companion.answers('session', 'never');
    const token = tokenOf({});
    const form = await open('loading', { order: token });
    act.put(form, 'email', 'new@shop.example');
    companion.session({ customerFields: [...asked.customerFields] });
    form.order = tokenOf({ iat: 2 });
    await reaches(form, 'ready');
    expect(see.input(form, 'email').value).toBe('new@shop.example');
  });

  test('is stored without any card data', async () => {
    await typed();
    expect(kept()).toContain('olena@shop.example');
    expect(kept()).not.toMatch(/4242|123|2040|01 \/ 40/);
  });

  test.each([
    ['a card number', PAN],
    ['one with blanks', '4242 4242 4242 4242'],
    ['one that lacks its last digits', PAN.slice(0, 13)],
    ['one with a digit mistyped', '4242 4242 4242 4241'],
    ['one with its date behind it', `${PAN} 12/30`],
    ['one in other digits', '４２４２４２４２４２４２４２４２'],
  ])('is not kept where it is %s in a wrong field', async (_what, value) => {
    const form = await typed();
    act.put(form, 'firstName', value);
    expect(Object.keys(keptContact('o-1'))).toEqual(['email']);
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
    expect(kept()).toContain('olena@shop.example');
  });
});

test('a form works if the customer forbids storage', async () => {
  const own = Object.getOwnPropertyDescriptor(window, 'sessionStorage') ?? {};
  Object.defineProperty(window, 'sessionStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  try {
    const form = await typed();
    companion.answers('payments', { body: payment({ status: 'success' }) });
    await act.press(form, 'done');
    expect(see.part(form, 'form').hidden).toBe(true);
  } finally {
    Object.defineProperty(window, 'sessionStorage', own);
  }
});
