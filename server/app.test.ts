import { describe, expect, it } from 'vitest';
import {
  BODY,
  MERCHANT_API_KEY,
  openCompanion,
  ORIGIN,
  problemOf,
  useCompanion,
} from './testing/companion.ts';

const companion = useCompanion();

const JSON_TYPE = { 'content-type': 'application/json' };
const POSTS = ['/payments', '/hosted', '/webhook'];
const GETS = ['/payments/some-id', '/pay-form.js'];
const EITHER = ['/session', '/return/some-id'];

describe('what the companion refuses', () => {
  it.each([
    ...POSTS.map((path) => [path, 'POST', ['GET', 'PUT', 'DELETE']] as const),
    ...GETS.map((path) => [path, 'GET, HEAD', ['POST', 'PUT', 'DELETE']] as const),
    ...EITHER.map((path) => [path, 'GET, HEAD, POST', ['PUT', 'PATCH', 'DELETE']] as const),
    ['/saved-cards/some-id', 'DELETE', ['GET', 'POST']],
  ] as const)('on %s another method than %s, with Allow', async (path, allow, methods) => {
    for (const method of methods) {
      const answer = await companion.ask(path, { method });
      expect(answer.headers.get('allow')).toBe(allow);
      expect(await problemOf(answer)).toMatchObject({ status: 405, code: 'method-not-allowed' });
    }
  });

  it.each(['', '/nothing', '/session/', '/payments/a/b', '/pay-form.js.map', '/%2e%2e/x', '/order'])(
    'the path "%s" (404)',
    async (path) => {
      expect(await problemOf(await companion.ask(path))).toMatchObject({ status: 404, code: 'not-found' });
    },
  );

  it.each(['text/plain', 'multipart/form-data; boundary=x', 'application/json-patch', '', ';'])(
    'a body of type "%s" (415)',
    async (type) => {
      const answer = await companion.pay({ headers: { 'content-type': type }, body: JSON.stringify(BODY) });
      expect(await problemOf(answer)).toMatchObject({ status: 415, code: 'unsupported-media-type' });
    },
  );

  it.each<[string, string | Uint8Array]>([
    ['no JSON', '{"card":'],
    ['nothing', ''],
    ['a form', 'a=1'],
    ['several values', '{}{}'],
    ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['a comment', '{/**/}'],
  ])('a JSON body that is %s (400)', async (_what, body) => {
    const answer = await companion.pay({ body, headers: JSON_TYPE });
    expect(await problemOf(answer)).toMatchObject({ status: 400, code: 'bad-request' });
  });

  it.each(['null', '[]', '"text"', '7', 'true'])('a JSON body that is %s (422)', async (body) => {
    const answer = await companion.pay({ body, headers: JSON_TYPE });
    expect(await problemOf(answer)).toMatchObject({ status: 422, code: 'invalid-input' });
  });

  it.each([
    [`{"x":"${'x'.repeat(65 * 1024)}"}`, {}],
    ['{}', { 'content-length': '65537' }],
  ])(
    'a body that is or says it is too large (413), before it looks at token or JSON (%#)',
    async (body, headers) => {
      const answer = await companion.ask('/payments', { body, headers: { ...JSON_TYPE, ...headers } });
      expect(await problemOf(answer)).toMatchObject({ status: 413, code: 'body-too-large' });
      // The rest of the body is not read.
      expect(answer.headers.get('connection')).toBe('close');
    },
  );

  it.each([...POSTS, ...EITHER, '/api/orders'])(
    'a body of %s without a length and without an end (413)',
    async (path) => {
      const chunk = new TextEncoder().encode('x'.repeat(16 * 1024));
      const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(chunk) });
      const headers = { ...JSON_TYPE, authorization: `Bearer ${MERCHANT_API_KEY}` };
      const init = { method: 'POST', headers, body, duplex: 'half' };
      const answer = await companion.app.fetch(new Request(`https://pay.shop.example/pay${path}`, init));
      expect(await problemOf(answer)).toMatchObject({ status: 413, code: 'body-too-large' });
      expect(answer.headers.get('connection')).toBe('close');
    },
  );
});

describe('pages on other origins', () => {
  it('that are allowed may read answers, problems too', async () => {
    const token = await companion.token();
    const headers = { origin: ORIGIN };
    for (const answer of [
      await companion.ask('/session', { token, headers }),
      await companion.ask('/session', { headers }),
      await companion.ask('/payments', { body: 'x'.repeat(70_000), headers: { ...JSON_TYPE, ...headers } }),
    ]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN);
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      expect(answer.headers.get('vary')?.toLowerCase()).toContain('origin');
    }
  });

  const preflight = (path: string, origin: string) =>
    companion.ask(path, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    });

  it.each(['/session', '/payments', '/payments/some-id', '/hosted', '/saved-cards/some-id'])(
    'may ask before, on %s',
    async (path) => {
      const answer = await preflight(path, ORIGIN);
      expect(answer.status).toBe(204);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'access-control-allow-origin': ORIGIN,
        'access-control-allow-methods': 'GET,POST,DELETE',
        'access-control-allow-headers': 'authorization,content-type,idempotency-key',
        'access-control-max-age': '7200',
      });
      const evil = await preflight(path, 'https://evil.example');
      expect(evil.headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it('have no business at the webhook and the return', async () => {
    for (const path of ['/webhook', '/return/some-id']) {
      const answer = await preflight(path, ORIGIN);
      expect(answer.status).toBe(405);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

describe('every answer', () => {
  it('carries the headers that browsers keep us safe by', async () => {
    for (const path of [...GETS, ...POSTS, ...EITHER, '/nothing']) {
      const headers = Object.fromEntries((await companion.ask(path)).headers);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=63072000',
      });
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });

  it('asks no browser for https where customers come by http', async () => {
    const local = await openCompanion({ config: { publicUrl: 'http://localhost:8080/pay' } });
    expect((await local.ask('/nothing')).headers.get('strict-transport-security')).toBeNull();
    await local.deps.store.close();
  });
});

describe('the probes', () => {
  const probe = (path: string, method = 'GET') =>
    companion.app.fetch(new Request(`https://pay.shop.example${path}`, { method }));

  it('say whether the process lives and whether the store answers', async () => {
    expect((await probe('/livez')).status).toBe(200);
    expect((await probe('/readyz')).status).toBe(200);
    companion.deps.store.checkWritable = () => Promise.reject(new Error('disk'));
    expect((await probe('/livez')).status).toBe(200);
    expect((await probe('/readyz')).status).toBe(503);
  });

  it.each(['/livez', '/readyz'])('take no other method on %s', async (path) => {
    const answer = await probe(path, 'POST');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

it.each(['https://pay.shop.example', 'https://pay.shop.example/a/b'])(
  'works at the base address %s',
  async (publicUrl) => {
    const other = await openCompanion({ config: { publicUrl } });
    const answer = await other.app.fetch(new Request(`${publicUrl}/pay-form.js`));
    expect(answer.status).toBe(200);
    await other.deps.store.close();
  },
);
