import { isOrigin } from '../contract/address.ts';
import { errorCode } from '../gateway/failure.ts';
import { FRAME_HEADERS, FRAME_PAGE, framePolicy } from '../routes/frame.ts';
import type { WidgetFile } from '../routes/widget.ts';
import { explainReason } from './reasons.ts';
import { addressOf, pinnedName, sriOf } from './widget-scripts.ts';

const DEADLINE_MS = 15_000;
/** A cache may keep, and change, each by itself. */
const ENCODINGS = ['br', 'identity'];

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

const OTHER = 'differs from this release';

interface Served {
  body: Uint8Array;
  headers: Headers;
}

export interface Found {
  /** one line per difference */
  changes: string[];
  /** the pages that may embed the frame, from its policy */
  pages: string;
}

/**
 * Compares what browsers receive with this release, compressed and not: every script of the widget, at its name and at the address that pinned
 * pages use, the frame of an isolated form, and the notice page of an unknown order (no page that takes cards). No release
 * knows which shops may embed the frame, so each must be a single origin (PCI DSS 4.0.1, 11.6.1).
 * @param base the public address, without a trailing slash
 */
export async function findChanges(
  fetch: typeof globalThis.fetch,
  files: readonly WidgetFile[],
  base: string,
): Promise<Found> {
  let pages = '';
  const changesAt = async (path: string, status: number, faultsOf: (served: Served) => string[]) => {
    const answers = await Promise.all(
      ENCODINGS.map((encoding) => get(fetch, addressOf(base, path), status, encoding)),
    );
    const faults = answers.flatMap((served) => (typeof served === 'string' ? [served] : faultsOf(served)));
    return [...new Set(faults)].map((fault) => `${path}: ${fault}`);
  };
  const scripts = files.flatMap((file) =>
    [...new Set([file.name, pinnedName(file)])].map((path) =>
      changesAt(path, 200, ({ body }) => (sriOf(body) === sriOf(file.body) ? [] : [OTHER])),
    ),
  );
  const frame = changesAt('frame', 200, (served) => {
    pages = pagesIn(served.headers);
    return frameFaults(served, base, pages);
  });
  const changes = await Promise.all([...scripts, frame, changesAt('order/none', 404, noticeFaults)]);
  return { changes: changes.flat(), pages };
}

function frameFaults({ body, headers }: Served, base: string, pages: string): string[] {
  if (new TextDecoder().decode(body) !== FRAME_PAGE) return [OTHER];
  const origins = pages.split(' ');
  const expected = {
    ...FRAME_HEADERS,
    ...NO_SNIFFING,
    'content-security-policy': framePolicy(base, origins),
  };
  const isOwn = origins.includes(new URL(base).origin);
  return [
    ...headerFaults(headers, expected),
    ...(origins.every(isOrigin) && isOwn
      ? []
      : [`the pages that may embed it must be single origins, with its own: ${pages}`]),
  ];
}

/** Its texts depend on the merchant. Its policy lets no script run, so that only what needs none is looked for. */
function noticeFaults({ body, headers }: Served): string[] {
  const isForeign = /<script|http-equiv/i.test(new TextDecoder().decode(body));
  return [
    ...(isForeign ? ['a script or redirect, which pay-form does not send'] : []),
    ...headerFaults(headers, PAGE_HEADERS),
  ];
}

function headerFaults(headers: Headers, expected: Readonly<Record<string, string>>): string[] {
  const foreign = FOREIGN_HEADERS.filter((name) => headers.has(name));
  const other = Object.entries(expected).filter(([name, value]) => bare(headers.get(name)) !== bare(value));
  return [
    ...foreign.map((name) => `header ${name}, which pay-form does not send`),
    ...other.map(([name]) => `header ${name} is missing or changed`),
  ];
}

const pagesIn = (headers: Headers): string =>
  /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]?.trim() ?? '';

/** Proxies write values differently, and a nonce is another one in each answer. */
const bare = (value: string | null): string =>
  (value ?? '')
    .toLowerCase()
    .replaceAll(/\s/g, '')
    .replace(/'nonce-[^']*'/, "'nonce-'");

/** Returns the answer, or what is wrong: another status, or no answer. */
async function get(
  fetch: typeof globalThis.fetch,
  address: string,
  status: number,
  encoding: string,
): Promise<Served | string> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  try {
    const headers = { 'accept-encoding': encoding };
    const answer = await fetch(address, { redirect: 'manual', headers, signal });
    const body = new Uint8Array(await answer.arrayBuffer());
    return answer.status === status ? { body, headers: answer.headers } : `HTTP ${answer.status}`;
  } catch (error) {
    return explainReason(signal.aborted ? 'deadline' : errorCode(error));
  }
}
