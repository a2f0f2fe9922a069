import type { Context } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { ProblemError } from '../contract/problem.ts';
import { readForm } from '../middleware/validate.ts';
import { applyNews } from '../payments/apply-news.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { keepUnknown } from '../payments/keep-unknown.ts';
import type { GatewayPayment, UnknownEvent } from '../payments/ports.ts';

/** A webhook whose signature held: the event, normalised, or what can be read of one that is not understood. */
export type ReadWebhook = (
  form: URLSearchParams,
) => { text: string; payment: GatewayPayment } | { text: string; unknown: UnknownEvent } | 'bad-signature';

/**
 * `POST /webhook`: 200 with an empty body once the news is in the store, for unknown payments, kinds and states too;
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
    if ('payment' in webhook) await applyNews(deps, { source: 'webhook', ...webhook });
    else await keepUnknown(deps, webhook.unknown, webhook.text);
    return c.body(null, 200);
  };
