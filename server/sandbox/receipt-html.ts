import { html, raw } from 'hono/html';
import type { ReceiptFacts } from './receipt-facts.ts';
import { RECEIPT_STYLE } from './receipt-style.ts';
import type { ReceiptLine, ReceiptTable } from './receipt-tables.ts';
import type { Receipt } from './receipt.ts';

/** A receipt as a self-contained page: no script, inline style, every value escaped. */
export async function receiptHtml(receipt: Receipt): Promise<string> {
  const { title, number, merchant, amount, currency, state, description, statement } = receipt;
  const markup = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} ${number} – ${merchant}</title>
        ${raw(`<style>${RECEIPT_STYLE}</style>`)}
      </head>
      <body>
        <main class="receipt">
          <header>
            <p class="merchant" dir="auto">${merchant}</p>
            <div class="title">
              <h1>${title}</h1>
              <p class="number">${number}</p>
            </div>
          </header>
          <div class="paid">
            <p class="amount">${amount} <span>${currency}</span></p>
            <p class="state">${state}</p>
          </div>
          <p class="description" dir="auto">${description}</p>
          ${statement === null ? '' : html`<p class="statement">${statement}</p>`}
          ${receipt.facts.map(facts)} ${receipt.tables.map((one) => table(one, currency))}
          <footer>${receipt.notes.map((note) => html`<p>${note}</p>`)}</footer>
        </main>
      </body>
    </html>`;
  return String(markup);
}

function facts({ heading, rows }: ReceiptFacts) {
  return html`<section>
    <h2>${heading}</h2>
    <dl>
      ${rows.map(
        ([label, value]) =>
          html`<div>
            <dt>${label}</dt>
            <dd dir="auto">${value}</dd>
          </div>`,
      )}
    </dl>
  </section>`;
}

function table({ heading, lines, total }: ReceiptTable, currency: string) {
  return html`<section>
    <h2>${heading}</h2>
    <table>
      <tbody>
        ${lines.map((one) => line(one, currency))}
      </tbody>
      ${total ? html`<tfoot>${line(total, currency)}</tfoot>` : ''}
    </table>
  </section>`;
}

function line({ name, detail, amount }: ReceiptLine, currency: string) {
  return html`<tr>
    <th scope="row" dir="auto">${name}${detail === '' ? '' : html`<span class="detail">${detail}</span>`}</th>
    <td>${amount === null ? '–' : `${amount} ${currency}`}</td>
  </tr>`;
}
