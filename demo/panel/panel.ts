import './diagram.css';
import './panel.css';
import { startCards } from './cards.ts';
import { startCopies } from './copies.ts';
import { drawDiagram } from './diagram.ts';
import { startFaults, showFaults } from './faults.ts';
import { startDay } from './fill-day.ts';
import { ownExchanges } from './own-exchanges.ts';
import { startTabs } from './tabs.ts';
import type { Exchange } from '../shop/exchanges.ts';

const EVERY_MS = 1_000;

let isStarted = false;
let timer = 0;

/**
 * Starts the panel when it is first shown, and refreshes it once a second while it is open.
 * @param close hides it again
 */
export function showPanel(panel: HTMLElement, close: () => void): void {
  if (!isStarted) start(panel, close);
  isStarted = true;
  clearTimeout(timer);
  void follow(panel);
}

function start(panel: HTMLElement, close: () => void): void {
  panel.querySelector('[data-close]')?.addEventListener('click', close);
  startTabs(panel);
  startCards(panel, close);
  startFaults(panel);
  startCopies(panel);
  startDay(panel);
}

async function follow(panel: HTMLElement): Promise<void> {
  if (panel.hidden) return;
  if (document.visibilityState === 'visible') await look(panel).catch(() => {});
  timer = window.setTimeout(() => void follow(panel), EVERY_MS);
}

async function look(panel: HTMLElement): Promise<void> {
  const { demo = '', order = '' } = panel.dataset;
  const answer = await fetch(`${demo}/exchanges?${new URLSearchParams({ order, since: '0' })}`);
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
