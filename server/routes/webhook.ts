import type { Context } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { ProblemError } from '../contract/problem.ts';
import { readForm } from '../middleware/input.ts';
import type { PaymentDeps } from '../payments/ports/deps.ts';
import type { GatewayPayment, UnknownEvent } from '../payments/ports/gateway.ts';
import { handleUnknownWebhook, handleWebhook } from '../payments/handle-report.ts';
import { sampledWarning } from '../sampled-warning.ts';

/** Verifies a webhook's signature and reads its event, or the readable fields of one of unknown form. */
export type ReadWebhook = (
  form: URLSearchParams,
) =>
  | { kind: 'event'; payment: GatewayPayment; text: string }
  | { kind: 'unreadable'; event: UnknownEvent; text: string }
  | { kind: 'bad-signature' };

/**
 * `POST /webhook`: 200 with an empty body once the report is in the store, for unknown payments, kinds and states too;
 * 401 for a bad signature, which is logged once a minute. If the store fails the answer is 500, so that the gateway
 * sends the webhook again.
 */
export function postWebhook(
  deps: PaymentDeps,
  readWebhook: ReadWebhook,
  isSender: (address: string) => boolean,
) {
  const warn = sampledWarning(deps.log, 'webhook.signature-invalid');
  return async (c: Context<AppEnv>): Promise<Response> => {
    if (!isSender(c.get('clientIp'))) throw new ProblemError('sender-not-allowed');
    const webhook = readWebhook(await readForm(c));
    if (webhook.kind === 'bad-signature') {
      warn('', { requestId: c.var.requestId, clientIp: c.var.clientIp });
      throw new ProblemError('signature-invalid');
    }
    const { text } = webhook;
    if (webhook.kind === 'event') await handleWebhook(deps, webhook.payment, text);
    else await handleUnknownWebhook(deps, webhook.event, text);
    return c.body(null, 200);
  };
}
