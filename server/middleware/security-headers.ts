import { createMiddleware } from 'hono/factory';
import { NONCE, secureHeaders } from 'hono/secure-headers';
import type { AppEnv } from '../app-env.ts';

/**
 * Headers of every answer. The companion's own pages run no script and load nothing; their one style sheet
 * carries a nonce. What needs others (the payment page, files) states them as `ownHeaders`.
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
    // As good as one of NONCE's own making, and made in advance.
    c.set('secureHeadersNonce', crypto.randomUUID());
    await headers(c, next);
    for (const [name, value] of Object.entries(c.var.ownHeaders ?? {})) c.header(name, value);
  });
}
