import { html } from '@open-wc/testing';
import { describe, expect, test } from 'vitest';
import { declined, payment, session } from './fake-companion.ts';
import {
  companion,
  details,
  fault,
  fill,
  focused,
  input,
  open,
  PAN,
  part,
  press,
  put,
  reaches,
  text,
  toBank,
  tokenOf,
  useCompanion,
} from './form-harness.ts';
import { holds } from './wait.ts';

/** What a page or a customer does in the middle of something else. */

useCompanion();

const number = (form: Parameters<typeof input>[0]) => input(form, 'number').value.replaceAll(' ', '');

describe('another order', () => {
  test.each([
    ['whose fields cannot be guessed', { rules: { anything: true } }],
    ['that is paid on the hosted page alone', { modes: ['hosted'] }],
  ])('%s never stands under the amount of the one before', async (_, more) => {
    const template = html`<pay-form src="/pay" order=${tokenOf({})}></pay-form>`;
    const form = await open('ready', template);
    expect(text(form, '[part=submit]')).toContain('10.00');
    companion.answers('session', 'never');
    form.order = tokenOf({ id: 'o-2', amount: '99.00', ...more });
    await form.updateComplete;
    expect(text(form, '[part=submit]')).toContain('99.00');
    expect(text(form, '[part=submit]')).not.toContain('10.00');
  });

  test('takes along what the customer typed of themselves, also after a refresh', async () => {
    companion.session({ customerFields: ['email'] });
    const form = await open();
    put(form, 'email', 'olena@shop.example');
    const order = { ...session().order, id: 'o-2' };
    companion.session({ customerFields: ['email'], order });
    form.order = 'second';
    await holds(() => expect(companion.of('session')).toHaveLength(2));
    await reaches(form, 'ready');
    await form.updateComplete;
    form.remove();
    const again = await open('ready', html`<pay-form src="/pay" order="second"></pay-form>`);
    expect(input(again, 'email').value).toBe('olena@shop.example');
  });

  test('and another mode in one task ask for one session, that of the new order', async () => {
    const form = await open();
    form.order = 'second';
    form.mode = 'direct';
    await form.updateComplete;
    await reaches(form, 'ready');
    expect(companion.of('session').map(({ authorization }) => authorization)).toEqual([
      'Bearer tok',
      'Bearer second',
    ]);
  });
});

describe('while a payment is on its way', () => {
  test.each([
    ['another mode', (form: HTMLElement) => form.setAttribute('mode', 'direct')],
    ['a move in the page', (form: HTMLElement) => document.body.append(form)],
  ])('%s does not lose its answer', async (_, change) => {
    let answer: () => void = () => {};
    companion.answers('payments', 'held');
    companion.held = new Promise((done) => (answer = done));
    const form = await open();
    fill(form);
    await press(form);
    await reaches(form, 'submitting');
    change(form);
    await form.updateComplete;
    companion.answers('payments', { body: payment(toBank) });
    answer();
    await holds(() => expect(companion.left).toEqual([toBank.action.url]));
    expect(details('pay-action')).toHaveLength(1);
    form.remove();
  });
});

describe('a tag that is moved', () => {
  test('keeps what was typed', async () => {
    const form = await open();
    fill(form);
    document.body.append(form);
    await reaches(form, 'ready');
    await form.updateComplete;
    expect(number(form)).toBe(PAN);
    expect(input(form, 'cvv').value).toBe('123');
    form.remove();
  });

  test('in a listener of pay-submit is paid with all the same', async () => {
    companion.answers('payments', { body: payment({ status: 'success' }) });
    const form = await open();
    fill(form);
    form.addEventListener('pay-submit', () => document.body.append(form));
    await press(form);
    await holds(() => expect(details('pay-result')).toHaveLength(1));
    form.remove();
  });
});

describe('the focus', () => {
  test('goes to a field, not to a state that is about to be empty', async () => {
    companion.answers('session', 'lost');
    const form = await open('failed', html`<pay-form src="/pay" order=${tokenOf({})}></pay-form>`);
    await holds(() => expect(part(form, '[part=button]').textContent).toContain('Try again'));
    // Each wait has its own two seconds before it is put into words.
    await new Promise((done) => setTimeout(done, 2_050));
    companion.answers('session', 'held');
    let answer: () => void = () => {};
    companion.held = new Promise((done) => (answer = done));
    part(form, '[part=button]').focus();
    part(form, '[part=button]').click();
    await reaches(form, 'loading');
    expect(text(form, '[part=base]')).not.toContain('Connecting');
    await holds(() => expect(text(form, '[part=base]')).toContain('Connecting'));
    companion.session();
    answer();
    await reaches(form, 'ready');
    await holds(() => expect(focused(form)).toBe('number'));
  });
});

describe('after a decline', () => {
  test('the summary of faults is shown in its place', async () => {
    companion.session({ customerFields: ['email'] }).answers('payments', { body: declined() });
    const form = await open();
    fill(form);
    put(form, 'email', 'olena@shop.example');
    await press(form);
    await reaches(form, 'failed');
    await holds(() => expect(text(form, '[role=alert]')).not.toBe(''));
    put(form, 'email', 'olena');
    await press(form);
    await holds(() => expect(text(form, '[role=alert]')).toContain('need attention'));
    expect(fault(form, 'cvv')).not.toBe('');
  });
});

test('the language that a page sets later is that of the amount, too', async () => {
  const form = await open();
  companion.session({ order: { ...session().order, amountText: '10,00 €' } });
  form.lang = 'de';
  await holds(() => expect(text(form, '[part=submit]')).toBe('10,00 € bezahlen'));
  expect(companion.of('session').at(-1)?.language).toBe('de');
});

test('a language that something else in the page is in changes nothing', async () => {
  const form = await open();
  const other = form.parentElement?.appendChild(document.createElement('p'));
  other?.setAttribute('lang', 'de');
  await new Promise((done) => setTimeout(done, 20));
  expect(companion.of('session')).toHaveLength(1);
});

test('a card number is no phone number', async () => {
  companion.session({ customerFields: ['phone'] });
  const form = await open();
  fill(form);
  put(form, 'phone', PAN);
  expect(form.checkValidity()).toBe(false);
  put(form, 'phone', '+380 50 123 45 67');
  expect(form.checkValidity()).toBe(true);
});
