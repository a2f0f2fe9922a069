import { describe, expect, it } from 'vitest';
import { run } from '../run.ts';
import { failure, json, problem, type Reply, type Sent, testWorld } from '../test-world.ts';
import type { Check } from './check.ts';

const ENV = {
  GATEWAY_URL: 'https://gateway.example',
  GATEWAY_POS_ID: '0f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11',
  GATEWAY_API_KEY: 'gateway-api-key-1',
  GATEWAY_API_SECRET: 'gateway-api-secret-2',
  GATEWAY_ENDPOINTS_KEY: 'gateway-endpoints-key-4',
  ORDER_SECRET: 'order-secret-5-order-secret-5-order-secret-5',
  STORE_SECRET: 'store-secret-6-store-secret-6-store-secret-6',
  MERCHANT_WEBHOOK_URL: 'https://shop.example/webhook',
  MERCHANT_WEBHOOK_SECRET: 'whsec_c2VjcmV0LTktc2VjcmV0LTk=',
  PUBLIC_URL: 'https://pay.shop.example/pay',
  DATABASE_URL: 'file::memory:',
};

interface Asked {
  /** the answer to this request, as "POST https://…"; others are not answered */
  at?: string;
  reply?: Reply;
  env?: Record<string, string>;
}

/** The checks of one name, and the requests to the address. */
async function checked(name: string, { at = 'none', reply, env = {} }: Asked) {
  const answer = (sent: Sent) => {
    if (!`${sent.method} ${sent.url}`.startsWith(at) || !reply) return failure('ECONNREFUSED');
    return typeof reply === 'function' ? reply(sent) : reply instanceof Error ? reply : reply.clone();
  };
  const world = testWorld({
    env: { ...ENV, ...env },
    replies: [answer],
    now: new Date('2026-11-21T10:00:00Z'),
  });
  await run(['doctor', '--json'], world);
  const { checks } = JSON.parse(world.out()) as { checks: Check[] };
  const found = checks.filter((check) => check.name === name);
  const sent = world.sent.filter(({ method, url }) => `${method} ${url}`.startsWith(at));
  return { found, status: found[0]?.status, message: found[0]?.message, advice: found[0]?.advice, sent };
}

describe('the clock', () => {
  it.each([
    ['10:00:00', 'ok', "agrees with the gateway's"],
    ['09:59:29', 'ok', "30 s ahead of the gateway's"],
    ['10:00:30', 'ok', "30 s behind the gateway's"],
    ['09:59:28', 'warn', "31 s ahead of the gateway's"],
    ['10:05:00', 'warn', "300 s behind the gateway's"],
    ['09:54:58', 'fail', "301 s ahead of the gateway's"],
    ['10:05:01', 'fail', "301 s behind the gateway's"],
  ])('where the gateway says %s and it is 10:00:00 here is %s', async (time, status, message) => {
    const reply = () => new Response('{}', { headers: { date: `Sat, 21 Nov 2026 ${time} GMT` } });
    expect(await checked('clock', { at: 'GET', reply })).toMatchObject({ status, message });
  });

  it.each([[{}], [{ date: 'yesterday' }]])('is not known from an answer with %j', async (headers) => {
    const reply = () => new Response('{}', { headers });
    const message = 'not compared: the gateway sent no time';
    expect(await checked('clock', { at: 'GET', reply })).toMatchObject({ status: 'warn', message });
  });
});

const refused = (status: number, code = 'S-400') => json({ message: 's3cret', args: { code } }, status);
const NO_ANSWER = 'the gateway gave no valid response: ';

describe('the credentials', () => {
  it.each<[Reply, string, string]>([
    [json({ accounts: [] }), 'ok', 'accepted (0 accounts)'],
    [refused(401, 'S-403'), 'fail', 'the gateway refused: HTTP 401, S-403'],
    [failure('ENOTFOUND'), 'fail', `${NO_ANSWER}the host name does not exist (ENOTFOUND)`],
    [
      failure('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'),
      'fail',
      `${NO_ANSWER}the TLS handshake failed (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED)`,
    ],
  ])('after %o: %s', async (reply, status, message) => {
    const { found, ...check } = await checked('gateway-credentials', { at: 'GET', reply });
    expect(check).toMatchObject({ status, message });
    expect(JSON.stringify(found)).not.toContain('s3cret');
  });

  it('with a certificate of an unknown authority, as of a proxy that reads along, lead to the setting for it', async () => {
    const advice = async (code: string) =>
      (await checked('gateway-credentials', { at: 'GET', reply: failure(code) })).advice;
    expect(await advice('SELF_SIGNED_CERT_IN_CHAIN')).toContain('NODE_EXTRA_CA_CERTS');
    expect(await advice('CERT_HAS_EXPIRED')).not.toContain('NODE_EXTRA_CA_CERTS');
  });

  it('have to be right before the endpoints key is asked for', async () => {
    const check = await checked('gateway-endpoints-key', { at: 'GET', reply: refused(401, 'S-403') });
    expect(check).toMatchObject({
      status: 'warn',
      message: 'not checked: gateway-credentials must pass first',
    });
    expect(check.sent).toHaveLength(1);
  });

  it.each<[Response, string, string]>([
    [refused(404, 'S-404'), 'ok', 'accepted'],
    [refused(401, 'S-403'), 'fail', 'the gateway refused: HTTP 401, S-403'],
    [refused(400), 'warn', 'not certain: the gateway refused: HTTP 400, S-400'],
  ])('are good, and the endpoints key after %o: %s', async (answer, status, message) => {
    const reply = ({ url }: Sent) => (url.includes('/balances/') ? json({ accounts: [] }) : answer.clone());
    expect(await checked('gateway-endpoints-key', { at: 'GET', reply })).toMatchObject({ status, message });
  });
});

