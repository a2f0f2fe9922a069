import { expect, test } from 'vitest';
import { HOSTED_URL, hostedPage, payment, problem, session } from './testing/fake-companion.ts';
import { act, companion, details, openTag, see, useCompanion } from './testing/form-harness.ts';
import { waitUntil } from './testing/wait.ts';

useCompanion();

const open = (phase?: string) => openTag('pay-button', phase);
const opensPage = () => companion.answers('hosted', hostedPage());

test('leads to the hosted page, once', async () => {
  opensPage();
  const button = await open();
  expect(see.text(button, '[part=submit]')).toBe('Pay €10.00');
  await see.isAccessible(button);
  await act.press(button);
  await act.press(button, 'action');
  expect(companion.of('hosted')).toHaveLength(1);
  expect(companion.left).toEqual([HOSTED_URL]);
});

test('pays the order that the page sets in the task of the click', async () => {
  opensPage();
  const button = await open();
  button.order = 'other';
  await act.press(button);
  await waitUntil(() => companion.left.length);
  expect(companion.of('hosted').map(({ authorization }) => authorization)).toEqual(['Bearer other']);
});

test('continues with the page that is already open', async () => {
  companion.session({ payment: payment({ mode: 'hosted', status: 'init', action: { url: HOSTED_URL } }) });
  await act.press(await open());
  await waitUntil(() => companion.left.length);
  expect(companion.left).toEqual([HOSTED_URL]);
  expect(companion.of('hosted')).toEqual([]);
});

test('reports what the order token lacks, and leads to the page of the companion that asks for it', async () => {
  companion.session({ hostedCustomerFields: ['email', 'phone'] });
  const button = await open('failed');
  expect(details('pay-error').map((one) => one.problem.detail)).toEqual([
    'The order token must state order.customer.email, order.customer.phone.',
  ]);
  expect(see.alert(button)).toBe('');
  expect(see.text(button, '[part=submit]')).toBe('Pay €10.00');
  const form = button.shadowRoot?.querySelector('form');
  expect([form?.method, form?.action]).toEqual(['post', `${new URL(button.src, document.baseURI)}/hosted`]);
  expect([...new FormData(form ?? undefined)]).toEqual([['order', button.order]]);
  await see.isAccessible(button);
});

test('shows the form inside instead, if there is one', async () => {
  companion.session({ hostedCustomerFields: ['email'] });
  const button = await open('failed');
  button.innerHTML = '<form method="post"><input name="email"></form>';
  const own = button.shadowRoot?.querySelector<HTMLElement>('[part=submit]');
  await waitUntil(() => own?.checkVisibility() === false);
});

test('of an order that reserves money says so', async () => {
  companion.session({ order: { ...session().order, method: 'auth' } });
  expect(see.text(await open(), '[part=submit]')).toBe('Reserve €10.00');
});

test('says that a lookup needs a card, which cannot be typed here', async () => {
  companion.session({ order: { ...session().order, method: 'lookup' } });
  const button = await open('failed');
  expect(details('pay-error').map((one) => one.problem.code)).toEqual(['card-needed']);
  expect(button.shadowRoot?.querySelector('button')).toBeNull();
  await waitUntil(() => see.alert(button).includes('needs a card'));
});

test('can be pressed again after a refusal that may pass', async () => {
  companion.answers('hosted', problem(503, 'gateway-unreachable'));
  const button = await open();
  await act.press(button);
  await waitUntil(() => see.alert(button).includes('Nothing was charged'));
  see.part(button, '[part=submit]');
});

test('does nothing while it is disabled', async () => {
  const button = await open();
  button.disabled = true;
  await button.updateComplete;
  await act.press(button);
  expect(companion.of('hosted')).toEqual([]);
});
