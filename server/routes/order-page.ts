import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { AppEnv } from '../app-env.ts';
import type { SessionView } from '../contract/checkout-api.ts';
import type { MerchantProfile } from '../contract/merchant-profile.ts';
import type { Order } from '../contract/order.ts';
import type { OrderTokens } from '../middleware/order-token.ts';
import { type Language, languageOf } from '../pages/language.ts';
import { contactLine, merchantLine, titleFor } from '../pages/merchant.ts';
import { mark, page } from '../pages/page.ts';
import { hostedHint, payPage, plainForm } from './pay-page.ts';
import { orderBehind } from '../payments/paying/create-order.ts';
import { linkView } from '../payments/paying/payer-view.ts';
import { openSession, payee } from '../payments/paying/session.ts';
import { moneyState } from '../payments/order/operations.ts';
import { currentPayment, isCancellable } from '../payments/order/paying.ts';
import { shownStatus } from '../payments/order/views.ts';
import type { PaymentDeps } from '../payments/ports.ts';
import { statusPage } from './status-page.ts';

/**
 * `GET /order/{linkId}`: the payment page of an order that was created through the merchant API, for merchants without
 * a page of their own. Anyone with its address may pay the order and see its state, but neither the customer's data,
 * receipt and card nor use the customer's saved cards.
 */
export const getOrderPage =
  (deps: PaymentDeps, tokens: OrderTokens) =>
  async (c: Context<AppEnv>): Promise<Response> => {
    const linkId = c.req.param('linkId') ?? '';
    const found = await orderBehind(deps, linkId);
    const { merchant } = deps.config;
    if (!found) return notice(c, merchant, 404, 'unknown');
    const signed = await tokens.readOwn(found.token);
    const language = await languageOf(c, signed?.order.lang);
    const { state } = found.order;
    const current = currentPayment(state);
    const isPaid = current?.status === 'success' && current.review === null;
    // Also if it is closed or its token has expired: a customer who has paid or is paying must see that.
    const isShut = !signed || state.closedAt !== null;
    const isToCancel = state.closedAt !== null && current !== null && isCancellable(current);
    if (current && (isPaid || (isShut && !isToCancel && shownStatus(current) !== 'failure'))) {
      return statusPage(c, linkView(found.order, current), {
        language,
        merchant: signed ? payee(signed.order, deps.config) : merchant,
        money: isPaid ? moneyState(state.operations, current) : undefined,
        description: found.orderTerms.description,
        back: signed?.order.returnUrl,
      });
    }
    if (state.closedAt !== null) return notice(c, merchant, 410, 'closed');
    if (!signed) return notice(c, merchant, 410, 'expired');
    const { order } = signed;
    const base = deps.config.publicUrl;
    const token = await tokens.ofPage(found.token, { order, linkId });
    const session = await openSession(deps, { ...signed, paymentLink: true });
    const form = tagOf({ base, token, order, session }, language);
    return payPage(c, language, {
      status: 200,
      base,
      order,
      merchant: session.merchant ?? null,
      hasTag: true,
      form,
    });
  };

/** A notice in place of the page, with the contact for another link. */
async function notice(
  c: Context,
  merchant: MerchantProfile | null,
  status: 404 | 410,
  what: 'unknown' | 'expired' | 'closed',
): Promise<Response> {
  const language = await languageOf(c);
  const [title, text] = language.texts.link[what];
  const body = html`${merchantLine(merchant, { logo: false })}
    ${mark('notice')}
    <h1>${title}</h1><p>${text}</p>
    ${contactLine(merchant, language)}`;
  return page(c, { status, language, title: titleFor(title, merchant), body });
}

interface Checkout {
  /** the companion's base address */
  base: string;
  token: string;
  order: Order;
  session: SessionView;
}

/** The tag, with the plain form inside. */
function tagOf(checkout: Checkout, language: Language) {
  const { base, token, session } = checkout;
  const isHosted = !session.modes.includes('direct');
  return html`<pay-form src="${base}" order="${token}"${isHosted ? raw(' mode="hosted"') : ''}>${fallback(checkout, language)}</pay-form>`;
}

/** The content without JavaScript: a plain form that leads to the gateway's page, if hosted payments are offered. */
function fallback({ base, token, order, session }: Checkout, language: Language) {
  const { texts } = language;
  // Verifying a card requires card data, which a plain form never accepts.
  if (!session.modes.includes('hosted') || order.method === 'lookup') {
    return html`<p role="alert">${texts.needsScript}</p>`;
  }
  const fields = session.hostedCustomerFields.map((name) => ({ name, isRequired: true }));
  return plainForm({ base, token, fields, hint: hostedHint(order, language) }, texts);
}
