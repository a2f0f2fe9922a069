import { describe, expect, test } from 'vitest';
import type { CardBrand } from '../server/contract/card.ts';
import type { PaymentView } from '../server/contract/checkout-api.ts';
import type { CustomerField } from '../server/contract/customer-inputs.ts';
import { declined, payment, tokenOf } from './testing/fake-companion.ts';
import { act, companion, details, heard, open, PAN, see, useCompanion } from './testing/form-harness.ts';
import { waitUntil } from './testing/wait.ts';

useCompanion();

describe('before paying', () => {
  test('asks only for the card if the session asks for no more, and shows the amount', async () => {
    const form = await open();
    const names = see.all<HTMLInputElement>(form, 'input').map(({ name }) => name);
    expect(names).toEqual(['number', 'expiry', 'cvv']);
    expect(see.text(form, '[part=submit]')).toBe('Pay €10.00');
    expect(companion.of('session')[0]?.authorization).toBe('Bearer tok');
    expect(details('pay-ready')).toHaveLength(1);
  });

  test('asks the customer fields of the session, each with label and autocomplete token', async () => {
    const all = ['firstName', 'lastName', 'email', 'phone', 'birthday', 'taxId'] as const;
    companion.session({ customerFields: [...all] });
    const form = await open();
    const inputs = see.all<HTMLInputElement>(form, 'input');
    expect(inputs.map((input) => `${input.name} ${input.getAttribute('autocomplete')}`)).toEqual([
      'number cc-number',
      'expiry cc-exp',
      'cvv cc-csc',
      'firstName given-name',
      'lastName family-name',
      'email email',
      'phone tel',
      'birthday bday',
      'taxId off',
    ]);
    expect(inputs.every(({ labels }) => labels?.[0]?.textContent)).toBe(true);
    await see.isAccessible(form);
  });

  test('stands before the companion has answered, as its token says, and puts a long wait into words', async () => {
    companion.answers('session', 'never');
    const order = tokenOf({ customer: { email: 'a@b.ua' }, method: 'auth', brands: ['visa'] });
    const form = await open('loading', { order });
    const names = see.all<HTMLInputElement>(form, 'input').map(({ name }) => name);
    expect(names).toEqual(['number', 'expiry', 'cvv', 'firstName', 'lastName', 'phone']);
    expect(see.text(form, '[part=submit]')).toBe('Reserve €10.00');
    expect(see.part(form, '[part=brands]').getAttribute('aria-label')).toBe('Accepted cards: Visa');
    await see.isAccessible(form);
    await waitUntil(() => see.text(form, '[role=status]') === 'Connecting…', 'a word');
  });

  test('what is sent before the companion has answered waits for its answer', async () => {
    companion.answers('session', 'never');
    companion.answers('payments', { body: payment({ status: 'success' }) });
    const form = await open('loading', { order: tokenOf({ method: 'lookup' }) });
    act.fill(form);
    const sent = form.submit();
    await form.updateComplete;
    expect(see.part(form, '[part=submit]').getAttribute('aria-disabled')).toBe('true');
    expect(companion.of('payments')).toHaveLength(0);
    companion.session();
    form.order = 'other';
    await sent;
    expect(companion.of('payments').map(({ authorization }) => authorization)).toEqual(['Bearer other']);
  });

  test('shows nothing of what stands inside it for pages without JavaScript', async () => {
    const form = await open();
    form.innerHTML = '<form>old</form>';
    expect(form.querySelector('form')?.getClientRects()).toHaveLength(0);
  });
});

describe('the methods', () => {
  test('checkValidity shows nothing, reportValidity does', async () => {
    const form = await open();
    expect(form.checkValidity()).toBe(false);
    await form.updateComplete;
    expect(see.fault(form, 'number')).toBe('');
    expect(form.reportValidity()).toBe(false);
    expect(see.fault(form, 'number')).toBe('Enter the card number');
  });

  test('focus goes to the first field, or to the first faulty one', async () => {
    const form = await open();
    form.focus();
    expect(see.focused(form)).toBe('number');
    act.put(form, 'number', PAN);
    form.reportValidity();
    see.input(form, 'cvv').focus();
    form.focus();
    expect(see.focused(form)).toBe('expiry');
  });
});

test('no event, attribute or property carries a card number or a CVV', async () => {
  companion.answers('payments', { body: declined() }, 'lost', { body: payment({ status: 'success' }) });
  const form = await open();
  for (let tries = 0; tries < 3; tries += 1) {
    act.fill(form);
    act.put(form, 'cvv', '987');
    await act.press(form);
    await waitUntil(() => form.phase !== 'submitting');
  }
  expect(new Set(heard.map(({ name }) => name))).toEqual(
    new Set(['pay-ready', 'pay-change', 'pay-submit', 'pay-error', 'pay-result']),
  );
  const own = Object.entries(form).filter(([, value]) => typeof value !== 'object');
  const seen = JSON.stringify([heard, own, form.payment, form.outerHTML, form.shadowRoot?.innerHTML]);
  expect(seen).not.toMatch(/4242 ?4242 ?4242|(?<!\d)987(?!\d)/);
});

/** A page may stay open while its companion is updated. */
describe('of a newer companion', () => {
  test('a customer field that the tag does not know is left out, and the companion decides', async () => {
    companion.session({ customerFields: ['firstName', 'middleName' as CustomerField] });
    companion.answers('payments', { body: payment({ status: 'success' }) });
    const form = await open();
    act.fill(form);
    act.put(form, 'firstName', 'Anna');
    await act.press(form, 'done');
    expect(companion.of('payments')[0]?.body).toMatchObject({ customer: { firstName: 'Anna' } });
  });

  test('a card brand that the tag does not know has a plain chip', async () => {
    companion.session({ brands: ['visa', 'dankort' as CardBrand] });
    const form = await open();
    expect(see.part(form, '.brands').getAttribute('aria-label')).toBe('Accepted cards: Visa, Dankort');
    expect(form.shadowRoot?.querySelectorAll('.brands svg')).toHaveLength(2);
    expect(see.input(form, 'number').value).toBe('');
  });

  test('a payment status that the tag does not know is waited for', async () => {
    companion.session({ payment: payment({ status: 'held' as PaymentView['status'] }) });
    const form = await open('waiting');
    expect(see.text(form, '[role=status]')).not.toBe('');
  });
});
