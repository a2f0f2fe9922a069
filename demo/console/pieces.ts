import { html, nothing, type TemplateResult } from 'lit';
import type { Failure } from './api.ts';
import type { PagedList } from './loading.ts';
import type { Badge } from './order-status.ts';
import { isApiMissing, problemText } from './problem-text.ts';

/** Parts that several views share. */

export const badge = ({ text, tone }: Badge): TemplateResult =>
  html`<span class="badge" data-tone=${tone}>${text}</span>`;

/** The outcome of an action. */
export const resultNotice = ({ text, tone }: Badge): TemplateResult =>
  html`<p class="notice" data-tone=${tone}>${text}</p>`;

/** A failure, advice, and a button to try again. */
export function failureNotice(failure: Failure, again: (() => void) | null): TemplateResult {
  const { title, advice, requestId } = problemText(failure);
  const isMissing = isApiMissing(failure);
  return html`<div class="notice" data-tone=${isMissing ? 'warning' : 'bad'} role="alert">
    <h2>${isMissing ? 'The merchant API is not available' : title}</h2>
    <p>${advice}</p>
    ${requestId ? html`<p class="fine">Request id: <code>${requestId}</code></p>` : nothing}
    ${again ? html`<button type="button" @click=${again}>Try again</button>` : nothing}
  </div>`;
}

/** Shown in place of an empty list. */
export const emptyState = (title: string, text: unknown): TemplateResult =>
  html`<div class="empty"><h2>${title}</h2><p>${text}</p></div>`;

/** A progress bar; its text is for screen readers. */
export const progress = (isBusy: boolean, text: string): TemplateResult =>
  html`<div class="progress" role="status" ?data-busy=${isBusy}>
    <span class="visually-hidden">${isBusy ? text : ''}</span>
  </div>`;

/** Loads a list again at once. */
export const refreshButton = <Item>(list: PagedList<Item>): TemplateResult =>
  html`<button type="button" class="small" @click=${() => void list.again()}>Refresh</button>`;

/** The end of a list: a button for more, or why there is none. */
export function listEnd<Item>(list: PagedList<Item>, what: string): TemplateResult {
  const { items, failure, hasMore, isBusy } = list;
  if (failure) return failureNotice(failure, () => void list.retry());
  if (!items) return html`<p class="awaited">Loading ${what}…</p>`;
  if (!hasMore) return html``;
  return html`<p class="more">
    <button type="button" ?disabled=${isBusy} @click=${() => void list.more()}>${isBusy ? 'Loading…' : `Load more ${what}`}</button>
  </p>`;
}

/** Moves the focus between the links of a list's rows with the arrow keys. */
export function walkRows(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.currentTarget instanceof HTMLElement)) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('a.row-link')];
  const at = links.findIndex((link) => link === event.target);
  const next = links[at + step];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}
