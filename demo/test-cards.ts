/**
 * The panel beside the form: one click types a card of the sandbox into `<pay-form>`, or copies its number where the
 * form is isolated.
 */

const VALUES = { expiry: '12 / 30', cvv: '123', firstName: 'Olena', lastName: 'Shevchenko' };
const CONTACT = { email: 'olena@example.com', phone: '+380501234567' };
const SECTOR = { birthday: '1990-02-28', taxId: '1234567890' };

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-card]') : null;
  const form = document.querySelector('pay-form');
  if (!(button instanceof HTMLElement) || !form?.shadowRoot) return;
  const number = button.dataset['card'] ?? '';
  if (form.hasAttribute('isolated')) void copy(number);
  else fill(form, form.shadowRoot, number);
});

function fill(form: Element, root: ShadowRoot, number: string): void {
  const cvv = number.startsWith('3') ? '1234' : VALUES.cvv;
  for (const [name, value] of Object.entries({ number, ...VALUES, cvv, ...CONTACT, ...SECTOR }))
    type(root, name, value);
  form.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
}

async function copy(number: string): Promise<void> {
  await navigator.clipboard.writeText(number);
  const hint = document.querySelector('.cards [role=status]');
  if (hint) hint.textContent = `Copied: ${number}. Paste it into the form.`;
}

function type(root: ShadowRoot, name: string, value: string): void {
  const input = root.querySelector(`input[name="${name}"]`);
  if (!(input instanceof HTMLInputElement)) return;
  input.value = value;
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
