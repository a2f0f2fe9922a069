import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CUSTOMER } from '../../server/contract/testing/fixtures.ts';
import { environment } from '../environment.ts';
import { declined, LATER, payment, problem, session, toBank, tokenOf } from '../testing/fake-companion.ts';
import {
  act,
  comeBack,
  companion,
  details,
  heard,
  open,
  reaches,
  see,
  useCompanion,
} from '../testing/form-harness.ts';
import type { PayForm } from '../pay-form.ts';
import { waitUntil } from '../testing/wait.ts';

useCompanion();

const expired = problem(401, 'order-token-expired');
const typed = (form: PayForm) => see.values(form, 'number', 'expiry', 'cvv', 'email');
const all = ['4242 4242 4242 4242', '01 / 40', '123', CUSTOMER.email];
let reloads: number;

beforeEach(() => {
  reloads = 0;
  environment.reload = () => void (reloads += 1);
  companion.session({ customerFields: ['email'] });
});

async function paysTooLate(): Promise<PayForm> {
  companion.answers('payments', expired, { body: payment({ status: 'success' }) });
  const form = await open();
  act.fillAll(form);
  await act.press(form, 'failed');
  return form;
}

describe('an order token that has run out when the customer pays', () => {
  test('is reported once, with everything typed still there, including the CVV, and without a promise that a reload would break', async () => {
    const form = await paysTooLate();
    expect(details('pay-expired')).toHaveLength(1);
    expect(see.part(form, 'form').hidden).toBe(false);
    expect(typed(form)).toEqual(all);
    expect(see.alert(form)).toBe('The time for this checkout has run out.');
    expect(see.text(form, '[part=submit]')).toBe('Start again');
    expect(form.shadowRoot?.querySelector('[part=button]')).toBeNull();
    expect(reloads).toBe(0);
  });

  test('gives way to a fresh one, and the card is sent without being typed again', async () => {
    const form = await paysTooLate();
    form.order = 'fresh';
    await reaches(form, 'ready');
    expect(see.alert(form)).toBe('');
    expect(typed(form)).toEqual(all);
    await act.press(form, 'done');
    const [first, second] = companion.of('payments');
    expect(second?.authorization).toBe('Bearer fresh');
    expect(second?.key).not.toBe(first?.key);
  });

  test('gives way to one that a listener sets at once', async () => {
    document.addEventListener('pay-expired', ({ target }) => ((target as PayForm).order = 'fresh'), {
      once: true,
    });
    companion.answers('payments', expired);
    const form = await open();
    act.fillAll(form);
    await act.press(form);
    await waitUntil(() => companion.of('session').length === 2);
    await reaches(form, 'ready');
    expect(typed(form)).toEqual(all);
  });

  test('loads the page anew by the main button, unless the page takes the event over', async () => {
    const form = await paysTooLate();
    await act.press(form);
    expect([details('pay-expired').length, reloads]).toEqual([2, 1]);
    form.addEventListener('pay-expired', (event) => event.preventDefault());
    await act.press(form);
    expect([details('pay-expired').length, reloads]).toEqual([3, 1]);
    expect(companion.of('payments')).toHaveLength(1);
  });
});

test('an order token that has run out when the page opens is reported before the problem, and keeps what was typed meanwhile', async () => {
  const answer = companion.hold('session', expired, { body: session({ customerFields: ['email'] }) });
  const order = tokenOf({ customer: { firstName: 'A', lastName: 'B', phone: '1' } });
  const form = await open('loading', { order });
  act.fillAll(form);
  answer();
  await reaches(form, 'failed');
  expect(heard.map(({ name }) => name).slice(-2)).toEqual(['pay-expired', 'pay-error']);
  expect(typed(form)).toEqual(all);
  form.order = 'fresh';
  await reaches(form, 'ready');
  expect(typed(form)).toEqual(all);
});

