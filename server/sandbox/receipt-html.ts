import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { Receipt } from './receipt.ts';

const STYLE = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { max-width: 40rem; margin: 0 auto; padding: 2rem 1.25rem; color: #16202c; background: #fff;
  font: 1rem/1.5 system-ui, "Noto Sans", Arial, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.3; }
p { margin: .25rem 0; color: #5a6675; }
dl { margin: 1.5rem 0; border-bottom: 1px solid #dfe4ea; }
dl div { display: grid; grid-template-columns: 10rem 1fr; gap: 0 1rem; padding: .375rem 0; border-top: 1px solid #dfe4ea;
  break-inside: avoid; }
dt { color: #5a6675; }
dd { margin: 0; white-space: pre-line; }
@media (max-width: 30rem) { dl div { grid-template-columns: 1fr; } }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Headers of a receipt as a page, which may use only its own style. */
export const RECEIPT_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** A receipt as a self-contained page: no script, inline style, every value escaped. */
export async function receiptHtml({ title, number, merchant, rows, note }: Receipt): Promise<string> {
  const shown = rows.map(
    ([label, value]) => html`<div>
        <dt>${label}</dt>
        <dd dir="auto">${value}</dd>
      </div>`,
  );
  return String(
    await html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>${title} ${number} – ${merchant}</title>
          ${raw(`<style>${STYLE}</style>`)}
        </head>
        <body>
          <main>
            <h1>${title} ${number}</h1>
            <p dir="auto">${merchant}</p>
            <dl>
              ${shown}
            </dl>
            <p>${note}</p>
          </main>
        </body>
      </html>`,
  );
}
