const ACCEPTS_CARD = 'form:not([hidden]) [part=submit]:not([aria-disabled=true])';
/** The choice after all saved cards. */
const ANOTHER_CARD = '.saved-card:last-of-type [type=radio]:not(:checked)';
const KEY_MS = 45;

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

/**
 * Types a card key by key, and the other fields that are empty.
 * @param isStopped ends the typing early
 */
export async function typeSlowly(form: Element, number: string, isStopped: () => boolean): Promise<void> {
  for (const [name, value] of Object.entries(valuesFor(number))) {
    if (name !== 'number' && inputOf(form, name)?.value) continue;
    for (let length = 1; length <= value.length; length += 1) {
      if (isStopped()) return;
      typeInto(form, name, value.slice(0, length));
      await new Promise((resolve) => setTimeout(resolve, KEY_MS));
    }
  }
}

/** The values for a form, by field name. */
function valuesFor(number: string): Record<string, string> {
  return {
    number,
    expiry: '12 / 30',
    cvv: number.startsWith('3') ? '1234' : '123',
    firstName: 'Olena',
    lastName: 'Shevchenko',
    email: 'olena@example.com',
    phone: '+380501234567',
    birthday: '1990-02-28',
    taxId: '1234567890',
  };
}

function inputOf(form: Element, name: string): HTMLInputElement | null {
  return form.shadowRoot?.querySelector<HTMLInputElement>(`input[name="${name}"]`) ?? null;
}

/** Sets a field of the form as typing does; does nothing if there is no such field. */
function typeInto(form: Element, name: string, value: string): void {
  const input = inputOf(form, name);
  if (!input) return;
  input.value = value;
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
