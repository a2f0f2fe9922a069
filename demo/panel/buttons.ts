import { fillForm } from './fill-form.ts';

/**
 * The panel's buttons: test cards, faults, a day of orders, the HTML to copy. Faults go through the shop's server, because
 * browsers may not call the sandbox's control API.
 * @param refresh shows the faults that wait
 */
export function startButtons(panel: HTMLElement, close: () => void, refresh: () => void): void {
  const find = (name: string) => panel.querySelector<HTMLElement>(`[data-${name}]`);
  const say = (name: string, text: string) => find(name)?.replaceChildren(text);
  const press = (name: string, act: () => Promise<void>) =>
    find(name)?.addEventListener('click', () => void act());
  const usual = find('hint')?.textContent ?? '';
  for (const button of panel.querySelectorAll<HTMLElement>('[data-card]'))
    button.addEventListener('click', () => {
      void typeCard(button.dataset['card'] ?? '', close).then((problem) => say('hint', problem || usual));
    });
  press('set-fault', async () => {
    const name = panel.querySelector('select')?.value ?? '';
    await fetch(`/demo/faults?name=${name}`, { method: 'POST' });
    refresh();
  });
  press('clear-faults', async () => {
    await fetch('/demo/faults', { method: 'DELETE' });
    refresh();
  });
  press('day', async () => {
    say('day-progress', 'The orders are being paid…');
    const answer = await fetch('/demo/day', { method: 'POST' });
    say(
      'day-progress',
      answer.ok
        ? `Done: ${await answer.text()} orders. The console shows them.`
        : 'The day ended early: the demo’s log says why.',
    );
  });
  press('copy', async () => {
    await navigator.clipboard.writeText(find('html')?.textContent ?? '');
    say('copied', 'HTML copied.');
  });
}

/**
 * Types a card into the form, or copies its number if the form is isolated.
 * @returns what to tell about it, if anything
 */
async function typeCard(number: string, close: () => void): Promise<string> {
  const form = document.querySelector('pay-form');
  if (!form) return '';
  if (form.hasAttribute('isolated')) {
    await navigator.clipboard.writeText(number);
    return `Copied: ${number}. Paste it into the form.`;
  }
  if (!(await fillForm(form, number)))
    return 'This order is being paid, or is paid: its form accepts no card.';
  // A small screen has room for only one of the two.
  if (matchMedia('(max-width: 63.99rem)').matches) close();
  form.scrollIntoView({ block: 'nearest' });
  return '';
}
