import { fixture, html, nextFrame } from '@open-wc/testing';
import { LitElement } from 'lit';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CUSTOMER } from '../../server/contract/testing/fixtures.ts';
import { declined, payment, problem } from '../testing/fake-companion.ts';
import { act, companion, open, see, useCompanion } from '../testing/form-harness.ts';
import type { OwnMessages } from './language.ts';
import { LanguageController } from './language-controller.ts';
import type { PayForm } from '../pay-form.ts';
import { waitUntil, holds } from '../testing/wait.ts';

useCompanion();

describe('a page’s own messages', () => {
  test('override those of the language, one by one, at once and when they are set again', async () => {
    const form = await open();
    form.messages = { pay: 'Donate {}', label: { number: 'Your card' } };
    await waitUntil(() => see.text(form, '[part=submit]') === 'Donate €10.00');
    expect(see.text(form, 'label[for=number]')).toBe('Your card');
    expect(see.text(form, 'label[for=expiry]')).toBe('Expiry date');
    form.messages = null;
    await waitUntil(() => see.text(form, '[part=submit]') === 'Pay €10.00');
    expect(see.text(form, 'label[for=number]')).toBe('Card number');
  });

  test('reach what the form says back, also of faults and problems that the language does not name', async () => {
    companion.session({ customerFields: ['firstName', 'lastName'], payment: declined() });
    companion.answers('payments', problem(503, 'gateway-busy'));
    const form = await open('failed');
    form.messages = {
      fault: { 'number.required': 'A number, please', 'firstName.too-long': 'A shorter first name, please' },
      outcome: { notCharged: 'All is well.', problem: { 'gateway-busy': 'We are very busy.' } },
    };
    await waitUntil(() => see.alert(form).includes('All is well.'));
    expect(see.alert(form)).toContain('not enough money');
    const names = ['firstName', 'lastName'] as const;
    for (const name of names) act.put(form, name, 'x'.repeat(257));
    form.reportValidity();
    await form.updateComplete;
    expect(['number', ...names].map((name) => see.fault(form, name))).toEqual([
      'A number, please',
      'A shorter first name, please',
      'This is too long',
    ]);
    for (const name of names) act.put(form, name, CUSTOMER[name]);
    await act.pay(form);
    await waitUntil(() => see.alert(form) === 'We are very busy.');
  });

  test.each([
    ['Your order', 'Your order'],
    ['Ref {} ({})', 'Ref o-1 (o-1)'],
  ])('name the order where they have a place for it: %s', async (order, says) => {
    companion.session({ payment: payment({ status: 'unknown' }) });
    const form = await open('waiting');
    form.messages = { outcome: { order } };
    await waitUntil(() => see.text(form, '.panel .hint:last-child') === says);
  });

  test('are text, never markup, and stay when the language changes', async () => {
    const form = await open();
    form.messages = { label: { number: '<img src=x>' } };
    form.lang = 'uk';
    await waitUntil(() => see.part(form, '[part=base]').lang === 'uk');
    expect(see.text(form, 'label[for=number]')).toBe('<img src=x>');
    expect(see.all(form, 'img')).toEqual([]);
  });
});

test.each([
  ['AR-EG', 'rtl'],
  ['fa-IR', 'rtl'],
  ['he', 'rtl'],
  ['en', 'ltr'],
  ['arn', 'ltr'],
])('the direction of the script of %s is %s', async (lang, dir) => {
  const form = await open('ready', { lang });
  await waitUntil(() => form.shadowRoot?.querySelector('[part=base]'));
  expect(see.part(form, '[part=base]').getAttribute('dir')).toBe(dir);
  expect(getComputedStyle(see.input(form, 'number')).direction).toBe('ltr');
});

test('the number of an order is read from left to right in an Arabic sentence', async () => {
  companion.session({ payment: payment({ status: 'unknown', orderId: '2024-0007-A21' }) });
  const form = await open('waiting', { lang: 'ar' });
  await waitUntil(() => form.shadowRoot?.textContent.includes('2024-0007-A21'));
  const bdi = see.part(form, '.hint bdi');
  expect([bdi.textContent, bdi.dir]).toEqual(['2024-0007-A21', 'ltr']);
});

test('a form in another language never shows a word of English, also where it opens with a decline', async () => {
  companion.session({ payment: declined() });
  const form = document.createElement('pay-form');
  const seen: string[] = [];
  const watch = new MutationObserver(() => seen.push(form.shadowRoot?.textContent ?? ''));
  Object.assign(form, { src: '/pay', order: 'tok', lang: 'el' });
  document.body.append(form);
  watch.observe(form.shadowRoot as ShadowRoot, { subtree: true, childList: true, characterData: true });
  await waitUntil(() => seen.at(-1)?.includes('κάρτα'));
  watch.disconnect();
  form.remove();
  expect(seen.join()).not.toMatch(/Card|(?<!Apple\s|Google\s)Pay |Expiry/);
});

