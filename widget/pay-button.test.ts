import { fixture, fixtureCleanup, html } from '@open-wc/testing';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { define } from './define.ts';
import { FakeCompanion, payment, problem, session } from './fake-companion.ts';
import type { PayButton } from './pay-button.ts';
import { waitUntil } from './wait.ts';

define();

const location = 'https://bank.example/page';
const offer = { mode: 'hosted', status: 'init', action: { url: location } } as const;
let companion: FakeCompanion;

beforeEach(() => {
  companion = new FakeCompanion().session();
});
afterEach(() => {
  fixtureCleanup();
  companion.close();
});

async function open(phase = 'ready'): Promise<PayButton> {
  const button = await fixture<PayButton>(html`<pay-button src="/pay" order="tok"></pay-button>`);
  await waitUntil(() => button.phase === phase);
  await button.updateComplete;
  return button;
}

const inside = (button: PayButton, selector: string) =>
  button.shadowRoot?.querySelector<HTMLElement>(selector);

test('leads to the hosted page, once', async () => {
  companion.answers('hosted', { body: { location, payment: payment({ ...offer, action: null }) } });
  const button = await open();
  expect(inside(button, '[part=submit]')?.textContent.trim()).toBe('Pay €10.00');
  expect((await axe.run(button)).violations).toEqual([]);
  inside(button, '[part=submit]')?.click();
  inside(button, '[part=submit]')?.click();
  await waitUntil(() => button.phase === 'action');
  expect(companion.of('hosted')).toHaveLength(1);
  expect(companion.left).toEqual([location]);
});

test('of an order that the page sets in the task of the click pays that order', async () => {
  companion.answers('hosted', { body: { location, payment: payment({ ...offer, action: null }) } });
  const button = await open();
  button.order = 'other';
  inside(button, '[part=submit]')?.click();
  await waitUntil(() => companion.left.length > 0);
  expect(companion.of('hosted').map(({ authorization }) => authorization)).toEqual(['Bearer other']);
});

test('continues with the page that is already open', async () => {
  companion.session({ payment: payment(offer) });
  const button = await open();
  inside(button, '[part=submit]')?.click();
  await waitUntil(() => companion.left.length > 0);
  expect(companion.left).toEqual([location]);
  expect(companion.of('hosted')).toEqual([]);
});

test('reports what the order token lacks, and shows the form inside, which asks for it', async () => {
  companion.session({ hostedCustomerFields: ['email', 'phone'] });
  const details: string[] = [];
  const listen = (event: Event & { detail?: { problem: { detail: string } } }) =>
    void details.push(event.detail?.problem.detail ?? '');
  document.addEventListener('pay-error', listen as EventListener);
  const button = await open('failed');
  document.removeEventListener('pay-error', listen as EventListener);
  expect(details).toEqual(['The order token must state order.customer.email, order.customer.phone.']);
  expect(inside(button, '[part=submit]')).toBeNull();
  expect(inside(button, '[role=alert]')?.textContent.trim()).toBe('');
  await waitUntil(() => inside(button, 'slot')?.textContent.includes('cannot be paid here'));
});

test('of an order that reserves money says so', async () => {
  companion.session({ order: { ...session().order, method: 'auth' } });
  const button = await open();
  expect(inside(button, '[part=submit]')?.textContent.trim()).toBe('Reserve €10.00');
});

test('says that a lookup needs a card, which cannot be typed here', async () => {
  companion.session({ order: { ...session().order, method: 'lookup' } });
  const codes: string[] = [];
  const listen = (event: HTMLElementEventMap['pay-error']) => void codes.push(event.detail.problem.code);
  document.addEventListener('pay-error', listen as EventListener);
  const button = await open('failed');
  document.removeEventListener('pay-error', listen as EventListener);
  expect(codes).toEqual(['card-needed']);
  expect(inside(button, 'button')).toBeNull();
  // Its words come later than the element.
  await waitUntil(() => inside(button, '[role=alert]')?.textContent.includes('needs a card'));
});

test('can be pressed again after a refusal that may pass', async () => {
  companion.answers('hosted', problem(503, 'gateway-unreachable'));
  const button = await open();
  inside(button, '[part=submit]')?.click();
  await waitUntil(() => inside(button, '[role=alert]')?.textContent.includes('Nothing was charged'));
  expect(inside(button, '[part=submit]')).not.toBeNull();
});

test('does nothing while it is disabled', async () => {
  const button = await open();
  button.disabled = true;
  await button.updateComplete;
  inside(button, '[part=submit]')?.click();
  expect(companion.of('hosted')).toEqual([]);
});
