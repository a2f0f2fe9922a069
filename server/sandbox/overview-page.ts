import { html } from 'hono/html';
import type { Fault } from './faults.ts';
import type { JournalEntry } from './journal.ts';
import type { Overview, ViolationSum } from './overview.ts';
import { OVERVIEW_STYLE } from './overview-style.ts';
import { type Markup, pageResponse } from './page.ts';
import type { WebhookRecord } from './webhook-sender.ts';

/** Entries shown of each list, newest first; the control API has all of them. */
const MOST = 100;

/** Shows what has happened at the sandbox on one page, without scripts. */
export function overviewPage(overview: Overview): Promise<Response> {
  const { violations, payments, requests, webhooks, faults } = overview;
  const body = html`${head(overview)} ${sums(overview)}
  ${list('violations', 'Violations of the interface document', violations, violationRow, 'requests')}
  ${list('payments', 'Payments', payments, paymentRow)} ${list('requests', 'Requests', requests, requestRow)}
  ${list('webhooks', 'Webhooks', webhooks, webhookRow)}
  ${list('faults', 'Faults still to come', faults, faultRow)}`;
  return pageResponse({ title: 'What happened', body, style: OVERVIEW_STYLE, isFramed: false });
}

function head({ baseUrl, posId, now, strict, orderId }: Overview): Markup {
  const bears = strict
    ? html`<span class="pill">strict</span> refuses every violation`
    : html`<span class="pill">tolerant</span> accepts what the live gateway bears`;
  return html`<div class="head">
    <div>
      <h1>What happened</h1>
      <p>${baseUrl} · project <span class="mono">${posId}</span></p>
      <p>${bears} · clock ${stamp(now)} UTC</p>
    </div>
    <div class="tools">
      <form role="search">
        <label for="order">Order id begins with</label>
        <input id="order" name="order" value="${orderId ?? ''}" autocomplete="off" spellcheck="false" />
        <button>Show</button>
      </form>
      ${orderId === null ? html`<a href="?">Reload</a>` : html`<a href="?">Show all</a>`}
    </div>
  </div>`;
}

function sums({ payments, requests, webhooks, violations, faults }: Overview): Markup {
  const failed = webhooks.filter(({ state }) => state === 'failed').length;
  const succeeded = payments.filter(({ status }) => status === 'success').length;
  const breaking = requests.filter((entry) => entry.violations.length > 0).length;
  return html`<ul class="sums">
    ${sum('payments', payments.length, `${succeeded} succeeded`)}
    ${sum('requests', requests.length, `${breaking} with violations`)}
    ${sum('webhooks', webhooks.length, `${failed} failed`)}
    ${sum('violations', violations.length, violations.length === 1 ? 'kind' : 'kinds')}
    ${sum('faults', faults.length, 'to come')}
  </ul>`;
}

function sum(id: string, count: number, note: string): Markup {
  const name = `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`;
  return html`<li><a href="#${id}">${name} <b>${count}</b> <small>${note}</small></a></li>`;
}

