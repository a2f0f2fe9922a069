import { errorCode } from '../../gateway/failure.ts';
import { explainReason } from '../reasons.ts';
import { type Check, fail, ok, warn } from './check.ts';

const NAME = 'merchant-address';
const DEADLINE_MS = 15_000;

/**
 * Whether the merchant's server answers at `MERCHANT_WEBHOOK_URL`, including its certificate. Sends a HEAD without
 * content: the server would have to act on a message, even on a signed test message.
 */
export async function checkMerchantAddress(fetch: typeof globalThis.fetch, url: string): Promise<Check> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  try {
    const { status } = await fetch(url, { method: 'HEAD', redirect: 'manual', signal });
    return classify(status);
  } catch (error) {
    const reason = signal.aborted ? 'deadline' : errorCode(error);
    return fail(
      NAME,
      `MERCHANT_WEBHOOK_URL is not reachable from here: ${explainReason(reason)}`,
      'Start your server, and check address, firewall and certificate. Messages are kept until it responds.',
    );
  }
}

/** A receiver may refuse this HEAD: it carries no signature, and only POST has to be supported there. */
function classify(status: number): Check {
  const answered = `MERCHANT_WEBHOOK_URL answers HTTP ${status} to an empty HEAD request; no message was sent`;
  if (status >= 500 && status !== NOT_IMPLEMENTED)
    return warn(NAME, answered, 'Your server, or a proxy in front of it, is failing.');
  if (status >= 300 && status < 400)
    return warn(NAME, answered, 'The companion follows no redirects: set the address that it redirects to.');
  return ok(NAME, answered, status >= 400 ? REFUSED : null);
}

const NOT_IMPLEMENTED = 501;
const REFUSED =
  'Correct if your server accepts only a signed POST. `pay-form messages --state failed` shows whether messages are refused too.';