describe('an order token that runs out while its payment is open', () => {
  const paid = { body: payment({ status: 'success', ...LATER, tokenExpired: true }) };
  const failed = { body: declined({ ...LATER, tokenExpired: true, canRetry: false }) };
  const texts = (form: PayForm) =>
    see
      .all(form, '[part=button],[part=submit]')
      .filter((one) => one.getClientRects().length)
      .map((one) => one.innerText);

  async function payForLong(changes = {}): Promise<PayForm> {
    companion.answers('payments', { body: payment(changes) }).answers('poll', 'never');
    const form = await open();
    act.stay(form, 'pay-action');
    act.fillAll(form);
    await act.press(form);
    await waitUntil(() => companion.of('poll').length);
    companion.answers('session', expired);
    return form;
  }

  test('is of no matter to the payer: the payment is being checked, and then paid', async () => {
    const form = await payForLong();
    const answer = companion.hold('poll', paid);
    comeBack();
    await reaches(form, 'waiting');
    expect(see.text(form, '[role=status]')).toBe('Waiting for your bank. This may take a minute.');
    expect([see.alert(form), texts(form)]).toEqual(['', []]);
    expect([details('pay-expired'), details('pay-error')]).toEqual([[], []]);
    answer();
    await reaches(form, 'done');
    await waitUntil(() => companion.left.length);
    expect([see.text(form, '[role=status]'), companion.left]).toEqual(['Paid €10.00', ['/pay/return/p-1']]);
    comeBack();
    await waitUntil(() => companion.of('session').length === 3);
    await reaches(form, 'done');
    expect([details('pay-expired'), reloads]).toEqual([[], 0]);
  });

  test('is told of once the payment has failed, with everything typed but the CVV still there', async () => {
    const form = await payForLong();
    companion.answers('poll', failed);
    comeBack();
    await waitUntil(() => details('pay-expired').length);
    await reaches(form, 'failed');
    const names = heard.map(({ name }) => name).filter((name) => !/change|ready|submit/.test(name));
    expect(names).toEqual(['pay-result', 'pay-result', 'pay-expired', 'pay-error']);
    expect(see.alert(form)).toBe('The time for this checkout has run out.');
    expect(see.part(form, 'form').hidden).toBe(false);
    expect(texts(form)).toEqual(['Start again']);
    expect(typed(form)).toEqual(['4242 4242 4242 4242', '01 / 40', '', CUSTOMER.email]);
    await see.isAccessible(form);
    form.order = 'fresh';
    companion.session({ customerFields: ['email'], payment: declined() });
    await waitUntil(() => companion.asked.at(-1)?.authorization === 'Bearer fresh');
    expect(reloads).toBe(0);
  });

  test('still leads to the bank, where the customer has to confirm', async () => {
    const form = await payForLong(toBank);
    comeBack();
    await waitUntil(() => companion.of('poll').length === 2);
    await reaches(form, 'action');
    expect(texts(form)).not.toContain('Start again');
    see.part(form, '.panel [part=button]').click();
    expect(companion.left).toEqual([toBank.action.url]);
  });

  test('takes no other card, and shows the payment that is open instead', async () => {
    const form = await payForLong(toBank);
    await reaches(form, 'action');
    see.all(form, '.panel [part=button]')[1]?.click();
    await reaches(form, 'ready');
    act.fill(form);
    companion.answers('payments', expired);
    const answer = companion.hold('poll', paid);
    await act.press(form, 'action');
    expect(texts(form)).not.toContain('Start again');
    expect([details('pay-expired').length, details('pay-error').length]).toEqual([1, 1]);
    answer();
    await reaches(form, 'done');
  });

  test('leads on to a hosted page that nobody has touched, which is followed', async () => {
    const page = payment({ mode: 'hosted', status: 'init', ...toBank });
    companion.session({ customerFields: ['email'], payment: page }).answers('poll', 'never');
    const form = await open();
    companion.answers('session', expired);
    const answer = companion.hold('poll', paid);
    comeBack();
    await reaches(form, 'failed');
    expect(see.alert(form)).toBe('The time for this checkout has run out.');
    expect(see.part(form, 'form').hidden).toBe(true);
    expect(texts(form)).not.toContain('Start again');
    see.part(form, '[part=button]').click();
    expect(companion.left).toEqual([toBank.action.url]);
    answer();
    await reaches(form, 'done');
  });
});

describe('a page that the customer comes back to with an expired order token', () => {
  const before = { ...environment };
  beforeEach(() => void (environment.returned = () => 'p-1'));
  afterEach(() => void (environment.returned = before.returned));

  test('follows the payment that its address names, and not while the token is valid', async () => {
    await open();
    expect(companion.of('poll')).toEqual([]);
    companion.answers('session', expired);
    companion.answers('poll', { body: payment() }, { body: payment({ status: 'success', ...LATER }) });
    const form = await open('done');
    expect(companion.of('poll')[0]?.path).toContain('/payments/p-1?');
    expect(details('pay-expired')).toEqual([]);
    expect(see.text(form, '[role=status]')).toBe('Paid €10.00');
  });

  test.each([
    ['has failed', { body: declined({ tokenExpired: true }) }],
    ['is another order’s', problem(404, 'payment-not-found')],
  ])('says that the time has run out if that %s', async (_what, answer) => {
    companion.answers('session', expired).answers('poll', answer);
    const form = await open('failed');
    expect(see.alert(form)).toBe('The time for this checkout has run out.');
    expect(details('pay-expired')).toHaveLength(1);
    expect(companion.of('poll')).toHaveLength(1);
  });
});

test('a form that cannot be loaded keeps what was typed until it is', async () => {
  companion.answers('session', 'never');
  const order = tokenOf({});
  const form = await open('loading', { order });
  act.fill(form);
  companion.answers('session', 'lost', { body: session() });
  form.order = tokenOf({ description: 'Tea, again' });
  await reaches(form, 'failed');
  expect(see.part(form, 'form').hidden).toBe(true);
  see.part(form, '[part=button]').click();
  await reaches(form, 'ready');
  expect(see.input(form, 'number').value).toBe('4242 4242 4242 4242');
});
