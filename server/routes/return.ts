import type { Context } from 'hono';
import type { AppEnv } from '../app-env.ts';
import type { PaymentView } from '../contract/checkout-api.ts';
import { type OrderSecrets, readOwnToken } from '../middleware/order-token.ts';
import { payee } from '../payments/checkout/session.ts';
import type { PaymentDeps } from '../payments/ports/deps.ts';
import { returnedPayment } from '../payments/queries/returned-payment.ts';
import { statusPage } from './status-page.ts';

/**
 * `GET` and `POST /return/{id}`: the customer comes back from 3-D Secure or the hosted page, and goes on to the order's
 * page, or sees the state here. Nothing that comes along in the query or the body is trusted.
 */
export const showReturn =
  (deps: PaymentDeps, orderSecrets: OrderSecrets) =>
  async (c: Context<AppEnv>): Promise<Response> => {
    const { payment, money, returnUrl, token, again } = await returnedPayment(deps, c.req.param('id') ?? '');
    if (returnUrl === null) {
      const stated = token === null ? null : await readOwnToken(token, orderSecrets, deps.clock.now());
      const merchant = stated ? payee(stated.order, deps.config) : deps.config.merchant;
      return statusPage(c, payment, { merchant, money, again });
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
