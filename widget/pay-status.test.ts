import { fixture, fixtureCleanup, html } from '@open-wc/testing';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { define } from './define.ts';
import { declined, FakeCompanion, payment, problem } from './fake-companion.ts';
import type { PayStatus } from './pay-status.ts';
import { waitUntil } from './wait.ts';

define();

const toBank = { action: { url: 'https://bank.example/3ds' } };
let companion: FakeCompanion;
let results: string[];
const listen = (event: WindowEventMap['message'] | Event) => {
  results.push((event as CustomEvent<{ payment: { status: string } }>).detail.payment.status);
};

beforeEach(() => {
  companion = new FakeCompanion().session();
  results = [];
  document.addEventListener('pay-result', listen);
});
afterEach(() => {
  fixtureCleanup();
  companion.close();
  document.removeEventListener('pay-result', listen);
});

async function open(phase: string): Promise<PayStatus> {
  const status = await fixture<PayStatus>(html`<pay-status src="/pay" order="tok"></pay-status>`);
  await waitUntil(() => status.phase === phase);
  await new Promise((done) => setTimeout(done));
  await status.updateComplete;
  return status;
}

const inside = (status: PayStatus, selector: string) =>
  status.shadowRoot?.querySelector<HTMLElement>(selector);

test('follows a payment to its end and stays where it is', async () => {
  companion.session({ payment: payment() });
  companion.answers('news', { body: payment({ status: 'success', updatedAt: '2030-01-01T00:01:00.000Z' }) });
  const status = await open('done');
  expect(inside(status, '[role=status]')?.textContent).toBe('Paid');
  expect(inside(status, '[part=amount]')?.textContent).toBe('€10.00');
  expect(results).toEqual(['pending', 'success']);
  expect(companion.left).toEqual([]);
  expect((await axe.run(status)).violations).toEqual([]);
});

test.each([
  [403, 'origin-not-allowed'],
  [404, 'not-found'],
])('offers to ask again after a poll that is refused with %i', async (code, name) => {
  companion.session({ payment: payment() }).answers('news', problem(code, name));
  const status = await open('failed');
  companion.session({ payment: payment({ status: 'success' }) });
  inside(status, '[part=button]')?.click();
  await waitUntil(() => status.phase === 'done');
});

test('says why a payment failed', async () => {
  companion.session({ payment: declined() });
  const status = await open('failed');
  expect(inside(status, '[role=alert]')?.textContent).toContain('not enough money');
  expect(inside(status, 'form')).toBeNull();
});

test.each([
  ['leads on by itself where another attempt needs nothing', [], '', 1],
  ['leaves it to the page where another attempt needs something typed', ['email'], '', 0],
  ['shows the page’s own way on before its own', [], 'To the form', 0],
] as const)('%s', async (_, hostedCustomerFields, link, buttons) => {
  companion.session({ payment: declined(), hostedCustomerFields: [...hostedCustomerFields] });
  const status = await open('failed');
  status.textContent = link;
  const shown = [...(status.shadowRoot?.querySelectorAll('[part=button]') ?? [])].filter(
    (button) => button.getClientRects().length,
  );
  expect([shown.length, status.innerText]).toEqual([buttons, link]);
});

test.each([
  ['another attempt', 'failed', declined()],
  ['a hosted page that is open', 'ready', payment({ mode: 'hosted', status: 'init', ...toBank })],
] as const)('does not lead to %s while it is disabled', async (_, phase, has) => {
  companion.session({ payment: has });
  const status = await open(phase);
  status.disabled = true;
  await status.updateComplete;
  const button = inside(status, '[part=button]') as HTMLButtonElement;
  button.click();
  expect([button.disabled, companion.left, companion.of('hosted')]).toEqual([true, [], []]);
});

test('leads on with a payment that was sent, also while it is disabled', async () => {
  companion.session({ payment: payment(toBank) });
  const status = await open('action');
  status.disabled = true;
  await status.updateComplete;
  inside(status, '[part=button]')?.click();
  expect(companion.left).toEqual([toBank.action.url]);
});

test('offers to go on where the customer has to act', async () => {
  companion.session({ payment: payment({ action: { url: 'https://bank.example/3ds' } }) });
  const status = await open('action');
  expect(companion.left).toEqual([]);
  inside(status, 'button')?.click();
  expect(companion.left).toEqual(['https://bank.example/3ds']);
});

test.each([
  ['shows the page’s link to the form beside it', ['direct', 'hosted'], 'To the form', 'another card.'],
  ['shows no link where no card can be typed', ['hosted'], '', 'your bank'],
] as const)('a payment that waits to be confirmed %s', async (_, modes, link, last) => {
  companion.session({ payment: payment(toBank), modes: [...modes] });
  const status = await open('action');
  status.textContent = 'To the form';
  expect(status.innerText).toBe(link);
  expect(inside(status, '.panel')?.innerText.trim().split('\n').at(-1)).toContain(last);
  expect((await axe.run(status)).violations).toEqual([]);
});

test('says that nothing has been paid', async () => {
  const status = await open('ready');
  expect(inside(status, '[part=base]')?.textContent).toContain('Nothing has been paid yet.');
});

test('reports a result once, however often the page comes back', async () => {
  companion.session({ payment: payment({ status: 'success' }) });
  const status = await open('done');
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await waitUntil(() => companion.of('session').length === 2 && status.phase === 'done');
  expect(results).toEqual(['success']);
});

test('offers no way back to the current page', async () => {
  companion.session({ payment: payment({ status: 'success' }) });
  const status = await open('done');
  expect(inside(status, '[part=button]')).toBeNull();
});
