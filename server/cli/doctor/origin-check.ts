import { errorCode } from '../../gateway/exchange.ts';
import { explainReason } from '../reasons.ts';
import { type Check, fail, ok } from './check.ts';

const NAME = 'origin';
const DEADLINE_MS = 15_000;

/** Whether a page of this origin may use the companion: asks as its browser does before the first request. */
export async function checkOriginAllowed(
  fetch: typeof globalThis.fetch,
  publicUrl: string,
  origin: string,
): Promise<Check> {
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
    if (isAllowed || origin === new URL(publicUrl).origin) return ok(NAME, `${origin} may use the companion`);
    return fail(
      NAME,
      `${origin} may not use the companion`,
      'Add it to ALLOWED_ORIGINS, comma-separated, and start the companion again.',
    );
  } catch (error) {
    const reason = signal.aborted ? 'deadline' : errorCode(error);
    return fail(
      NAME,
      `not asked: ${explainReason(reason)}`,
      'Start the companion (`pay-form serve`); PUBLIC_URL must lead to it.',
    );
  }
}
