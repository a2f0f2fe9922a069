import { errorCode } from '../../gateway/failure.ts';
import type { Settings } from '../../settings.ts';
import { explainReason } from '../reasons.ts';
import { type Check, fail, ok, warn } from './check.ts';

const NAME = 'origin';
const ALLOWED = 'allowed-origins';
const DEADLINE_MS = 15_000;

/** Whether a page of this origin may use the companion: sends the preflight of its browser. */
export async function checkOriginAllowed(
  fetch: typeof globalThis.fetch,
  publicUrl: string,
  origin: string,
): Promise<Check> {
  const answer = await preflight(fetch, publicUrl, origin);
  if (answer === 'allowed') return ok(NAME, `${origin} may use the companion`);
  if (answer === 'refused')
    return fail(
      NAME,
      `${origin} may not use the companion`,
      'Add it to ALLOWED_ORIGINS (comma-separated) and restart the companion.',
    );
  return fail(
    NAME,
    `not checked: ${explainReason(answer.failed)}`,
    'Start the companion (`pay-form serve`); PUBLIC_URL must lead to it.',
  );
}

/** Whether `ALLOWED_ORIGINS` names any page, and the running companion has the same setting. */
export async function checkAllowedOrigins(
  fetch: typeof globalThis.fetch,
  { publicUrl, allowedOrigins }: Settings,
): Promise<Check> {
  const own = new URL(publicUrl).origin;
  const others = allowedOrigins.filter((origin) => origin !== own);
  if (others.length === 0)
    return warn(
      ALLOWED,
      `only pages of ${own} itself may use the companion`,
      'Add your shop’s origin to ALLOWED_ORIGINS, unless its pages have this origin.',
    );
  for (const origin of others) {
    const answer = await preflight(fetch, publicUrl, origin);
    if (answer === 'refused')
      return fail(
        ALLOWED,
        `the running companion refuses ${origin}`,
        'It runs with a different ALLOWED_ORIGINS: restart it.',
      );
    if (answer !== 'allowed')
      return warn(ALLOWED, `not checked: ${explainReason(answer.failed)}`, 'Start the companion first.');
  }
  return ok(ALLOWED, `${others.join(', ')} may use the companion`);
}

async function preflight(
  fetch: typeof globalThis.fetch,
  publicUrl: string,
  origin: string,
): Promise<'allowed' | 'refused' | { failed: string }> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  try {
    const { headers } = await fetch(`${publicUrl}/session`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
      redirect: 'manual',
      signal,
    });
    const isAllowed = headers.get('access-control-allow-origin') === origin;
    return isAllowed || origin === new URL(publicUrl).origin ? 'allowed' : 'refused';
  } catch (error) {
    return { failed: signal.aborted ? 'deadline' : errorCode(error) };
  }
}
