import type { Context } from 'hono';
import type { AppEnv } from '../app-env.ts';

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
/** A release reaches every page within the hour. docs/csp.md promises it. */
const BRIEFLY = 'public, max-age=300, stale-while-revalidate=3000';

/** Shops on other origins load the widget. */
export const LOADED_ANYWHERE = { 'cross-origin-resource-policy': 'cross-origin' };

/** A name with the content's hash: `pay-form-isolated.RLOknDwj.js`. The others stay the same over releases. */
const HASHED = /\.[\w-]{8}\.js$/;

/** Whether a file of the widget has another name as soon as its content changes. */
export const isNamedByContent = (name: string): boolean => HASHED.test(name);

/**
 * Serves `pay-form.js` and the files beside it to any origin. Names with the content's hash, and `?v=<hash>`, may be
 * cached forever; the plain names are revalidated after five minutes, by their ETag, and never used an hour after a release.
 */
export function getWidgetFile(file: WidgetFile) {
  // Weak: both encodings share it.
  const etag = `W/"${file.hash}"`;
  const hashed = isNamedByContent(file.name);
  return (c: Context<AppEnv>): Response => {
    c.set('ownHeaders', LOADED_ANYWHERE);
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
