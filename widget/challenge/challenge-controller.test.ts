import { nextFrame } from '@open-wc/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { payment, problem, toBank } from '../testing/fake-companion.ts';
import { act, companion, details, open, reaches, see, useCompanion } from '../testing/form-harness.ts';
import type { PayForm } from '../pay-form.ts';
import { waitUntil } from '../testing/wait.ts';

useCompanion();
afterEach(() => void vi.restoreAllMocks());

const dialogs = (form: PayForm) => form.shadowRoot?.querySelectorAll('dialog').length;

describe('the bank’s page in a dialog', () => {
  async function openDialog(): Promise<PayForm> {
    companion.session({ payment: payment(toBank) });
    companion.answers('poll', 'never');
    const form = await open('action');
    form.challenge = 'dialog';
    see.part(form, '.panel [part=button]').click();
    await waitUntil(() => dialogs(form) === 1);
    return form;
  }

  test('goes with the end of the payment, however often it was asked for', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const form = await openDialog();
    see.part(form, '.panel [part=button]').click();
    await import('./challenge-dialog.ts');
    companion.session({ payment: payment({ status: 'success' }) });
    form.order = 'second';
    await waitUntil(() => dialogs(form) === 0);
  });

  test('follows the language of the form while it is open, and the page’s own texts', async () => {
    const form = await openDialog();
    const title = () => see.part(form, 'dialog h2').textContent;
    form.messages = { dialog: { title: 'Your bank, please', close: 5 as unknown as string } };
    await waitUntil(() => title() === 'Your bank, please');
    expect(see.part(form, '[part=dialog-close]').getAttribute('aria-label')).toBe('Close');
    form.messages = null;
    form.lang = 'ar';
    await waitUntil(() => title() === 'تأكيد عملية الدفع');
    expect([see.part(form, 'dialog').lang, see.part(form, 'dialog').dir]).toEqual(['ar', 'rtl']);
    expect(dialogs(form)).toBe(1);
  });

  test('goes with the element, and opens again where it comes back', async () => {
    const form = await openDialog();
    const { parentElement } = form;
    form.remove();
    expect(dialogs(form)).toBe(0);
    expect(getComputedStyle(document.documentElement).overflowY).not.toBe('hidden');
    parentElement?.append(form);
    await reaches(form, 'action');
    see.part(form, '.panel [part=button]').click();
    await waitUntil(() => dialogs(form) === 1);
    form.remove();
    expect(companion.left).toEqual([]);
  });
});

describe('an order token that runs out while the bank’s page is open', () => {
  test('leaves the dialog open, and the payment is followed to its end', async () => {
    companion.answers('payments', { body: payment(toBank) }).answers('poll', 'never');
    const form = await open('ready', { challenge: 'dialog' });
    await act.pay(form);
    await waitUntil(() => dialogs(form) === 1);
    companion.answers('session', problem(401, 'order-token-expired'));
    const later = { updatedAt: '2030-01-01T00:01:00.000Z', tokenExpired: true };
    const answer = companion.hold('poll', { body: payment({ status: 'success', ...later }) });
    // As the companion’s page in the frame has the order loaded again.
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await waitUntil(() => companion.of('session').length === 2);
    await reaches(form, 'action');
    expect([dialogs(form), see.alert(form), details('pay-expired')]).toEqual([1, '', []]);
    answer();
    await reaches(form, 'done');
    expect(dialogs(form)).toBe(0);
  });
});

describe('a payment that has to be confirmed', () => {
  const openForDialog = () => open('ready', { challenge: 'dialog' });

  test('opens the dialog, and the browser stays', async () => {
    companion.answers('payments', { body: payment(toBank) });
    const form = await openForDialog();
    await act.pay(form);
    await waitUntil(() => dialogs(form) === 1);
    expect([companion.left, details('pay-action')]).toEqual([[], [toBank.action]]);
    expect((see.part(form, 'dialog iframe') as HTMLIFrameElement).src).toBe(toBank.action.url);
  });

  test('opens none if the page takes the address over', async () => {
    companion.answers('payments', { body: payment(toBank) });
    const form = await openForDialog();
    form.addEventListener('pay-action', (event) => event.preventDefault());
    await act.pay(form, 'action');
    await import('./challenge-dialog.ts');
    await nextFrame();
    expect([companion.left, dialogs(form)]).toEqual([[], 0]);
  });

  test('opens none if it has ended, or the tag is gone, before the dialog is loaded', async () => {
    companion.session({ payment: payment(toBank) }).answers('poll', 'never');
    const form = await open('action', { challenge: 'dialog' });
    see.part(form, '.panel [part=button]').click();
    form.remove();
    await import('./challenge-dialog.ts');
    await nextFrame();
    expect([companion.left, dialogs(form)]).toEqual([[], 0]);
  });

  test('on the hosted page takes the whole window', async () => {
    const location = 'https://bank.example/page';
    companion.answers('hosted', { body: { location, payment: payment({ mode: 'hosted', status: 'init' }) } });
    const form = await openForDialog();
    see.part(form, '[part=button]').click();
    await waitUntil(() => companion.left.length);
    expect([companion.left, dialogs(form)]).toEqual([[location], 0]);
  });
});
