import { html } from 'hono/html';
import { shownPayment } from './control-orders.ts';
import { type JournalEntry, redact } from './journal.ts';
import { type Markup, pageResponse } from './page.ts';
import { OVERVIEW_STYLE } from './styles.ts';
import type { SandboxState } from './state.ts';

/** Entries shown of each list, newest first; the control API has all of them. */
const MOST = 100;

/** One line, with its pills at the end, and what opens below it. */
interface Row {
  /** milliseconds of the sandbox's clock */
  at?: number;
  name: string;
  note: string;
  pills: string[];
  detail: unknown;
}

/**
 * The page at `/_sandbox`: everything that the control API lists, for people, without scripts.
 * @param orderId an order's id or its beginning; empty for everything
 */
export function overviewPage(state: SandboxState, orderId: string): Promise<Response> {
  const wanted = <One extends { orderId: string | null }>(list: readonly One[]): One[] =>
    list.filter((one) => one.orderId?.startsWith(orderId) ?? orderId === '').toReversed();
  const requests = wanted(state.journal.all());
  const lists: [id: string, title: string, rows: Row[]][] = [
    ['violations', 'Violations of the interface document', violationRows(requests)],
    ['payments', 'Payments', wanted(redacted(state.ledger.all().map(shownPayment))).map(paymentRow)],
    ['requests', 'Requests', requests.map(requestRow)],
    [
      'webhooks',
      'Webhooks',
      wanted(redacted(state.webhooks.records())).map((detail) => {
        const { at, orderId: name, event, fault, state: delivery } = detail;
        const note = `${String(event['method'])} ${String(event['status'])}`;
        return { at, name, note, pills: [...(fault ? [fault] : []), delivery], detail };
      }),
    ],
    [
      'faults',
      'Faults that wait',
      state.faults.waiting().map((detail) => {
        const note = `on ${detail.on}${detail.orderId ? ` of order ${detail.orderId}` : ''}`;
        return { name: detail.kind, note, pills: [`${detail.times} ×`], detail };
      }),
    ],
  ];
  const body = html`${head(state, orderId)}
    <nav>${lists.map(([id, , rows]) => html`<a href="#${id}">${id} <b>${rows.length}</b></a> `)}</nav>
    ${lists.map(([id, title, rows]) => section(id, title, rows))}`;
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

function section(id: string, title: string, rows: readonly Row[]): Markup {
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
      ${at === undefined ? '' : html`<time>${new Date(at).toISOString().slice(11, 19)}</time>`}
      <span class="what"><b>${name}</b> ${note}</span>
      ${pills.map((text) => html`<span class="pill ${toneOf(text)}">${text}</span> `)}
    </summary>
    <pre>${JSON.stringify(detail, null, 2)}</pre>
  </details>`;
}

/** Each violation once, with the number of requests that have it; the most frequent first. */
function violationRows(requests: readonly JournalEntry[]): Row[] {
  const counts = new Map<string, number>();
  for (const { method, path, violations } of requests) {
    for (const { field, violation, accepted } of violations) {
      const key = JSON.stringify([`${method} ${path}`, field, violation, accepted]);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([key, count]) => {
      const [endpoint, name, violation, accepted] = JSON.parse(key) as [string, string, string, boolean];
      const pills = [`${count} ×`, accepted ? 'accepted' : 'refused'];
      const detail = { endpoint, field: name, violation, accepted, count };
      return { name, note: `${violation} ${endpoint}`, pills, detail };
    });
}

function paymentRow(detail: ReturnType<typeof shownPayment>): Row {
  const { orderId: name, method, mode, amount, currency, status, operations } = detail;
  const pills = operations.map((one) => `${one.method} ${one.amount} ${one.status}`);
  return { name, note: `${method}, ${mode}`, pills: [...pills, `${amount} ${currency} ${status}`], detail };
}

function requestRow(detail: JournalEntry): Row {
  const { at, method, path, orderId, violations, open, status } = detail;
  const count = violations.length === 1 ? '1 violation' : `${violations.length} violations`;
  const answer = open ? 'open' : String(status ?? 'no answer');
  const note = orderId !== null && !path.includes(orderId) ? orderId : '';
  const pills = violations.length > 0 ? [count, answer] : [answer];
  return { at, name: `${method} ${path}`, note, pills, detail };
}

function toneOf(pill: string): 'good' | 'warn' | 'bad' {
  if (/\bsuccess$|^delivered$|^[23]\d\d$/.test(pill)) return 'good';
  return /\bfailure$|^(failed|lost|refused|no answer|[45]\d\d)$/.test(pill) ? 'bad' : 'warn';
}

/** {@link redact} does not change the shape. */
function redacted<Shown>(shown: readonly Shown[]): Shown[] {
  return redact(shown) as Shown[];
}
