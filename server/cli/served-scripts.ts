import { errorCode } from '../gateway/exchange.ts';
import { FRAME_PAGE, framePolicy } from '../routes/frame.ts';
import type { WidgetFile } from '../routes/widget.ts';
import { explainReason } from './reasons.ts';
import { addressOf, sriOf } from './script-inventory.ts';

const DEADLINE_MS = 15_000;

/**
 * Holds what browsers get against this release: every script of the widget, the frame of an isolated form, and its
 * policy, whatever pages that one lets the frame stand in (PCI DSS 4.0.1, 11.6.1).
 * @param base the address that browsers know, without a slash at the end
 * @returns a line for each difference
 */
export async function findChanges(
  fetch: typeof globalThis.fetch,
  files: readonly WidgetFile[],
  base: string,
): Promise<string[]> {
  const found = await Promise.all([
    ...files.map(async ({ name, body }) => {
      const served = await get(fetch, addressOf(base, name));
      return `${name}: ${served.fault ?? (sriOf(served.body) === sriOf(body) ? '' : 'not the one of this release')}`;
    }),
    frameChange(fetch, base),
  ]);
  return found.filter((line) => !line.endsWith(': '));
}

async function frameChange(fetch: typeof globalThis.fetch, base: string): Promise<string> {
  const { fault, body, policy } = await get(fetch, `${base}/frame`);
  if (fault !== null) return `frame: ${fault}`;
  if (new TextDecoder().decode(body) !== FRAME_PAGE) return 'frame: not the one of this release';
  return `frame: ${withoutPages(policy) === withoutPages(framePolicy(base, [])) ? '' : 'another Content-Security-Policy'}`;
}

const withoutPages = (policy: string): string => policy.replace(/frame-ancestors [^;]*/, '');

interface Served {
  /** why there is nothing to compare, or null */
  fault: string | null;
  body: Uint8Array;
  policy: string;
}

async function get(fetch: typeof globalThis.fetch, address: string): Promise<Served> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  try {
    const answer = await fetch(address, { redirect: 'manual', signal });
    const body = new Uint8Array(await answer.arrayBuffer());
    const policy = answer.headers.get('content-security-policy') ?? '';
    return { fault: answer.ok ? null : `HTTP ${answer.status}`, body, policy };
  } catch (error) {
    const reason = signal.aborted ? 'deadline' : errorCode(error);
    return { fault: explainReason(reason), body: new Uint8Array(), policy: '' };
  }
}
