import type { Gateway, GatewayRefusal, Outcome } from '../../payments/gateway-port.ts';
import { explainReason, isUntrusted } from '../reasons.ts';
import { type Check, fail, ok, warn } from './check.ts';

const CREDENTIALS = 'gateway-credentials';
const ENDPOINTS_KEY = 'gateway-endpoints-key';

/**
 * Whether the gateway accepts the credentials, by two calls that change nothing: its accounts (only X-API-AUTH), and the
 * state of an order that cannot exist (X-API-KEY too; there is no webhook to be sent again).
 * @param unusedOrderId an order id that no order has
 */
export async function checkGateway(
  gateway: Pick<Gateway, 'accounts' | 'readOperation'>,
  unusedOrderId: string,
): Promise<Check[]> {
  const accounts = accountsCheck(await gateway.accounts());
  if (accounts.status === 'fail') {
    return [accounts, warn(ENDPOINTS_KEY, 'not checked: gateway-credentials must pass first')];
  }
  return [accounts, endpointsKeyCheck(await gateway.readOperation(unusedOrderId, 'purchase'))];
}

function accountsCheck(outcome: Outcome<unknown[]>): Check {
  if (outcome.kind === 'answered') {
    const { length } = outcome.value;
    return ok(CREDENTIALS, `accepted (${length} ${length === 1 ? 'account' : 'accounts'})`);
  }
  if (outcome.kind !== 'refused') return noAnswer(CREDENTIALS, outcome);
  const { refusal } = outcome;
  const said = saidBy(refusal);
  if (refusal.means === 'credentials') {
    return fail(
      CREDENTIALS,
      said,
      'Check GATEWAY_API_KEY, GATEWAY_API_SECRET, GATEWAY_POS_ID and GATEWAY_AUTH_SCHEME: all must belong to one project, test or live.',
    );
  }
  if (refusal.means === 'busy') return warn(CREDENTIALS, said, 'Try again later.');
  return fail(CREDENTIALS, said, 'Check GATEWAY_URL (the address before /api/v1) and GATEWAY_POS_ID.');
}

function endpointsKeyCheck(outcome: Outcome<unknown>): Check {
  if (outcome.kind === 'answered') return ok(ENDPOINTS_KEY, 'accepted');
  if (outcome.kind !== 'refused') return noAnswer(ENDPOINTS_KEY, outcome);
  const { refusal } = outcome;
  if (refusal.means === 'credentials') {
    return fail(
      ENDPOINTS_KEY,
      saidBy(refusal),
      'Check GATEWAY_ENDPOINTS_KEY: it must belong to the same project.',
    );
  }
  // The gateway answers "no such order" only to valid credentials.
  if (refusal.means === 'not-found') return ok(ENDPOINTS_KEY, 'accepted');
  return warn(
    ENDPOINTS_KEY,
    `not certain: ${saidBy(refusal)}`,
    'The first payment will show whether it is accepted.',
  );
}

function saidBy({ status, code }: GatewayRefusal): string {
  return `the gateway refused: HTTP ${status}${code ? `, ${code}` : ''}`;
}

function noAnswer(name: string, { reason }: { reason: string }): Check {
  const authority = isUntrusted(reason)
    ? ' If a proxy of yours inspects TLS, set NODE_EXTRA_CA_CERTS to the file with its certificate authority.'
    : '';
  return fail(
    name,
    `the gateway gave no valid response: ${explainReason(reason)}`,
    `Check GATEWAY_URL (the address before /api/v1), the network, and the firewall.${authority}`,
  );
}
