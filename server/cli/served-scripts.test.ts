import { describe, expect, it } from 'vitest';
import type { WidgetFile } from '../routes/widget.ts';
import { useCompanion } from '../testing/companion.ts';
import { findChanges } from './served-scripts.ts';

const BASE = 'https://pay.shop.example/pay';
const BODY = new TextEncoder().encode('export {}');
const FILES: WidgetFile[] = ['pay-form.js', 'frame.js'].map((name) => ({
  name,
  body: BODY,
  brotli: BODY,
  hash: '0123456789abcdef',
}));

describe('what browsers get', () => {
  const companion = useCompanion();

  /** The findings if an intermediary changes an answer. */
  const foundWith = (change: (answer: Response, request: Request) => Response) =>
    findChanges(
      async (address, init) => {
        const request = new Request(address, init);
        const answer = await companion.app.fetch(request);
        // As clients decode it.
        const isCompressed = answer.headers.has('content-encoding');
        return change(isCompressed ? new Response(BODY, answer) : answer, request);
      },
      FILES,
      BASE,
    );
  const at = (path: string, change: (answer: Response) => Response) =>
    foundWith((answer, { url }) => (url.endsWith(path) ? change(answer) : answer));

  it('is this release where the companion answers itself, with the pages that may hold the frame', async () => {
    const pages = 'https://pay.shop.example https://shop.example';
    expect(await foundWith((answer) => answer)).toEqual({ changes: [], pages });
  });

  const SENDS_NOT = 'which pay-form does not send';
  const CHANGED = 'is missing or changed';
  it.each<[path: string, header: string, value: string, fault: string]>([
    ['frame', 'refresh', '0; url=https://evil.example', SENDS_NOT],
    ['frame', 'set-cookie', 'a=1', SENDS_NOT],
    ['frame', 'x-content-type-options', '', CHANGED],
    ['frame', 'permissions-policy', 'camera=*', CHANGED],
    ['order/none', 'content-security-policy', "default-src 'none'; script-src *", CHANGED],
    ['order/none', 'x-frame-options', 'SAMEORIGIN', CHANGED],
    ['order/none', 'link', '<https://evil.example/a.js>; rel=preload; as=script', SENDS_NOT],
  ])('is not this release where %s has a header %s: %j', async (path, name, value, fault) => {
    const { changes } = await at(`/${path}`, (answer) => {
      answer.headers.set(name, value);
      return answer;
    });
    expect(changes).toEqual([expect.stringMatching(`^${path}: header ${name},? ${fault}$`)]);
  });

  it.each(['br', 'identity'])(
    'is not this release where only the answers in %s are other ones',
    async (encoding) => {
      const { changes } = await foundWith((answer, { url, headers }) =>
        url.endsWith('/pay-form.js') && headers.get('accept-encoding') === encoding
          ? new Response('alert()', answer)
          : answer,
      );
      expect(changes).toEqual(['pay-form.js: differs from this release']);
    },
  );

  it('may have its headers written in another way', async () => {
    const { changes } = await at('/frame', (answer) => {
      answer.headers.set('content-type', 'text/html;charset=UTF-8');
      return answer;
    });
    expect(changes).toEqual([]);
  });

  it.each(['https://pay.shop.example https:', 'https://*.example', "'self'", 'https://shop.example'])(
    'is not this release where %j may hold the frame',
    async (pages) => {
      const { changes } = await at('/frame', (answer) => {
        const policy = answer.headers.get('content-security-policy') ?? '';
        answer.headers.set(
          'content-security-policy',
          policy.replace(/frame-ancestors [^;]*/, `frame-ancestors ${pages}`),
        );
        return answer;
      });
      expect(changes).toEqual([
        `frame: the pages that may embed it must be single origins, with its own: ${pages}`,
      ]);
    },
  );

  it.each<[path: string, body: string, status: number, change: string]>([
    ['frame', '<script>', 200, 'differs from this release'],
    ['pay-form.js?v=0123456789abcdef', 'steal()', 200, 'differs from this release'],
    ['pay-form.js', '', 302, 'HTTP 302'],
    ['order/none', 'steal()', 200, 'HTTP 200'],
    [
      'order/none',
      '<script src="https://evil.example/a.js"></script>',
      404,
      `a script or redirect, ${SENDS_NOT}`,
    ],
    ['order/none', '<meta http-equiv="refresh" content="0">', 404, `a script or redirect, ${SENDS_NOT}`],
  ])('is not this release where %s is %j (HTTP %i)', async (path, body, status, change) => {
    const { changes } = await at(`/${path}`, ({ headers }) => new Response(body, { status, headers }));
    expect(changes).toEqual([`${path}: ${change}`]);
  });
});
