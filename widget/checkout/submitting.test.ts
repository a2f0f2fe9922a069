import { describe, expect, test } from 'vitest';
import { CUSTOMER } from '../../server/contract/testing/fixtures.ts';
import { declined, payment, problem, savedCard, toBank, tokenOf } from '../testing/fake-companion.ts';
import {
  act,
  card,
  companion,
  details,
  open,
  openAndPay,
  reaches,
  see,
  turn,
  useCompanion,
} from '../testing/form-harness.ts';
import { waitUntil } from '../testing/wait.ts';

useCompanion();

test('a number that a change event alone replaces after a refusal is paid with a new key', async () => {
  const form = await openAndPay('ready', problem(422, 'invalid-card', { errors: [] }), {
    body: payment({ status: 'success' }),
  });
  // Formatted already: otherwise the formatter adds an input event.
  see.input(form, 'number').value = '4111 1111 1111 1111';
  see.input(form, 'number').dispatchEvent(new Event('change', { bubbles: true }));
  await act.press(form);
  await waitUntil(() => companion.of('payments').length === 2);
  const [first, second] = companion.of('payments').map(({ key }) => key);
  expect(second).not.toBe(first);
});

test('the hosted page is not offered if the order takes only cards', async () => {
  companion.session({ modes: ['direct'] });
  expect(see.all(await open(), '[part=button]')).toEqual([]);
});

