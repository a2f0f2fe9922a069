import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context } from 'hono';

/** A built file of the widget. */
export interface WidgetFile {
  name: string;
  body: Uint8Array<ArrayBuffer>;
  /** the same, brotli-compressed */
  brotli: Uint8Array<ArrayBuffer>;
  /** hash of the content, hex text */
  hash: string;
}

const FOREVER = 'public, max-age=31536000, immutable';
const BRIEFLY = 'public, max-age=300, stale-while-revalidate=86400';

/** A name with the content's hash: `pay-form-isolated.RLOknDwj.js`. The others stay the same over releases. */
const HASHED = /\.[\w-]{8}\.js$/;

/** Whether a file of the widget has another name as soon as its content changes. */
export const isNamedByContent = (name: string): boolean => HASHED.test(name);

/**
 * Serves `pay-form.js` and the files beside it to any origin. Names with the content's hash, and `?v=<hash>`, may be
 * cached forever; the plain names are revalidated after five minutes, by their ETag.
 */
export function getWidgetFile(file: WidgetFile) {
  // Weak: both encodings share it.
  const etag = `W/"${file.hash}"`;
  const hashed = isNamedByContent(file.name);
  return (c: Context): Response => {
    c.header('access-control-allow-origin', '*');
    c.header('etag', etag);
    c.header('cache-control', hashed || c.req.query('v') === file.hash ? FOREVER : BRIEFLY);
    c.header('vary', 'accept-encoding');
    if (c.req.header('if-none-match')?.includes(`"${file.hash}"`)) return c.body(null, 304);
    c.header('content-type', 'text/javascript; charset=utf-8');
    if (!/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(c.req.header('accept-encoding') ?? ''))
      return c.body(file.body);
    c.header('content-encoding', 'br');
    return c.body(file.brotli);
  };
}

/** Beside the built server, or in dist/ if the server runs from its sources. */
const PLACES = ['../pay', '../../dist/pay'].map((place) => fileURLToPath(new URL(place, import.meta.url)));

/**
 * The built widget: `pay-form.js` and the languages beside it, each with its compressed form from the build.
 * @throws Error if it has not been built
 */
export function readWidgetFiles(
  folder = PLACES.find((place) => listOf(place).length > 0) ?? '',
): WidgetFile[] {
  const names = listOf(folder).filter((name) => name.endsWith('.js'));
  if (!names.includes('pay-form.js'))
    throw new Error('The widget is not built: run "npm run build:widget" first.');
  return names.map((name) => {
    const body = new Uint8Array(readFileSync(join(folder, name)));
    const brotli = new Uint8Array(readFileSync(join(folder, `${name}.br`)));
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
    return { name, body, brotli, hash };
  });
}

function listOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
