import { createMiddleware } from 'hono/factory';
import { NONCE, secureHeaders } from 'hono/secure-headers';
import type { AppEnv } from '../app-env.ts';

/**
 * Headers of every answer. The companion's own pages run no script and load nothing; their one style sheet has a nonce.
 * Routes that need other headers (the payment page, files) set them as `ownHeaders`.
 * @param https whether customers reach the companion by https
 */
export function securityHeaders(https: boolean) {
  const headers = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: [NONCE],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
    // The widget is a module that shops on other origins load.
    crossOriginResourcePolicy: 'cross-origin',
    referrerPolicy: 'no-referrer',
    strictTransportSecurity: https ? 'max-age=63072000' : false,
    xFrameOptions: 'DENY',
  });
  return createMiddleware<AppEnv>(async (c, next) => {
    // Equivalent to NONCE's own value, but created in advance.
    c.set('secureHeadersNonce', crypto.randomUUID());
    await headers(c, next);
    for (const [name, value] of Object.entries(c.get('ownHeaders') ?? {})) c.header(name, value);
  });
}
