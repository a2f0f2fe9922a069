// The companion inside a Hono app. PUBLIC_URL is the shop's address and /pay, as https://shop.example/pay.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createCompanion, readSettings } from 'pay-form/server';

const settings = readSettings(process.env);
const companion = await createCompanion(settings);

const app = new Hono();
// c.env has the address of the connection: limits and trust in X-Forwarded-For depend on it.
app.all('/pay/*', (c) => companion.fetch(c.req.raw, c.env));
app.get('/', (c) => c.text('The shop'));

const server = serve({ fetch: app.fetch, port: settings.port }, ({ port }) => {
  companion.start();
  console.log(`http://localhost:${port}`);
});

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop());

async function stop() {
  await companion.stop(new Promise((ended) => server.close(ended)));
  process.exit(0);
}
