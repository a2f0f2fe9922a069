import { describe, expect, test, vi } from 'vitest';
import type { SavedCard } from '../server/contract/checkout-api.ts';
import { declined, payment, problem, session } from './fake-companion.ts';
import { companion, fill, open, part, press, reaches, toBank, useCompanion } from './form-harness.ts';
import type { PayForm } from './pay-form.ts';
import { waitUntil } from './wait.ts';

useCompanion();

/** What the form does in place: saved cards, the bank's page in a dialog, other ways to pay. */

const FIRST: SavedCard = { id: 'card-1', mask: '424242******4242', brand: 'visa', expires: '12/60' };
const SECOND: SavedCard = { id: 'card-2', mask: '545454******5454', brand: 'mastercard', expires: '11/60' };

const radios = (form: PayForm) => [
  ...(form.shadowRoot?.querySelectorAll<HTMLInputElement>('[name=saved-card]') ?? []),
];
const sent = () => companion.of('payments').map(({ body }) => body as Record<string, unknown>);

async function openWithCards(): Promise<PayForm> {
  companion.session({ savedCards: [FIRST, SECOND] });
  const form = await open();
  await waitUntil(() => form.shadowRoot?.querySelector('[name=saved-card]'));
  return form;
}

async function choose(form: PayForm, index: number): Promise<void> {
  radios(form)[index]?.click();
  await form.updateComplete;
}

describe('a saved card', () => {
  test('is paid with, by its id only', async () => {
    const form = await openWithCards();
    await choose(form, 1);
    await press(form);
    await waitUntil(() => sent().length);
    expect(sent()[0]).toMatchObject({ savedCard: { id: 'card-2' } });
    expect(sent()[0]).not.toHaveProperty('card');
  });

  test('that was refused is gone, no other takes its place, and the next attempt has a key of its own', async () => {
    const form = await openWithCards();
    const errors = [{ path: 'savedCard.id', code: 'unknown' }];
    companion.answers('payments', problem(422, 'saved-card-refused', { errors }), { body: declined() });
    companion.session({ savedCards: [SECOND] });
    await press(form);
    await waitUntil(() => radios(form).length === 2);
    await reaches(form, 'ready');
    expect(radios(form).map(({ checked }) => checked)).toEqual([false, true]);
    expect(part(form, '[role=alert]').textContent).toContain('can no longer be used');
    fill(form);
    await press(form);
    await waitUntil(() => sent().length === 2);
    const [one, other] = companion.of('payments').map(({ key }) => key);
    expect(one).not.toBe(other);
  });
});

describe('the bank’s page in a dialog', () => {
  const dialogs = (form: PayForm) => form.shadowRoot?.querySelectorAll('dialog').length;

  async function openDialog(): Promise<PayForm> {
    companion.session({ payment: payment(toBank) });
    companion.answers('news', 'never');
    const form = await open('action');
    form.challenge = 'dialog';
    part(form, '.panel [part=button]').click();
    await waitUntil(() => dialogs(form) === 1);
    return form;
  }

  test('goes with the end of the payment, however often it was asked for', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const form = await openDialog();
    part(form, '.panel [part=button]').click();
    await new Promise((done) => setTimeout(done, 20));
    companion.session({ payment: payment({ status: 'success' }) });
    form.order = 'second';
    await waitUntil(() => dialogs(form) === 0);
  });

  test('follows the language of the form while it is open, and the page’s own texts', async () => {
    const form = await openDialog();
    const title = () => part(form, 'dialog h2').textContent;
    form.messages = { dialog: { title: 'Your bank, please', close: 5 as unknown as string } };
    await waitUntil(() => title() === 'Your bank, please');
    expect(part(form, '[part=dialog-close]').getAttribute('aria-label')).toBe('Close');
    form.messages = null;
    form.lang = 'ar';
    await waitUntil(() => title() === 'تأكيد عملية الدفع');
    expect([part(form, 'dialog').lang, part(form, 'dialog').dir]).toEqual(['ar', 'rtl']);
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
    part(form, '.panel [part=button]').click();
    await waitUntil(() => dialogs(form) === 1);
    form.remove();
    expect(companion.left).toEqual([]);
  });
});

describe('other ways to pay', () => {
  const other = (form: PayForm) => part(form, '[part=button]');

  test('lead to the hosted page with what the customer gave, and without the card', async () => {
    companion.session({ hostedCustomerFields: [] });
    const location = 'https://bank.example/page';
    companion.answers('hosted', { body: { location, payment: payment({ mode: 'hosted', status: 'init' }) } });
    const form = await open();
    fill(form);
    other(form).click();
    await waitUntil(() => companion.left.length);
    expect(companion.left).toEqual([location]);
    expect(companion.of('hosted')[0]?.body).toEqual({ customer: {} });
    expect(sent()).toEqual([]);
  });

  test('are not offered if the order takes only cards', async () => {
    companion.session({ modes: ['direct'] });
    const form = await open();
    expect(form.shadowRoot?.querySelector('[part=button]')).toBeNull();
    expect(session().modes).toContain('hosted');
  });
});
