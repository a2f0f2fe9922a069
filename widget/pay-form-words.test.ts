import { html } from '@open-wc/testing';
import { describe, expect, test } from 'vitest';
import { declined } from './fake-companion.ts';
import { companion, fault, input, open, part, text, useCompanion } from './form-harness.ts';
import type { PayForm } from './pay-form.ts';
import { waitUntil } from './wait.ts';

useCompanion();

describe('a page’s own messages', () => {
  test('stand over those of the language, one by one, at once and when they are set anew', async () => {
    const form = await open();
    form.messages = { pay: 'Donate {}', label: { number: 'Your card' } };
    await waitUntil(() => text(form, '[part=submit]') === 'Donate €10.00');
    expect([text(form, 'label[for=number]'), text(form, 'label[for=expiry]')]).toEqual([
      'Your card',
      'Expiry date',
    ]);
    form.messages = { reserve: 'Hold {}' };
    await waitUntil(() => text(form, '[part=submit]') === 'Pay €10.00');
    form.messages = null;
    expect(form.messages).toEqual({});
  });

  test('reach what the form says back', async () => {
    companion.session({ payment: declined() });
    const messages = {
      fault: { 'number.required': 'A number, please' },
      outcome: { notCharged: 'All is well.' },
    };
    const form = await open(
      'failed',
      html`<pay-form src="/pay" order="tok" .messages=${messages}></pay-form>`,
    );
    form.reportValidity();
    await form.updateComplete;
    expect([fault(form, 'number'), fault(form, 'cvv')]).toEqual([
      'A number, please',
      'Enter the security code',
    ]);
    expect(text(form, '[role=alert]')).toContain('All is well.');
    expect(text(form, '[role=alert]')).toContain('not enough money');
  });

  test('stay when the language changes', async () => {
    const form = await open();
    form.messages = { label: { number: '4 × 4' } };
    form.lang = 'uk';
    await waitUntil(
      () => text(form, 'label[for=cvv]').includes('CVV') && part(form, '[part=base]').lang === 'uk',
    );
    expect(text(form, 'label[for=number]')).toBe('4 × 4');
  });

  test('are text, never markup', async () => {
    const form = await open();
    form.messages = { label: { number: '<img src=x>' } };
    await waitUntil(() => text(form, 'label[for=number]') === '<img src=x>');
    expect(form.shadowRoot?.querySelector('img')).toBeNull();
  });
});

describe('the direction of the script', () => {
  test.each([
    ['ar', 'rtl'],
    ['AR-EG', 'rtl'],
    ['fa-IR', 'rtl'],
    ['he', 'rtl'],
    ['fr', 'ltr'],
    ['en', 'ltr'],
    ['arn', 'ltr'],
  ])('of %s is %s', async (lang, dir) => {
    const form = await open('ready', html`<pay-form src="/pay" order="tok" lang=${lang}></pay-form>`);
    await waitUntil(() => form.shadowRoot?.querySelector('[part=base]'));
    expect(part(form, '[part=base]').getAttribute('dir')).toBe(dir);
    expect(getComputedStyle(input(form, 'number')).direction).toBe('ltr');
  });
});

test('a form in another language never shows a word of English, also where it opens with a decline', async () => {
  companion.session({ payment: declined() });
  const form = document.createElement('pay-form');
  const seen: string[] = [];
  const watch = new MutationObserver(() => seen.push(form.shadowRoot?.textContent ?? ''));
  watch.observe(form.shadowRoot as ShadowRoot, { subtree: true, childList: true, characterData: true });
  Object.assign(form, { src: '/pay', order: 'tok', lang: 'el' });
  document.body.append(form);
  await waitUntil(() => seen.at(-1)?.includes('κάρτα'));
  watch.disconnect();
  form.remove();
  expect(seen.join()).not.toMatch(/Card|(?<!Apple\s|Google\s)Pay |Expiry/);
});

test('a main button says what it does with the money', async () => {
  const says = async (form: PayForm) => text(form, '[part=submit]');
  expect(await says(await open())).toBe('Pay €10.00');
  companion.session({
    order: {
      id: 'o-1',
      amount: '10.00',
      amountText: '10 €',
      currency: 'EUR',
      description: '',
      method: 'auth',
    },
  });
  const form = await open();
  expect(await says(form)).toBe('Reserve 10 €');
});
