import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { freePort, startDevStack } from '../server/node/dev-stack.ts';
import { createDemoClock } from './clock.ts';
import { createConsole } from './console/proxy.ts';
import { originsOf } from './own-pages.ts';
import { createShop } from './shop.ts';

/**
 * `npm start`: companion, sandbox, shop and merchant's console together, ready to pay in a browser. Ports from `PORT`
 * (8080), `SANDBOX_PORT` (8090) and `SHOP_PORT` (8070), or free ones if these are taken. With `STRICT=true` the sandbox
 * refuses every violation of the interface document. Only this machine is served unless `HOST` says otherwise: the panel
 * sets faults, and the console moves money without a sign-in. The companion's other settings come from the environment.
 */
const shopPort = await freePort(process.env['SHOP_PORT'], 8070);
const shopUrl = `http://localhost:${shopPort}`;
const hostname = process.env['HOST'] || '127.0.0.1';
const clock = createDemoClock();
const stack = await startDevStack(
  process.env,
  {
    HOST: hostname,
    ALLOWED_ORIGINS: shopUrl,
    MERCHANT_NAME: 'Kettle & Wool',
    MERCHANT_WEBHOOK_URL: `${shopUrl}/webhook`,
  },
  { clock },
);
const { settings, sandbox, secrets } = stack;
const folder = fileURLToPath(new URL('../dist/demo', import.meta.url));
const read = (name: string) => readFileSync(join(folder, `${name}.html`), 'utf8');
const shop = createShop({
  url: shopUrl,
  companion: settings.publicUrl,
  orderSecret: secrets.ORDER_SECRET,
  merchantWebhookSecret: secrets.MERCHANT_WEBHOOK_SECRET,
  page: () => read('shop'),
  sandbox: (path, init) => fetch(`${sandbox.url}/_sandbox/${path}`, init),
  merchantApi(path, init) {
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${secrets.MERCHANT_API_KEY}`);
    return fetch(`${settings.publicUrl}/api/${path}`, { ...init, headers });
  },
  clock,
});
shop.route(
  '/console',
  createConsole({
    origins: originsOf(shopUrl),
    companion: settings.publicUrl,
    merchantApiKey: secrets.MERCHANT_API_KEY,
    page: () => read('console'),
  }),
);
for (const files of ['/assets/*', '/pictures/*']) shop.get(files, serveStatic({ root: folder }));
const shopServer = serve({ fetch: shop.fetch, port: shopPort, hostname });

console.log(`
  shop       ${shopUrl}
  tour       ${shopUrl}/?tour
  console    ${shopUrl}/console
  companion  ${settings.publicUrl}
  sandbox    ${sandbox.url}

  Open the shop, and press p for the panel: it has test cards, faults and settings. Ctrl+C ends all of them.

  The merchant's side, in another terminal:
  export PUBLIC_URL=${settings.publicUrl} MERCHANT_API_KEY=${stack.madeUp.includes('MERCHANT_API_KEY') ? secrets.MERCHANT_API_KEY : '…'}
  npm run -s cli -- orders
`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());

async function stop(): Promise<void> {
  shopServer.close();
  if ('closeAllConnections' in shopServer) shopServer.closeAllConnections();
  await stack.close();
  process.exit(0);
}
