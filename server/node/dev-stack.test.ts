import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type DevStack, freePort, startDevStack } from './dev-stack.ts';
import { useFolder } from '../testing/folder.ts';
import { WIDGET } from '../testing/settings.ts';

const inFolder = useFolder();
let stack: DevStack | undefined;
afterEach(async () => {
  await stack?.close();
  stack = undefined;
});

async function start(env: Record<string, string>, defaults: Record<string, string> = {}) {
  const free = { PORT: '0', SANDBOX_PORT: '0', HOST: '127.0.0.1' };
  stack = await startDevStack({ ...free, ...env }, defaults, { log: () => {}, widgetFiles: WIDGET });
  return stack;
}

it('takes a free port where its own is taken, and its address follows', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, resolve));
  const { port } = other.address() as AddressInfo;
  const { companion, settings } = await start({
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}/shop/pay`,
  });
  expect(companion.port).not.toBe(port);
  expect(settings.publicUrl).toBe(`http://localhost:${companion.port}/shop/pay`);
  await new Promise((resolve) => other.close(resolve));
});

it('leaves the address of a tunnel as it is', async () => {
  expect((await start({ PUBLIC_URL: 'https://a-tunnel.example/pay' })).settings.publicUrl).toBe(
    'https://a-tunnel.example/pay',
  );
});

it('takes secrets of the environment, makes up the others, and speaks to its sandbox only', async () => {
  const { settings, madeUp, sandbox, secrets } = await start(
    {
      MERCHANT_API_KEY: 'the-key-of-the-environment',
      GATEWAY_URL: 'http://127.0.0.1:9',
      ORDER_SECRET: '',
    },
    { MERCHANT_WEBHOOK_URL: 'http://localhost:9/webhook', MERCHANT_API_KEY: 'the-key-of-the-defaults' },
  );
  expect(madeUp).toEqual(['ORDER_SECRET', 'MERCHANT_WEBHOOK_SECRET']);
  expect(settings.merchantApiKey).toBe('the-key-of-the-environment');
  expect(settings.orderSecrets.current).toBe(secrets.ORDER_SECRET);
  expect(settings.merchant?.secret).toBe(secrets.MERCHANT_WEBHOOK_SECRET);
  expect(settings.gateway).toMatchObject({ baseUrl: sandbox.url, apiKey: sandbox.credentials.apiKey });
});

it('puts the merchant’s name on receipts of the sandbox', async () => {
  const { sandbox } = await start({}, { MERCHANT_NAME: 'Kettle & Wool' });
  const settings = await fetch(`${sandbox.url}/_sandbox/settings`);
  expect(await settings.json()).toMatchObject({ merchantName: 'Kettle & Wool' });
});

it('keeps what is stored where DATABASE_URL says', async () => {
  const file = inFolder('kept.db');
  const kept = await start({ DATABASE_URL: `file:${file}` });
  await kept.close();
  expect(existsSync(file)).toBe(true);
});

it('does not start where the settings are those of a companion of a real gateway', async () => {
  const live = { GATEWAY_URL: 'https://gateway.example', DATABASE_URL: `file:${inFolder('live.db')}` };
  await expect(start(live)).rejects.toThrow('GATEWAY_URL names a real gateway');
  expect(existsSync(inFolder('live.db'))).toBe(false);
});

it('signs nothing with the secret of a shop on another machine', async () => {
  const real = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
  const { settings, madeUp } = await start({
    MERCHANT_WEBHOOK_URL: 'https://shop.example/webhook',
    MERCHANT_WEBHOOK_SECRET: real,
  });
  expect(settings.merchant?.secret).not.toBe(real);
  expect(madeUp).toContain('MERCHANT_WEBHOOK_SECRET');
});

it('names all problems with the settings, and leaves no sandbox behind', async () => {
  const port = await freePort('0', 0);
  const wrong = start({ SANDBOX_PORT: String(port), LOG_LEVEL: 'loud', ORDER_SECRET: 'short' });
  await expect(wrong).rejects.toThrow(/ORDER_SECRET.*LOG_LEVEL/);
  expect(await freePort(String(port), 0)).toBe(port);
});
