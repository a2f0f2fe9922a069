import { fillForm } from './fill-form.ts';

/** A click types a card of the sandbox into `<pay-form>`, or copies its number if the form is isolated. */
export function startCards(panel: HTMLElement, close: () => void): void {
  const hint = panel.querySelector('[data-hint]');
  const usual = hint?.textContent ?? '';
  const tell = (text: string) => hint && (hint.textContent = text);
  panel.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-card]') : null;
    const form = document.querySelector('pay-form');
    if (!button || !form) return;
    const number = button.dataset['card'] ?? '';
    if (form.hasAttribute('isolated')) void copy(number).then(tell);
    else void fill(form, number, close).then((isFilled) => tell(isFilled ? usual : PAID));
  });
}

const PAID = 'This order is being paid, or is paid: its form accepts no card.';

async function fill(form: Element, number: string, close: () => void): Promise<boolean> {
  if (!(await fillForm(form, number))) return false;
  // A small screen has room for only one of the two.
  if (matchMedia('(max-width: 63.99rem)').matches) close();
  form.scrollIntoView({ block: 'nearest' });
  return true;
}

/** Returns what to tell about it. */
async function copy(number: string): Promise<string> {
  await navigator.clipboard.writeText(number);
  return `Copied: ${number}. Paste it into the form.`;
}
