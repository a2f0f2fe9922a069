import { html, nothing, type TemplateResult } from 'lit';
import type { Failure } from './api.ts';
import type { LiveList } from './live.ts';
import { adviceOn } from './problem-text.ts';
import type { Badge } from './statuses.ts';

/** Parts that several views share. */

export const badge = ({ text, tone }: Badge): TemplateResult =>
  html`<span class="badge" data-tone=${tone}>${text}</span>`;

/** A line of a list of facts; nothing without a value. */
export const fact = (name: string, value: unknown): TemplateResult | typeof nothing =>
  value ? html`<div><dt>${name}</dt><dd>${value}</dd></div>` : nothing;

/** The result of an action, announced by screen readers. */
export const resultNotice = (result: Badge | null): TemplateResult =>
  html`<div class="result" role="status" tabindex="-1">${
    result ? html`<p class="notice" data-tone=${result.tone}>${result.text}</p>` : nothing
  }</div>`;

/** A failure, advice, and a button to try again. */
export function failureNotice(failure: Failure | null, again?: () => void): TemplateResult | typeof nothing {
  if (!failure) return nothing;
  const { title, requestId } = failure;
  return html`<div class="notice" data-tone="bad" role="alert">
    <h2>${title}</h2>
    <p>${adviceOn(failure)}</p>
    ${requestId ? html`<p class="fine">Request id: <code>${requestId}</code></p>` : nothing}
    ${again ? html`<button type="button" @click=${again}>Try again</button>` : nothing}
  </div>`;
}

/** A choice among lists. `address`: of the list that it shows. */
export const chip = (address: string, text: string, isCurrent: boolean): TemplateResult =>
  html`<a href=${address} aria-current=${isCurrent ? 'true' : nothing}>${text}</a>`;

/** Shown in place of an empty list. */
export const emptyState = (title: string, text: unknown): TemplateResult =>
  html`<div class="empty"><h2>${title}</h2><p>${text}</p></div>`;

/** A progress bar; its text is for screen readers. */
export const progress = (isBusy: boolean, text: string): TemplateResult =>
  html`<div class="progress" role="status" ?data-busy=${isBusy}>
    <span class="visually-hidden">${isBusy ? text : ''}</span>
  </div>`;

export const refreshButton = (list: { load(): Promise<void> }): TemplateResult =>
  html`<button type="button" class="small" @click=${() => void list.load()}>Refresh</button>`;

/** Above a list: whether it is being loaded, or why it cannot be loaded. */
export const listStart = <Item>(list: LiveList<Item>, what: string): TemplateResult =>
  html`${progress(list.isBusy, `Loading ${what}`)} ${failureNotice(list.failure, () => void list.load())}`;

/** Below a list: a button for the next page. */
export function listEnd<Item>(list: LiveList<Item>, what: string): TemplateResult | typeof nothing {
  if (!list.items && !list.failure) return html`<p class="awaited">Loading ${what}…</p>`;
  if (list.value?.nextCursor == null) return nothing;
  return html`<p class="more">
    <button type="button" ?disabled=${list.isBusy} @click=${() => list.more()}>Load more ${what}</button>
  </p>`;
}

/** A list whose rows are links. `columns`: their names; the last `numbers` of them are aligned to the right. */
export const listTable = (
  caption: string,
  columns: readonly string[],
  numbers: number,
  rows: unknown,
): TemplateResult =>
  html`<table class="list">
    <caption class="visually-hidden">${caption}, the newest first.</caption>
    <thead>
      <tr>${columns.map((name, index) => html`<th scope="col" class=${index < columns.length - numbers ? nothing : 'number'}>${name}</th>`)}</tr>
    </thead>
    <tbody>${rows}</tbody>
  </table>`;
