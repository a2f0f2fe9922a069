import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, it, onTestFinished } from 'vitest';
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

async function taken(): Promise<number> {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, resolve));
  onTestFinished(() => void other.close());
  return (other.address() as AddressInfo).port;
}

it('takes a free port where its own is taken and no address names it', async () => {
  const port = await taken();
  const { companion, settings } = await start({ PORT: String(port) });
  expect(companion.port).not.toBe(port);
  expect(settings.publicUrl).toBe(`http://localhost:${companion.port}/pay`);
});

it('takes the ports of the addresses in its settings, so that a second start has the same', async () => {
  const first = await start({});
  const addresses = { PUBLIC_URL: first.settings.publicUrl, GATEWAY_URL: first.sandbox.url };
  await first.close();
  const { settings, sandbox, companion } = await start(addresses);
  expect({ PUBLIC_URL: settings.publicUrl, GATEWAY_URL: sandbox.url }).toEqual(addresses);
  expect(settings.publicUrl).toContain(`:${companion.port}/`);
});

it('does not start where the port of an address is taken, and says by what', async () => {
  const first = await start({});
  const other = await taken();
  const again = { PUBLIC_URL: first.settings.publicUrl, GATEWAY_URL: first.sandbox.url };
  const message = (pattern: string) => new RegExp(`${pattern}; end it, or remove`);
  const attempt = (env: Record<string, string>) => startDevStack(env);
  await expect(attempt(again)).rejects.toThrow(
    message(
      String.raw`PUBLIC_URL: port \d+ is taken by a pay-form companion; .*GATEWAY_URL: port \d+ is taken by a pay-form sandbox`,
    ),
  );
  await expect(attempt({ PUBLIC_URL: `http://localhost:${other}/shop/pay` })).rejects.toThrow(
    message(`PUBLIC_URL: port ${other} is taken by another program`),
  );
});

it('does not start where a tunnel leads to a port that is taken', async () => {
  const tunnel = { PUBLIC_URL: 'https://a-tunnel.example/pay', PORT: String(await taken()) };
  await expect(startDevStack(tunnel)).rejects.toThrow('is taken by another program');
});

it('does not give both servers one port', async () => {
  const url = `http://localhost:${await freePort('0', 0)}`;
  await expect(startDevStack({ PUBLIC_URL: `${url}/pay`, GATEWAY_URL: url })).rejects.toThrow(
    /GATEWAY_URL: port \d+ is the companion's/,
  );
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
      GATEWAY_API_KEY: 'the-key-of-a-gateway',
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
