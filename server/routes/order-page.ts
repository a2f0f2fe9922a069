import type { Context } from 'hono';
import { html } from 'hono/html';
import type { AppEnv } from '../app-env.ts';
import type { CustomerField, SessionView } from '../contract/checkout-api.ts';
import type { Order } from '../contract/order.ts';
import { ProblemError } from '../contract/problem.ts';
import { readOrderToken } from '../middleware/order-token.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { orderPage } from '../payments/mint-order.ts';
import { openSession } from '../payments/session.ts';
import { standingOf } from '../payments/standing.ts';
import { currentPayment, viewOf } from '../payments/view.ts';
import { type Language, languageOf } from './language.ts';
import { FIELDS, STYLE, TEXTS } from './order-page-content.ts';
import { nonceOf, page } from './page.ts';
import { money, statusPage } from './pages.ts';

/**
 * `GET /order/{linkId}`: the payment page of an order that the merchant API has made, for those who have no page
 * of their own. Who has its address may pay the order and see its state, nothing else.
 */
export const getOrderPage =
  (deps: PaymentDeps, orderSecret: string) =>
  async (c: Context<AppEnv>): Promise<Response> => {
    const found = await orderPage(deps, c.req.param('linkId') ?? '');
    if (!found) return notice(c, 404, 'unknown');
    const order = await readOrderToken(found.token, orderSecret, deps.clock.now()).catch(gone);
    const language = languageOf(c, order?.lang);
    const payments = await deps.store.paymentsOfOrder(found.order.id);
    const current = currentPayment(payments);
    // Also when its token has run out: who has paid wants to see that.
    if (current?.status === 'success') {
      const standing = standingOf(current, await deps.store.operationsOfPayment(current.id));
      const besides = { language, standing, order: found.order, back: order?.returnUrl };
      return statusPage(c, viewOf(current, payments), besides);
    }
    if (!order) return notice(c, 410, 'expired');
    return payPage(c, deps.config.publicUrl, language, {
      token: found.token,
      order,
      session: await openSession(deps, order),
    });
  };

/** A token of our own that no longer holds has run out, or its secret was changed. */
function gone(error: unknown): null {
  if (error instanceof ProblemError) return null;
  throw error;
}

function notice(c: Context, status: 404 | 410, what: 'unknown' | 'expired'): Response | Promise<Response> {
  const language = languageOf(c);
  const [title, text] = TEXTS[language][what];
  return page(c, { status, language, title, body: html`<h1>${title}</h1><p>${text}</p>` });
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
  c.set('ownHeaders', {
    'content-security-policy': policy(nonceOf(c), base.startsWith('https:')),
    // The plain form must state its Origin, and no address leaves for another site all the same.
    'referrer-policy': 'same-origin',
  });
  // A card check charges nothing.
  const isCheck = order.method === 'lookup';
  const title = isCheck ? texts.check : texts.pay;
  const amount = money(language, session.order.amount, order.currency);
  const body = html`<header>
      <h1>${isCheck ? html`<strong>${title}</strong>` : html`${title} <strong>${amount}</strong>`}</h1>
      <p>${order.description}</p>
      <p class="id">${texts.order} ${order.id}</p>
    </header>
    <pay-form src="${base}" order="${token}">${fallback(base, token, language, session)}</pay-form>`;
  const head = html`<link rel="icon" href="data:,"><script type="module" src="${base}/pay-form.js"></script>`;
  return page(c, { status: 200, language, title, head, style: STYLE, body });
}

/** What the tag needs: its file and languages, the browser API, the plain form and the gateway's page behind it. */
function policy(nonce: string, https: boolean): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    "base-uri 'none'",
    // Browsers follow a form's redirect only where this allows it, and the gateway's page may be anywhere.
    `form-action 'self' https:${https ? '' : ' http:'}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

/** What is shown without JavaScript: a plain form that leads to the gateway's page, where that is offered. */
function fallback(base: string, token: string, language: Language, session: SessionView) {
  const texts = TEXTS[language];
  // Verifying a card takes card data, which a plain form never does.
  if (!session.modes.includes('hosted') || session.order.method === 'lookup') {
    return html`<p role="alert">${texts.needsScript}</p>`;
  }
  return html`<form method="post" action="${base}/hosted">
    <input type="hidden" name="order" value="${token}">
    ${session.hostedCustomerFields.map((field) => input(field, texts.labels[field]))}
    <button>${texts.go}</button>
    <p>${texts.hint}</p>
  </form>`;
}

function input(field: CustomerField, label: string) {
  const { type, autocomplete } = FIELDS[field];
  return html`<label>${label} <input name="${field}" type="${type}" autocomplete="${autocomplete}" required></label>`;
}
