import { createGatewayClient } from '../../gateway/client.ts';
import { errorCode } from '../../gateway/failure.ts';
import type { GatewayRefusal, Outcome } from '../../payments/gateway-port.ts';
import type { Settings } from '../../settings.ts';
import { hostKind } from '../address.ts';
import { explainReason, isUntrusted } from '../reasons.ts';
import type { World } from '../world.ts';
import { type Check, fail, ok, warn } from './check.ts';

/** What can be asked of gateway, companion and merchant over the network. Nothing is changed. */

type Fetch = typeof globalThis.fetch;

const DEADLINE_MS = 15_000;

/**
 * Whether the gateway accepts the credentials, by two calls that change nothing: its accounts (only X-API-AUTH), and the
 * state of an order that cannot exist (X-API-KEY too; there is no webhook to be sent again). Its answers tell its time.
 */
export async function checkGatewayAndClock({ gateway: settings }: Settings, world: World): Promise<Check[]> {
  let aheadS: number | null = null;
  const fetch: Fetch = async (input, init) => {
    const asked = world.now();
    const response = await world.fetch(input, init);
    aheadS = secondsAhead(response.headers.get('date'), asked, world.now()) ?? aheadS;
    return response;
  };
  const gateway = createGatewayClient(settings, { fetch, sleep: world.sleep });
  const credentials = credentialsCheck(await gateway.accounts());
  const unusedOrderId = `doctor-${world.newKey().replaceAll('-', '').slice(0, 20)}`;
  const endpointsKey =
    credentials.status === 'fail'
      ? warn(ENDPOINTS_KEY, 'not checked: gateway-credentials must pass first')
      : endpointsKeyCheck(await gateway.readOperation(unusedOrderId, 'purchase'));
  return [clockCheck(aheadS), credentials, endpointsKey];
}

/** The least number of seconds by which this machine is ahead: the gateway's time is between request and answer. */
function secondsAhead(date: string | null, asked: Date, answered: Date): number | null {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return null;
  // The header has no fraction of a second.
  const ahead = Math.max(0, asked.getTime() - (theirs + 1000));
  const behind = Math.max(0, theirs - answered.getTime());
  return Math.round((ahead - behind) / 1000);
}

function clockCheck(aheadS: number | null): Check {
  if (aheadS === null) {
    return warn('clock', 'not compared: the gateway sent no time', 'Use NTP to keep the clock correct.');
  }
  const apart = Math.abs(aheadS);
  if (apart === 0) return ok('clock', "agrees with the gateway's");
  const message = `${apart} s ${aheadS < 0 ? 'behind' : 'ahead of'} the gateway's`;
  if (apart <= 30) return ok('clock', message);
  const advice =
    'Use NTP to set the clock: it decides when order tokens expire, and webhook receivers check it.';
  return apart <= 300 ? warn('clock', message, advice) : fail('clock', message, advice);
}

const CREDENTIALS = 'gateway-credentials';
const ENDPOINTS_KEY = 'gateway-endpoints-key';

function credentialsCheck(outcome: Outcome<unknown[]>): Check {
  if (outcome.kind === 'answered') {
    const { length } = outcome.value;
    return ok(CREDENTIALS, `accepted (${length} ${length === 1 ? 'account' : 'accounts'})`);
  }
  if (outcome.kind !== 'refused') return noAnswer(CREDENTIALS, outcome);
  const { means } = outcome.refusal;
  const message = refusalText(outcome.refusal);
  if (means === 'busy') return warn(CREDENTIALS, message, 'Try again later.');
  return fail(
    CREDENTIALS,
    message,
    means === 'credentials'
      ? 'Check GATEWAY_API_KEY, GATEWAY_API_SECRET, GATEWAY_POS_ID and GATEWAY_AUTH_SCHEME: all must belong to one project, test or live.'
      : 'Check GATEWAY_URL (the address before /api/v1) and GATEWAY_POS_ID.',
  );
}

function endpointsKeyCheck(outcome: Outcome<unknown>): Check {
  if (outcome.kind === 'answered') return ok(ENDPOINTS_KEY, 'accepted');
  if (outcome.kind !== 'refused') return noAnswer(ENDPOINTS_KEY, outcome);
  const { means } = outcome.refusal;
  const message = refusalText(outcome.refusal);
  // The gateway answers "no such order" only to valid credentials.
  if (means === 'not-found') return ok(ENDPOINTS_KEY, 'accepted');
  return means === 'credentials'
    ? fail(ENDPOINTS_KEY, message, 'Check GATEWAY_ENDPOINTS_KEY: it must belong to the same project.')
    : warn(ENDPOINTS_KEY, `not certain: ${message}`, 'The first payment will show whether it is accepted.');
}

