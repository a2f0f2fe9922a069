import { describe, expect, test } from 'vitest';
import { backoff } from './checkout.ts';
import { environment } from '../environment.ts';
import {
  type Answer,
  declined,
  LATER,
  payment,
  problem,
  session,
  toBank,
} from '../testing/fake-companion.ts';
import {
  act,
  comeBack,
  companion,
  details,
  isIdle,
  open,
  reaches,
  see,
  turn,
  useCompanion,
} from '../testing/form-harness.ts';
import type { PayForm } from '../pay-form.ts';
import { waitUntil } from '../testing/wait.ts';

/** A payment on its way from the tag over the companion to its end. */

useCompanion();

const success = payment({ status: 'success' });
const expired = problem(401, 'order-token-expired');
const results = () => details('pay-result').map((one) => one.payment.status);
const keys = () => companion.of('payments').map(({ key }) => key);

async function pay(): Promise<PayForm> {
  const form = await open();
  await act.pay(form);
  await waitUntil(() => keys().length);
  return form;
}

/** The page is kept by the browser, and shown again. */
function leaveAndComeBack(): void {
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  comeBack();
}

function setOnline(onLine: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: onLine });
  if (!onLine) return;
  Reflect.deleteProperty(navigator, 'onLine');
  dispatchEvent(new Event('online'));
}

/** Everything has happened that would happen without a network. */
const passed = () => environment.pause(0, new AbortController().signal);

describe('without a network', () => {
  test('a success is shown, and the browser leaves when the network is back', async () => {
    companion.answers('payments', { body: success });
    setOnline(false);
    await reaches(await pay(), 'done');
    await passed();
    expect(companion.left).toEqual([]);
    setOnline(true);
    await waitUntil(() => companion.left.length);
    expect(companion.left).toEqual(['/pay/return/p-1']);
  });

  test('a tag that is removed after a success leads nowhere later', async () => {
    companion.answers('payments', { body: success });
    setOnline(false);
    const form = await pay();
    await reaches(form, 'done');
    form.remove();
    await turn();
    setOnline(true);
    await passed();
    expect(companion.left).toEqual([]);
  });
});

describe('a payment that is followed', () => {
  test('is asked for at once, and after a failed poll with growing pauses', async () => {
    const pauses: number[] = [];
    environment.pause = async (ms) => void pauses.push(ms);
    companion.session({ payment: payment() });
    const end = { body: payment({ status: 'success', ...LATER }) };
    companion.answers('poll', 'lost', problem(502, 'gateway-refused'), 'lost', { body: payment() }, end);
    await open('done');
    expect(pauses.slice(0, 5)).toEqual([0, 1000, 2000, 4000, 1000]);
    expect(results()).toEqual(['success']);
    expect(companion.of('poll')[0]?.path).toContain('&since=2030-01-01T00%3A00%3A00.000Z');
  });

  test('leads to the bank when the bank asks for a confirmation later', async () => {
    companion.answers('payments', { body: payment() });
    companion.answers('poll', { body: payment({ ...toBank, ...LATER }) }, 'never');
    await pay();
    await waitUntil(() => companion.left.length);
    expect(companion.left).toEqual([toBank.action.url]);
  });

  test('is reported to a page that keeps the customer while the bank confirms', async () => {
    companion.answers('payments', { body: payment(toBank) });
    companion.answers('poll', { body: payment({ status: 'success', ...LATER }) });
    document.addEventListener('pay-action', (event) => event.preventDefault(), { once: true });
    await reaches(await pay(), 'done');
    expect(results()).toEqual(['success']);
    expect(companion.left).not.toContain(toBank.action.url);
  });

  test('that can no longer be read, a day after the order token has expired, is still being checked', async () => {
    companion.session({ payment: payment() }).answers('poll', expired);
    const form = await open('waiting');
    await waitUntil(() => details('pay-error').length);
    await passed();
    expect(details('pay-error').map((one) => one.problem.code)).toEqual(['order-token-expired']);
    expect(details('pay-expired')).toHaveLength(1);
    expect(companion.of('poll')).toHaveLength(1);
    expect([form.phase, see.alert(form)]).toEqual(['waiting', '']);
  });

  test('behind a payment link keeps the id under which it was begun', async () => {
    const here = payment({ id: 'p-own', createdAt: LATER.updatedAt });
    companion.answers('payments', { body: here }).answers('poll', 'never');
    const form = await pay();
    await reaches(form, 'waiting');
    companion.session({ payment: { ...here, id: 'link.1', status: 'success' } });
    leaveAndComeBack();
    await reaches(form, 'done');
    await waitUntil(() => companion.left.length);
    expect(companion.left).toEqual(['/pay/return/p-own']);
  });

  test('stays on the page after a reset', async () => {
    companion.session({ payment: payment() });
    const form = await open('waiting');
    form.reset();
    expect(form.phase).toBe('waiting');
  });
});

