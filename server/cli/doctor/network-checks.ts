import { createGatewayClient } from '../../gateway/client.ts';
import { errorCode } from '../../gateway/failure.ts';
import type { GatewayRefusal, CallResult } from '../../payments/gateway-port.ts';
import type { Settings } from '../../settings.ts';
import { isPublic } from '../address.ts';
import { explainReason } from '../reasons.ts';
import type { Terminal } from '../terminal.ts';
import { type Check, check, fail, type Finding, ok, warn } from './check.ts';

/** What can be asked of gateway, companion and merchant over the network. Nothing is changed. */

type Fetch = typeof globalThis.fetch;

const DEADLINE_MS = 15_000;

/**
 * Whether the gateway accepts the credentials, by two calls that change nothing: its accounts (only X-API-AUTH), and the
 * state of an order that cannot exist (X-API-KEY too; there is no webhook to be sent again). Its answers tell its time.
 */
export async function checkGateway({ gateway: settings }: Settings, terminal: Terminal): Promise<Check[]> {
  let date = '';
  const fetch: Fetch = async (input, init) => {
    const response = await terminal.fetch(input, init);
    date = response.headers.get('date') ?? '';
    return response;
  };
  const gateway = createGatewayClient(settings, { fetch, sleep: terminal.sleep });
  const credentials = findingOf(await gateway.accounts(), ofCredentials);
  const unusedOrderId = `doctor-${terminal.newKey().replaceAll('-', '').slice(0, 20)}`;
  const endpointsKey =
    credentials.status === 'fail'
      ? warn('not checked: gateway-credentials must pass first')
      : findingOf(await gateway.readOperation(unusedOrderId, 'purchase'), ofEndpointsKey);
  return [
    ...check('gateway-credentials', credentials),
    ...check('gateway-endpoints-key', endpointsKey),
    ...check('clock', clock(date, terminal.now())),
  ];
}

function clock(date: string, now: Date): Finding {
  const aheadS = Math.round((now.getTime() - Date.parse(date)) / 1_000);
  if (Number.isNaN(aheadS)) return warn('not compared: the gateway sent no time', 'Use NTP.');
  const apart = Math.abs(aheadS);
  if (apart <= 30) return ok("agrees with the gateway's");
  const message = `${apart} s ${aheadS < 0 ? 'behind' : 'ahead of'} the gateway's`;
  const advice =
    'Use NTP to set the clock: it decides when order tokens expire, and webhook receivers check it.';
  return apart <= 300 ? warn(message, advice) : fail(message, advice);
}

type Means = GatewayRefusal['means'];

function findingOf(outcome: CallResult<unknown>, of: (means: Means, message: string) => Finding): Finding {
  if (outcome.kind === 'answered') return ok('accepted');
  if (outcome.kind !== 'refused') {
    return fail(
      `the gateway gave no valid response: ${explainReason(outcome.reason)}`,
      'Check GATEWAY_URL (the address before /api/v1), the network, and the firewall.',
    );
  }
  const { status, code, means } = outcome.refusal;
  return of(means, `the gateway refused: HTTP ${status}${code ? `, ${code}` : ''}`);
}

function ofCredentials(means: Means, message: string): Finding {
  if (means === 'busy') return warn(message, 'Try again later.');
  const advice =
    means === 'credentials'
      ? 'Check GATEWAY_API_KEY, GATEWAY_API_SECRET, GATEWAY_POS_ID and GATEWAY_AUTH_SCHEME: all must belong to one project, test or live.'
      : 'Check GATEWAY_URL (the address before /api/v1) and GATEWAY_POS_ID.';
  return fail(message, advice);
}

function ofEndpointsKey(means: Means, message: string): Finding {
  // The gateway answers "no such order" only to valid credentials.
  if (means === 'not-found') return ok('accepted');
  return means === 'credentials'
    ? fail(message, 'Check GATEWAY_ENDPOINTS_KEY: it must belong to the same project.')
    : warn(`not certain: ${message}`, 'The first payment will show whether it is accepted.');
}

/** Where the gateway usually delivers (interface 15.2). */
const GATEWAY_PORTS = ['443', '8443'];

/** Faults of PUBLIC_URL that keep the gateway's webhooks from arriving, as far as the address shows. */
export function checkPublicUrl(publicUrl: string): Check[] {
  const { protocol, port } = new URL(publicUrl);
  const isHttps = protocol === 'https:';
  const used = port || (isHttps ? '443' : '80');
  if (!isPublic(publicUrl)) {
    const advice =
      'The gateway cannot deliver webhooks there. Fine with a local sandbox; otherwise change PUBLIC_URL.';
    return check('public-url', warn('is an address of this machine or of a private network', advice));
  }
  return check(
    'public-url',
    ok('public, https, on a port that the gateway delivers to'),
    !isHttps && warn('is http', 'Browsers make direct payments only over https. Put TLS in front of it.'),
    !GATEWAY_PORTS.includes(used) &&
      warn(`uses port ${used}`, 'The gateway delivers to 443 and 8443. Others have to be arranged with it.'),
  );
}

