import { html } from 'hono/html';
import { pageHeaders, pageText } from './page.ts';
import type { Receipt } from './receipt.ts';

const STYLE = `
dl div { display: grid; grid-template-columns: 1fr 2fr; gap: 1rem; padding: .375rem 0; border-top: 1px solid var(--line); }
dt { color: var(--soft); }
dd { margin: 0; white-space: pre-line; }
`;

export const RECEIPT_HEADERS = pageHeaders({ style: STYLE });

/** A receipt as a self-contained page: no script, inline style, every value escaped. */
export function receiptHtml({ title, merchant, rows, note }: Receipt): Promise<string> {
  const shown = rows.map(
    ([label, value]) => html`<div>
      <dt>${label}</dt>
      <dd dir="auto">${value}</dd>
    </div>`,
  );
  const body = html`<h1>${title}</h1>
    <p dir="auto">${merchant}</p>
    <dl>${shown}</dl>
    <p>${note}</p>`;
  return pageText({ title, body, style: STYLE });
}
