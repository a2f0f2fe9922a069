import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WidgetFile } from '../routes/widget.ts';
import { openCompanion, type TestCompanion } from '../test-companion.ts';
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
  let companion: TestCompanion;
  beforeEach(async () => {
    companion = await openCompanion();
  });
  afterEach(() => companion.world.store.close());

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
  /** The findings if an intermediary changes the headers of the page at a path. */
  const foundAt = (path: string, change: (headers: Headers) => void) =>
    foundWith((answer, { url }) => {
      if (url.endsWith(path)) change(answer.headers);
      return answer;
    });
  const found = (change: (headers: Headers) => void = () => {}) => foundAt('/frame', change);
  const allowing = (pages: string) => (headers: Headers) => {
    const policy = headers.get('content-security-policy') ?? '';
    headers.set('content-security-policy', policy.replace(/frame-ancestors [^;]*/, pages));
  };

  it('is this release where the companion answers itself, with the pages that may hold the frame', async () => {
    const pages = 'https://pay.shop.example https://shop.example';
    expect(await found()).toEqual({ changes: [], pages });
  });

  it('may have its headers written in another way', async () => {
    const { changes } = await found((headers) => headers.set('content-type', 'text/html;charset=UTF-8'));
    expect(changes).toEqual([]);
  });

  it.each([
    ['refresh', '0; url=https://evil.example'],
    ['link', '<https://evil.example/a.js>; rel=preload; as=script'],
    ['set-cookie', 'a=1'],
    ['location', 'https://evil.example'],
  ])('is not this release with a header %s at the frame', async (name, value) => {
    const { changes } = await found((headers) => headers.set(name, value));
    expect(changes).toEqual([`frame: header ${name}, which pay-form does not send`]);
  });

  it.each([
    ['content-type', 'text/plain; charset=utf-8'],
    ['content-type', 'text/html; charset=utf-7'],
    ['x-content-type-options', ''],
    ['permissions-policy', 'camera=*'],
    ['permissions-policy', ''],
    ['cross-origin-embedder-policy', 'unsafe-none'],
  ])('is not this release where the frame’s %s is %j', async (name, value) => {
    const { changes } = await found((headers) =>
      value === '' ? headers.delete(name) : headers.set(name, value),
    );
    expect(changes).toEqual([`frame: header ${name} is missing or changed`]);
  });

  it.each(['*', 'https:', 'https://pay.shop.example https:', 'https://*.example', "'self'", ''])(
    'is not this release where %j may hold the frame',
    async (pages) => {
      const { changes } = await found(allowing(`frame-ancestors ${pages}`));
      expect(changes).toEqual([`frame: frame-ancestors must be single origins: ${pages}`]);
    },
  );

  it('is not this release where nothing says who may hold the frame, or not the companion itself', async () => {
    expect((await found(allowing('form-action x'))).changes).toEqual([
      'frame: different Content-Security-Policy',
    ]);
    expect((await found(allowing('frame-ancestors https://shop.example'))).changes).toEqual([
      'frame: frame-ancestors does not include https://pay.shop.example: https://shop.example',
    ]);
    expect((await found((headers) => headers.delete('content-security-policy'))).changes).toHaveLength(1);
  });

  it.each([
    ['a script', '<script src="https://evil.example/a.js"></script>'],
    ['a redirect', '<meta http-equiv="refresh" content="0; url=https://evil.example">'],
  ])('is not this release with %s on the notice page', async (_what, markup) => {
    const { changes } = await foundWith((answer, { url }) =>
      url.includes('/order/') ? new Response(`<!doctype html>${markup}`, answer) : answer,
    );
    expect(changes).toEqual(['order/none: a script or redirect, which pay-form does not send']);
  });

  it.each([
    ['content-security-policy', 'is missing or changed', "default-src 'none'; script-src *"],
    ['content-security-policy', 'is missing or changed', ''],
    ['x-frame-options', 'is missing or changed', 'SAMEORIGIN'],
    ['referrer-policy', 'is missing or changed', 'unsafe-url'],
    ['link', 'which pay-form does not send', '<https://evil.example/a.js>; rel=preload; as=script'],
    ['set-cookie', 'which pay-form does not send', 'a=1'],
  ])('is not this release with another %s of the notice page', async (name, fault, value) => {
    const { changes } = await foundAt('/order/none', (headers) => headers.set(name, value));
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatch(new RegExp(`^order/none: header ${name},? ${fault}$`));
  });

  it('is not this release without the notice page', async () => {
    const { changes } = await foundWith((answer, { url }) =>
      url.includes('/order/') ? new Response('steal()') : answer,
    );
    expect(changes).toEqual(['order/none: HTTP 200']);
  });

  it.each([
    ['identity', 'frame.js'],
    ['br', 'frame.js (br)'],
  ])('is not this release where only %s brings another script', async (encoding, name) => {
    const { changes } = await foundWith((answer, { url, headers }) =>
      url.endsWith('/frame.js') && headers.get('accept-encoding') === encoding
        ? new Response('steal()')
        : answer,
    );
    expect(changes).toEqual([`${name}: differs from this release`]);
  });

  it('is not this release where the address of a pinned page brings another script', async () => {
    const { changes } = await foundWith((answer, { url }) =>
      url.endsWith('/pay-form.js?v=0123456789abcdef') ? new Response('steal()') : answer,
    );
    expect(changes).toEqual(['pay-form.js?v=0123456789abcdef: differs from this release']);
  });
});
