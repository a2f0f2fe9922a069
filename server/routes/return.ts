import type { Context } from 'hono';
import type { AppEnv } from '../app-env.ts';
import type { PaymentView } from '../contract/checkout-api.ts';
import type { OrderTokens } from '../middleware/order-token.ts';
import { languageOf } from '../pages/language.ts';
import { payee } from '../payments/session.ts';
import type { PaymentDeps } from '../payments/ports.ts';
import { returnedPayment } from '../payments/queries/returned.ts';
import { framedReturn } from './framed-return.ts';
import { statusPage } from './status-page.ts';

/**
 * `GET` and `POST /return/{id}`: the customer comes back from 3-D Secure or the hosted page, and is redirected to the
 * order's page, or sees the state here. In a frame (the tag's `challenge="dialog"`) it tells the page around it that
 * the customer is back, and never shows the order's page there. Nothing in the query or the body is trusted.
 * @param own origins of the pages that may frame it
 */
export const showReturn =
  (deps: PaymentDeps, tokens: OrderTokens, own: readonly string[]) =>
  async (c: Context<AppEnv>): Promise<Response> => {
    const { payment, money, returnUrl, token, again } = await returnedPayment(deps, c.req.param('id') ?? '');
    if (c.req.header('sec-fetch-dest') === 'iframe') return framedReturn(c, payment.id, own);
    if (returnUrl === null) {
      const signed = token === null ? null : await tokens.readOwn(token);
      const merchant = signed ? payee(signed.order, deps.config) : deps.config.merchant;
      const language = await languageOf(c, signed?.order.lang);
      return statusPage(c, payment, { language, merchant, money, again });
    }
    c.header('cache-control', 'no-store');
    return c.redirect(returnAddress(returnUrl, payment), 303);
  };

function returnAddress(returnUrl: string, payment: PaymentView): string {
  const url = new URL(returnUrl);
  url.searchParams.set('payment', payment.id);
  url.searchParams.set('status', payment.status);
  return url.href;
}
