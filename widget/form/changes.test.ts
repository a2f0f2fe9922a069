import { describe, expect, test } from 'vitest';
import { payment, problem } from '../testing/fake-companion.ts';
import {
  act,
  companion,
  open,
  openAndPay,
  PAN,
  reaches,
  see,
  useCompanion,
} from '../testing/form-harness.ts';

useCompanion();

test('after Enter the fields are dim as long as the payment is sent, and the result has no box around it', async () => {
  const release = companion.hold('payments', { body: payment({ status: 'success' }) });
  const form = await open();
  act.fill(form);
  await act.type(form, 'cvv', '{Enter}');
  await reaches(form, 'submitting');
  await expect.poll(() => getComputedStyle(see.part(form, '.box')).opacity).toBe('0.6');
  release();
  await reaches(form, 'done');
  const text = form.shadowRoot?.activeElement as HTMLElement;
  expect([text.tabIndex, text.matches(':focus-visible'), getComputedStyle(text).outlineStyle]).toEqual([
    -1,
    true,
    'none',
  ]);
});

describe('while it is used', () => {
  test('another mode never moves what was typed into another field, and takes the card away', async () => {
    companion.session({ customerFields: ['email', 'phone'], hostedCustomerFields: ['email', 'phone'] });
    const form = await open();
    act.fill(form);
    act.put(form, 'email', 'olena@shop.example');
    form.mode = 'hosted';
    await reaches(form, 'ready');
    const values = see.all<HTMLInputElement>(form, 'input').map(({ name, value }) => [name, value]);
    expect(values).toEqual([
      ['email', 'olena@shop.example'],
      ['phone', ''],
    ]);
    form.mode = 'direct';
    await reaches(form, 'ready');
    expect(see.input(form, 'number').value).toBe('');
    expect(see.input(form, 'email').value).toBe('olena@shop.example');
  });

  test('another language may swap the two names, each with what was typed', async () => {
    companion.session({ customerFields: ['firstName', 'lastName'] });
    const form = await open();
    act.fill(form);
    act.put(form, 'firstName', 'Olena');
    act.put(form, 'lastName', 'Shevchenko');
    const names = () => see.all<HTMLInputElement>(form, 'input').map(({ name }) => name);
    const values = [...see.card(form), ...see.values(form, 'firstName', 'lastName')];
    for (const [lang, order] of [
      ['hu', ['lastName', 'firstName']],
      ['en', ['firstName', 'lastName']],
    ] as const) {
      form.lang = lang;
      await expect.poll(names).toEqual(['number', 'expiry', 'cvv', ...order]);
      expect([...see.card(form), ...see.values(form, 'firstName', 'lastName')]).toEqual(values);
      expect(see.input(form, 'lastName').enterKeyHint).toBe(lang === 'hu' ? 'next' : 'go');
    }
  });

  test('an order that goes and comes back finds the customer’s contact data again', async () => {
    companion.session({ customerFields: ['email'] });
    const form = await open();
    act.put(form, 'email', 'olena@shop.example');
    form.order = '';
    await form.updateComplete;
    form.order = 'tok';
    await reaches(form, 'ready');
    expect(see.input(form, 'email').value).toBe('olena@shop.example');
  });

  test('a listener of pay-change may empty the form, and the page knows it is empty', async () => {
    const form = await open();
    const brands: unknown[] = [];
    form.addEventListener('pay-change', ({ detail }) => {
      brands.push(detail.brand);
      form.reset();
    });
    act.put(form, 'number', PAN);
    act.put(form, 'number', PAN);
    expect(brands).toEqual(['visa', null, 'visa', null]);
    expect(see.input(form, 'number').value).toBe('');
  });

  test('without an order there is nothing to pay', async () => {
    const form = await open();
    act.fill(form);
    form.removeAttribute('order');
    await reaches(form, 'loading');
    expect(form.shadowRoot?.querySelector('[part=submit]')).toBeNull();
    await form.submit();
    expect(companion.of('payments')).toEqual([]);
  });

  test('a limit says after how many minutes it opens again, in the language of the page', async () => {
    const form = await openAndPay('ready', problem(429, 'limit-reached', { retryAfter: 421 }));
    expect(see.alert(form)).toContain('Too many attempts. Try again in 8 minutes or pay another way.');
    form.lang = 'uk';
    await expect.poll(() => see.alert(form)).toContain('8 хвилин');
  });

  test('a page may hand its own colours on under whatever names it has', async () => {
    const form = await open();
    form.style.cssText = '--accent: rgb(1, 2, 3); --pay-accent: var(--accent)';
    await expect
      .poll(() => getComputedStyle(see.part(form, '[part=submit]')).backgroundColor)
      .toBe('rgb(1, 2, 3)');
  });
});
