import { errorCode } from '../gateway/failure.ts';
import { FRAME_HEADERS, FRAME_PAGE, framePolicy } from '../routes/frame.ts';
import type { WidgetFile } from '../routes/widget.ts';
import { explainReason } from './reasons.ts';
import { addressOf, pinnedName, sriOf } from './widget-scripts.ts';

const DEADLINE_MS = 15_000;

/** A cache or a proxy may hold another file for each. */
const ENCODINGS = ['identity', 'br'];

/** Every answer of the companion has this header. */
const NO_SNIFFING = { 'x-content-type-options': 'nosniff' };

/** The headers of the companion's own pages. */
const PAGE_HEADERS = {
  ...NO_SNIFFING,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'nonce-'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};

/** Headers by which a page becomes another one, or loads or stores foreign content, whatever its other headers. */
const FOREIGN_HEADERS = ['refresh', 'location', 'link', 'set-cookie'];

/** Something to look at. */
interface Look {
  /** the address, after the base */
  path: string;
  status: number;
  faultsOf: (served: Served) => readonly string[];
}

export interface Found {
  /** one line per difference */
  changes: string[];
  /** the pages that may embed the frame, from its policy */
  pages: string;
}

/**
 * Compares what browsers receive with this release, in each encoding: every script of the widget, at its name and at the
 * address that pinned pages use, the frame of an isolated form, and the notice page of an unknown order (no page that takes cards).
 * No release knows which shops may embed the frame, so each must be a single origin (PCI DSS 4.0.1, 11.6.1).
 * @param base the public address, without a trailing slash
 */
export async function findChanges(
  fetch: typeof globalThis.fetch,
  files: readonly WidgetFile[],
  base: string,
): Promise<Found> {
  let pages = '';
  const scripts: Look[] = files.flatMap((file) =>
    [...new Set([file.name, pinnedName(file)])].map((path) => ({
      path,
      status: 200,
      faultsOf: ({ body }) => (sriOf(body) === sriOf(file.body) ? [] : [OTHER]),
    })),
  );
  const frame: Look = {
    path: 'frame',
    status: 200,
    faultsOf(served) {
      pages = pagesIn(served.headers.get('content-security-policy') ?? '');
      return frameFaults(served, base);
    },
  };
  const notice: Look = { path: 'order/none', status: 404, faultsOf: pageFaults };
  const looks = [...scripts, frame, notice];
  const changes = await Promise.all(looks.map((look) => changesAt(fetch, look, base)));
  return { changes: changes.flat(), pages };
}

/** One line per fault of the first encoding that has any; the second is named. */
async function changesAt(fetch: typeof globalThis.fetch, look: Look, base: string): Promise<string[]> {
  for (const encoding of ENCODINGS) {
    const served = await get(fetch, addressOf(base, look.path), encoding);
    const faults = faultsIn(served, look);
    const where = encoding === 'identity' ? look.path : `${look.path} (${encoding})`;
    if (faults.length > 0) return faults.map((fault) => `${where}: ${fault}`);
  }
  return [];
}

function faultsIn(served: Served | string, { status, faultsOf }: Look): readonly string[] {
  if (typeof served === 'string') return [served];
  return served.status === status ? faultsOf(served) : [`HTTP ${served.status}`];
}

const OTHER = 'differs from this release';

function frameFaults({ body, headers }: Served, base: string): string[] {
  if (new TextDecoder().decode(body) !== FRAME_PAGE) return [OTHER];
  return [
    ...headerFaults(headers, { ...FRAME_HEADERS, ...NO_SNIFFING }),
    ...policyFaults(headers.get('content-security-policy') ?? '', base),
  ];
}

/** Its texts depend on the merchant. Its policy lets no script run, so that only what needs none is looked for. */
function pageFaults({ body, headers }: Served): string[] {
  const isForeign = /<script|http-equiv/i.test(new TextDecoder().decode(body));
  return [
    ...(isForeign ? ['a script or redirect, which pay-form does not send'] : []),
    ...headerFaults(headers, PAGE_HEADERS),
  ];
}

function headerFaults(headers: Headers, expected: Readonly<Record<string, string>>): string[] {
  const foreign = FOREIGN_HEADERS.filter((name) => headers.has(name));
  const other = Object.keys(expected).filter((name) => plain(headers.get(name)) !== plain(expected[name]));
  return [
    ...foreign.map((name) => `header ${name}, which pay-form does not send`),
    ...other.map((name) => `header ${name} is missing or changed`),
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

/** Proxies write values differently, and a nonce is another one in each answer. */
const plain = (value: string | null = ''): string =>
  (value ?? '')
    .toLowerCase()
    .replaceAll(/\s/g, '')
    .replace(/'nonce-[^']*'/, "'nonce-'");

interface Served {
  status: number;
  body: Uint8Array;
  headers: Headers;
}

/** Returns why there is no answer, if there is none. */
async function get(
  fetch: typeof globalThis.fetch,
  address: string,
  encoding: string,
): Promise<Served | string> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  try {
    const headers = { 'accept-encoding': encoding };
    const answer = await fetch(address, { redirect: 'manual', headers, signal });
    const body = new Uint8Array(await answer.arrayBuffer());
    return { status: answer.status, body, headers: answer.headers };
  } catch (error) {
    return explainReason(signal.aborted ? 'deadline' : errorCode(error));
  }
}
