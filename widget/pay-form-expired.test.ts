import { beforeEach, describe, expect, test } from 'vitest';
import { environment } from './environment.ts';
import { payment, problem, session, tokenOf } from './fake-companion.ts';
import { act, companion, details, heard, open, reaches, see, useCompanion } from './form-harness.ts';
import type { PayForm } from './pay-form.ts';
import { waitUntil } from './wait.ts';

useCompanion();

const expired = problem(401, 'order-token-expired');
const typed = (form: PayForm) => see.values(form, 'number', 'expiry', 'cvv', 'email');
const all = ['4242 4242 4242 4242', '01 / 40', '123', 'a@b.ua'];
let reloads: number;

beforeEach(() => {
  reloads = 0;
  environment.reload = () => void (reloads += 1);
  companion.session({ customerFields: ['email'] });
});

async function paysTooLate(): Promise<PayForm> {
  companion.answers('payments', expired, { body: payment({ status: 'success' }) });
  const form = await open();
  act.fill(form);
  act.put(form, 'email', 'a@b.ua');
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
    act.fill(form);
    act.put(form, 'email', 'a@b.ua');
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

describe('an order token that has run out when the page opens', () => {
  test('is reported before the problem, and keeps what was typed meanwhile', async () => {
    let answer = (_response: Response): void => {};
    const { fetch } = environment;
    environment.fetch = () => new Promise((done) => (answer = done));
    const order = tokenOf({ customer: { firstName: 'A', lastName: 'B', phone: '1' } });
    const form = await open('loading', { order });
    act.fill(form);
    act.put(form, 'email', 'a@b.ua');
    const refused = {
      type: '',
      title: '',
      status: 401,
      code: 'order-token-expired',
      detail: '',
      requestId: '',
    };
    answer(Response.json(refused, { status: 401 }));
    await reaches(form, 'failed');
    expect(heard.map(({ name }) => name).slice(-2)).toEqual(['pay-expired', 'pay-error']);
    expect(typed(form)).toEqual(all);
    environment.fetch = fetch;
    form.order = 'fresh';
    await reaches(form, 'ready');
    expect(typed(form)).toEqual(all);
  });

  test('shows the form once there is a fresh one, with the stored contact', async () => {
    const before = await open();
    act.put(before, 'email', 'a@b.ua');
    before.remove();
    companion.answers('session', expired, { body: session({ customerFields: ['email'] }) });
    const form = await open('failed');
    form.order = 'fresh';
    await reaches(form, 'ready');
    expect(see.input(form, 'email').value).toBe('a@b.ua');
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
