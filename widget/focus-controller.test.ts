import { fixture, html, nextFrame } from '@open-wc/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { declined, payment, tokenOf } from './testing/fake-companion.ts';
import { act, companion, open, reaches, see, useCompanion } from './testing/form-harness.ts';
import type { PayForm } from './pay-form.ts';
import { holds } from './testing/wait.ts';

/** Where the focus and the view go when the form changes. */

useCompanion();
afterEach(() => page.viewport(1280, 720));

function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

test('a field that a first press of Pay leads to is in sight', async () => {
  await page.viewport(390, 400);
  companion.session({ customerFields: ['firstName', 'lastName', 'email', 'phone'] });
  const form = await open('ready', { style: 'display:block;margin-block:500px' });
  see.part(form, '[part=submit]').scrollIntoView({ block: 'center' });
  await act.press(form);
  await holds(() => expect(see.alert(form)).not.toBe(''));
  await form.updateComplete;
  expect([see.focused(form), isInView(see.input(form, 'number'))]).toEqual(['number', true]);
});

describe('on a phone with its keyboard open', () => {
  async function openSmall(): Promise<PayForm> {
    await page.viewport(360, 420);
    companion.session({ customerFields: ['firstName', 'lastName', 'email', 'phone', 'taxId'] });
    const form = await open('ready', { style: 'display:block;margin-block:500px' });
    await act.press(form);
    await holds(() => expect(see.alert(form)).toContain('8 fields need attention'));
    return form;
  }

  const placeOf = (form: PayForm, name: string) => see.input(form, name).getBoundingClientRect();

  test.each(['number', 'taxId'])(
    'the page stays where somebody types, however the summary changes (%s)',
    async (name) => {
      const form = await openSmall();
      see.input(form, name).focus();
      // Firefox scrolls to a caret when it comes to it.
      await nextFrame();
      await nextFrame();
      see.input(form, name).scrollIntoView({ block: 'center' });
      const { top } = placeOf(form, name);
      await userEvent.keyboard('4');
      await holds(() => expect(see.text(form, '.alert')).toContain('7 fields'));
      await form.updateComplete;
      // The summary has lost a line.
      expect(Math.abs(placeOf(form, name).top - top)).toBeLessThan(40);
    },
  );

  test('the outcome is in view after paying with Enter in the last field', async () => {
    const form = await openSmall();
    companion.answers('payments', { body: declined({ statusCode: 'insufficient_funds' }) });
    act.fillAll(form);
    see.input(form, 'taxId').focus();
    await userEvent.keyboard('{Enter}');
    await holds(() => expect(form.phase).toBe('failed'));
    await holds(() => expect(see.alert(form)).not.toBe(''));
    await form.updateComplete;
    expect(isInView(see.part(form, '[role=alert]'))).toBe(true);
  });
});

test('goes to a field, not to a state that is about to be empty', async () => {
  companion.answers('session', 'lost');
  const form = await open('failed', { order: tokenOf({}) });
  await holds(() => expect(see.part(form, '[part=button]').textContent).toContain('Try again'));
  const answer = companion.hold('session');
  see.part(form, '[part=button]').focus();
  see.part(form, '[part=button]').click();
  await reaches(form, 'loading');
  await holds(() => expect(see.text(form, '[part=base]')).toContain('Connecting'));
  companion.session();
  answer();
  await reaches(form, 'ready');
  await holds(() => expect(see.focused(form)).toBe('number'));
});

test('a dialog of the page that opens focuses the first field or nothing of the form, never an empty message', async () => {
  const form = await open();
  const dialog = await fixture<HTMLDialogElement>(html`<dialog></dialog>`);
  dialog.append(form);
  await reaches(form, 'ready');
  dialog.showModal();
  // Firefox leaves the focus at the dialog.
  expect([see.input(form, 'number'), null]).toContain(form.shadowRoot?.activeElement);
});

test('a decline is above the fields and has the focus when the page opens with it', async () => {
  companion.session({ payment: declined({ statusCode: '4001' }) });
  const form = await open('failed');
  const message = see.part(form, '[role=alert]');
  expect(form.shadowRoot?.activeElement).toBe(message);
  expect(message.compareDocumentPosition(see.part(form, 'form'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(form.shadowRoot?.querySelectorAll('[aria-invalid=true]')).toHaveLength(0);
});

test.each([
  ['unknown', payment({ status: 'unknown' })],
  ['waiting', payment()],
])('a payment that is %s takes the form’s place, and the keyboard goes to its words', async (_name, has) => {
  companion.answers('payments', { body: has });
  const form = await open();
  act.fill(form);
  see.input(form, 'cvv').focus();
  await act.press(form, 'waiting');
  expect(see.part(form, 'form').hidden).toBe(true);
  expect(form.shadowRoot?.activeElement?.textContent.trim()).toBe(see.text(form, '[role=status]'));
});

test('a decline does not take the focus from another part of the page, nor does one that the page opens with', async () => {
  const elsewhere = document.body.appendChild(document.createElement('input'));
  const answer = companion.hold('payments', { body: declined() });
  const form = await open();
  await act.pay(form);
  elsewhere.focus();
  answer();
  await reaches(form, 'failed');
  companion.session({ payment: declined() });
  await open('failed');
  expect(document.activeElement).toBe(elsewhere);
  elsewhere.remove();
});

test('a status that the customer did not act for takes no focus', async () => {
  companion.session({ payment: payment({ status: 'success' }) });
  const form = await open('done');
  expect([form.shadowRoot?.activeElement, document.activeElement]).toEqual([null, document.body]);
});
