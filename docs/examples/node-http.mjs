// The companion inside a server of node:http. PUBLIC_URL is the shop's address plus /pay, for example https://shop.example/pay.
import { createServer } from 'node:http';
import { createCompanion, readSettings } from 'pay-form/server';

const settings = readSettings(process.env);
const companion = await createCompanion(settings);

const ITS_PATHS = /^\/(pay\/|(livez|readyz|metrics)$)/;
const server = createServer((request, response) => {
  if (ITS_PATHS.test(request.url ?? '')) companion.handler(request, response);
  else response.end('The shop');
});
server.listen(settings.port, () => {
  companion.start();
  console.log(`http://localhost:${settings.port}`);
});

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop());

async function stop() {
  await companion.stop(new Promise((ended) => server.close(ended)));
  process.exit(0);
}
