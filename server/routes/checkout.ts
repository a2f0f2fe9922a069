import type { Context } from 'hono';
import { z } from 'zod';
import type { AppEnv } from '../app-env.ts';
import { createHostedSchema, createPaymentSchema } from '../contract/checkout-api.ts';
import { sampledWarning } from '../node/log.ts';
import { check, idempotencyKey, readJson, readQuery } from '../middleware/input.ts';
import { amountText } from '../contract/amount-text.ts';
import { acceptedBy, localeOf } from '../pages/language.ts';
import { payDirect } from '../payments/paying/pay.ts';
import { payHosted } from '../payments/paying/pay-hosted.ts';
import { forgetSavedCard } from '../payments/paying/saved-cards.ts';
import { ownIdOf, shownAs } from '../payments/paying/payer-view.ts';
import { openSession } from '../payments/paying/session.ts';
import type { PaymentDeps } from '../payments/ports.ts';
import { followPayment } from '../payments/queries/wait.ts';

type Handler = (c: Context<AppEnv>) => Promise<Response>;

/** `GET /session`, `POST /session` */
export function getSession(deps: PaymentDeps): Handler {
  const warnOfReuse = sampledWarning(deps.log, 'order.reused');
  return async (c) => {
    check(z.strictObject({}), c.req.query());
    const session = await openSession(deps, c.var, (orderId) => warnOfReuse(orderId, { orderId }));
    const { order, payment } = session;
    return fresh(c).json({
      ...session,
      order: withAmountText(c, order),
      payment: payment && withAmountText(c, payment),
    });
  };
}

/** `POST /payments` */
export const postPayment =
  (deps: PaymentDeps): Handler =>
  async (c) => {
    const key = idempotencyKey(c);
    const { replaces, ...body } = await readJson(c, createPaymentSchema);
    const input = { ...body, replaces: await ownIdOf(deps, c.var.order.id, replaces) };
    const client = { ip: c.get('clientIp'), acceptHeader: c.req.header('accept')?.slice(0, 2048) || '*/*' };
    return fresh(c).json(withAmountText(c, await payDirect(deps, c.var, key, input, client)));
  };

/** `POST /hosted` with a JSON body and the token in the header: answers with the address to go to. */
export const postHosted =
  (deps: PaymentDeps): Handler =>
  async (c) => {
    const { customer, card, saveCard } = await readJson(c, createHostedSchema);
    const extras = { card, saveCard, languages: acceptedBy(c), ip: c.var.clientIp };
    const { location, payment } = await payHosted(deps, c.var, customer, extras);
    // Perhaps it is the open page of another payer: who pays there gets the payment's own id from the gateway's page.
    const shown = await shownAs(deps, c.var, payment);
    return fresh(c).json({ location, payment: withAmountText(c, shown) });
  };

/** `DELETE /saved-cards/{id}` */
export const deleteSavedCard =
  (deps: PaymentDeps): Handler =>
  async (c) => {
    check(z.strictObject({}), c.req.query());
    await forgetSavedCard(deps, c.var, c.req.param('id') ?? '');
    return fresh(c).body(null, 204);
  };

const waitSchema = z.strictObject({
  wait: z
    .string()
    .regex(/^\d{1,2}$/)
    .transform(Number)
    .pipe(z.number().max(60))
    .optional(),
  since: z.iso
    .datetime()
    .transform((text) => new Date(text).toISOString())
    .optional(),
});

/** `GET /payments/{id}?wait=25&since=…`, `wait` in seconds */
export const getPayment =
  (deps: PaymentDeps): Handler =>
  async (c) => {
    const { wait = 0, since } = readQuery(c, waitSchema);
    const options = { ms: wait * 1_000, since, signal: c.req.raw.signal, ip: c.var.clientIp };
    const view = await followPayment(deps, c.var, c.req.param('id') ?? '', options);
    const isExpired = c.var.expiresAt * 1_000 <= deps.clock.now().getTime();
    const late = isExpired && { tokenExpired: true, canRetry: false };
    return fresh(c).json({ ...withAmountText(c, view), ...late });
  };

/** The companion's runtime formats amounts, so that they look the same on its pages and in the tag, in any browser. */
function withAmountText<Shown extends { amount: string; currency: string }>(
  c: Context<AppEnv>,
  shown: Shown,
): Shown & { amountText: string } {
  return { ...shown, amountText: amountText(localeOf(c), shown.amount, shown.currency) };
}

function fresh(c: Context<AppEnv>): Context<AppEnv> {
  c.header('cache-control', 'no-store');
  return c;
}