test.each([
  ['purchase', 'You pay €10.00 on the bank’s secure page.'],
  ['auth', 'You reserve €10.00 on the bank’s secure page.'],
] as const)('what the bank’s page does with the money is said before it opens (%s)', async (method, hint) => {
  companion.session({ order: { id: 'o-1', amount: '10.00', currency: 'EUR', description: '', method } });
  const form = await open('ready', { mode: 'hosted' });
  expect(see.text(form, 'form .hint')).toBe(hint);
});

test('a card number in a field that is no card’s names no field that may not be there', async () => {
  companion.session({ hostedCustomerFields: ['email'] });
  const form = await open('ready', { mode: 'hosted' });
  act.put(form, 'email', '4242424242424242@a.ua');
  form.reportValidity();
  await form.updateComplete;
  expect(see.fault(form, 'email')).toContain('This looks like a card number. Please do not enter it here');
});

describe('the language', () => {
  test('is that of the nearest lang, and follows it', async () => {
    const wrapper = await fixture<HTMLElement>(
      html`<div lang="uk"><pay-form src="/pay" order="tok"></pay-form></div>`,
    );
    const form = wrapper.firstElementChild as PayForm;
    await waitUntil(() => form.shadowRoot?.querySelector('[part=submit]'));
    expect(see.text(form, '[part=submit]')).toMatch(/^Сплатити 10,00/);
    expect(see.text(form, 'label')).toBe('Номер картки');
    wrapper.lang = 'en';
    await waitUntil(() => see.text(form, 'label') === 'Card number');
    form.lang = 'uk';
    await waitUntil(() => see.text(form, 'label') === 'Номер картки');
    expect(see.part(form, '[part=base]').lang).toBe('uk');
  });

  test('is the last one wanted, however late the file of another comes', async () => {
    const form = await open();
    form.lang = 'uk';
    await Promise.resolve();
    form.lang = 'en';
    await import('../messages/uk.ts');
    await nextFrame();
    expect(see.text(form, 'label')).toBe('Card number');
  });
});

test('the language that a page sets later is that of the amount, too', async () => {
  const form = await open();
  form.lang = 'de';
  await holds(() => expect(see.text(form, '[part=submit]')).toBe('10,00\u00a0€ bezahlen'));
  expect(companion.of('session').at(-1)?.language).toBe('de');
});

test('a language that something else in the page is in changes nothing', async () => {
  const form = await open();
  const other = form.parentElement?.appendChild(document.createElement('p'));
  other?.setAttribute('lang', 'de');
  await nextFrame();
  // Another form asks after whatever this one would ask.
  await open();
  expect(companion.of('session')).toHaveLength(2);
});

describe('an element of its own', () => {
  class SpokenHost extends LitElement {
    messages: OwnMessages = {};
    changes = 0;
    readonly language = new LanguageController(this, () => (this.changes += 1));
  }
  customElements.define('spoken-host', SpokenHost);

  function hostIn(lang: string): SpokenHost {
    const host = document.createElement('spoken-host') as SpokenHost;
    host.lang = lang;
    document.body.append(host);
    return host;
  }
  afterEach(() => {
    vi.useRealTimers();
    for (const host of document.querySelectorAll('spoken-host')) host.remove();
  });

  test('waits for its first texts, but no longer than two seconds: then they are English until the others have come', async () => {
    const patient = hostIn('uk');
    await holds(() => expect(patient.language.isReady).toBe(true));
    expect(patient.language.current.tag).toBe('uk');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const late = hostIn('th');
    vi.advanceTimersByTime(2_000);
    expect(late.language.isReady).toBe(true);
    expect(late.language.current.tag).toBe('en');
    vi.useRealTimers();
    await holds(() => expect(late.language.current.tag).toBe('th'));
  });

  test('is told of another language, not of its first one, and not once it is removed', async () => {
    const host = hostIn('uk');
    await holds(() => expect(host.language.isReady).toBe(true));
    expect(host.changes).toBe(0);
    host.lang = 'de';
    await holds(() => expect([host.changes, host.language.current.tag]).toEqual([1, 'de']));
    host.remove();
    host.lang = 'uk';
    await nextFrame();
    expect(host.changes).toBe(1);
    document.body.append(host);
    await holds(() => expect(host.language.current.tag).toBe('uk'));
  });
});
