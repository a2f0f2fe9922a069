import type { Context } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { LOADED_ANYWHERE } from './widget.ts';

/** It contains no order data: `frame.js` gets everything from the page around it. */
const PAGE = `<!doctype html>
<html lang="en">
<title>Card payment</title>
<script type="module" src="pay-form.js"></script>
<script type="module" src="frame.js"></script>
`;

/**
 * `GET /frame`: the page for the attribute `isolated`, which contains the card fields. Only pages that may use the
 * companion can embed it.
 * @param base PUBLIC_URL
 * @param origins that may embed the frame
 */
export function getFrame(base: string, origins: readonly string[]) {
  const headers = {
    'content-security-policy': framePolicy(base, origins),
    ...FRAME_HEADERS,
    ...LOADED_ANYWHERE,
    // This header supports only one origin, and would refuse those in `frame-ancestors`.
    'x-frame-options': undefined,
  };
  return (c: Context<AppEnv>): Response => {
    c.set('ownHeaders', headers);
    c.header('cache-control', 'public, max-age=300');
    c.header('x-robots-tag', 'noindex');
    return c.body(PAGE, 200);
  };
}

/** The tag writes markup through Lit alone. */
export const TRUSTED_TYPES = ["require-trusted-types-for 'script'", 'trusted-types lit-html'] as const;

/** The frame's Content-Security-Policy: the tag's own files and the browser API. Styles are adopted, never loaded. */
export function framePolicy(base: string, origins: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src ${base}/`,
    `connect-src ${base}/`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${origins.join(' ')}`,
    ...TRUSTED_TYPES,
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

/** The headers that do not depend on the companion's address. */
export const FRAME_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'permissions-policy': PERMISSIONS,
  // So that pages that require it of their frames can embed this one.
  'cross-origin-embedder-policy': 'require-corp',
};

export { PAGE as FRAME_PAGE };
