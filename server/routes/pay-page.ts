import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { AppEnv } from '../app-env.ts';
import { isLoopback } from '../contract/loopback.ts';
import type { MerchantProfile } from '../contract/merchant-profile.ts';
import { formatAmount } from '../contract/money.ts';
import type { Order } from '../contract/order.ts';
import { amountText } from '../pages/amount-text.ts';
import { filled } from '../pages/filled.ts';
import type { Language } from '../pages/language.ts';
import { contactLine, merchantLine, titleFor } from '../pages/merchant.ts';
import { nonceOf, page } from '../pages/page.ts';
import { PAY_STYLE } from './pay-page-style.ts';

/** A page on which an order is paid: what is paid and to whom, around the form. */
export interface PayPage {
  status: number;
  /** the companion's base address */
  base: string;
  order: Order;
  /** the merchant that the customer pays */
  merchant: MerchantProfile | null;
  /** whether the form is the tag, which needs a script; otherwise it is plain HTML */
  hasTag: boolean;
  /** default: what is done, and the amount */
  title?: string;
  form: unknown;
}

export function payPage(
  c: Context<AppEnv>,
  language: Language,
  { status, base, order, merchant, hasTag, title, form }: PayPage,
): Response | Promise<Response> {
  const { texts } = language;
  c.set('ownHeaders', {
    'content-security-policy': policy(nonceOf(c), { base, hasTag, logoUrl: merchant?.logoUrl ?? null }),
    // The plain form must send its Origin, and still no address is sent to another site.
    'referrer-policy': 'same-origin',
  });
  // A card check charges nothing.
  const [act, what] =
    order.method === 'lookup' ? ['', texts.tag.check] : [texts.act[order.method], amountOf(order, language)];
  const body = html`<header>
      ${merchantLine(merchant, { logo: true })}
      <h1>${act} <strong>${what}</strong></h1>
      <p><bdi>${order.description}</bdi></p>
      <p class="id">${filled(texts.tag.outcome.order, order.id)}</p>
    </header>
    ${form}
    <footer>
      ${isSecure(base) ? html`<p class="lock">${LOCK}<span>${texts.lock}</span></p>` : ''}
      ${contactLine(merchant, language)}
    </footer>`;
  const head = html`<link rel="icon" href="data:,">${hasTag ? scripts(base, language) : ''}`;
  return page(c, {
    status,
    language,
    title: titleFor(title ?? `${act} ${what}`.trim(), merchant),
    head,
    style: PAY_STYLE,
    body,
  });
}

/** The tag, and beside it its language, which it would ask for only when it runs. English is in the tag. */
function scripts(base: string, { name }: Language) {
  const texts = name === 'en' ? '' : html`<link rel="modulepreload" href="${base}/pay-form-${name}.js">`;
  return html`<script type="module" src="${base}/pay-form.js"></script>${texts}`;
}

/** What the plain form says below its button. */
export function hostedHint(order: Order, language: Language): string {
  const { hostedHint: pays, reserveHint } = language.texts.tag;
  return (order.method === 'auth' ? reserveHint : pays).replace('{}', () => amountOf(order, language));
}

const amountOf = ({ amountMinor, currency }: Order, { tag }: Language): string =>
  amountText(tag, formatAmount(amountMinor, currency), currency);

/**
 * The Content-Security-Policy that the form needs: the tag's file and languages, the browser API, the plain form and
 * the gateway's page behind it.
 */
function policy(
  nonce: string,
  { base, hasTag, logoUrl }: Pick<PayPage, 'base' | 'hasTag'> & { logoUrl: string | null },
): string {
  return [
    "default-src 'none'",
    ...(hasTag ? ["script-src 'self'", "connect-src 'self'"] : []),
    `style-src 'nonce-${nonce}'`,
    `img-src data:${logoUrl === null ? '' : ` ${new URL(logoUrl).origin}`}`,
    "base-uri 'none'",
    // Browsers follow a form's redirect only if this allows it, and the gateway's page may have any address.
    `form-action 'self' https:${base.startsWith('https:') ? '' : ' http:'}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Whether browsers consider the page secure, so that the line with the lock is true. */
const isSecure = (base: string): boolean => base.startsWith('https:') || isLoopback(base);

const LOCK = raw(
  '<svg viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.5"><rect x="3" y="7" width="10" height="7" rx="1.5"/><path d="M5.25 7V4.75a2.75 2.75 0 0 1 5.5 0V7"/></svg>',
);