describe('submitting', () => {
  test('sends the card once, however often it is asked', async () => {
    companion.answers('payments', 'never');
    const form = await open();
    act.fill(form);
    void form.submit();
    void form.submit();
    await act.press(form);
    await act.press(form);
    expect(companion.of('payments')).toMatchObject([{ body: { card, customer: {} } }]);
    expect(companion.of('payments')[0]?.key).toMatch(/^[\w-]{8,64}$/);
    expect(see.part(form, '[part=submit]').getAttribute('aria-disabled')).toBe('true');
    expect(see.text(form, '[role=status]')).toBe('Processing…');
    await see.isAccessible(form);
  });

  test.each([
    ['[part=submit]', 'payments', ['submit']],
    ['form + button', 'hosted', ['button']],
  ] as const)('only the pressed button says that it works: %s', async (pressed, call, working) => {
    companion.answers(call, 'never');
    companion.session({ modes: ['direct', 'hosted'], savedCards: [savedCard('card-1')] });
    const form = await open();
    await waitUntil(() => form.shadowRoot?.querySelector('[part=remove]'));
    see.part(form, pressed).click();
    await reaches(form, 'submitting');
    const busy = see.all(form, 'button[aria-disabled=true]');
    expect(busy.map((one) => one.part.value)).toEqual(['remove', 'submit', 'button']);
    const works = busy.filter((one) => one.textContent.trim() === 'Processing…');
    expect(works.map((one) => one.part.value)).toEqual(working);
  });

  test('after a success shows it, wipes the card and goes to the shop', async () => {
    const done = payment({ status: 'success', receiptUrl: 'https://bank.example/r.pdf' });
    const form = await openAndPay('done', { body: done });
    expect(see.text(form, '[role=status]')).toBe('Paid €10.00');
    expect(see.text(form, '[part=amount]')).toBe('€10.00');
    expect(see.part(form, '[part=receipt]').getAttribute('href')).toBe('https://bank.example/r.pdf');
    expect([see.input(form, 'number').value, see.input(form, 'cvv').value]).toEqual(['', '']);
    await waitUntil(() => companion.left.length);
    expect(companion.left).toEqual(['/pay/return/p-1']);
    expect(details('pay-result')).toEqual([{ payment: done }]);
    expect(form.payment).toEqual(done);
    await see.isAccessible(form);
  });

  test.each([
    ['an order without a returnUrl', {}, false, []],
    ['a result that the page takes over', { returnUrl: 'https://shop.example/thanks' }, true, []],
    ['an order with a returnUrl', { returnUrl: 'https://shop.example/thanks' }, false, ['/pay/return/p-1']],
  ])('after a success stays or leaves: %s', async (_what, order, taken, left) => {
    companion.answers('payments', { body: payment({ status: 'success' }) });
    const form = await open('ready', { order: tokenOf(order) });
    if (taken) act.stay(form);
    await act.pay(form, 'done');
    await waitUntil(() => companion.left.length === left.length);
    await turn();
    expect(companion.left).toEqual(left);
    const back = form.shadowRoot?.querySelectorAll('[part=status] ~ [part=button]');
    expect(back).toHaveLength('returnUrl' in order ? 1 : 0);
  });

  test('never links to a receipt that is no web page', async () => {
    companion.session({ payment: payment({ status: 'success', receiptUrl: 'javascript:alert(1)' }) });
    const form = await open('done');
    expect(form.shadowRoot?.querySelector('a')).toBeNull();
  });

  test('after a decline says why, keeps all but the CVV, and pays with a new key', async () => {
    companion.session({ customerFields: ['email'] });
    companion.answers('payments', { body: declined() }, 'never');
    const form = await open();
    act.fillAll(form);
    await act.press(form, 'failed');
    expect(see.alert(form)).toContain('not enough money');
    expect([...see.card(form), see.input(form, 'email').value]).toEqual([
      '4242 4242 4242 4242',
      '01 / 40',
      '',
      CUSTOMER.email,
    ]);
    expect(details('pay-change').at(-1)).toEqual({ valid: false, complete: false, brand: 'visa' });
    await see.isAccessible(form);
    act.put(form, 'cvv', '456');
    await act.press(form);
    const [first, second] = companion.of('payments');
    expect(second?.key).not.toBe(first?.key);
    expect(see.alert(form)).toBe('');
  });

  test('shows beside the field what the companion found', async () => {
    const errors = [{ path: 'card.expYear', code: 'expired' }];
    const form = await openAndPay('ready', problem(422, 'invalid-input', { errors }));
    expect(see.fault(form, 'expiry')).toBe('This card has expired');
    expect(see.focused(form)).toBe('expiry');
  });

  test('leaves for 3-D Secure unless the page takes it over', async () => {
    await openAndPay('action', { body: payment(toBank) });
    expect(companion.left).toEqual([toBank.action.url]);
    expect(details('pay-action')).toEqual([toBank.action]);
    const kept = await open();
    act.stay(kept, 'pay-action');
    await act.pay(kept, 'action');
    expect(companion.left).toHaveLength(1);
    await see.isAccessible(kept);
  });

  test('refuses an address that is not safe', async () => {
    const form = await openAndPay('failed', { body: payment({ action: { url: 'javascript:alert(1)' } }) });
    expect(companion.left).toEqual([]);
    expect(details('pay-error')[0]?.problem.code).toBe('unsafe-action-url');
    expect(see.alert(form)).toContain('not safe');
  });

  test('leads to no page where one can pay while it is disabled', async () => {
    companion.session({ payment: payment({ mode: 'hosted', status: 'init', ...toBank }) });
    const form = await open('ready', { disabled: '' });
    const buttons = () => see.all<HTMLButtonElement>(form, '[part=button]');
    const live = () => buttons().filter((button) => !button.disabled);
    expect([buttons().length, live().length]).toEqual([2, 0]);
    buttons()[0]?.click();
    expect(companion.left).toEqual([]);
    form.disabled = false;
    await form.updateComplete;
    expect(live()).toHaveLength(2);
  });

  test('does nothing while it is disabled', async () => {
    const form = await open('ready', { disabled: '' });
    await act.pay(form);
    await form.submit();
    expect(companion.of('payments')).toEqual([]);
    expect(see.input(form, 'number').matches(':disabled')).toBe(true);
    form.disabled = false;
    await form.updateComplete;
    expect(form.hasAttribute('disabled')).toBe(false);
    expect(see.input(form, 'number').matches(':disabled')).toBe(false);
  });
});
