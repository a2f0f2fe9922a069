import { describe, expect, it } from 'vitest';
import { failure, json, problem, type Reply, testWorld } from '../test-world.ts';
import { checkPublicUrl, checkWebhookAddress } from './webhook-check.ts';

describe('the public address', () => {
  it.each([
    'https://pay.shop.example/pay',
    'https://pay.shop.example:443',
    'https://pay.shop.example:8443/pay',
  ])('%s is well', (url) => expect(checkPublicUrl(url).map(({ status }) => status)).toEqual(['ok']));

  it.each([
    ['http://localhost:8080/pay', ['points to this machine only']],
    ['https://127.0.0.1/pay', ['points to this machine only']],
    ['https://10.0.0.5/pay', ['is a name or address of a private network']],
    ['https://pay.internal/pay', ['is a name or address of a private network']],
    ['http://pay.shop.example/pay', ['is http', 'uses port 80']],
    ['https://pay.shop.example:9443/pay', ['uses port 9443']],
  ])('%s is warned of: %j', (url, messages) => {
    const checks = checkPublicUrl(url);
    expect(checks.map(({ message }) => message)).toEqual(messages);
    for (const { status, advice } of checks) expect([status, typeof advice]).toEqual(['warn', 'string']);
  });
});

async function checked(reply: Reply) {
  const world = testWorld({ replies: [reply] });
  return { check: await checkWebhookAddress(world.fetch, 'https://pay.shop.example/pay'), sent: world.sent };
}

describe('the webhook address', () => {
  it('is sent an unsigned webhook, without any key', async () => {
    const { check, sent } = await checked(problem(401, 'signature-invalid'));
    expect(check).toMatchObject({
      status: 'ok',
      message: expect.stringContaining('answered by a running companion'),
    });
    expect(sent).toEqual([
      {
        method: 'POST',
        url: 'https://pay.shop.example/pay/webhook',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'data=e30%3D&signature=unsigned',
        redirect: 'manual',
      },
    ]);
  });

  it('says that from here is not from outside', async () => {
    const { check } = await checked(problem(401, 'signature-invalid'));
    expect(check.advice).toBe(
      'Checked from here only; the first webhook will show whether the gateway can reach it from outside.',
    );
  });

  it('may take the gateway alone', async () => {
    expect((await checked(problem(403, 'sender-not-allowed'))).check.status).toBe('ok');
  });

  it.each<[Reply, string]>([
    [failure('ECONNREFUSED'), 'not reachable from here: nothing is listening there (ECONNREFUSED)'],
    [failure('ENOTFOUND'), 'not reachable from here: the host name does not exist (ENOTFOUND)'],
    [
      failure('SELF_SIGNED_CERT_IN_CHAIN'),
      'not reachable from here: its certificate is not trusted here (SELF_SIGNED_CERT_IN_CHAIN)',
    ],
    [
      new Response('<html>', { status: 404 }),
      'a different server answers there (HTTP 404), not this companion',
    ],
    [
      new Response('', { status: 301, headers: { location: '/x' } }),
      'a different server answers there (HTTP 301), not this companion',
    ],
    [new Response(''), 'a different server answers there (HTTP 200), not this companion'],
    [problem(401, 'order-token-missing'), 'a different server answers there (HTTP 401), not this companion'],
    [problem(404, 'not-found'), 'a different server answers there (HTTP 404), not this companion'],
    [json(null, 401), 'a different server answers there (HTTP 401), not this companion'],
  ])('fails after %o', async (reply, message) => {
    expect((await checked(reply)).check).toMatchObject({ status: 'fail', message });
  });
});
