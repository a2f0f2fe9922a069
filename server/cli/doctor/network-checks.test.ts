import { expect, it } from 'vitest';
import { failure, json, problem, ranIn, type Reply, type Sent, testTerminal } from '../testing/terminal.ts';
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
  MERCHANT_WEBHOOK_SECRET: 'whsec_c2VjcmV0LTktc2VjcmV0LTktc2VjcmV0LTkx',
  PUBLIC_URL: 'https://pay.shop.example/pay',
  DATABASE_URL: 'file::memory:',
};

/** The checks of one name where requests with this method are answered so, and others not at all. */
async function checked(name: string, method: string, reply: Reply, env: Record<string, string> = {}) {
  const answer = (sent: Sent) => {
    if (sent.method !== method) return failure('ECONNREFUSED');
    return typeof reply === 'function' ? reply(sent) : reply instanceof Error ? reply : reply.clone();
  };
  const now = new Date('2026-11-21T10:00:00Z');
  const terminal = testTerminal({ env: { ...ENV, ...env }, replies: [answer], now });
  const { out, sent } = await ranIn(['doctor', '--json'], terminal);
  expect(out).not.toContain('s3cret');
  const { checks } = JSON.parse(out) as { checks: Check[] };
  return { found: checks.filter((check) => check.name === name), sent };
}

const refused = (status: number, code = 'S-400') => json({ message: 's3cret', args: { code } }, status);
const at = (time: string) => new Response('{}', { headers: { date: `Sat, 21 Nov 2026 ${time} GMT` } });
/** The credentials are good, and the endpoints key is answered so. */
const thenKey = (answer: Response) => (sent: Sent) =>
  sent.url.includes('/balances/') ? json({ accounts: [] }) : answer.clone();
const NO_ANSWER = 'the gateway gave no valid response: ';
const ELSE = 'a different server answers there (HTTP';
const HEAD = 'to an empty HEAD request; no message was sent';

it.each<[check: string, method: string, answer: Reply, status: string, message: string]>([
  ['clock', 'GET', at('09:59:30'), 'ok', "agrees with the gateway's"],
  ['clock', 'GET', at('09:59:29'), 'warn', "31 s ahead of the gateway's"],
  ['clock', 'GET', at('10:05:01'), 'fail', "301 s behind the gateway's"],
  ['clock', 'GET', json({}), 'warn', 'not compared: the gateway sent no time'],
  ['gateway-credentials', 'GET', json({ accounts: [] }), 'ok', 'accepted'],
  ['gateway-credentials', 'GET', refused(401, 'S-403'), 'fail', 'the gateway refused: HTTP 401, S-403'],
  ['gateway-credentials', 'GET', failure('ENOTFOUND'), 'fail', `${NO_ANSWER}the host name does not exist`],
  ['gateway-endpoints-key', 'GET', refused(401), 'warn', 'not checked: gateway-credentials must pass first'],
  ['gateway-endpoints-key', 'GET', thenKey(refused(404, 'S-404')), 'ok', 'accepted'],
  ['gateway-endpoints-key', 'GET', thenKey(refused(401)), 'fail', 'the gateway refused: HTTP 401'],
  [
    'gateway-endpoints-key',
    'GET',
    thenKey(refused(400)),
    'warn',
    'not certain: the gateway refused: HTTP 400',
  ],
  ['webhook-address', 'POST', problem(401, 'signature-invalid'), 'ok', 'answered by a running companion'],
  ['webhook-address', 'POST', problem(403, 'sender-not-allowed'), 'ok', 'answered by a running'],
  ['webhook-address', 'POST', failure('ECONNREFUSED'), 'fail', 'nothing is listening there (ECONNREFUSED)'],
  ['webhook-address', 'POST', new Response('<html>', { status: 404 }), 'fail', `${ELSE} 404)`],
  ['webhook-address', 'POST', problem(401, 'order-token-missing'), 'fail', `${ELSE} 401)`],
  ['merchant-address', 'HEAD', new Response(null, { status: 405 }), 'ok', `HTTP 405 ${HEAD}`],
  ['merchant-address', 'HEAD', new Response(null, { status: 501 }), 'ok', `HTTP 501 ${HEAD}`],
  ['merchant-address', 'HEAD', new Response(null, { status: 301 }), 'warn', `HTTP 301 ${HEAD}`],
  ['merchant-address', 'HEAD', new Response(null, { status: 500 }), 'warn', `HTTP 500 ${HEAD}`],
  ['merchant-address', 'HEAD', failure('CERT_HAS_EXPIRED'), 'fail', 'its certificate has expired'],
])('%s, where %s is answered by %o: %s', async (name, method, reply, status, words) => {
  const { found } = await checked(name, method, reply);
  expect(found).toMatchObject([{ status, message: expect.stringContaining(words) }]);
});

it.each([
  ['https://pay.shop.example:443', ['public, https, on a port that the gateway delivers to']],
  ['https://pay.shop.example:8443/pay', ['public, https, on a port that the gateway delivers to']],
  ['http://localhost:8080/pay', ['is an address of this machine or of a private network']],
  ['http://pay.shop.example/pay', ['is http', 'uses port 80']],
])('the public address %s: %j', async (PUBLIC_URL, messages) => {
  const { found } = await checked('public-url', 'none', failure('ECONNREFUSED'), { PUBLIC_URL });
  expect(found.map(({ message }) => message)).toEqual(messages);
});

it('the webhook address is sent an unsigned webhook, without any key', async () => {
  const { sent } = await checked('webhook-address', 'POST', problem(401, 'signature-invalid'));
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const [posted] = sent.filter(({ method }) => method === 'POST');
  expect(posted).toMatchObject({ body: 'data=e30%3D&signature=unsigned', redirect: 'manual' });
  expect(posted?.headers).toEqual(headers);
});
