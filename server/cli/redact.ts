import type { Output, World } from './world.ts';

const SECRETS = [
  'GATEWAY_API_KEY',
  'GATEWAY_API_SECRET',
  'GATEWAY_PREVIOUS_API_SECRET',
  'GATEWAY_ENDPOINTS_KEY',
  'ORDER_SECRET',
  'ORDER_PREVIOUS_SECRET',
  'STORE_SECRET',
  'STORE_PREVIOUS_SECRET',
  'MERCHANT_API_KEY',
  'MERCHANT_WEBHOOK_SECRET',
  'METRICS_KEY',
];

/** Shorter ones are words that stand everywhere. */
const LEAST_LENGTH = 8;

/** The same world, which never prints a secret of its environment, whoever sent it back in whatever message. */
export function withoutSecrets(world: World): World {
  const secrets = SECRETS.flatMap((name) => world.env[name]?.trim() ?? [])
    .filter((secret) => secret.length >= LEAST_LENGTH)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
    .sort((a, b) => b.length - a.length);
  const clean = (text: string) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, '[removed]'), text);
  return { ...world, stdout: cleaned(world.stdout, clean), stderr: cleaned(world.stderr, clean) };
}

/** Files pass as they are: they are the gateway's. */
function cleaned(output: Output, clean: (text: string) => string): Output {
  return {
    write: (chunk) => output.write(typeof chunk === 'string' ? clean(chunk) : chunk),
    get closed() {
      return output.closed;
    },
  };
}
