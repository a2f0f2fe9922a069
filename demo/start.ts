import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import { startDevStack } from '../server/dev-stack.ts';
import { freePort } from '../server/free-port.ts';
import { createShop } from './shop.ts';

/**
 * `npm start`: companion, sandbox and shop together, ready to pay in a browser. Ports from `PORT` (8080),
 * `SANDBOX_PORT` (8090) and `SHOP_PORT` (8070), free ones where these are taken. `STRICT=true`: the sandbox refuses
 * whatever breaks the interface document. Every other setting of the companion may be given in the environment.
 */
const shopPort = await freePort(process.env['SHOP_PORT'], 8070);
const shopUrl = `http://localhost:${shopPort}`;
const stack = await startDevStack(process.env, {
  ALLOWED_ORIGINS: shopUrl,
  MERCHANT_NAME: 'Kettle & Wool',
  MERCHANT_WEBHOOK_URL: `${shopUrl}/webhook`,
});
const { settings, sandbox, secrets } = stack;
const pages = fileURLToPath(new URL('../dist/demo', import.meta.url));
const shop = createShop({
  url: shopUrl,
  companion: settings.publicUrl,
  orderSecret: secrets.ORDER_SECRET,
  merchantWebhookSecret: secrets.MERCHANT_WEBHOOK_SECRET,
  pages,
});
const shopServer = serve({ fetch: shop.fetch, port: shopPort });

console.log(`
  shop       ${shopUrl}
  companion  ${settings.publicUrl}
  sandbox    ${sandbox.url}

  Open the shop, fill the cart and pay with a card of the panel. Ctrl+C ends all three.

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
