import type { Exchange, Lane } from '../shop/exchanges.ts';
import { together } from './together.ts';

const LANES: readonly Lane[] = ['page', 'companion', 'gateway', 'merchant'];
const NAMES: Record<Lane, string> = {
  page: 'Page',
  companion: 'Companion',
  gateway: 'Gateway',
  merchant: 'Merchant',
};

/** What is drawn, so that an unchanged diagram is left alone. */
const drawn = new WeakMap<HTMLElement, string>();

/** Draws exchanges, oldest first, as a sequence diagram with four lanes: an ordered list with an arrow in each row. */
export function drawDiagram(place: HTMLElement, exchanges: readonly Exchange[]): void {
  const rows = together(exchanges);
  const text = JSON.stringify(rows);
  if (drawn.get(place) === text) return;
  const isAtEnd = place.scrollTop + place.clientHeight >= place.scrollHeight - 40;
  const known = place.querySelectorAll('.exchange').length;
  drawn.set(place, text);
  const start = rows[0]?.at ?? 0;
  const list = element('ol', 'lifelines');
  list.append(...rows.map((row, index) => drawRow(row, start, index >= known && known > 0)));
  place.replaceChildren(heads(), rows.length > 0 ? list : nothingYet());
  if (isAtEnd) place.scrollTop = place.scrollHeight;
}

function heads(): HTMLElement {
  const head = element('div', 'lanes');
  head.setAttribute('aria-hidden', 'true');
  head.append(...LANES.map((lane) => element('span', lane, NAMES[lane])));
  return head;
}

function nothingYet(): HTMLElement {
  return element('p', 'nothing', 'Nothing yet. Start an order and pay it: every request is drawn here.');
}

function drawRow(row: Exchange & { times: number }, start: number, isNew: boolean): HTMLElement {
  const { from, to, method, path, times } = row;
  const item = element('li', isNew ? 'exchange new' : 'exchange');
  const [left, right] = [from, to].map((lane) => LANES.indexOf(lane)).toSorted((one, other) => one - other);
  // From the middle of one lane to the middle of another, in a grid of half lanes.
  const columns = from === to ? '1 / 5' : `${2 * (left ?? 0) + 2} / ${2 * (right ?? 0) + 2}`;
  const whose = from === to ? `${NAMES[from]}: ` : `${NAMES[from]} to ${NAMES[to]}: `;
  const label = element('span', 'label');
  label.append(element('span', 'visually-hidden', whose), element('code', '', `${method} ${path}`.trim()));
  if (times > 1) label.append(` × ${times}`);
  const arrow = element('span', kindOf(row));
  arrow.setAttribute('aria-hidden', 'true');
  for (const part of [label, arrow]) part.style.gridColumn = columns;
  const about = aboutOf(row, start);
  about.style.gridColumn = columns;
  item.append(label, arrow, about);
  return item;
}

function kindOf({ from, to, status }: Exchange): string {
  if (from === to) return 'note';
  const isBack = LANES.indexOf(from) > LANES.indexOf(to);
  return ['arrow', isBack ? 'back' : '', toneOf(status)].filter(Boolean).join(' ');
}

function toneOf(status: string): string {
  if (status === 'waiting') return status;
  return status === '' || /^[23]/.test(status) ? '' : 'failed';
}

function aboutOf({ status, text, at }: Exchange, start: number): HTMLElement {
  const about = element('span', 'about');
  if (status) about.append(element('b', toneOf(status), status), ' ');
  const after = `+${((at - start) / 1_000).toFixed(2)} s`;
  about.append(text ? `${text} · ` : '', element('time', '', after));
  return about;
}

function element(name: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}
