import type { Exchange } from '../shop/exchanges.ts';
import { startCards } from './cards.ts';
import { startCopies } from './copies.ts';
import { drawDiagram } from './diagram.ts';
import { showFaults, startDay, startFaults } from './gateway-buttons.ts';
import { ownExchanges, recordOwn } from './own-exchanges.ts';
import { keep, kept } from '../storage.ts';

const EVERY_MS = 1_000;
const OPEN = 'demo-panel';
const PART = 'demo-panel-part';
const opener = document.querySelector<HTMLElement>('.panel-open');

/** The panel is opened by its button, the keys `?` and `p`, or `#panel` in the address; the next pages of the tab show it, too. */
export function startPanel(panel: HTMLElement): void {
  const { order = '', companion = '' } = panel.dataset;
  if (order) recordOwn({ orderId: order, companion });
  startCards(panel, () => close(panel));
  startFaults(panel);
  startDay(panel);
  startCopies(panel);
  keepPart(panel);
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
    if (event.key === '?' || event.key === 'p') toggle();
    if (event.key === 'Escape' && !panel.hidden && hasFocus(panel)) close(panel);
  });
  addEventListener('hashchange', () => location.hash === '#panel' && open(panel, true));
  if (document.documentElement.dataset['panel'] === 'open') open(panel, false);
}

/** @param withFocus whether the focus moves into the panel */
export function open(panel: HTMLElement, withFocus: boolean): void {
  setOpen(panel, true);
  void follow(panel);
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
  const parts = [...panel.querySelectorAll<HTMLDetailsElement>('[data-part]')];
  const last = parts.find((part) => part.dataset['part'] === kept(PART));
  if (last) last.open = true;
  // `toggle` comes later: the page may be left by then.
  for (const part of parts)
    part.querySelector('summary')?.addEventListener('click', () => keep(PART, part.dataset['part'] ?? ''));
}

/** Whether the user is typing text. */
function isTyping(event: Event): boolean {
  const [target] = event.composedPath();
  const takesLetters = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';
  return target instanceof HTMLElement && target.matches(takesLetters);
}

/** In the panel or nowhere, as after a click beside its buttons. */
function hasFocus(panel: HTMLElement): boolean {
  return panel.contains(document.activeElement) || document.activeElement === document.body;
}

let timer = 0;

/** Refreshes the diagram once a second while the panel is open. */
async function follow(panel: HTMLElement): Promise<void> {
  clearTimeout(timer);
  if (panel.hidden) return;
  if (document.visibilityState === 'visible') await refresh(panel).catch(() => {});
  clearTimeout(timer);
  timer = window.setTimeout(() => void follow(panel), EVERY_MS);
}

async function refresh(panel: HTMLElement): Promise<void> {
  const answer = await fetch(
    `/demo/exchanges?${new URLSearchParams({ order: panel.dataset['order'] ?? '' })}`,
  );
  const { exchanges, faults } = (await answer.json()) as { exchanges: Exchange[]; faults: string[] };
  showFaults(panel, faults);
  const place = panel.querySelector<HTMLElement>('.diagram');
  if (place) drawDiagram(place, sorted([...ownExchanges(), ...exchanges]));
}

/** Requests for the gateway's pages before this order's first page belong to another order. */
function sorted(exchanges: Exchange[]): Exchange[] {
  const inOrder = exchanges.toSorted((one, other) => one.at - other.at);
  const first = inOrder.findIndex(({ to }) => to === 'merchant');
  return inOrder.slice(Math.max(first, 0));
}
