import { describe, expect, test } from 'vitest';
import { declined, payment, session, toBank, tokenOf } from '../testing/fake-companion.ts';
import { act, companion, details, open, reaches, see, useCompanion } from '../testing/form-harness.ts';
import { holds } from '../testing/wait.ts';

/** What a page or a customer does in the middle of something else. */

useCompanion();

describe('another order', () => {
  test.each([['whose fields cannot be guessed', { rules: { anything: true } }]])(
    '%s never stands under the amount of the one before',
    async (_, more) => {
      const form = await open('ready', { order: tokenOf({}) });
      expect(see.text(form, '[part=submit]')).toContain('10.00');
      companion.answers('session', 'never');
      form.order = tokenOf({ id: 'o-2', amount: '99.00', ...more });
      await form.updateComplete;
      expect(see.text(form, '[part=submit]')).toContain('99.00');
      expect(see.text(form, '[part=submit]')).not.toContain('10.00');
    },
  );

  test('takes along what the customer typed of themselves, also after a refresh', async () => {
    companion.session({ customerFields: ['email'] });
    const form = await open();
    act.put(form, 'email', 'olena@shop.example');
    const order = { ...session().order, id: 'o-2' };
    companion.session({ customerFields: ['email'], order });
    form.order = 'second';
    await holds(() => expect(companion.of('session')).toHaveLength(2));
    await reaches(form, 'ready');
    form.remove();
    const again = await open('ready', { order: 'second' });
    expect(see.input(again, 'email').value).toBe('olena@shop.example');
  });
});

describe('while a payment is on its way', () => {
  test.each([
    ['another mode', (form: HTMLElement) => form.setAttribute('mode', 'direct')],
    ['a move in the page', (form: HTMLElement) => document.body.append(form)],
  ])('%s does not lose its answer', async (_, change) => {
    const answer = companion.hold('payments');
    const form = await open();
    await act.pay(form, 'submitting');
    change(form);
    await form.updateComplete;
    companion.answers('payments', { body: payment(toBank) });
    answer();
    await holds(() => expect(companion.left).toEqual([toBank.action.url]));
    expect(details('pay-action')).toHaveLength(1);
    form.remove();
  });
});

describe('after a decline', () => {
  test('the summary of faults is shown in its place', async () => {
    companion.session({ customerFields: ['email'] }).answers('payments', { body: declined() });
    const form = await open();
    act.fill(form);
    act.put(form, 'email', 'olena@shop.example');
    await act.press(form, 'failed');
    await holds(() => expect(see.alert(form)).not.toBe(''));
    act.put(form, 'email', 'olena');
    await act.press(form);
    await holds(() => expect(see.alert(form)).toContain('need attention'));
    expect(see.fault(form, 'cvv')).not.toBe('');
  });
});
