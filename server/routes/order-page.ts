import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { AppEnv } from '../app-env.ts';
import type { CustomerField, SessionView } from '../contract/checkout-api.ts';
import { CUSTOMER_INPUTS } from '../contract/customer-form.ts';
import { isLoopback } from '../contract/loopback.ts';
import type { MerchantProfile } from '../contract/merchant-profile.ts';
import type { Order } from '../contract/order.ts';
import { linkToken, type OrderSecrets, readOwnToken } from '../middleware/order-token.ts';
import { type Language, languageOf, tagLanguageOf } from '../pages/language.ts';
import { amountText } from '../pages/amount-text.ts';
import { contactLine, merchantLine, titleFor } from '../pages/merchant.ts';
import { nonceOf, page } from '../pages/page.ts';
import { orderBehind } from '../payments/checkout/create-order.ts';
import { openSession, payee } from '../payments/checkout/session.ts';
import { currentAttempt } from '../payments/order/admission.ts';
import { moneyState } from '../payments/order/ledger.ts';
import { canRetry, paymentView } from '../payments/order/views.ts';
import type { PaymentDeps } from '../payments/ports/deps.ts';
import { NOTICE_STYLE, STYLE, TEXTS } from './order-page-content.ts';
import { statusPage } from './status-page.ts';

/**
 * `GET /order/{linkId}`: the payment page of an order that was created through the merchant API, for merchants without
 * a page of their own. Anyone with its address may pay the order and see its state, but neither read the customer's
 * data nor use the customer's saved cards.
 */
export const getOrderPage =
  (deps: PaymentDeps, orderSecrets: OrderSecrets) =>
  async (c: Context<AppEnv>): Promise<Response> => {
    const linkId = c.req.param('linkId') ?? '';
    const found = await orderBehind(deps, linkId);
    const { merchant } = deps.config;
    if (!found) return notice(c, merchant, 404, 'unknown');
    const signed = await readOwnToken(found.token, orderSecrets, deps.clock.now());
    const language = languageOf(c, signed?.order.lang);
    const { orderId, state } = found.order;
    const current = currentAttempt(state);
    // Also if its token has expired: a customer who has paid must see that.
    if (current?.status === 'success') {
      return statusPage(c, paymentView(orderId, current, canRetry(state)), {
        language,
        merchant: signed ? payee(signed.order, deps.config) : merchant,
        money: moneyState(state, current),
        description: found.parameters.description,
        back: signed?.order.returnUrl,
      });
    }
    if (!signed) return notice(c, merchant, 410, 'expired');
    return payPage(c, deps.config.publicUrl, language, {
      token: await linkToken(found.token, { order: signed.order, linkId }, orderSecrets),
      order: signed.order,
      session: await openSession(deps, { ...signed, viaLink: true }),
    });
  };

/** A notice in place of the page, with the contact for another link. */
function notice(
  c: Context,
  merchant: MerchantProfile | null,
  status: 404 | 410,
  what: 'unknown' | 'expired',
): Response | Promise<Response> {
  const language = languageOf(c);
  const [title, text] = TEXTS[language][what];
  const body = html`${merchantLine(merchant, { logo: false })}
    <h1>${title}</h1><p>${text}</p>
    ${contactLine(merchant, language)}`;
  return page(c, { status, language, title: titleFor(title, merchant), style: NOTICE_STYLE, body });
}

interface Checkout {
  token: string;
  order: Order;
  session: SessionView;
}

function payPage(
  c: Context<AppEnv>,
  base: string,
  language: Language,
  { token, order, session }: Checkout,
): Response | Promise<Response> {
  const texts = TEXTS[language];
  const { merchant = null } = session;
  c.set('ownHeaders', {
    'content-security-policy': policy(nonceOf(c), base.startsWith('https:'), merchant?.logoUrl),
    // The plain form must send its Origin, and still no address is sent to another site.
    'referrer-policy': 'same-origin',
  });
  const amount = amountText(language, session.order.amount, order.currency);
  // A card check charges nothing.
  const [act, what] = order.method === 'lookup' ? ['', texts.check] : [texts.act[order.method], amount];
  const body = html`<header>
      ${merchantLine(merchant, { logo: true })}
      <h1>${act} <strong>${what}</strong></h1>
      <p>${order.description}</p>
      <p class="id">${texts.order} ${order.id}</p>
    </header>
    <pay-form src="${base}" order="${token}" lang="${tagLanguageOf(c, order.lang)}">${fallback(base, token, language, session)}</pay-form>
    <footer>
      ${isSecure(base) ? html`<p class="lock">${LOCK}<span>${texts.lock}</span></p>` : ''}
      ${contactLine(merchant, language)}
    </footer>`;
  const head = html`<link rel="icon" href="data:,"><script type="module" src="${base}/pay-form.js"></script>`;
  const title = titleFor(`${act} ${what}`.trim(), merchant);
  return page(c, { status: 200, language, title, head, style: STYLE, body });
}

/**
 * The Content-Security-Policy that the tag needs: its file and languages, the browser API, the plain form and the
 * gateway's page behind it.
 */
function policy(nonce: string, https: boolean, logoUrl: string | null = null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    `style-src 'nonce-${nonce}'`,
    `img-src data:${logoUrl === null ? '' : ` ${new URL(logoUrl).origin}`}`,
    "base-uri 'none'",
    // Browsers follow a form's redirect only if this allows it, and the gateway's page may have any address.
    `form-action 'self' https:${https ? '' : ' http:'}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Whether browsers consider the page secure, so that the line with the lock is true. */
const isSecure = (base: string): boolean => base.startsWith('https:') || isLoopback(base);

const LOCK = raw(
  '<svg viewBox="0 0 16 16" aria-hidden="true"><path fill="currentColor" d="M4 7V5a4 4 0 0 1 8 0v2h1v8H3V7zm2 0h4V5a2 2 0 0 0-4 0z"/></svg>',
);

/** The content without JavaScript: a plain form that leads to the gateway's page, if hosted payments are offered. */
function fallback(base: string, token: string, language: Language, session: SessionView) {
  const texts = TEXTS[language];
  // Verifying a card requires card data, which a plain form never accepts.
  if (!session.modes.includes('hosted') || session.order.method === 'lookup') {
    return html`<p role="alert" lang="${language}">${texts.needsScript}</p>`;
  }
  return html`<form method="post" action="${base}/hosted" lang="${language}">
    <input type="hidden" name="order" value="${token}">
    ${session.hostedCustomerFields.map((field) => input(field, texts.labels[field]))}
    <button>${texts.go}</button>
    <p>${texts.hint[session.order.method]}</p>
  </form>`;
}

function input(field: CustomerField, label: string) {
  const { type = 'text', autocomplete } = CUSTOMER_INPUTS[field];
  return html`<label>${label} <input name="${field}" type="${type}" autocomplete="${autocomplete}" required></label>`;
}
