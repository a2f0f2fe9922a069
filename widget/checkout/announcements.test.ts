import { afterEach, describe, expect, test, vi } from 'vitest';
import type { PayForm } from '../pay-form.ts';
import { payment, session } from '../testing/fake-companion.ts';
import { act, companion, open, see, useCompanion } from '../testing/form-harness.ts';
import { holds } from '../testing/wait.ts';

/** What a screen reader says by itself: each new text of a live region. */

useCompanion();
afterEach(() => vi.useRealTimers());

const CONTACT = ['firstName', 'lastName', 'email', 'phone'] as const;

/** Collects what a live region says from now on. */
function said(form: PayForm, role: 'alert' | 'status'): string[] {
  const texts: string[] = [];
  const region = see.part(form, `[role=${role}]`);
  new MutationObserver(() => {
    const text = region.textContent.trim();
    if (text && text !== texts.at(-1)) texts.push(text);
  }).observe(region, { subtree: true, childList: true, characterData: true });
  return texts;
}

describe('after an attempt to pay', () => {
  test('the number of invalid fields is told once, and then only shown, until the next attempt', async () => {
    companion.session({ customerFields: [...CONTACT] });
    const form = await open();
    const alerts = said(form, 'alert');
    await act.press(form);
    await holds(() => expect(alerts).toEqual(['7 fields need attention']));
    act.fill(form);
    await form.updateComplete;
    expect(see.text(form, '[part=message]')).toBe('4 fields need attention');
    expect(see.part(form, '[part=message]').role).toBeNull();
    await see.isAccessible(form);
    for (const name of CONTACT.slice(0, 3))
      act.put(form, name, name === 'email' ? 'olena@shop.example' : 'Olena');
    await form.updateComplete;
    await act.press(form);
    await holds(() => expect(alerts).toEqual(['7 fields need attention', '1 field needs attention']));
  });

  test('“Paid” and its amount are said once, and the focus is on nothing that repeats them', async () => {
    companion.answers('payments', { body: payment({ status: 'success' }) });
    const form = await open();
    const states = said(form, 'status');
    form.addEventListener('pay-result', (event) => event.preventDefault());
    act.fill(form);
    see.input(form, 'cvv').focus();
    await act.press(form, 'done');
    await holds(() => expect(states).toEqual(['Processing…', 'Paid €10.00']));
    const focused = form.shadowRoot?.activeElement as HTMLElement;
    expect([focused.className, focused.role]).toEqual(['panel', null]);
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

test('the form and its group have names of their own', async () => {
  companion.session({ ...session(), customerFields: ['email'] });
  const form = await open();
  const names = [see.part(form, 'form').ariaLabel, see.text(form, 'legend')];
  expect(new Set(names).size).toBe(2);
});