function refusalText({ status, code }: GatewayRefusal): string {
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

const PUBLIC_URL = 'public-url';
const NOT_DELIVERED =
  'The gateway cannot deliver webhooks there. This is fine with a local sandbox; otherwise set PUBLIC_URL to a public address.';
/** Interface document, Events: "Target ports are typically 443 and 8443." */
const GATEWAY_PORTS = ['443', '8443'];

/** Faults of PUBLIC_URL that keep the gateway's webhooks from arriving, as far as the address shows. */
export function checkPublicUrl(publicUrl: string): Check[] {
  const { protocol, port } = new URL(publicUrl);
  const kind = hostKind(publicUrl);
  if (kind === 'loopback') return [warn(PUBLIC_URL, 'points to this machine only', NOT_DELIVERED)];
  const effective = port || (protocol === 'https:' ? '443' : '80');
  const faults: [boolean, string, string][] = [
    [kind === 'private', 'is a name or address of a private network', NOT_DELIVERED],
    [
      protocol === 'http:',
      'is http',
      'Browsers make direct payments only over https. Put TLS in front of the companion.',
    ],
    [
      !GATEWAY_PORTS.includes(effective),
      `uses port ${effective}`,
      'The gateway delivers webhooks to ports 443 and 8443. Other ports have to be arranged with it.',
    ],
  ];
  const found = faults.filter(([isFault]) => isFault);
  if (found.length === 0) return [ok(PUBLIC_URL, 'public, https, on a port that the gateway delivers to')];
  return found.map(([, message, advice]) => warn(PUBLIC_URL, message, advice));
}

const WEBHOOK = 'webhook-address';
/** Reachability from here is not reachability from outside. */
const OUTSIDE =
  'Checked from here only; the first webhook will show whether the gateway can reach it from outside.';

/**
 * Posts an unsigned webhook to the address that the gateway is given. A running companion refuses it because of its
 * signature or its sender, and nothing happens.
 */
export async function checkWebhookAddress(fetch: Fetch, publicUrl: string): Promise<Check> {
  const answer = await ask(fetch, `${publicUrl}/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'data=e30%3D&signature=unsigned',
  });
  if (typeof answer === 'string') {
    return fail(
      WEBHOOK,
      `not reachable from here: ${answer}`,
      'Start the companion (`pay-form serve`) and check that PUBLIC_URL leads to it, through proxy and firewall.',
    );
  }
  const problem: unknown = await answer.json().catch(() => null);
  const code = typeof problem === 'object' && problem !== null && 'code' in problem ? problem.code : null;
  const known = WEBHOOK_ANSWERS[`${answer.status} ${String(code)}`];
  if (known) return ok(WEBHOOK, known, OUTSIDE);
  return fail(
    WEBHOOK,
    `a different server answers there (HTTP ${answer.status}), not this companion`,
    'Check PUBLIC_URL and the proxy: it must forward path, host and method unchanged.',
  );
}

const WEBHOOK_ANSWERS: Readonly<Record<string, string>> = {
  '401 signature-invalid': 'answered by a running companion',
  '403 sender-not-allowed': 'answered by a running companion, which accepts only GATEWAY_WEBHOOK_IPS',
};

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
  const names = allowedOrigins
    .filter((other) => other !== own)
    .map((other) => ['allowed-origins', other] as const);
  const asked = origin && origin !== own ? [...names, ['origin', origin] as const] : names;
  const checks = await Promise.all(asked.map(([name, other]) => checkOrigin(fetch, publicUrl, name, other)));
  if (origin === own) checks.push(ok('origin', `${own} is the companion's own`));
  if (names.length > 0) return checks;
  const advice = 'Add your shop’s origin to ALLOWED_ORIGINS, unless its pages have this origin.';
  return [warn('allowed-origins', `only pages of ${own} itself may use the companion`, advice), ...checks];
}

async function checkOrigin(fetch: Fetch, publicUrl: string, name: string, origin: string): Promise<Check> {
  const answer = await ask(fetch, `${publicUrl}/session`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    },
  });
  if (typeof answer === 'string') return warn(name, `not checked: ${answer}`, 'Start the companion first.');
  if (answer.headers.get('access-control-allow-origin') === origin) {
    return ok(name, `${origin} may use the companion`);
  }
  const advice = 'Add it to ALLOWED_ORIGINS (comma-separated) and restart the companion.';
  return fail(name, `${origin} may not use the companion`, advice);
}

const MERCHANT = 'merchant-address';
const NOT_IMPLEMENTED = 501;

/**
 * Whether the merchant's server answers at `MERCHANT_WEBHOOK_URL`, including its certificate. Sends a HEAD without
 * content: the server would have to act on a message, even on a signed test message. A receiver may refuse this HEAD: it
 * carries no signature, and only POST has to be supported there.
 */
export async function checkMerchantAddress(fetch: Fetch, url: string): Promise<Check> {
  const answer = await ask(fetch, url, { method: 'HEAD' });
  if (typeof answer === 'string') {
    return fail(
      MERCHANT,
      `MERCHANT_WEBHOOK_URL is not reachable from here: ${answer}`,
      'Start your server, and check address, firewall and certificate. Messages are kept until it responds.',
    );
  }
  const { status } = answer;
  const message = `MERCHANT_WEBHOOK_URL answers HTTP ${status} to an empty HEAD request; no message was sent`;
  if (status >= 500 && status !== NOT_IMPLEMENTED) {
    return warn(MERCHANT, message, 'Your server, or a proxy in front of it, is failing.');
  }
  if (status >= 300 && status < 400) {
    const advice = 'The companion follows no redirects: set the address that it redirects to.';
    return warn(MERCHANT, message, advice);
  }
  const refused =
    'Correct if your server accepts only a signed POST. `pay-form messages --state failed` shows whether messages are refused too.';
  return ok(MERCHANT, message, status >= 400 ? refused : null);
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
