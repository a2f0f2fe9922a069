import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { formatAmount } from '../contract/money.ts';
import type { SandboxPayment } from './ledger.ts';
import { PAGE_STYLE } from './styles.ts';

/** Markup that is safe to insert into a page: its values are escaped. */
export type Markup = ReturnType<typeof html>;

export interface Page {
  title: string;
  body: Markup;
  /** styles in addition to those of all pages */
  style?: string;
  /** whether other sites may show it in a frame, as a challenge in a dialog; default: true */
  isFramed?: boolean;
  /** text of an inline script */
  script?: string;
}

/** A page that needs nothing else. */
export async function pageText({ title, body, style = '', script = '' }: Page): Promise<string> {
  const markup = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} – Sandbox</title>
        ${raw(`<style>${PAGE_STYLE}${style}</style>`)}
      </head>
      <body>
        <header class="banner"><strong>Sandbox</strong> · test page, no real money moves</header>
        <main>${body}</main>
        ${script && raw(`<script>${script}</script>`)}
      </body>
    </html>`;
  return String(markup);
}

/**
 * Its headers, with a policy that allows only its own style and script. `form-action` stays open on purpose: browsers
 * apply it to the whole chain of redirects that leads back to the merchant. Framing stays open too: a challenge may be
 * shown in a dialog of the merchant's page.
 */
export function pageHeaders({ style = '', script = '', isFramed = true }: Omit<Page, 'title' | 'body'>) {
  const own = `style-src ${hashOf(PAGE_STYLE + style)}; script-src ${hashOf(script)}`;
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; ${own}; base-uri 'none'${isFramed ? '' : "; frame-ancestors 'none'"}`,
    ...(!isFramed && { 'x-frame-options': 'DENY' }),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

export async function pageResponse(page: Page, status = 200): Promise<Response> {
  return new Response(await pageText(page), { status, headers: pageHeaders(page) });
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Whose page is imitated, and which page it is. */
export function sign(of: 'gateway' | 'bank'): Markup {
  return of === 'gateway'
    ? html`<p class="sign">Sandbox Gateway <span>Hosted page</span></p>`
    : html`<p class="sign">Sandbox Bank <span>3-D Secure</span></p>`;
}

/** The order being paid, at the top of every page. */
export function orderSummary(payment: SandboxPayment): Markup {
  const { currency, description, order_id: orderId } = payment.stated;
  return html`<section class="order" aria-label="Your order">
    <p class="amount">${formatAmount(payment.amountMinor, currency)} ${currency}</p>
    <p>${description}</p>
    <p>Order ${orderId}</p>
  </section>`;
}

/** The page for an unknown address. */
export function pageNotFound(): Promise<Response> {
  const body = html`<h1>Page not found</h1>
    <p>The payment may have been started before the sandbox was restarted or reset.</p>`;
  return pageResponse({ title: 'Not found', body }, 404);
}
