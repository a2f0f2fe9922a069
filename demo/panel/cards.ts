import { fillForm } from './fill-form.ts';

/** A click types a card of the sandbox into `<pay-form>`, or copies its number if the form is isolated. */
export function startCards(panel: HTMLElement, close: () => void): void {
  panel.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-card]') : null;
    const form = document.querySelector('pay-form');
    if (!button || !form) return;
    const number = button.dataset['card'] ?? '';
    if (form.hasAttribute('isolated')) void copy(panel, number);
    else fill(form, number, close);
  });
}

function fill(form: Element, number: string, close: () => void): void {
  fillForm(form, number);
  // A small screen has room for only one of the two.
  if (matchMedia('(max-width: 63.99rem)').matches) close();
  form.scrollIntoView({ block: 'nearest' });
}

async function copy(panel: HTMLElement, number: string): Promise<void> {
  await navigator.clipboard.writeText(number);
  const hint = panel.querySelector('[data-hint]');
  if (hint) hint.textContent = `Copied: ${number}. Paste it into the form.`;
}