function list<Item>(
  id: string,
  title: string,
  items: readonly Item[],
  row: (item: Item) => Markup,
  json = id,
): Markup {
  const rows = items.slice(0, MOST).map((item) => html`<li>${row(item)}</li>`);
  const count = items.length > MOST ? html`the newest ${MOST} of ${items.length} · ` : '';
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <header>
      <h2 id="${id}-title">${title}</h2>
      <span>${count}<a href="_sandbox/${json}">JSON<span class="visually-hidden"> of ${id}</span></a></span>
    </header>
    ${rows.length === 0 ? html`<p class="none">None.</p>` : html`<ul class="rows">${rows}</ul>`}
  </section>`;
}

function violationRow({ endpoint, field, violation, accepted, count, lastAt }: ViolationSum): Markup {
  return html`<div class="row">
    ${time(lastAt)}
    <span class="what"><b class="mono">${field}</b> ${violation} <span class="soft mono">${endpoint}</span></span>
    <span class="soft">${count} ×</span>
    ${accepted ? pill('accepted', 'warn') : pill('refused', 'bad')}
  </div>`;
}

function paymentRow(payment: Overview['payments'][number]): Markup {
  const { orderId, method, mode, status, amount, currency, operations } = payment;
  const facts: [string, string | null][] = [
    ['Payment', payment.paymentId],
    ['Transaction', payment.transactionId],
    ['Card', payment.cardMask],
    ['Code', payment.statusCode && `${payment.statusCode} ${payment.statusDescription ?? ''}`],
    ['Shares', payment.split?.map((share) => `${share.subMerchantId} ${share.amount}`).join(', ') ?? null],
  ];
  return html`<details>
    <summary class="row">
      <span class="what"><b>${orderId}</b> <span class="soft">${method}, ${mode}</span></span>
      ${operations.map((one) => pill(`${one.method} ${one.amount}`, tone(one.status)))}
      <span class="money">${amount} ${currency}</span> ${pill(status, tone(status))}
    </summary>
    <div class="more">
      <dl>${facts.map(([name, value]) => (value ? html`<dt>${name}</dt><dd class="mono">${value}</dd>` : ''))}</dl>
      ${[...payment.further, ...operations].map(
        (one) => html`<p>
          ${one.method} <span class="money">${one.amount} ${currency}</span> ${pill(one.status, tone(one.status))}
          <span class="mono soft">${one.statusCode} ${one.transactionId}</span>
        </p>`,
      )}
    </div>
  </details>`;
}

function requestRow(entry: JournalEntry): Markup {
  const { at, method, path, contentType, body, violations } = entry;
  const listed = violations.map(
    ({ field, violation }) => html`<li><b class="mono">${field}</b> ${violation}</li>`,
  );
  const count = `${violations.length} ${violations.length === 1 ? 'violation' : 'violations'}`;
  return html`<details>
    <summary class="row">
      ${time(at)} <span class="what"><span class="mono"><b>${method}</b> ${path}</span> ${orderInBody(entry)}</span>
      ${violations.length > 0 ? pill(count, 'warn') : ''}
      ${answerPill(entry)}
    </summary>
    <div class="more">
      ${listed.length > 0 ? html`<ul>${listed}</ul>` : ''} ${contentType ? html`<p class="soft mono">${contentType}</p>` : ''}
      ${body === null ? html`<p class="soft">No body.</p>` : json(body)}
    </div>
  </details>`;
}

function answerPill({ open, status }: JournalEntry): Markup {
  if (open) return pill('open', 'warn');
  return status === null ? pill('no answer', 'bad') : pill(String(status), status < 400 ? 'good' : 'bad');
}

function webhookRow({ at, orderId, url, fault, event, state, attempts }: WebhookRecord): Markup {
  const tried = attempts.map((attempt) => html`<li>${time(attempt.at)} ${attempt.result}</li>`);
  return html`<details>
    <summary class="row">
      ${time(at)}
      <span class="what"><b>${orderId}</b> ${textOf(event['method'])} <span class="soft">${textOf(event['status'])}</span></span>
      ${fault === null ? '' : pill(fault, 'warn')} ${pill(state, tone(state))}
    </summary>
    <div class="more">
      <p class="mono">${url ?? 'No server_url.'}</p>
      ${tried.length > 0 ? html`<ul>${tried}</ul>` : ''} ${json(event)}
    </div>
  </details>`;
}

function faultRow({ on, kind, times, orderId }: Fault): Markup {
  return html`<div class="row">
    <span class="what"><b>${kind}</b> on ${on} ${orderId === undefined ? '' : html`of order ${orderId}`}</span>
    <span class="soft">${times} ×</span>
  </div>`;
}

/** Most paths do not name the order of the request. */
function orderInBody(entry: JournalEntry): string {
  const { orderId } = entry;
  return orderId !== null && !entry.path.includes(orderId) ? orderId : '';
}

const TONES: Readonly<Record<string, 'good' | 'bad'>> = {
  success: 'good',
  delivered: 'good',
  failure: 'bad',
  failed: 'bad',
  lost: 'bad',
};

function tone(state: string): 'good' | 'warn' | 'bad' {
  return TONES[state] ?? 'warn';
}

function pill(text: string, color: 'good' | 'warn' | 'bad'): Markup {
  return html`<span class="pill ${color}">${text}</span>`;
}

function time(milliseconds: number): Markup {
  const iso = new Date(milliseconds).toISOString();
  return html`<time class="time" datetime="${iso}">${iso.slice(11, 19)}</time>`;
}

function stamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
}

function json(value: unknown): Markup {
  return html`<pre>${JSON.stringify(value, null, 2)}</pre>`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
