const VALUES = { expiry: '12 / 30', cvv: '123' };
export const NAMES = { firstName: 'Olena', lastName: 'Shevchenko' };
export const CONTACT = { email: 'olena@example.com', phone: '+380501234567' };
const SECTOR = { birthday: '1990-02-28', taxId: '1234567890' };
const ACCEPTS_CARD = 'form:not([hidden]) [part=submit]:not([aria-disabled=true])';
/** The choice after all saved cards. */
const ANOTHER_CARD = '.saved-card:last-of-type [type=radio]:not(:checked)';

/**
 * Types a card and the other requested fields.
 * @returns false if the form accepts none, because its order is being paid or is paid
 */
export async function fillForm(form: Element, number: string): Promise<boolean> {
  if (!form.shadowRoot?.querySelector(ACCEPTS_CARD)) return false;
  form.shadowRoot.querySelector<HTMLElement>(ANOTHER_CARD)?.click();
  // The tag renders once per task.
  await new Promise((resolve) => setTimeout(resolve));
  for (const [name, value] of Object.entries(valuesFor(number))) typeInto(form, name, value);
  return true;
}

/** The values for a form, by field name. */
export function valuesFor(number: string): Record<string, string> {
  const cvv = number.startsWith('3') ? '1234' : VALUES.cvv;
  return { number, ...VALUES, cvv, ...NAMES, ...CONTACT, ...SECTOR };
}

/** Sets a field of the form as typing does; does nothing if there is no such field. */
export function typeInto(form: Element, name: string, value: string): void {
  const input = form.shadowRoot?.querySelector(`input[name="${name}"]`);
  if (!(input instanceof HTMLInputElement)) return;
  input.value = value;
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
