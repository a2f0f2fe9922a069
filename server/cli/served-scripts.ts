import { errorCode } from '../gateway/exchange.ts';
import { FRAME_HEADERS, FRAME_PAGE, framePolicy } from '../routes/frame.ts';
import type { WidgetFile } from '../routes/widget.ts';
import { explainReason } from './reasons.ts';
import { addressOf, sriOf } from './script-inventory.ts';

const DEADLINE_MS = 15_000;

/** Every answer of the companion has this header. */
const NO_SNIFFING = { 'x-content-type-options': 'nosniff' };

/** Headers by which a page becomes another one, or loads or stores foreign content, whatever its other headers. */
const FOREIGN_HEADERS = ['refresh', 'location', 'link', 'set-cookie'];

export interface Found {
  /** one line per difference */
  changes: string[];
  /** the pages that may embed the frame, from its policy */
  pages: string;
}

/**
 * Compares what browsers receive with this release: every script of the widget, the frame of an isolated form, and its
 * headers. No release knows which shops may embed the frame, so each must be a single origin (PCI DSS 4.0.1, 11.6.1).
 * @param base the public address, without a trailing slash
 */
export async function findChanges(
  fetch: typeof globalThis.fetch,
  files: readonly WidgetFile[],
  base: string,
): Promise<Found> {
  const [frame, ...scripts] = await Promise.all([
    get(fetch, `${base}/frame`),
    ...files.map(async ({ name, body }) => {
      const served = await get(fetch, addressOf(base, name));
      const fault = served.fault ?? (sriOf(served.body) === sriOf(body) ? null : OTHER);
      return fault === null ? [] : [`${name}: ${fault}`];
    }),
  ]);
  const changes = [...scripts.flat(), ...frameFaults(frame, base).map((fault) => `frame: ${fault}`)];
  return { changes, pages: pagesIn(frame.headers.get('content-security-policy') ?? '') };
}

const OTHER = 'differs from this release';

function frameFaults({ fault, body, headers }: Served, base: string): string[] {
  if (fault !== null) return [fault];
  if (new TextDecoder().decode(body) !== FRAME_PAGE) return [OTHER];
  const foreign = FOREIGN_HEADERS.filter((name) => headers.has(name));
  const other = Object.entries({ ...FRAME_HEADERS, ...NO_SNIFFING }).filter(
    ([name, value]) => plain(headers.get(name)) !== plain(value),
  );
  return [
    ...foreign.map((name) => `header ${name}, which pay-form does not send`),
    ...other.map(([name]) => `header ${name} is missing or changed`),
    ...policyFaults(headers.get('content-security-policy') ?? '', base),
  ];
}

function policyFaults(policy: string, base: string): string[] {
  if (withoutPages(policy) !== withoutPages(framePolicy(base, [])))
    return ['different Content-Security-Policy'];
  const pages = pagesIn(policy);
  if (!pages.split(' ').every(isOrigin)) return [`frame-ancestors must be single origins: ${pages}`];
  const { origin } = new URL(base);
  return pages.split(' ').includes(origin) ? [] : [`frame-ancestors does not include ${origin}: ${pages}`];
}

/** Neither `*`, a scheme, nor a wildcard host. */
const isOrigin = (page: string): boolean =>
  !page.includes('*') && URL.canParse(page) && new URL(page).origin === page;

const PAGES = /frame-ancestors ([^;]*)/;

const pagesIn = (policy: string): string => PAGES.exec(policy)?.[1]?.trim() ?? '';

const withoutPages = (policy: string): string => policy.replace(PAGES, '');

/** Proxies write values differently. */
const plain = (value: string | null): string => (value ?? '').toLowerCase().replaceAll(/\s/g, '');

interface Served {
  /** why there is nothing to compare, or null */
  fault: string | null;
  body: Uint8Array;
  headers: Headers;
}

async function get(fetch: typeof globalThis.fetch, address: string): Promise<Served> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  try {
    const answer = await fetch(address, { redirect: 'manual', signal });
    const body = new Uint8Array(await answer.arrayBuffer());
    return { fault: answer.ok ? null : `HTTP ${answer.status}`, body, headers: answer.headers };
  } catch (error) {
    const reason = signal.aborted ? 'deadline' : errorCode(error);
    return { fault: explainReason(reason), body: new Uint8Array(), headers: new Headers() };
  }
}
