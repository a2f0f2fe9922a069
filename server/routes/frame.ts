import type { Context } from 'hono';
import type { AppEnv } from '../app-env.ts';

/** Nothing of an order stands in it: `frame.js` is given everything by the page around it. */
const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Card payment</title>
<script type="module" src="pay-form.js"></script>
<script type="module" src="frame.js"></script>
`;

/**
 * `GET /frame`: the page behind the attribute `isolated`, in which the card fields stand. Only pages that may use the
 * companion can hold it.
 * @param base PUBLIC_URL
 * @param origins that may hold the frame
 */
export function getFrame(base: string, origins: readonly string[]) {
  const headers = {
    'content-security-policy': framePolicy(base, origins),
    ...FRAME_HEADERS,
    // It knows one origin only, and would refuse those that `frame-ancestors` names.
    'x-frame-options': undefined,
  };
  return (c: Context<AppEnv>): Response => {
    c.set('ownHeaders', headers);
    c.header('cache-control', 'public, max-age=300');
    c.header('x-robots-tag', 'noindex');
    return c.body(PAGE, 200);
  };
}

/** What the frame may do: the tag's own files and the browser API. Styles are adopted, never loaded. */
export function framePolicy(base: string, origins: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src ${base}/`,
    `connect-src ${base}/`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${origins.join(' ')}`,
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ');
}

const PERMISSIONS = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((name) => `${name}=()`)
  .join(', ');

/** Those that are the same wherever the companion runs. */
export const FRAME_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'permissions-policy': PERMISSIONS,
  // So that pages that demand it of their frames can hold this one.
  'cross-origin-embedder-policy': 'require-corp',
};

export { PAGE as FRAME_PAGE };
