import { html, raw } from 'hono/html';
import { formatAmount } from '../contract/money.ts';
import type { SandboxPayment } from './ledger.ts';
import { PAGE_STYLE } from './styles.ts';

/** Markup that is safe to insert into a page: its values are escaped. */
export type Markup = ReturnType<typeof html>;

interface Page {
  title: string;
  body: Markup;
  /** styles in addition to those of all pages */
  style?: string;
  /** whether other sites may show it in a frame, as a challenge in a dialog; default: true */
  isFramed?: boolean;
  /** text of an inline script */
  script?: string;
  status?: number;
}

/**
 * Renders a page with a policy that allows only its own style and script. `form-action` stays open on purpose: browsers
 * apply it to the whole chain of redirects that leads back to the merchant. Framing stays open too: a challenge may be
 * shown in a dialog of the merchant's page.
 */
export async function pageResponse(page: Page): Promise<Response> {
  const { title, body, style = '', isFramed = true, script, status = 200 } = page;
  const nonce = crypto.randomUUID();
  const markup = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} – Sandbox</title>
        <style nonce="${nonce}">
          ${raw(PAGE_STYLE + style)}
        </style>
      </head>
      <body>
        <header class="banner"><strong>Sandbox</strong> · test page, no real money moves</header>
        <main>${body}</main>
        ${script ? html`<script nonce="${nonce}">${raw(script)}</script>` : ''}
      </body>
    </html>`;
  return new Response(String(markup), { status, headers: pageHeaders(nonce, isFramed) });
}

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
  return pageResponse({ title: 'Not found', body, status: 404 });
}

function pageHeaders(nonce: string, isFramed: boolean): Record<string, string> {
  const own = `'nonce-${nonce}'`;
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src ${own}; script-src ${own}; base-uri 'none'${isFramed ? '' : "; frame-ancestors 'none'"}`,
    ...(!isFramed && { 'x-frame-options': 'DENY' }),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}
