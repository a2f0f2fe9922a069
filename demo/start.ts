import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { DEFAULT_SETTINGS, readStrict } from '../server/sandbox/settings.ts';
import { startSandbox } from '../server/sandbox/start.ts';
import { readSettings } from '../server/settings.ts';
import { startCompanion } from '../server/start.ts';
import { createShop } from './shop.ts';

/**
 * `npm start`: companion, sandbox and shop together, ready to pay in a browser. Ports from `PORT` (8080),
 * `SANDBOX_PORT` (8090) and `SHOP_PORT` (8070), free ones where these are taken. `STRICT=true`: the sandbox refuses
 * whatever breaks the interface document. Every other setting of the companion may be given in the environment.
 */
const folder = mkdtempSync(join(tmpdir(), 'pay-form-'));
const [companionPort, sandboxPort, shopPort] = await Promise.all([
  freePort(process.env['PORT'], 8080),
  freePort(process.env['SANDBOX_PORT'], 8090),
  freePort(process.env['SHOP_PORT'], 8070),
]);
const shopUrl = `http://localhost:${shopPort}`;
const orderSecret = process.env['ORDER_SECRET'] ?? randomBytes(32).toString('base64url');
const merchantApiKey = process.env['MERCHANT_API_KEY'] ?? randomBytes(24).toString('base64url');
const merchantWebhookSecret =
  process.env['MERCHANT_WEBHOOK_SECRET'] ?? `whsec_${randomBytes(24).toString('base64')}`;

const sandbox = await startSandbox({
  port: sandboxPort,
  settings: { strict: readStrict(process.env['STRICT']) },
});
const settings = readSettings({
  DATABASE_URL: `file:${join(folder, 'pay.db')}`,
  LOG_LEVEL: 'warn',
  // Declines are shown here again and again.
  LIMITS: 'off',
  ALLOWED_ORIGINS: shopUrl,
  MERCHANT_NAME: 'Kettle & Wool',
  MERCHANT_WEBHOOK_URL: `${shopUrl}/webhook`,
  SUB_MERCHANTS: DEFAULT_SETTINGS.subMerchants.join(),
  ...process.env,
  PORT: String(companionPort),
  GATEWAY_URL: sandbox.url,
  GATEWAY_POS_ID: sandbox.credentials.posId,
  GATEWAY_API_KEY: sandbox.credentials.apiKey,
  GATEWAY_API_SECRET: sandbox.credentials.apiSecret,
  GATEWAY_ENDPOINTS_KEY: sandbox.credentials.endpointsKey,
  ORDER_SECRET: orderSecret,
  MERCHANT_API_KEY: merchantApiKey,
  MERCHANT_WEBHOOK_SECRET: merchantWebhookSecret,
});
const companion = await startCompanion(settings);
const pages = fileURLToPath(new URL('../dist/demo', import.meta.url));
const shop = createShop({
  url: shopUrl,
  companion: settings.publicUrl,
  orderSecret,
  merchantWebhookSecret,
  pages: { read: (name) => readFileSync(join(pages, `${name}.html`), 'utf8') },
  sandbox: (path, init) => fetch(`${sandbox.url}/_sandbox/${path}`, init),
});
for (const files of ['/assets/*', '/pictures/*']) shop.get(files, serveStatic({ root: pages }));
const shopServer = serve({ fetch: shop.fetch, port: shopPort });

console.log(`
  shop       ${shopUrl}
  companion  ${settings.publicUrl}
  sandbox    ${sandbox.url}

  Open the shop, fill the cart and pay with a card of the panel. Ctrl+C ends all three.

  The merchant's side, in another terminal:
  export PUBLIC_URL=${settings.publicUrl} MERCHANT_API_KEY=${process.env['MERCHANT_API_KEY'] ? '…' : merchantApiKey}
  npm run -s cli -- orders
`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());

async function stop(): Promise<void> {
  shopServer.close();
  if ('closeAllConnections' in shopServer) shopServer.closeAllConnections();
  await companion.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
}

/** The wished port where it is free, otherwise any free one; 0 asks for any. */
async function freePort(wish: string | undefined, standard: number): Promise<number> {
  const port = wish === undefined ? standard : Number(wish);
  return (await probe(port)) ?? (await probe(0)) ?? port;
}

function probe(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : null));
    });
  });
}
