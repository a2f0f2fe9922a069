import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { AppEnv } from '../app-env.ts';
import type { OrderTokens } from '../middleware/order-token.ts';
import { languageOf } from '../pages/language.ts';
import { page, scriptPolicy } from '../pages/page.ts';
import { payee } from '../payments/paying/session.ts';
import type { PaymentDeps } from '../payments/ports.ts';
import { returnedPayment } from '../payments/paying/returned.ts';
import { returnAddress } from './return-address.ts';
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
    const id = c.req.param('id') ?? '';
    const { payment, money, returnUrl, token, again } = await returnedPayment(deps, id);
    if (c.req.header('sec-fetch-dest') === 'iframe') return framedReturn(c, id, own);
    if (returnUrl === null) {
      const signed = token === null ? null : await tokens.readOwn(token);
      const merchant = signed ? payee(signed.order, deps.config) : deps.config.merchant;
      const language = await languageOf(c, signed?.order.lang);
      // The payment page of an expired token leads to no other attempt.
      return statusPage(c, payment, { language, merchant, money, again: signed ? again : undefined });
    }
    c.header('cache-control', 'no-store');
    return c.redirect(returnAddress(returnUrl, payment), 303);
  };

/**
 * Tells the page around the frame which payment's customer is back, but not its state, which the page queries from the
 * companion. If the browser reports the framing origin, the message is posted to that origin only, which avoids console
 * warnings about the others.
 */
const SCRIPT = `const { paymentId, origins } = document.currentScript.dataset;
const [around] = location.ancestorOrigins ?? [];
for (const origin of origins.split(' '))
  if (!around || origin === around) parent.postMessage({ type: 'pay-form:returned', paymentId }, origin);`;

/**
 * The page that a returning customer sees in the frame of `challenge="dialog"`, between the bank's page and the end of
 * the dialog.
 * @param own origins of the pages that may frame it and get the message
 */
async function framedReturn(
  c: Context<AppEnv>,
  paymentId: string,
  own: readonly string[],
): Promise<Response> {
  const language = await languageOf(c);
  const [title, text] = language.texts.returning;
  c.set('ownHeaders', {
    'content-security-policy': await scriptPolicy(c, { script: SCRIPT, ancestors: own }),
    // This header supports no list of origins: the policy above defines them.
    'x-frame-options': undefined,
  });
  const body = html`<div role="status"><h1>${title}</h1><p>${text}</p></div>
    <script data-payment-id="${paymentId}" data-origins="${own.join(' ')}">${raw(SCRIPT)}</script>`;
  return page(c, { status: 200, language, title, style: STYLE, body });
}

/** The dialog around it has its own border. */
const STYLE = `
body{background:none}main{background:none;border:0;box-shadow:none}`;
