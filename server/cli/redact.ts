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

/** Shorter values are common words. */
const LEAST_LENGTH = 8;

/** The same world, except that it never prints a secret of its environment, whoever quoted it in a message. */
export function withoutSecrets(world: World): World {
  const secrets = SECRETS.flatMap((name) => world.env[name]?.trim() ?? [])
    .filter((secret) => secret.length >= LEAST_LENGTH)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
    .sort((a, b) => b.length - a.length);
  const clean = (text: string) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, '[removed]'), text);
  return { ...world, stdout: cleaned(world.stdout, clean), stderr: cleaned(world.stderr, clean) };
}

/** Files are passed on unchanged: they come from the gateway. */
function cleaned(output: Output, clean: (text: string) => string): Output {
  return {
    write: (chunk) => output.write(typeof chunk === 'string' ? clean(chunk) : chunk),
    get closed() {
      return output.closed;
    },
  };
}