test('a paid order is neither reported nor left when the page opens; a button leads back to the shop', async () => {
  companion.session({ payment: success });
  const form = await open('done');
  expect([results(), companion.left]).toEqual([[], []]);
  see.part(form, '[part=button]').click();
  expect(companion.left).toEqual(['/pay/return/p-1']);
});

describe('an answer that comes after', () => {
  const ofFirst = { body: payment({ orderId: 'o-0', status: 'success' }) };

  test('another order was set is reported, and leads nowhere', async () => {
    const answer = companion.hold('payments', ofFirst);
    const form = await pay();
    form.order = 'second';
    await reaches(form, 'ready');
    answer();
    await waitUntil(() => results().length);
    expect([results(), companion.left, form.phase, form.payment]).toEqual([['success'], [], 'ready', null]);
  });

  test('the page was left and shown again is shown, once', async () => {
    const answer = companion.hold('payments', { body: success });
    const form = await pay();
    leaveAndComeBack();
    await reaches(form, 'ready');
    companion.session({ payment: success });
    answer();
    await reaches(form, 'done');
    expect(results()).toEqual(['success']);
  });

  test('the page has shown its payment changes nothing, and the browser still leaves', async () => {
    const answer = companion.hold('payments', { body: success });
    const form = await pay();
    setOnline(false);
    companion.answers('session', { body: session({ payment: success }) }, 'lost');
    leaveAndComeBack();
    await reaches(form, 'done');
    answer();
    await passed();
    setOnline(true);
    await waitUntil(() => companion.left.length);
    expect([form.phase, companion.left]).toEqual(['done', ['/pay/return/p-1']]);
  });

  test('the tag was removed loads nothing', async () => {
    const answer = companion.hold('payments', { body: success });
    const form = await pay();
    form.remove();
    await turn();
    answer();
    await open();
    expect(companion.of('session')).toHaveLength(2);
  });
});

test.each<[string, Answer, boolean, string]>([
  ['a lost answer', 'lost', false, 'the same'],
  ['a lost answer and a changed card', 'lost', true, 'the same'],
  ['a refusal', problem(503, 'gateway-unreachable'), false, 'the same'],
  ['a refusal and a changed card', problem(503, 'gateway-unreachable'), true, 'another'],
  ['a decline', { body: declined() }, true, 'another'],
  ['a refused key', problem(422, 'idempotency-key-reused'), false, 'another'],
])('the idempotency key after $0 is $3', async (_after, answer, changed, which) => {
  companion.answers('payments', answer);
  const form = await pay();
  await isIdle(form);
  if (changed) act.put(form, 'cvv', '456');
  await act.press(form);
  await waitUntil(() => keys().length === 2);
  expect(keys()[0] === keys()[1] ? 'the same' : 'another').toBe(which);
});

test('pauses between failed polls double from one second to thirty', () => {
  expect([0, 1, 2, 4, 5, 50].map(backoff)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000]);
});

test('a success while a field has the focus asks for no second update, of which Lit warns developers', async () => {
  const { litIssuedWarnings: issued = new Set() } = globalThis as { litIssuedWarnings?: Set<string> };
  issued.clear();
  companion.answers('payments', { body: success });
  const form = await open();
  act.fillAll(form);
  see.input(form, 'cvv').focus();
  see.input(form, 'cvv').form?.requestSubmit();
  await reaches(form, 'done');
  expect(form.shadowRoot?.activeElement?.className).toContain('panel');
  expect([...issued].filter((one) => one.includes('change-in-update'))).toEqual([]);
});
