import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testWebhook } from '../../gateway/webhook.ts';
import { readSettings } from '../../settings.ts';
import { block, blocks, readPage, section } from './testing/page.ts';
import { run } from './testing/programs.ts';
import { CLOSED, json, ORDER, ORDER_SECRET, sign, type Stage, startStage } from './testing/stage.ts';

const PAGE = readPage('docs/key-change.md');
const NEW = 'the secret that comes next, 32 bytes and more';

/** The settings of a section, with the words `old` and `new` replaced. */
function settings(heading: string, old: string, next: string): Record<string, string> {
  const lines = (blocks(section(PAGE, `## ${heading}`), 'sh')[0] ?? '').trim().split('\n');
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', value = ''] = line.split('=');
      return [name, { old, new: next }[value] ?? value];
    }),
  );
}

let stage: Stage;
beforeEach(async () => {
  stage = await startStage();
});
afterEach(() => stage.close());

const session = async (secret: string) => (await stage.session(await sign(ORDER, secret))).status;

/** A payment page, encrypted in the store. */
const newPage = async (): Promise<string> =>
  (await json<{ url: string }>(await stage.post('/api/orders', { ...ORDER, id: 'page-1' }))).url;
const open = async (url: string): Promise<number> => (await fetch(url, { headers: CLOSED })).status;

it('the secrets that the page makes are good ones', async () => {
  const printed = await run('sh', block(PAGE, 'sh', 'openssl rand'), {});
  const made = Object.fromEntries(
    printed
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  expect(Object.keys(made)).toHaveLength(5);
  const webhook = { MERCHANT_WEBHOOK_URL: 'https://shop.example/webhook' };
  expect(() => readSettings({ ...stage.env, ...webhook, ...made })).not.toThrow();
});

describe('the order secret', () => {
  it('is changed while tokens and payment pages of the old one stay good', async () => {
    const url = await newPage();
    await stage.restart(settings('ORDER_SECRET', ORDER_SECRET, NEW));
    expect([await session(ORDER_SECRET), await session(NEW), await open(url)]).toEqual([200, 200, 200]);
    await stage.restart({ ORDER_PREVIOUS_SECRET: '' });
    expect([await session(ORDER_SECRET), await session(NEW)]).toEqual([401, 200]);
  });

  it('of several companions is accepted by those that sign with the old one still', async () => {
    await stage.restart(settings('Several companions', ORDER_SECRET, NEW));
    expect([await session(ORDER_SECRET), await session(NEW)]).toEqual([200, 200]);
  });

  it('lets the store have a secret of its own later', async () => {
    const url = await newPage();
    await stage.restart({ STORE_SECRET: NEW });
    expect(await open(url)).toBe(200);
    await stage.restart(settings('ORDER_SECRET', ORDER_SECRET, 'the secret of the orders after that one'));
    expect(await open(url)).toBe(200);
  });
});

it('the store’s secret is changed while what is encrypted under the old one can still be read', async () => {
  const old = 'the first secret of the store, 32 bytes';
  await stage.restart({ STORE_SECRET: old });
  const url = await newPage();
  await stage.restart(settings('STORE_SECRET', old, NEW));
  expect(await open(url)).toBe(200);
  await stage.restart({ STORE_PREVIOUS_SECRET: '' });
  expect(await open(url)).toBe(404);
});

it('the gateway’s secret is changed while webhooks of the old one are still accepted', async () => {
  const old = stage.sandbox.credentials.apiSecret;
  await stage.restart(settings('GATEWAY_API_SECRET', old, 'the-next-secret'));
  const post = async (secret: string) => {
    const body = testWebhook({ order_id: 'unknown-1', method: 'purchase', status: 'success' }, secret);
    return (await fetch(`${stage.url}/webhook`, { method: 'POST', headers: CLOSED, body })).status;
  };
  expect([await post(old), await post('the-next-secret'), await post('another')]).toEqual([200, 200, 401]);
});

it('the back end’s program reaches the companion before and after its key was changed', async () => {
  const key = 'the-next-key-of-the-merchant';
  const env = {
    PUBLIC_URL: stage.url,
    MERCHANT_API_KEY: stage.env['MERCHANT_API_KEY'] ?? '',
    NEW_MERCHANT_API_KEY: key,
  };
  expect(await run('js', block(PAGE, 'js'), env)).toBe('200\n');
  await stage.restart({ MERCHANT_API_KEY: key });
  expect(await run('js', block(PAGE, 'js'), env)).toBe('200\n');
});
