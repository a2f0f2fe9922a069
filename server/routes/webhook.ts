import type { Context } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { ProblemError } from '../contract/problem.ts';
import { readForm } from '../middleware/validate.ts';
import { applyNews } from '../payments/apply-news.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import type { GatewayPayment } from '../payments/ports.ts';

/** A webhook whose signature held: the event, normalised, or null where it cannot be understood. */
export type ReadWebhook = (
  form: URLSearchParams,
) => { text: string; payment: GatewayPayment | null } | 'bad-signature';

/**
 * `POST /webhook`: 200 with an empty body once the news is in the store, for unknown payments and kinds too;
 * 401 for a bad signature. A failing store answers 500, so that the gateway sends it again.
 */
export const postWebhook =
  (deps: PaymentDeps, readWebhook: ReadWebhook, isSender: (address: string) => boolean) =>
  async (c: Context<AppEnv>): Promise<Response> => {
    if (!isSender(c.var.clientIp)) throw new ProblemError('sender-not-allowed');
    const webhook = readWebhook(await readForm(c));
    if (webhook === 'bad-signature') {
      deps.log.warn(
        { requestId: c.var.requestId, clientIp: c.var.clientIp },
        'a webhook with a bad signature',
      );
      throw new ProblemError('signature-invalid');
    }
    if (webhook.payment)
      await applyNews(deps, { source: 'webhook', payment: webhook.payment, text: webhook.text });
    else deps.log.warn({ requestId: c.var.requestId }, 'a signed webhook of unknown form');
    return c.body(null, 200);
  };
