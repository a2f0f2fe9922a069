import { fixture, html } from '@open-wc/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { payment, session, toBank, tokenOf } from '../testing/fake-companion.ts';
import { act, companion, details, open, reaches, see, useCompanion } from '../testing/form-harness.ts';
import { PayForm } from '../pay-form.ts';
import { waitUntil } from '../testing/wait.ts';

useCompanion();

const paidWith = () => companion.of('payments').map(({ path, authorization }) => `${path} ${authorization}`);

beforeEach(() => void companion.answers('payments', 'never'));

describe('the order that is charged', () => {
  test('is the one that was set in the task of submit()', async () => {
    const form = await open();
    act.fill(form);
    form.order = 'second';
    form.setAttribute('src', '/other');
    void form.submit();
    await waitUntil(() => paidWith().length);
    expect(paidWith()).toEqual(['/other/payments Bearer second']);
  });

  test.each<[string, (form: PayForm, event: Event) => void, string[]]>([
    ['sets another order', (form) => (form.order = 'second'), ['/pay/payments Bearer second']],
    ['disables the tag', (form) => (form.disabled = true), ['/pay/payments Bearer tok']],
    ['moves the tag', (form) => document.body.append(form), ['/pay/payments Bearer tok']],
    ['submits again', (form) => void form.submit(), ['/pay/payments Bearer tok']],
    ['removes the order', (form) => form.removeAttribute('order'), []],
    ['removes the tag', (form) => form.remove(), []],
    ['cancels the event', (_form, event) => event.preventDefault(), []],
  ])('is as a listener of pay-submit leaves it, which %s', async (_what, listen, paid) => {
    const form = await open();
    form.addEventListener('pay-submit', (event) => listen(form, event));
    await act.pay(form);
    await waitUntil(() => paidWith().length === paid.length);
    // Another form asks after whatever this one would send.
    await open();
    expect(paidWith()).toEqual(paid);
    expect(details('pay-submit')).toHaveLength(1);
    form.remove();
  });

  test('is read without the spaces around it, which a header would not bear', async () => {
    const form = await open('ready', { src: '/pay ', order: ' tok\n' });
    await act.pay(form);
    await waitUntil(() => paidWith().length);
    expect(paidWith()).toEqual(['/pay/payments Bearer tok']);
  });

  test('is none if the new order asks for fields that are still empty', async () => {
    const form = await open();
    act.fill(form);
    form.addEventListener('pay-submit', () => {
      companion.session({ customerFields: ['email'] });
      form.order = 'second';
    });
    await form.submit();
    await form.updateComplete;
    expect(paidWith()).toEqual([]);
    expect(see.input(form, 'email').getAttribute('aria-invalid')).toBe('true');
  });

  test('is the last of several set in one task, and only its session is loaded', async () => {
    const form = await open();
    form.order = 'second';
    form.order = 'third';
    form.order = 'fourth';
    await waitUntil(() => companion.of('session').length > 1);
    expect(companion.of('session').map(({ authorization }) => authorization)).toEqual([
      'Bearer tok',
      'Bearer fourth',
    ]);
  });
});

test('a tag that loses its order shows no form, even if the token said what it asks', async () => {
  companion.answers('session', 'never');
  const order = tokenOf({});
  const form = await open('loading', { order });
  expect(see.text(form, '[part=submit]')).toBe('Pay €10.00');
  form.removeAttribute('order');
  await form.updateComplete;
  expect(form.shadowRoot?.querySelector('form')).toBeNull();
});

test('the mode that is set together with the order loads no second session', async () => {
  const form = Object.assign(document.createElement('pay-form'), { src: '/pay', order: 'tok' });
  (await fixture(html`<div></div>`)).append(form);
  form.mode = 'hosted';
  await reaches(form, 'ready');
  expect([companion.of('session').length, form.getAttribute('mode')]).toEqual([1, 'hosted']);
});

test('another order never stands under the amount of the one before, even if its fields cannot be guessed', async () => {
  const form = await open('ready', { order: tokenOf({}) });
  expect(see.text(form, '[part=submit]')).toBe('Pay €10.00');
  companion.answers('session', 'never');
  form.order = tokenOf({ id: 'o-2', amount: '99.00', rules: { anything: true } });
  await form.updateComplete;
  expect(see.text(form, '[part=submit]')).toBe('Pay €99.00');
});

test.each([
  ['another mode', (form: HTMLElement) => form.setAttribute('mode', 'direct')],
  ['a move in the page', (form: HTMLElement) => document.body.append(form)],
])('%s does not lose the answer to a payment that is on its way', async (_, change) => {
  const answer = companion.hold('payments', { body: payment(toBank) });
  const form = await open();
  await act.pay(form, 'submitting');
  change(form);
  await form.updateComplete;
  answer();
  await waitUntil(() => companion.left.length);
  expect([companion.left, details('pay-action').length]).toEqual([[toBank.action.url], 1]);
  form.remove();
});

test('what the page sets before the tag is defined counts', async () => {
  class LateForm extends PayForm {}
  const early = document.createElement('late-form') as PayForm;
  const messages = { pay: 'Kaufen: {}' };
  Object.assign(early, { src: '/pay', order: 'early', mode: 'hosted', disabled: true, messages });
  companion.session({ order: session().order, hostedCustomerFields: ['email'] });
  (await fixture(html`<div></div>`)).append(early);
  customElements.define('late-form', LateForm);
  await reaches(early, 'ready');
  expect(companion.of('session').map(({ authorization }) => authorization)).toEqual(['Bearer early']);
  expect(early.shadowRoot?.querySelectorAll('input')).toHaveLength(1);
  expect([early.messages, early.disabled, early.getAttribute('order')]).toEqual([messages, true, 'early']);
  early.mode = 'direct';
  early.disabled = false;
  await waitUntil(() => companion.of('session').length === 2);
  await waitUntil(() => early.shadowRoot?.querySelectorAll('input').length === 3);
  expect(see.text(early, '[part=submit]')).toBe('Kaufen: €10.00');
  act.put(early, 'number', '4242');
  expect(see.part(early, 'fieldset').matches(':disabled')).toBe(false);
});
