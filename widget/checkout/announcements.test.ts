import { afterEach, describe, expect, test, vi } from 'vitest';
import { payment } from '../testing/fake-companion.ts';
import { act, announced, companion, open, reaches, see, useCompanion } from '../testing/form-harness.ts';
import { holds } from '../testing/wait.ts';

/** What a screen reader says by itself: each new text of a live region. */

useCompanion();
afterEach(() => vi.useRealTimers());

describe('after an attempt to pay', () => {
  test('the number of invalid fields is told once, and then only shown, until the next attempt', async () => {
    companion.session({ customerFields: ['firstName', 'lastName', 'email', 'phone'] });
    const form = await open();
    const alerts = announced(form, '[role=alert]');
    await act.press(form);
    await holds(() => expect(alerts).toEqual(['7 fields need attention']));
    act.fill(form);
    await form.updateComplete;
    expect(see.text(form, '[part=message]')).toBe('4 fields need attention');
    expect(see.part(form, '[part=message]').role).toBeNull();
    await see.isAccessible(form);
    act.fillAll(form);
    act.put(form, 'phone', '');
    await form.updateComplete;
    await act.press(form);
    await holds(() => expect(alerts).toEqual(['7 fields need attention', '1 field needs attention']));
  });

  test('the fields are dim, and then “Paid” and its amount are said once, and the focus is on nothing that repeats them', async () => {
    const answer = companion.hold('payments', { body: payment({ status: 'success' }) });
    const form = await open();
    const states = announced(form, '[role=status]');
    act.stay(form);
    act.fill(form);
    await act.type(form, 'cvv', '{Enter}');
    await expect.poll(() => getComputedStyle(see.part(form, '.box')).opacity).toBe('0.6');
    answer();
    await reaches(form, 'done');
    await holds(() => expect(states).toEqual(['Processing…', 'Paid €10.00']));
    const focused = form.shadowRoot?.activeElement as HTMLElement;
    expect([focused.className, focused.role, focused.tabIndex]).toEqual(['panel', null, -1]);
    expect(getComputedStyle(focused).outlineStyle).toBe('none');
    expect(see.part(form, '[part=amount]').ariaHidden).toBe('true');
  });

  test('that takes eight seconds, the customer is asked to stay', async () => {
    companion.answers('payments', 'never');
    const form = await open();
    act.fill(form);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    void form.submit();
    await holds(() => expect(form.phase).toBe('submitting'));
    vi.advanceTimersByTime(7_900);
    await form.updateComplete;
    expect(see.text(form, '[role=status]')).toBe('Processing…');
    vi.advanceTimersByTime(200);
    await form.updateComplete;
    expect(see.text(form, '[role=status]')).toBe('Please keep this page open.');
  });
});

test('the message about the fields stands between the wallets and the form', async () => {
  companion.waitingFor(60_000).session({ hostedMethods: ['apple-pay'] });
  const form = await open();
  await act.press(form);
  const order = ['.wallets', '[role=alert]', 'form'].map(
    (part) => see.part(form, part).getBoundingClientRect().top,
  );
  expect(order.toSorted((one, other) => one - other)).toEqual(order);
});
