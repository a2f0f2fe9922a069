import { expect, it } from 'vitest';
import { failure, testWorld } from '../test-world.ts';
import { checkMerchantAddress } from './merchant-address-check.ts';

const URL = 'https://shop.example/webhook';

it.each([
  [204, 'ok'],
  [404, 'ok'],
  [405, 'ok'],
  [401, 'ok'],
  [403, 'ok'],
  [501, 'ok'],
  [301, 'warn'],
  [500, 'warn'],
  [502, 'warn'],
])('a server that answers %i is %s; nothing but a HEAD is sent', async (status, expected) => {
  const world = testWorld({ replies: [new Response(null, { status })] });
  const check = await checkMerchantAddress(world.fetch, URL);
  expect(check).toMatchObject({ status: expected, message: expect.stringContaining(`HTTP ${status}`) });
  expect(world.sent).toMatchObject([{ method: 'HEAD', url: URL, body: '', redirect: 'manual' }]);
});

it.each([401, 403, 404, 405, 501])(
  'nobody is advised to let in what is not signed, where that is refused with %i',
  async (status) => {
    const world = testWorld({ replies: [new Response(null, { status })] });
    expect((await checkMerchantAddress(world.fetch, URL)).advice).toBe(
      'Correct if your server accepts only a signed POST. `pay-form messages --state failed` shows whether messages are refused too.',
    );
  },
);

it.each([
  ['ECONNREFUSED', 'nothing is listening there'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'TLS failed; is the address http instead of https?'],
])('a server that cannot be reached fails: %s', async (code, words) => {
  const world = testWorld({ replies: [failure(code)] });
  expect(await checkMerchantAddress(world.fetch, URL)).toMatchObject({
    status: 'fail',
    message: `MERCHANT_WEBHOOK_URL is not reachable from here: ${words} (${code})`,
  });
});
