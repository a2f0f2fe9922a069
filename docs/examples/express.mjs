// The companion inside an Express app. PUBLIC_URL is the shop's address plus /pay, for example https://shop.example/pay.
import express from 'express';
import { createCompanion, readSettings } from 'pay-form/server';

const settings = readSettings(process.env);
const companion = await createCompanion(settings);

const app = express();
// Before express.json(): the companion reads bodies itself.
app.use(['/pay', '/livez', '/readyz', '/metrics'], companion.handler);
app.use(express.json());
app.get('/', (_request, response) => response.send('The shop'));
app.post('/cart', (request, response) => response.json(request.body));

const server = app.listen(settings.port, () => {
  companion.start();
  console.log(`http://localhost:${settings.port}`);
});

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop());

async function stop() {
  await companion.stop(new Promise((ended) => server.close(ended)));
  process.exit(0);
}
