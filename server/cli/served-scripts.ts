import zlib from 'node:zlib';
import { isOrigin } from '../contract/address.ts';
import { errorCode } from '../gateway/failure.ts';
import { FRAME_PAGE } from '../routes/frame.ts';
import type { WidgetFile } from '../routes/widget.ts';
import { markupFaults } from './active-markup.ts';
import { openOwnRelease } from './own-release.ts';
import { explainReason } from './reasons.ts';
import { addressOf, pinnedName, sriOf } from './widget-scripts.ts';

const DEADLINE_MS = 15_000;

/** As a browser asks, so that a server or cache cannot keep another answer for browsers. `fetch` sets Sec-Fetch-Mode. */
const BROWSER = {
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-US,en;q=0.9',
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
};
const NAVIGATION = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'upgrade-insecure-requests': '1' };
const LOADED_AS = {
  script: { 'sec-fetch-dest': 'script', 'sec-fetch-site': 'cross-site' },
  frame: { ...NAVIGATION, 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' },
  page: { ...NAVIGATION, 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none', 'sec-fetch-user': '?1' },
};
/** Caches keep the uncompressed answer by itself, and may change it. */
const UNCOMPRESSED = { 'accept-encoding': 'identity' };

/** Headers by which a page becomes another one, or loads or stores foreign content, whatever its other headers. */
const FOREIGN_HEADERS = ['refresh', 'location', 'link', 'set-cookie'];
/** They differ by answer, or proxies may set them. */
const NOT_COMPARED = ['cache-control', 'x-request-id'];

const OTHER = 'differs from this release';
const NO_FORM = 'shows no form: give the link of an order that can still be paid';

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

export interface Checked {
  files: readonly WidgetFile[];
  /** the public address, without a trailing slash */
  base: string;
  /** a payment page on which an order can be paid; default: none is checked */
  paymentPage?: string | undefined;
  /** the setting ALLOWED_ORIGINS; without it only the form of the addresses is checked */
  allowedOrigins?: string | undefined;
}

/**
 * Compares what browsers receive with this release, asked as a browser asks and uncompressed: every script of the
 * widget, at its name and at the address that pinned pages use, the frame of an isolated form, the notice page of an
 * unknown order, and a payment page (PCI DSS 4.0.1, 11.6.1).
 * @throws SettingsError if no companion can have the address
 */
export async function findChanges(fetch: typeof globalThis.fetch, checked: Checked): Promise<Found> {
  const { files, base, paymentPage, allowedOrigins } = checked;
  const own = await openOwnRelease(base, files);
  let pages = '';
  const changesAt = async (
    name: string,
    { address = addressOf(base, name), status = 200, as }: Asked,
    faultsOf: (served: Served) => Promise<string[]>,
  ) => {
    const asked = [{ ...BROWSER, ...LOADED_AS[as] }, UNCOMPRESSED];
    const faults = asked.map(async (headers) => {
      const served = await get(fetch, address, status, headers);
      return typeof served === 'string' ? [served] : faultsOf(served);
    });
    return [...new Set((await Promise.all(faults)).flat())].map((fault) => `${name}: ${fault}`);
  };
  const scripts = files.flatMap((file) =>
    [...new Set([file.name, pinnedName(file)])].map((path) =>
      changesAt(path, { as: 'script' }, async ({ body }) =>
        sriOf(body) === sriOf(file.body) ? [] : [OTHER],
      ),
    ),
  );
  const frame = changesAt('frame', { as: 'frame' }, async (served) => {
    pages = pagesIn(served.headers);
    if (textOf(served) !== FRAME_PAGE) return [OTHER];
    const { headers } = await own.answer('frame');
    return [
      ...headerFaults(served.headers, headers, /frame-ancestors[^;]*/),
      ...pagesFaults(pages, new URL(base).origin, allowedOrigins),
    ];
  });
  const notice = changesAt('order/none', { as: 'page', status: 404 }, async (served) =>
    pageFaults(served, await own.answer('order/none')),
  );
  const payment = paymentPage
    ? changesAt('payment page', { as: 'page', address: paymentPage }, async (served) => {
        const html = textOf(served);
        if (!html.includes('<pay-form ')) return [NO_FORM];
        const language = /<html lang="([\w-]+)"/.exec(html)?.[1] ?? 'en';
        return pageFaults(served, await own.paymentPage(language));
      })
    : [];
  try {
    const changes = await Promise.all([...scripts, frame, notice, payment]);
    return { changes: changes.flat(), pages };
  } finally {
    await own.close();
  }
}

interface Asked {
  as: keyof typeof LOADED_AS;
  /** default: of the name */
  address?: string;
  /** default: 200 */
  status?: number;
}

function pagesFaults(pages: string, ownOrigin: string, allowedOrigins?: string): string[] {
  const origins = pages.split(' ');
  if (!origins.every(isOrigin) || !origins.includes(ownOrigin))
    return [`the pages that may embed it must be single origins, with its own: ${pages}`];
  if (!allowedOrigins) return [];
  const allowed = [ownOrigin, ...allowedOrigins.split(',').map((origin) => origin.trim())].filter(Boolean);
  return [
    ...origins
      .filter((one) => !allowed.includes(one))
      .map((one) => `${one} may embed it, but is not in ALLOWED_ORIGINS`),
    ...allowed
      .filter((one) => !origins.includes(one))
      .map((one) => `${one} of ALLOWED_ORIGINS may not embed it`),
  ];
}

/** The texts depend on merchant and order, and so does the logo's origin. */
async function pageFaults(served: Served, own: Response): Promise<string[]> {
  return [
    ...markupFaults(textOf(served), await own.text()),
    ...headerFaults(served.headers, own.headers, /(?<=img-srcdata:)https?:\/\/[\w.:[\]-]+(?=;)/),
  ];
}

/** @param free the part of the policy that settings decide */
function headerFaults(headers: Headers, own: Headers, free: RegExp): string[] {
  const foreign = FOREIGN_HEADERS.filter((name) => headers.has(name));
  const valueIn = (from: Headers, name: string): string => {
    const value = bare(from.get(name));
    if (name === 'content-security-policy') return value.replace(free, '');
    // A proxy may make it longer.
    return name === 'strict-transport-security' ? value.replace(/.*max-age=[1-9].*/, 'set') : value;
  };
  const other = [...own.keys()]
    .filter((name) => !NOT_COMPARED.includes(name))
    .filter((name) => valueIn(headers, name) !== valueIn(own, name));
  return [
    ...foreign.map((name) => `header ${name}, which pay-form does not send`),
    ...other.map((name) => `header ${name} is missing or changed`),
  ];
}

const textOf = ({ body }: Served): string => new TextDecoder().decode(body);

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
  headers: Record<string, string>,
): Promise<Served | string> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  try {
    const answer = await fetch(address, { redirect: 'manual', headers, signal });
    const body = unpacked(new Uint8Array(await answer.arrayBuffer()));
    if (answer.status !== status) return `HTTP ${answer.status}`;
    return body ? { body, headers: answer.headers } : 'is in zstd, which only Node 22.15 and newer read';
  } catch (error) {
    return explainReason(signal.aborted ? 'deadline' : errorCode(error));
  }
}

const ZSTD = [0x28, 0xb5, 0x2f, 0xfd];

/** Not every `fetch` that asks for zstd also reads it. Null if this Node cannot. */
function unpacked(body: Uint8Array): Uint8Array | null {
  if (!ZSTD.every((byte, at) => body[at] === byte)) return body;
  const { zstdDecompressSync } = zlib as { zstdDecompressSync?: (body: Uint8Array) => Uint8Array };
  return zstdDecompressSync?.(body) ?? null;
}