/** What a running companion answers to an unsigned webhook; the second, if it accepts only GATEWAY_WEBHOOK_IPS. */
const WEBHOOK_ANSWERS = ['401 signature-invalid', '403 sender-not-allowed'];

/** Posts an unsigned webhook to the address that the gateway is given. A running companion refuses it. */
export async function checkWebhookAddress(fetch: Fetch, publicUrl: string): Promise<Finding> {
  const answer = await ask(fetch, `${publicUrl}/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'data=e30%3D&signature=unsigned',
  });
  if (typeof answer === 'string') {
    return fail(
      `not reachable from here: ${answer}`,
      'Check that the companion runs (`pay-form serve`), and that PUBLIC_URL leads to it, through proxy and firewall.',
    );
  }
  const problem: unknown = await answer.json().catch(() => null);
  const code = typeof problem === 'object' && problem !== null && 'code' in problem ? problem.code : null;
  return WEBHOOK_ANSWERS.includes(`${answer.status} ${String(code)}`)
    ? ok(
        'answered by a running companion',
        'Checked from here only; the first webhook will show whether the gateway can reach it from outside.',
      )
    : fail(
        `a different server answers there (HTTP ${answer.status}), not this companion`,
        'Check PUBLIC_URL and the proxy: it must forward path, host and method unchanged.',
      );
}

/**
 * Whether pages of `ALLOWED_ORIGINS`, and of one more origin, may use the running companion, which may have another
 * setting: sends the preflights of their browsers.
 */
export async function checkOrigins(
  fetch: Fetch,
  { publicUrl, allowedOrigins }: Settings,
  origin: string | undefined,
): Promise<Check[]> {
  const own = new URL(publicUrl).origin;
  const others = allowedOrigins.filter((other) => other !== own);
  const alone = warn(
    `only pages of ${own} itself may use the companion`,
    'Add your shop’s origin to ALLOWED_ORIGINS, unless its pages have this origin.',
  );
  const found = await Promise.all(others.map((other) => originFinding(fetch, publicUrl, other)));
  const checks = check('allowed-origins', alone, ...found);
  if (origin === undefined) return checks;
  const isOwn = origin === own && ok(`${own} is the companion's own`);
  return [...checks, ...check('origin', isOwn || (await originFinding(fetch, publicUrl, origin)))];
}

async function originFinding(fetch: Fetch, publicUrl: string, origin: string): Promise<Finding> {
  const headers = {
    origin,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization',
  };
  const answer = await ask(fetch, `${publicUrl}/session`, { method: 'OPTIONS', headers });
  if (typeof answer === 'string') return warn(`not checked: ${answer}`, 'Mend webhook-address first.');
  if (answer.headers.get('access-control-allow-origin') === origin) {
    return ok(`${origin} may use the companion`);
  }
  const advice = 'Add it to ALLOWED_ORIGINS (comma-separated) and restart the companion.';
  return fail(`${origin} may not use the companion`, advice);
}

/** A server that knows only POST may answer so to HEAD. */
const NOT_IMPLEMENTED = 501;

/**
 * Whether the merchant's server answers at `MERCHANT_WEBHOOK_URL`, including its certificate. Sends a HEAD without
 * content, which its receiver may refuse: it would have to act on a message, even on a signed test message.
 */
export async function checkMerchantAddress(fetch: Fetch, url: string): Promise<Finding> {
  const answer = await ask(fetch, url, { method: 'HEAD' });
  if (typeof answer === 'string') {
    return fail(
      `MERCHANT_WEBHOOK_URL is not reachable from here: ${answer}`,
      'Start your server, and check address, firewall and certificate. Messages are kept until it responds.',
    );
  }
  const { status } = answer;
  const message = `MERCHANT_WEBHOOK_URL answers HTTP ${status} to an empty HEAD request; no message was sent`;
  if (status >= 500 && status !== NOT_IMPLEMENTED) {
    return warn(message, 'Your server, or a proxy in front of it, is failing.');
  }
  if (status >= 300 && status < 400) {
    return warn(message, 'The companion follows no redirects: set the address that it redirects to.');
  }
  const refused =
    'Correct if your server accepts only a signed POST. `pay-form messages --state failed` shows whether messages are refused too.';
  return ok(message, status >= 400 ? refused : null);
}

/** Returns the answer, or why there is none. */
async function ask(fetch: Fetch, url: string, init: RequestInit): Promise<Response | string> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  try {
    return await fetch(url, { ...init, redirect: 'manual', signal });
  } catch (error) {
    return explainReason(signal.aborted ? 'deadline' : errorCode(error));
  }
}
