import type { Context } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { ProblemError } from '../contract/problem.ts';
import { readForm } from '../middleware/input.ts';
import type { PaymentDeps } from '../payments/ports.ts';
import type { GatewayPayment } from '../payments/gateway-port.ts';
import { handleWebhook } from '../payments/reports.ts';
import { sampledWarning } from '../node/log.ts';

/** Verifies a webhook's signature and reads its event. */
export type ReadWebhook = (
  form: URLSearchParams,
) =>
  | { kind: 'event'; payment: GatewayPayment }
  | { kind: 'unreadable'; status: string | null }
  | { kind: 'bad-signature' };

/**
 * `POST /webhook`: 200 with an empty body once the report is in the store. One about an unknown payment or of unknown form
 * is answered 200 too, counted (`pay_webhooks_unmatched_total`) and logged without its content, but for an unknown status
 * word; 401 for a bad signature, which is logged once a minute. If the store fails the answer is 503, so that the gateway
 * sends the webhook again.
 */
export function postWebhook(
  deps: PaymentDeps,
  readWebhook: ReadWebhook,
  isSender: (address: string) => boolean,
  unmatched: () => void,
) {
  const warn = sampledWarning(deps.log, 'webhook.signature-invalid');
  return async (c: Context<AppEnv>): Promise<Response> => {
    if (!isSender(c.get('clientIp'))) throw new ProblemError('sender-not-allowed');
    const webhook = readWebhook(await readForm(c));
    if (webhook.kind === 'bad-signature') {
      warn('', { requestId: c.var.requestId, clientIp: c.var.clientIp });
      throw new ProblemError('signature-invalid');
    }
    if (webhook.kind === 'unreadable') {
      const { status } = webhook;
      deps.log('webhook.form-unknown', { ...(status !== null && { status }) });
    }
    const handled = webhook.kind === 'event' ? await handleWebhook(deps, webhook.payment) : null;
    if (!handled?.order) unmatched();
    return c.body(null, 200);
  };
}
