import { describe, expect, test } from 'vitest';
import { CUSTOMER } from '../../server/contract/testing/fixtures.ts';
import { declined, payment, tokenOf } from '../testing/fake-companion.ts';
import { act, companion, open, openAndPay, reaches, see, useCompanion } from '../testing/form-harness.ts';
import type { PayForm } from '../pay-form.ts';
import { holds } from '../testing/wait.ts';

useCompanion();

const alert = (form: PayForm) => see.alert(form);

/** A filled form whose session is not answered until then. */
async function openHeld(): Promise<{ form: PayForm; answer: () => void }> {
  const answer = companion.hold('session');
  const form = await open('loading', { order: tokenOf({ customer: CUSTOMER }) });
  act.fill(form);
  return { form, answer };
}

describe('a decline', () => {
  test.each([
    ['4001', 'expiry', 'This card has expired'],
    ['4144', 'number', 'Check the card number'],
    ['4009', 'cvv', ''],
  ])('with %s leads to the field %s, which it marks if it is at fault', async (code, name, says) => {
    const form = await openAndPay('failed', { body: declined({ statusCode: code }) });
    expect([see.fault(form, name), see.focused(form)]).toEqual([says, name]);
    expect(form.shadowRoot?.querySelectorAll('[aria-invalid=true]')).toHaveLength(says ? 1 : 0);
    expect(alert(form)).not.toBe('');
    act.put(form, name, { expiry: '02/2041', number: '5555555555554444' }[name] ?? '456');
    await form.updateComplete;
    expect([see.fault(form, name), alert(form)]).toEqual(['', '']);
  });

  test('goes with the first change of the card, and stays while only the contact changes', async () => {
    companion.session({ customerFields: ['email'] });
    companion.answers('payments', { body: declined() });
    const form = await open();
    act.fillAll(form);
    await act.press(form, 'failed');
    act.put(form, 'email', 'a@b.com.ua');
    await form.updateComplete;
    expect(alert(form)).not.toBe('');
    act.put(form, 'cvv', '456');
    await form.updateComplete;
    expect([form.phase, alert(form)]).toEqual(['ready', '']);
  });

  test('gives its place to the summary of faults', async () => {
    companion.session({ customerFields: ['email'] }).answers('payments', { body: declined() });
    const form = await open();
    act.fillAll(form);
    await act.press(form, 'failed');
    await holds(() => expect(alert(form)).not.toBe(''));
    act.put(form, 'email', 'a');
    await act.press(form);
    await holds(() => expect(alert(form)).toContain('need attention'));
    expect(see.fault(form, 'cvv')).not.toBe('');
  });

  test.each([
    ['another language', (form: PayForm) => form.setAttribute('lang', 'de')],
    ['a move in the page', (form: PayForm) => form.parentElement?.append(form)],
    ['another mode', (form: PayForm) => form.setAttribute('mode', 'direct')],
    ['a fresh token', (form: PayForm) => form.setAttribute('order', 'fresh')],
  ])('that the customer has gone on from does not come back with %s', async (_what, change) => {
    companion.session({ payment: declined() });
    const form = await open('failed');
    act.fill(form);
    await reaches(form, 'ready');
    change(form);
    await holds(() => expect(companion.of('session')).toHaveLength(2));
    await reaches(form, 'ready');
    expect([alert(form), see.input(form, 'cvv').value]).toEqual(['', '123']);
  });

  test('is shown if it is not the one that the customer has dismissed', async () => {
    companion.session({ payment: declined() });
    const form = await open('failed');
    act.fill(form);
    companion.session({ payment: declined({ id: 'p-2' }) });
    form.lang = 'de';
    await reaches(form, 'failed');
    expect(see.input(form, 'cvv').value).toBe('');
  });

  test('that comes with the session leaves the code that was typed while it loaded, and the payment begins', async () => {
    const { form, answer } = await openHeld();
    await act.press(form);
    companion.session({ payment: declined() }).answers('payments', { body: payment() });
    answer();
    await holds(() => expect(companion.of('payments')).toHaveLength(1));
    expect(companion.of('payments')[0]?.body).toMatchObject({ card: { cvv: '123' } });
  });

  test('that comes with the session does not blame the card that was typed while it loaded', async () => {
    const { form, answer } = await openHeld();
    companion.session({ payment: declined({ statusCode: '4144' }) });
    answer();
    await reaches(form, 'failed');
    await holds(() => expect(alert(form)).not.toBe(''));
    expect(form.shadowRoot?.querySelectorAll('[aria-invalid=true]')).toHaveLength(0);
    expect(see.input(form, 'cvv').value).toBe('123');
  });

  test('that comes with the session and is final empties the code', async () => {
    const { form, answer } = await openHeld();
    companion.session({ payment: declined({ canRetry: false }) });
    answer();
    await reaches(form, 'failed');
    expect(see.input(form, 'cvv').value).toBe('');
  });
});
