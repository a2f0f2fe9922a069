import { readStrict } from './settings.ts';
import { type RunningSandbox, startSandbox } from './start.ts';

/** Starts the sandbox from the environment and prints the generated credentials. */
const NAMES = {
  posId: 'GATEWAY_POS_ID',
  apiKey: 'GATEWAY_API_KEY',
  apiSecret: 'GATEWAY_API_SECRET',
  endpointsKey: 'GATEWAY_ENDPOINTS_KEY',
} as const;

const given = Object.fromEntries(
  Object.entries(NAMES).flatMap(([key, name]) => (process.env[name] ? [[key, process.env[name]]] : [])),
);
// For an invalid setting or a port in use, the message is enough; a stack trace helps nobody.
const sandbox = await start().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});

console.log(`GATEWAY_URL=${sandbox.url}`);
for (const name of ['posId', 'apiKey', 'apiSecret', 'endpointsKey'] as const) {
  if (!(name in given)) console.log(`${NAMES[name]}=${sandbox.credentials[name]}`);
}
// Only for a terminal: even test card numbers do not belong in a log.
if (process.stdout.isTTY)
  console.log(`# ${sandbox.url}/_sandbox shows payments, requests and webhooks
# 4242 4242 4242 4242 pays, 5454 5454 5454 5454 asks for 3-D Secure, 4000 0000 0000 0002 is declined
# Next: set the lines above and an ORDER_SECRET for \`pay-form serve\`. \`pay-form dev\` does all of it.`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
}

async function start(): Promise<RunningSandbox> {
  const port = Number(process.env['PORT'] || 8090);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new RangeError('PORT must be a whole number from 0 to 65535');
  }
  const settings = { strict: readStrict(process.env['STRICT']) };
  const authScheme = process.env['GATEWAY_AUTH_SCHEME'] || 'CPAY';
  return startSandbox({ port, credentials: given, authScheme, settings });
}
