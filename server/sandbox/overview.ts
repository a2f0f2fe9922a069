import { html } from 'hono/html';
import { shownPayment } from './control-orders.ts';
import type { Fault } from './faults.ts';
import { type JournalEntry, type ListedViolation, redact } from './journal.ts';
import { type Markup, pageResponse } from './page.ts';
import { OVERVIEW_STYLE } from './styles.ts';
import type { WebhookRecord } from './webhook-sender.ts';
import type { SandboxState } from './state.ts';

/** Entries shown of each list, newest first; the control API has all of them. */
const MOST = 100;

type Tone = 'good' | 'warn' | 'bad';

/** One line, with its pills at the end, and what opens below it. */
interface Row {
  /** milliseconds of the sandbox's clock, or null */
  at: number | null;
  name: string;
  note: string;
  pills: [text: string, tone: Tone][];
  detail: unknown;
}

interface List {
  id: string;
  title: string;
  rows: readonly Row[];
}

/**
 * The page at `/_sandbox`: everything that the control API lists, for people, without scripts.
 * @param orderId an order's id or its beginning; empty for everything
 */
export function overviewPage(state: SandboxState, orderId: string): Promise<Response> {
  const isWanted = (one: { orderId: string | null }) => one.orderId?.startsWith(orderId) ?? orderId === '';
  const requests = state.journal.all().filter(isWanted).toReversed();
  const payments = redacted(state.ledger.all().map(shownPayment)).filter(isWanted).toReversed();
  const webhooks = redacted(state.webhooks.records()).filter(isWanted).toReversed();
  const lists: List[] = [
    { id: 'violations', title: 'Violations of the interface document', rows: violationRows(requests) },
    { id: 'payments', title: 'Payments', rows: payments.map(paymentRow) },
    { id: 'requests', title: 'Requests', rows: requests.map(requestRow) },
    { id: 'webhooks', title: 'Webhooks', rows: webhooks.map(webhookRow) },
    { id: 'faults', title: 'Faults that wait', rows: state.faults.waiting().map(faultRow) },
  ];
  const body = html`${head(state, orderId)}
    <nav>${lists.map(({ id, rows }) => html`<a href="#${id}">${id} <b>${rows.length}</b></a> `)}</nav>
    ${lists.map(section)}`;
  return pageResponse({ title: 'Activity', body, style: OVERVIEW_STYLE, isFramed: false });
}

function head({ baseUrl, credentials, clock, settings }: SandboxState, orderId: string): Markup {
  const reading = settings.strict
    ? html`<span class="pill">strict</span> refuses every violation`
    : html`<span class="pill">lenient</span> accepts what the live gateway accepts`;
  return html`<h1>Activity</h1>
    <p>${baseUrl} · pos_id <code>${credentials.posId}</code></p>
    <p>${reading} · clock ${new Date(clock.now()).toISOString().slice(0, 19).replace('T', ' ')} UTC</p>
    <form role="search">
      <label for="order">Order id begins with</label>
      <input id="order" name="order" value="${orderId}" autocomplete="off" spellcheck="false" />
      <button>Show</button> <a href="?">${orderId === '' ? 'Reload' : 'Show all'}</a>
    </form>`;
}

function section({ id, title, rows }: List): Markup {
  const count = rows.length > MOST ? html`the newest ${MOST} of ${rows.length} · ` : '';
  const json = id === 'violations' ? 'requests' : id;
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <header>
      <h2 id="${id}-title">${title}</h2>
      <span>${count}<a href="_sandbox/${json}" aria-label="${id} as JSON">JSON</a></span>
    </header>
    ${rows.length === 0 ? html`<p>None.</p>` : rows.slice(0, MOST).map(line)}
  </section>`;
}

function line({ at, name, note, pills, detail }: Row): Markup {
  return html`<details>
    <summary>
      ${at === null ? '' : html`<time>${new Date(at).toISOString().slice(11, 19)}</time>`}
      <span class="what"><b>${name}</b> ${note}</span>
      ${pills.map(([text, tone]) => html`<span class="pill ${tone}">${text}</span> `)}
    </summary>
    <pre>${JSON.stringify(detail, null, 2)}</pre>
  </details>`;
}

/** Each violation once, with the number of requests that have it; the most frequent first. */
function violationRows(requests: readonly JournalEntry[]): Row[] {
  const sums = new Map<string, ListedViolation & { endpoint: string; count: number; at: number }>();
  for (const { method, path, at, violations } of requests) {
    for (const violation of violations) {
      const endpoint = `${method} ${path}`;
      const key = JSON.stringify([endpoint, violation]);
      const sum = sums.get(key) ?? { endpoint, ...violation, count: 0, at };
      sums.set(key, { ...sum, count: sum.count + 1 });
    }
  }
  return [...sums.values()]
    .toSorted((one, other) => other.count - one.count)
    .map(({ at, field, violation, endpoint, count, accepted }) => ({
      at,
      name: field,
      note: `${violation} ${endpoint}`,
      pills: [[`${count} ×`, 'warn'], accepted ? ['accepted', 'warn'] : ['refused', 'bad']],
      detail: { endpoint, field, violation, accepted, count },
    }));
}

function paymentRow(payment: ReturnType<typeof shownPayment>): Row {
  const { orderId, method, mode, amount, currency, status, operations } = payment;
  const done = operations.map((one): Row['pills'][number] => [
    `${one.method} ${one.amount}`,
    toneOf(one.status),
  ]);
  return {
    at: null,
    name: orderId,
    note: `${method}, ${mode}`,
    pills: [...done, [`${amount} ${currency} ${status}`, toneOf(status)]],
    detail: payment,
  };
}

function requestRow(entry: JournalEntry): Row {
  const { at, method, path, orderId, violations, open, status } = entry;
  const count = `${violations.length} ${violations.length === 1 ? 'violation' : 'violations'}`;
  const listed: Row['pills'] = violations.length > 0 ? [[count, 'warn']] : [];
  const tone = status === null || status >= 400 ? 'bad' : 'good';
  return {
    at,
    name: `${method} ${path}`,
    note: orderId !== null && !path.includes(orderId) ? orderId : '',
    pills: [...listed, open ? ['open', 'warn'] : [String(status ?? 'no answer'), tone]],
    detail: entry,
  };
}

function webhookRow(record: WebhookRecord): Row {
  const { at, orderId, event, fault, state } = record;
  const faults: Row['pills'] = fault === null ? [] : [[fault, 'warn']];
  const note = `${String(event['method'])} ${String(event['status'])}`;
  return { at, name: orderId, note, pills: [...faults, [state, toneOf(state)]], detail: record };
}

function faultRow(fault: Fault): Row {
  const { on, kind, times, orderId } = fault;
  const note = `on ${on}${orderId === undefined ? '' : ` of order ${orderId}`}`;
  return { at: null, name: kind, note, pills: [[`${times} ×`, 'warn']], detail: fault };
}

function toneOf(state: string): Tone {
  if (state === 'success' || state === 'delivered') return 'good';
  return ['failure', 'failed', 'lost'].includes(state) ? 'bad' : 'warn';
}

/** {@link redact} does not change the shape. */
function redacted<Shown>(shown: readonly Shown[]): Shown[] {
  return redact(shown) as Shown[];
}
