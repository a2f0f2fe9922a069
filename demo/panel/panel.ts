import type { Exchange } from '../shop/exchanges.ts';
import { keep, kept } from '../storage.ts';
import { startButtons } from './buttons.ts';
import { drawDiagram } from './diagram.ts';
import { ownExchanges, recordOwn } from './own-exchanges.ts';

const EVERY_MS = 1_000;
const OPEN = 'demo-panel';
const PART = 'demo-panel-part';
const opener = document.querySelector<HTMLElement>('.panel-open');

/** The panel is opened by its button, the key `p`, or `#panel` in the address; the next pages of the tab show it, too. */
export function startPanel(panel: HTMLElement): void {
  const { order = '', companion = '' } = panel.dataset;
  if (order) recordOwn({ orderId: order, companion });
  startButtons(
    panel,
    () => close(panel),
    () => void refresh(panel),
  );
  keepPart(panel);
  setInterval(() => {
    if (!panel.hidden && document.visibilityState === 'visible') void refresh(panel);
  }, EVERY_MS);
  const toggle = () => (panel.hidden ? open(panel, true) : close(panel));
  opener?.setAttribute('role', 'button');
  opener?.setAttribute('aria-expanded', 'false');
  opener?.addEventListener('click', (event) => {
    event.preventDefault();
    toggle();
  });
  panel.querySelector('[data-close]')?.addEventListener('click', () => close(panel));
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (event.key === 'p') toggle();
    if (event.key === 'Escape' && panel.contains(document.activeElement)) close(panel);
  });
  addEventListener('hashchange', () => location.hash === '#panel' && open(panel, true));
  if (document.documentElement.dataset['panel'] === 'open') open(panel, false);
}

/** @param withFocus whether the focus moves into the panel */
export function open(panel: HTMLElement, withFocus: boolean): void {
  setOpen(panel, true);
  void refresh(panel);
  if (withFocus) panel.querySelector<HTMLElement>('[data-close]')?.focus();
}

function close(panel: HTMLElement): void {
  const hadFocus = panel.contains(document.activeElement);
  setOpen(panel, false);
  if (location.hash === '#panel') history.replaceState(null, '', location.pathname + location.search);
  if (hadFocus) opener?.focus();
}

function setOpen(panel: HTMLElement, isOpen: boolean): void {
  panel.hidden = !isOpen;
  document.documentElement.dataset['panel'] = isOpen ? 'open' : '';
  opener?.setAttribute('aria-expanded', String(isOpen));
  keep(OPEN, isOpen ? 'open' : '');
}

/** The part that is open stays open on the next page. */
function keepPart(panel: HTMLElement): void {
  for (const part of panel.querySelectorAll('details')) {
    const name = part.dataset['part'] ?? '';
    if (name === kept(PART)) part.open = true;
    // `toggle` comes later: the page may be left by then.
    part.querySelector('summary')?.addEventListener('click', () => keep(PART, name));
  }
}

/** Whether the user is typing text. */
function isTyping(event: Event): boolean {
  const [target] = event.composedPath();
  const takesLetters = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';
  return target instanceof HTMLElement && target.matches(takesLetters);
}

/** Shows the waiting faults and the diagram; without an answer they stay as they are. */
async function refresh(panel: HTMLElement): Promise<void> {
  const answer = await fetch(`/demo/exchanges?order=${panel.dataset['order'] ?? ''}`).catch(() => null);
  if (!answer?.ok) return;
  const { exchanges, faults } = (await answer.json()) as { exchanges: Exchange[]; faults: string[] };
  const line = panel.querySelector('[data-faults]');
  const text = faults.length > 0 ? `Next: ${faults.join(', ')}.` : 'Nothing: all goes well.';
  // Screen readers repeat a text that is set anew.
  if (line && line.textContent !== text) line.textContent = text;
  const place = panel.querySelector<HTMLElement>('.diagram');
  if (place) drawDiagram(place, sorted([...ownExchanges(), ...exchanges]));
}

/** Requests for the gateway's pages before this order's first page belong to another order. */
function sorted(exchanges: Exchange[]): Exchange[] {
  const inOrder = exchanges.toSorted((one, other) => one.at - other.at);
  const first = inOrder.findIndex(({ to }) => to === 'merchant');
  return inOrder.slice(Math.max(first, 0));
}
