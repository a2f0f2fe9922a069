// The companion inside a Hono app. PUBLIC_URL is the shop's address plus /pay, for example https://shop.example/pay.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createCompanion, readSettings } from 'pay-form/server';

const settings = readSettings(process.env);
const companion = await createCompanion(settings);

const app = new Hono();
// c.env has the peer address: limits and trust in X-Forwarded-For depend on it.
for (const path of ['/pay/*', '/livez', '/readyz', '/metrics']) {
  app.all(path, (c) => companion.fetch(c.req.raw, c.env));
}
app.get('/', (c) => c.text('The shop'));

const server = serve({ fetch: app.fetch, port: settings.port }, () => {
  companion.start();
  console.log(`http://localhost:${settings.port}`);
});

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop());

async function stop() {
  await companion.stop(new Promise((ended) => server.close(ended)));
  process.exit(0);
}
