import type { Exchange, Lane } from '../shop/exchanges.ts';

const LANES: Record<Lane, string> = {
  page: 'Page',
  companion: 'Companion',
  gateway: 'Gateway',
  merchant: 'Merchant',
};
const ORDER = Object.keys(LANES);

type Row = Exchange & { times: number };

/** What is drawn, so that an unchanged diagram is left alone. */
let drawn = '';

/** Draws exchanges, oldest first, as a sequence diagram with four lanes: an ordered list with an arrow in each row. */
export function drawDiagram(place: HTMLElement, exchanges: readonly Exchange[]): void {
  const rows = together(exchanges);
  const text = JSON.stringify(rows);
  if (drawn === text) return;
  drawn = text;
  const isAtEnd = place.scrollTop + place.clientHeight >= place.scrollHeight - 40;
  const head = element('div', 'lanes');
  head.setAttribute('aria-hidden', 'true');
  head.append(...Object.values(LANES).map((name) => element('span', '', name)));
  const list = element('ol', 'lifelines');
  list.append(...rows.map((row) => drawRow(row, rows[0]?.at ?? 0)));
  const nothing = element(
    'p',
    'nothing',
    'Nothing yet. Start an order and pay it: every request is drawn here.',
  );
  place.replaceChildren(head, rows.length > 0 ? list : nothing);
  if (isAtEnd) place.scrollTop = place.scrollHeight;
}

/** Merges requests that repeat the previous one, such as polls, and keeps the newest status. */
function together(exchanges: readonly Exchange[]): Row[] {
  const rows: Row[] = [];
  for (const exchange of exchanges) {
    const last = rows.at(-1);
    const isSame =
      exchange.method === 'GET' &&
      last?.method === 'GET' &&
      last.to === exchange.to &&
      last.path === exchange.path;
    if (last && isSame)
      Object.assign(last, { status: exchange.status, text: exchange.text, times: last.times + 1 });
    else rows.push({ ...exchange, times: 1 });
  }
  return rows;
}

/** A row's label, arrow and status, from the middle of one lane to the middle of another, in a grid of half lanes. */
function drawRow({ from, to, method, path, status, text, at, times }: Row, start: number): HTMLElement {
  const [one, other] = [ORDER.indexOf(from), ORDER.indexOf(to)];
  const isNote = from === to;
  const tone = toneOf(status);
  const label = element('span', 'label');
  const parties = isNote ? LANES[from] : `${LANES[from]} to ${LANES[to]}`;
  label.append(
    element('span', 'visually-hidden', `${parties}: `),
    element('code', '', `${method} ${path}`.trim()),
    times > 1 ? ` × ${times}` : '',
  );
  const arrow = element('span', isNote ? 'note' : `arrow ${one > other ? 'back' : ''} ${tone}`);
  const about = element('span', 'about');
  const after = `+${((at - start) / 1_000).toFixed(2)} s`;
  about.append(element('b', tone, status), ' ', text && `${text} · `, element('time', '', after));
  const row = element('li', 'exchange');
  for (const part of [label, arrow, about]) {
    part.style.gridColumn = isNote
      ? '1 / 5'
      : `${2 * Math.min(one, other) + 2} / ${2 * Math.max(one, other) + 2}`;
    row.append(part);
  }
  return row;
}

function toneOf(status: string): string {
  if (status === 'waiting') return status;
  return status === '' || /^[23]/.test(status) ? '' : 'failed';
}

function element(name: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
