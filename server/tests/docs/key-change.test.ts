import { afterEach, beforeEach, expect, it } from 'vitest';
import { testWebhook } from '../../gateway/webhook.ts';
import { readSettings } from '../../settings.ts';
import { block, blocks, readPage, section } from './testing/page.ts';
import { run } from './testing/programs.ts';
import { CLOSED, json, ORDER, ORDER_SECRET, sign, type Stage, startStage } from './testing/stage.ts';

const PAGE = readPage('docs/key-change.md');
const NEW = 'the secret that comes next, 32 bytes and more';

/** Lines `NAME=value`. */
const settingsIn = (lines: string): Record<string, string> =>
  Object.fromEntries([...lines.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));

let stage: Stage;
beforeEach(async () => {
  stage = await startStage();
});
afterEach(() => stage.close());

/** Restarts the companion with the settings of a section, where `old` and `new` stand for these. */
async function follow(heading: string, old: string, next: string): Promise<void> {
  const [lines = ''] = blocks(section(PAGE, `## ${heading}`), 'sh');
  await stage.restart(settingsIn(lines.replaceAll('=old', `=${old}`).replaceAll('=new', `=${next}`)));
}
const session = async (secret: string) => (await stage.session(await sign(ORDER, secret))).status;
/** A payment page, encrypted in the store. */
const newPage = async (): Promise<string> =>
  (await json<{ url: string }>(await stage.post('/api/orders', { ...ORDER, id: 'page-1' }))).url;
const open = async (url: string): Promise<number> => (await fetch(url, { headers: CLOSED })).status;

it('the secrets that the page makes are good ones', async () => {
  const made = settingsIn(await run('sh', block(PAGE, 'sh', 'openssl rand'), {}));
  expect(Object.keys(made)).toHaveLength(5);
  const webhook = { MERCHANT_WEBHOOK_URL: 'https://shop.example/webhook' };
  expect(() => readSettings({ ...stage.env, ...webhook, ...made })).not.toThrow();
});

it('the order secret is changed while tokens and payment pages of the old one stay good', async () => {
  const url = await newPage();
  await follow('ORDER_SECRET', ORDER_SECRET, NEW);
  expect([await session(ORDER_SECRET), await session(NEW), await open(url)]).toEqual([200, 200, 200]);
  await stage.restart({ ORDER_PREVIOUS_SECRET: '' });
  expect([await session(ORDER_SECRET), await session(NEW)]).toEqual([401, 200]);
});

it('the new order secret is accepted by companions that sign with the old one still', async () => {
  await follow('Several companions', ORDER_SECRET, NEW);
  expect([await session(ORDER_SECRET), await session(NEW)]).toEqual([200, 200]);
});

it('the store gets a secret of its own later, before the order secret is changed', async () => {
  const url = await newPage();
  await stage.restart({ STORE_SECRET: NEW });
  expect(await open(url)).toBe(200);
  await follow('ORDER_SECRET', ORDER_SECRET, 'the secret of the orders after that one');
  expect(await open(url)).toBe(200);
});

it('the store’s secret is changed while what is encrypted under the old one can still be read', async () => {
  const old = 'the first secret of the store, 32 bytes';
  await stage.restart({ STORE_SECRET: old });
  const url = await newPage();
  await follow('STORE_SECRET', old, NEW);
  expect(await open(url)).toBe(200);
  await stage.restart({ STORE_PREVIOUS_SECRET: '' });
  expect(await open(url)).toBe(404);
});

it('the gateway’s secret is changed while webhooks of the old one are still accepted', async () => {
  const old = stage.sandbox.credentials.apiSecret;
  await follow('GATEWAY_API_SECRET', old, 'the-next-secret');
  const post = async (secret: string) => {
    const body = testWebhook({ order_id: 'unknown-1', method: 'purchase', status: 'success' }, secret);
    return (await fetch(`${stage.url}/webhook`, { method: 'POST', headers: CLOSED, body })).status;
  };
  expect([await post(old), await post('the-next-secret'), await post('another')]).toEqual([200, 200, 401]);
});

it('the back end’s program reaches the companion before and after its key was changed', async () => {
  const { PUBLIC_URL = '', MERCHANT_API_KEY = '' } = stage.env;
  const env = { PUBLIC_URL, MERCHANT_API_KEY, NEW_MERCHANT_API_KEY: 'the-next-key-of-the-merchant' };
  expect(await run('js', block(PAGE, 'js'), { env })).toBe('200\n');
  await stage.restart({ MERCHANT_API_KEY: env.NEW_MERCHANT_API_KEY });
  expect(await run('js', block(PAGE, 'js'), { env })).toBe('200\n');
});
