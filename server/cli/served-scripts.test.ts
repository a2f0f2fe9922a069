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
  hash: '',
}));

describe('what browsers get', () => {
  let companion: TestCompanion;
  beforeEach(async () => {
    companion = await openCompanion();
  });
  afterEach(() => companion.world.store.close());

  /** The findings if an intermediary changes the frame's headers. */
  const found = (change: (headers: Headers) => void = () => {}) =>
    findChanges(
      async (address) => {
        const request = new Request(address);
        const answer = await companion.app.fetch(request);
        if (request.url.endsWith('/frame')) change(answer.headers);
        return answer;
      },
      FILES,
      BASE,
    );
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

  it('is not this release where the directive is left out', async () => {
    const { changes } = await found((headers) => {
      const policy = headers.get('content-security-policy') ?? '';
      headers.set('content-security-policy', policy.replace(/frame-ancestors [^;]*; /, ''));
    });
    expect(changes).toHaveLength(1);
  });
});
