import { fixture, html } from '@open-wc/testing';
import { describe, expect, test } from 'vitest';
import { declined, payment, savedCard } from '../testing/fake-companion.ts';
import { act, companion, reaches, see, useCompanion } from '../testing/form-harness.ts';
import type { PayForm } from '../pay-form.ts';
import { waitUntil } from '../testing/wait.ts';

useCompanion();

/** A merchant's form with the tag in it. */
async function around(phase = 'ready') {
  const outer = await fixture<HTMLFormElement>(html`
    <form @submit=${(event: Event) => event.preventDefault()}>
      <fieldset>
        <pay-form src="/pay" order="tok"></pay-form>
      </fieldset>
    </form>
  `);
  const form = outer.querySelector('pay-form') as PayForm;
  await reaches(form, phase);
  return { outer, form };
}

describe('inside a form of the page', () => {
  test('the page’s form is valid once the card is, and sends nothing of it', async () => {
    const { outer, form } = await around();
    expect(outer.checkValidity()).toBe(false);
    expect([...outer.elements]).toContain(form);
    act.fill(form);
    await form.updateComplete;
    expect(outer.checkValidity()).toBe(true);
    expect([...new FormData(outer)]).toEqual([]);
    act.put(form, 'number', '4242');
    await form.updateComplete;
    expect(outer.checkValidity()).toBe(false);
  });

  test('Enter in a field of the card does not send the page’s form', async () => {
    const { outer, form } = await around();
    let sent = 0;
    outer.addEventListener('submit', () => (sent += 1));
    companion.answers('payments', 'never');
    await act.pay(form);
    expect([form.phase, sent]).toEqual(['submitting', 0]);
  });

  test('an order that is paid does not hold the page’s form back', async () => {
    companion.answers('payments', { body: payment({ status: 'success' }) });
    const { outer, form } = await around();
    act.stay(form);
    await act.pay(form, 'done');
    expect(outer.checkValidity()).toBe(true);
  });

  test.each(['pay-form', 'form'])(
    'a reset of the %s empties the card, and forgets faults and a decline',
    async (what) => {
      companion.session({ payment: declined() });
      const { outer, form } = await around('failed');
      act.fill(form, '4242424242424241');
      form.reportValidity();
      (what === 'form' ? outer : form).reset();
      await form.updateComplete;
      expect([form.phase, ...see.card(form)]).toEqual(['ready', '', '', '']);
      expect([see.fault(form, 'number'), see.alert(form)]).toEqual(['', '']);
    },
  );

  test('an expired saved card does not receive the focus', async () => {
    companion.session({ savedCards: [{ ...savedCard('c-1'), expires: '01/20' }] });
    const { outer, form } = await around();
    await waitUntil(() => form.shadowRoot?.querySelector('input[disabled]'));
    const other = see.part(form, 'input[name=saved-card]:enabled');
    form.focus();
    expect(form.shadowRoot?.activeElement).toBe(other);
    other.blur();
    await form.updateComplete;
    outer.requestSubmit();
    expect(form.shadowRoot?.activeElement).toBe(other);
  });

  test('its disabled fieldset disables the fields, and nothing is paid', async () => {
    const { outer, form } = await around();
    act.fill(form);
    const fieldset = outer.querySelector('fieldset') as HTMLFieldSetElement;
    fieldset.disabled = true;
    await form.updateComplete;
    expect(see.input(form, 'number').matches(':disabled')).toBe(true);
    expect(form.disabled).toBe(false);
    await form.submit();
    expect(companion.of('payments')).toEqual([]);
    fieldset.disabled = false;
    await form.updateComplete;
    expect(see.input(form, 'number').matches(':disabled')).toBe(false);
  });
});

test('the phase is a state for style sheets', async () => {
  companion.answers('payments', { body: declined() });
  const { form } = await around();
  expect([form.matches(':state(ready)'), form.matches(':state(failed)')]).toEqual([true, false]);
  await act.pay(form, 'failed');
  expect([form.matches(':state(ready)'), form.matches(':state(failed)')]).toEqual([false, true]);
});
