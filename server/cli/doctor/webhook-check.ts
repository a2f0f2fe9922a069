import { errorCode } from '../../gateway/failure.ts';
import { hostKind } from '../host-kind.ts';
import { explainReason } from '../reasons.ts';
import { type Check, fail, ok, warn } from './check.ts';

const NAME = 'webhook-address';
const PUBLIC_URL = 'public-url';
const NOT_DELIVERED =
  'The gateway cannot deliver webhooks there. This is fine with a local sandbox; otherwise set PUBLIC_URL to a public address.';
/** Reachability from here is not reachability from outside. */
const OUTSIDE =
  'Checked from here only; the first webhook will show whether the gateway can reach it from outside.';
const DEADLINE_MS = 15_000;
/** Interface document, Events: "Target ports are typically 443 and 8443." */
const GATEWAY_PORTS = ['443', '8443'];

/** Faults of PUBLIC_URL that keep the gateway's webhooks from arriving, as far as the address shows. */
export function checkPublicUrl(publicUrl: string): Check[] {
  const { protocol, hostname, port } = new URL(publicUrl);
  const kind = hostKind(hostname);
  if (kind === 'loopback') return [warn(PUBLIC_URL, 'points to this machine only', NOT_DELIVERED)];
  const effective = port || (protocol === 'https:' ? '443' : '80');
  const checks = [
    kind === 'private' && warn(PUBLIC_URL, 'is a name or address of a private network', NOT_DELIVERED),
    protocol === 'http:' &&
      warn(
        PUBLIC_URL,
        'is http',
        'Browsers make direct payments only over https. Put TLS in front of the companion.',
      ),
    !GATEWAY_PORTS.includes(effective) &&
      warn(
        PUBLIC_URL,
        `uses port ${effective}`,
        'The gateway delivers webhooks to ports 443 and 8443. Other ports have to be arranged with it.',
      ),
  ].filter((check) => check !== false);
  return checks.length > 0
    ? checks
    : [ok(PUBLIC_URL, 'public, https, on a port that the gateway delivers to')];
}

/**
 * Posts an unsigned webhook to the address that the gateway is given. A running companion refuses it because of its
 * signature or its sender, and nothing happens.
 */
export async function checkWebhookAddress(fetch: typeof globalThis.fetch, publicUrl: string): Promise<Check> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  try {
    const response = await fetch(`${publicUrl}/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'data=e30%3D&signature=unsigned',
      redirect: 'manual',
      signal,
    });
    return classify(response.status, codeOf(await response.text()));
  } catch (error) {
    const reason = signal.aborted ? 'deadline' : errorCode(error);
    return fail(
      NAME,
      `not reachable from here: ${explainReason(reason)}`,
      'Start the companion (`pay-form serve`) and check that PUBLIC_URL leads to it, through proxy and firewall.',
    );
  }
}

function classify(status: number, code: unknown): Check {
  if (status === 401 && code === 'signature-invalid') {
    return ok(NAME, 'answered by a running companion', OUTSIDE);
  }
  if (status === 403 && code === 'sender-not-allowed') {
    return ok(NAME, 'answered by a running companion, which accepts only GATEWAY_WEBHOOK_IPS', OUTSIDE);
  }
  const answered = `a different server answers there (HTTP ${status}), not this companion`;
  return fail(
    NAME,
    answered,
    'Check PUBLIC_URL and the proxy: it must forward path, host and method unchanged.',
  );
}

function codeOf(text: string): unknown {
  try {
    const problem: unknown = JSON.parse(text);
    return typeof problem === 'object' && problem !== null && 'code' in problem ? problem.code : null;
  } catch {
    return null;
  }
}
