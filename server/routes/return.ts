import type { Context } from 'hono';
import type { AppEnv } from '../app-env.ts';
import type { PaymentView } from '../contract/checkout-api.ts';
import { ProblemError } from '../contract/problem.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { pageUrl } from '../payments/mint-order.ts';
import { isFinal, type Payment } from '../payments/payment.ts';
import { ask } from '../payments/reconcile.ts';
import { type Standing, standingOf } from '../payments/standing.ts';
import { viewOf } from '../payments/view.ts';
import { statusPage } from './pages.ts';

/** How long the customer waits for the gateway's answer before going on without it. */
const PATIENCE_MS = 5_000;

/**
 * `GET /return/{id}`: the customer comes back from 3-D Secure or the hosted page. Nothing is believed of the
 * visit itself: the gateway is asked, then the customer goes on to the order's page, or sees the state here.
 */
export const getReturn =
  (deps: PaymentDeps) =>
  async (c: Context<AppEnv>): Promise<Response> => {
    const found = await deps.store.findPayment(c.req.param('id') ?? '');
    if (!found) throw new ProblemError('payment-not-found');
    const payment = isFinal(found.status) ? found : await askWithin(deps, found, PATIENCE_MS);
    const view = viewOf(payment, await deps.store.paymentsOfOrder(payment.orderId));
    if (payment.returnUrl === null) {
      return statusPage(c, view, {
        standing: await standing(deps, payment),
        again: await pageToPay(deps, view),
      });
    }
    c.header('cache-control', 'no-store');
    return c.redirect(returnAddress(payment.returnUrl, view), 303);
  };

async function standing(deps: PaymentDeps, payment: Payment): Promise<Standing | undefined> {
  if (payment.status !== 'success') return undefined;
  return standingOf(payment, await deps.store.operationsOfPayment(payment.id));
}

/** The order's payment page, where it has one and may be paid again. */
async function pageToPay(deps: PaymentDeps, payment: PaymentView): Promise<string | undefined> {
  const linkId = payment.canRetry ? (await deps.store.findOrder(payment.orderId))?.linkId : null;
  return linkId ? pageUrl(deps, linkId) : undefined;
}

/** The payment as it stands when the gateway has answered, or after so long. */
async function askWithin(deps: PaymentDeps, payment: Payment, ms: number): Promise<Payment> {
  const answered = new AbortController();
  const asking = ask(deps, payment).finally(() => answered.abort());
  const patience = deps.changes.next(payment.id, ms, answered.signal);
  await Promise.race([asking, patience]);
  return (await deps.store.findPayment(payment.id)) ?? payment;
}

function returnAddress(returnUrl: string, payment: PaymentView): string {
  const url = new URL(returnUrl);
  url.searchParams.set('payment', payment.id);
  url.searchParams.set('status', payment.status);
  return url.href;
}