describe('the public address', () => {
  const GOOD = 'public, https, on a port that the gateway delivers to';
  it.each([
    ['https://pay.shop.example:443', [GOOD]],
    ['https://pay.shop.example:8443/pay', [GOOD]],
    ['http://localhost:8080/pay', ['points to this machine only']],
    ['https://10.0.0.5/pay', ['is a name or address of a private network']],
    ['http://pay.shop.example/pay', ['is http', 'uses port 80']],
    ['https://pay.shop.example:9443/pay', ['uses port 9443']],
  ])('%s: %j', async (PUBLIC_URL, messages) => {
    const { found } = await checked('public-url', { env: { PUBLIC_URL } });
    expect(found.map(({ message }) => message)).toEqual(messages);
    for (const { status, message } of found) expect(status).toBe(message === GOOD ? 'ok' : 'warn');
  });
});

describe('the webhook address', () => {
  const POST = 'POST https://pay.shop.example/pay/webhook';

  it('is sent an unsigned webhook, without any key', async () => {
    const { sent, advice } = await checked('webhook-address', {
      at: POST,
      reply: problem(401, 'signature-invalid'),
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(sent).toMatchObject([{ body: 'data=e30%3D&signature=unsigned', redirect: 'manual' }]);
    expect(sent[0]?.headers).toEqual(headers);
    expect(advice).toContain('Checked from here only;');
  });

  const ELSE = 'a different server answers there (HTTP';
  it.each<[Reply, string, string]>([
    [problem(401, 'signature-invalid'), 'ok', 'answered by a running companion'],
    [problem(403, 'sender-not-allowed'), 'ok', 'which accepts only GATEWAY_WEBHOOK_IPS'],
    [failure('ECONNREFUSED'), 'fail', 'not reachable from here: nothing is listening there (ECONNREFUSED)'],
    [failure('SELF_SIGNED_CERT_IN_CHAIN'), 'fail', 'its certificate is not trusted here'],
    [new Response('<html>', { status: 404 }), 'fail', `${ELSE} 404), not this companion`],
    [new Response('', { status: 301, headers: { location: '/x' } }), 'fail', `${ELSE} 301)`],
    [problem(401, 'order-token-missing'), 'fail', `${ELSE} 401)`],
    [json(null, 401), 'fail', `${ELSE} 401)`],
  ])('after %o: %s', async (reply, status, words) => {
    const message = expect.stringContaining(words);
    expect(await checked('webhook-address', { at: POST, reply })).toMatchObject({ status, message });
  });
});

describe('the merchant’s server', () => {
  const HEAD = 'HEAD https://shop.example/webhook';
  it.each([
    [204, 'ok', null],
    [401, 'ok', 'Correct if your server accepts only a signed POST.'],
    [404, 'ok', 'Correct if your server accepts only a signed POST.'],
    [405, 'ok', 'Correct if your server accepts only a signed POST.'],
    [501, 'ok', 'Correct if your server accepts only a signed POST.'],
    [301, 'warn', 'The companion follows no redirects'],
    [500, 'warn', 'Your server, or a proxy in front of it, is failing.'],
  ])('that answers %i is %s; nothing but a HEAD is sent', async (status, expected, advice) => {
    const reply = new Response(null, { status });
    const check = await checked('merchant-address', { at: HEAD, reply });
    expect(check).toMatchObject({
      status: expected,
      message: expect.stringContaining(`HTTP ${status}`),
      advice: advice && expect.stringContaining(advice),
      sent: [{ body: '', redirect: 'manual' }],
    });
  });

  it('that cannot be reached fails', async () => {
    expect(await checked('merchant-address', { at: HEAD, reply: failure('CERT_HAS_EXPIRED') })).toMatchObject(
      {
        status: 'fail',
        message:
          'MERCHANT_WEBHOOK_URL is not reachable from here: its certificate has expired (CERT_HAS_EXPIRED)',
      },
    );
  });
});
