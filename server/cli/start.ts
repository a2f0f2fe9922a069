import { mintedOrderSchema } from '../contract/merchant-api.ts';
import type { DevStack } from '../node/dev-stack.ts';
import { SettingsError } from '../settings.ts';
import { command, EXIT } from './command.ts';
import type { Terminal } from './terminal.ts';

/** The ports of common development servers: their pages may use the companion at once. */
const DEV_PORTS = [3000, 3001, 4173, 4200, 4321, 5173, 5500, 8000, 8070, 8888];
const DEV_ORIGINS = DEV_PORTS.flatMap((port) => [`http://localhost:${port}`, `http://127.0.0.1:${port}`]);

/** Companion and sandbox together, until Ctrl-C. */
export const dev = command({
  name: 'dev',
  summary:
    'Starts the companion and the sandbox with generated credentials, and prints a working payment link',
  options: {},
  notes: `For development: needs no account and moves no money. Keeps the addresses PUBLIC_URL and GATEWAY_URL of .env: if
the port of one is taken, it says by what and ends. Without them it uses PORT (8080) and SANDBOX_PORT (8090), or free
ports if these are taken. Only this machine can connect unless HOST is set. The data is deleted at the end unless
DEV_DATABASE_URL is set; DATABASE_URL is ignored, because it may belong to another program. Other companion settings
are read from the environment and from a file .env in the current folder. With STRICT=true the sandbox refuses every
request that violates the interface document. Ctrl-C stops both.`,
  examples: [
    'dev  # Open the printed link and pay with the printed card.',
    'dev > dev.txt  # Copy its NAME=value lines into a .env file.',
  ],
  async run(_, terminal) {
    const interrupted = terminal.interrupted();
    const stack = await start(terminal);
    try {
      terminal.print(await introduction(stack, terminal));
      if (!interrupted.aborted) {
        await new Promise((resolve) => interrupted.addEventListener('abort', resolve, { once: true }));
      }
      return EXIT.done;
    } finally {
      await stack.close();
    }
  },
});

/** @throws SettingsError, also for a port in use: a stack trace helps nobody */
async function start({ env }: Terminal): Promise<DevStack> {
  // Most of the program is not needed by other commands.
  const { startDevStack } = await import('../node/dev-stack.ts');
  const settings = {
    ...env,
    DATABASE_URL: env['DEV_DATABASE_URL'],
    ALLOWED_ORIGINS: [...DEV_ORIGINS, env['ALLOWED_ORIGINS'] ?? ''].join(),
  };
  const defaults = { HOST: '127.0.0.1', MERCHANT_NAME: 'Test shop' };
  return startDevStack(settings, defaults).catch((error: unknown) => {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError([error instanceof Error ? error.message : 'unknown']);
  });
}

async function introduction(stack: DevStack, terminal: Terminal): Promise<string> {
  const { settings, sandbox, secrets, madeUp } = stack;
  const orderId = `A-${terminal.now().getTime().toString(36)}`;
  const link = await createLink(stack, orderId);
  const used = madeUp.filter((name) => settings.merchant || name !== 'MERCHANT_WEBHOOK_SECRET');
  const lines = used.map((name) => `${name}=${secrets[name]}\n`);
  const messages = settings.merchant ? `\n#   messages    are posted to ${settings.merchant.url}` : '';
  return `
# The companion and the sandbox are running. No money moves. Ctrl-C stops both.${movedPorts(stack, terminal)}
#
#   pay here    ${link}
#   test card   4242 4242 4242 4242, any future date, any CVV
#               5454 5454 5454 5454 asks for 3-D Secure, 4000 0000 0000 0002 is declined
#   companion   ${settings.publicUrl}
#   sandbox     ${sandbox.url}/_sandbox shows payments, requests and webhooks${messages}
#
# To continue, in .env or in another terminal:
PUBLIC_URL=${settings.publicUrl}
GATEWAY_URL=${sandbox.url}
${lines.join('')}#
#   npx pay-form orders create --id A-1002 --amount 5.00 --currency EUR --description "Tea towel"
#   npx pay-form refund ${orderId} --amount 4.50     # once it is paid
#   npx pay-form orders
`;
}

/** Programs that still use the usual ports would call another companion or sandbox. */
function movedPorts({ settings, sandbox }: DevStack, { env }: Terminal): string {
  const moved = [
    [env['PUBLIC_URL'] ? '0' : env['PORT'] || '8080', settings.port],
    [env['GATEWAY_URL'] ? '0' : env['SANDBOX_PORT'] || '8090', new URL(sandbox.url).port],
  ].filter(([wished, port]) => Number(wished) !== Number(port) && wished !== '0');
  return moved
    .map(([wished]) => `\n# Port ${wished} is taken: use the addresses below, also in your .env.`)
    .join('');
}

/** Creates an order by the merchant API. It has a customer, so that its payment page asks only for the card. */
async function createLink({ companion, settings, secrets }: DevStack, id: string): Promise<string> {
  const name = { firstName: 'Olena', lastName: 'Koval' };
  const customer = { ...name, email: 'olena@shop.example', phone: '+380501234567' };
  const order = { id, amount: '24.50', currency: 'EUR', description: 'Clay mug', customer };
  const request = new Request(`${settings.publicUrl}/api/orders`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secrets.MERCHANT_API_KEY}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(order),
  });
  const answer = await companion.fetch(request, { peerAddress: '127.0.0.1' });
  return mintedOrderSchema.parse(await answer.json()).url;
}

/** The companion; it keeps running after the command has started it. */
export const serve = command({
  name: 'serve',
  summary: 'Starts the companion with the settings from the environment',
  options: {},
  notes: `Required: GATEWAY_URL, GATEWAY_POS_ID, GATEWAY_API_KEY, GATEWAY_API_SECRET, GATEWAY_ENDPOINTS_KEY and
ORDER_SECRET. All problems with the settings are printed at once. \`pay-form doctor\` checks more.`,
  examples: ['serve  # Listens on PORT (8080). Browsers and the gateway use PUBLIC_URL.'],
  async run() {
    await import('../node/node.ts');
    return EXIT.done;
  },
});

/** The imitated gateway; it keeps running after the command has started it. */
export const sandbox = command({
  name: 'sandbox',
  summary: 'Starts the sandbox, which imitates the whole gateway',
  options: {},
  notes: `Reads PORT (default 8090), GATEWAY_POS_ID, GATEWAY_API_KEY, GATEWAY_API_SECRET and GATEWAY_ENDPOINTS_KEY. Missing
credentials are generated and printed. STRICT=true refuses every request that violates the interface document, even
if the live gateway accepts it. No money moves.`,
  examples: ['sandbox  # Prints GATEWAY_URL and the credentials for `pay-form serve`.'],
  async run() {
    await import('../sandbox/node.ts');
    return EXIT.done;
  },
});
