import { fixture, fixtureCleanup, html } from '@open-wc/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cdp, server } from 'vitest/browser';
import type { PaymentView } from '../../server/contract/checkout-api.ts';
import { environment } from '../environment.ts';
import { declined, HOSTED_URL, hostedPage, payment, toBank } from '../testing/fake-companion.ts';
import {
  act,
  companion,
  heard,
  open,
  PAN,
  reaches,
  see,
  turn,
  useCompanion,
} from '../testing/form-harness.ts';
import type { PayForm } from '../pay-form.ts';
import { waitUntil } from '../testing/wait.ts';

useCompanion();

describe('an order that has a payment', () => {
  test.each([
    ['waiting', payment(), 'Waiting for your bank'],
    ['waiting', payment({ status: 'unknown' }), 'do not pay again'],
    ['action', payment(toBank), 'confirm the payment'],
    ['done', payment({ status: 'success' }), 'Paid'],
    ['done', payment({ status: 'success', method: 'auth' }), 'Amount reserved'],
    ['done', payment({ status: 'success', method: 'lookup' }), 'Card confirmed'],
  ])('is %s and says so', async (phase, has, says) => {
    companion.session({ payment: has });
    const form = await open(phase);
    expect(see.text(form, '[role=status]')).toContain(says);
    expect(see.part(form, 'form').hidden).toBe(true);
    expect(companion.left).toEqual([]);
    await see.isAccessible(form);
  });

  test('shows why it failed for good, and the way back', async () => {
    companion.session({ payment: declined({ canRetry: false, statusCode: '4158' }) });
    const form = await open('failed');
    expect(see.alert(form)).toContain('Please call it');
    expect(see.part(form, 'form').hidden).toBe(true);
    see.part(form, '[part=button]').click();
    expect(companion.left).toEqual(['/pay/return/p-1']);
  });
});

test('the hosted page is used by a page that is no secure context', async () => {
  companion.session({ customerFields: ['firstName', 'email'], hostedCustomerFields: ['email'] });
  companion.answers('hosted', hostedPage());
  environment.secure = () => false;
  const form = await open();
  expect(form.shadowRoot?.querySelectorAll('input')).toHaveLength(1);
  expect(see.text(form, '[part=submit]')).toBe('Continue to payment');
  expect(see.text(form, 'form')).toContain('€10.00');
  await see.isAccessible(form);
  act.put(form, 'email', ' a@b.ua ');
  await act.press(form, 'action');
  expect(companion.of('hosted')[0]?.body).toEqual({ customer: { email: 'a@b.ua' } });
  expect(companion.left).toEqual([HOSTED_URL]);
});

describe('the life of the page', () => {
  test('card data is gone when the element is taken out, and all waiting ends', async () => {
    companion.session({ payment: payment() });
    const form = await open('waiting');
    see.input(form, 'number').value = PAN;
    form.remove();
    await waitUntil(() => see.input(form, 'number').value === '');
    await waitUntil(() => companion.of('poll').length === 1);
    document.body.append(form);
    await waitUntil(() => companion.of('session').length === 2);
    form.remove();
  });

  test('a first showing of the page loads nothing twice', async () => {
    await open();
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
    expect(companion.of('session')).toHaveLength(1);
  });
});

describe('a tag that lacks something', () => {
  const { error } = console;
  let lines: unknown[][];

  beforeEach(() => {
    lines = [];
    console.error = (...words: unknown[]) => void lines.push(words);
  });
  afterEach(() => {
    console.error = error;
    vi.useRealTimers();
  });

  test.each([
    [html`<pay-form></pay-form>`, '<pay-form> needs src and order'],
    [html`<pay-form src="/pay"></pay-form>`, '<pay-form> needs order'],
    [html`<pay-form order="tok"></pay-form>`, '<pay-form> needs src'],
    [html`<pay-button order="tok"></pay-button>`, '<pay-button> needs src'],
    [html`<pay-status src="/pay"></pay-status>`, '<pay-status> needs order'],
  ])('is reported once on the console', async (template, says) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const made = fixture(template);
    await vi.advanceTimersByTimeAsync(300);
    expect(lines).toEqual([[says]]);
    await vi.advanceTimersByTimeAsync(60_000);
    await made;
    expect(lines).toHaveLength(1);
  });

  test('is not reported if the order comes in time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const made = fixture<PayForm>(html`<pay-form src="/pay"></pay-form>`);
    await vi.advanceTimersByTimeAsync(100);
    (await made).order = 'tok';
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lines).toEqual([]);
  });
});

describe('a tag that is moved', () => {
  test.each([0, 5])(
    'keeps what was typed, also if it is out of the page for %i microtasks',
    async (ticks) => {
      const form = await open();
      act.fill(form);
      const { parentNode } = form;
      if (ticks) form.remove();
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      parentNode?.append(form);
      await turn();
      expect(see.card(form)).toEqual(['4242 4242 4242 4242', '01 / 40', '123']);
    },
  );

  test('keeps its styles on its way through a parsed document', async () => {
    const form = await open();
    see.input(form, 'number').focus();
    const { parentNode } = form;
    const look = () => [form.offsetHeight, form.shadowRoot?.adoptedStyleSheets.length];
    const before = look();
    new DOMParser().parseFromString('', 'text/html').body.append(form);
    parentNode?.append(form);
    await reaches(form, 'ready');
    expect(look()).toEqual(before);
  });
});

describe('a removed tag is collected as garbage: nothing of the page holds it', () => {
  /** A tag is filled, paid with and removed. */
  async function paidAndRemoved(
    attributes: Record<string, string>,
    phase: string,
  ): Promise<WeakRef<PayForm>> {
    const form = await open('ready', attributes);
    act.stay(form);
    await act.pay(form, phase);
    if ('challenge' in attributes) await waitUntil(() => form.shadowRoot?.querySelector('dialog'));
    form.remove();
    return new WeakRef(form);
  }

  // Only there can a test ask for the collection.
  test.skipIf(server.browser !== 'chromium').each<[string, Record<string, string>, PaymentView, string]>([
    ['a success', {}, payment({ status: 'success' }), 'done'],
    ['a wait for the bank', {}, payment(), 'waiting'],
    ['a success with saved cards', { 'save-card': '' }, payment({ status: 'success' }), 'done'],
    ['the bank’s dialog', { challenge: 'dialog' }, payment(toBank), 'action'],
  ])('after %s', async (_what, attributes, body, phase) => {
    companion.session({ savable: true }).answers('payments', { body }).answers('poll', 'never');
    const removed = await paidAndRemoved(attributes, phase);
    heard.length = 0;
    fixtureCleanup();
    await waitUntil(async () => {
      await cdp().send('HeapProfiler.collectGarbage');
      return removed.deref() === undefined;
    });
  });
});
