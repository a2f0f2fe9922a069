import { nextFrame } from '@open-wc/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { HOSTED_URL, hostedPage, payment, toBank } from '../testing/fake-companion.ts';
import { act, companion, details, open, reaches, see, useCompanion } from '../testing/form-harness.ts';
import type { PayForm } from '../pay-form.ts';
import { waitUntil } from '../testing/wait.ts';

useCompanion();
afterEach(() => void vi.restoreAllMocks());

const dialogs = (form: PayForm) => form.shadowRoot?.querySelectorAll('dialog').length;

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
    act.stay(form, 'pay-action');
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
    companion.answers('hosted', hostedPage());
    const form = await openForDialog();
    see.part(form, '[part=button]').click();
    await waitUntil(() => companion.left.length);
    expect([companion.left, dialogs(form)]).toEqual([[HOSTED_URL], 0]);
  });
});
