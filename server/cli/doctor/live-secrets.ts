import { type Check, fail, ok, warn } from './check.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const NAME = 'live-secrets';
/** Minimum lengths in characters; for MERCHANT_WEBHOOK_SECRET in its written form. */
const LEAST = {
  ORDER_SECRET: 32,
  STORE_SECRET: 32,
  MERCHANT_API_KEY: 24,
  MERCHANT_WEBHOOK_SECRET: 38,
  METRICS_KEY: 24,
} as const;
const PREVIOUS = ['GATEWAY_PREVIOUS_API_SECRET', 'ORDER_PREVIOUS_SECRET', 'STORE_PREVIOUS_SECRET'];
const GATEWAY = ['GATEWAY_API_KEY', 'GATEWAY_API_SECRET', 'GATEWAY_ENDPOINTS_KEY'];
const MAKE = 'Generate each one separately: `openssl rand -base64 32`.';

/** Whether secrets are long, look random, and are each used for one purpose. Reports names, never values. */
export function checkSecrets(env: Environment): Check[] {
  const own = Object.keys(LEAST) as (keyof typeof LEAST)[];
  const weak = own.filter((name) => isWeak(valueOf(env, name), LEAST[name]));
  const shared = sharedAmong(env, [...own, ...GATEWAY, ...PREVIOUS]);
  const kept = PREVIOUS.filter((name) => valueOf(env, name) !== '');
  return [
    ...(weak.length > 0 ? [fail(NAME, `too short, or does not look random: ${weak.join(', ')}`, MAKE)] : []),
    ...(shared.length > 0
      ? [fail(NAME, `identical, or one contains the other: ${shared.join(', ')}`, MAKE)]
      : []),
    ...(kept.length > 0
      ? [warn(NAME, `still set: ${kept.join(', ')}`, 'Remove each one once its change is complete.')]
      : []),
    ...(weak.length + shared.length + kept.length === 0
      ? [ok(NAME, 'long enough, look random, none used twice')]
      : []),
  ];
}

const valueOf = (env: Environment, name: string): string => env[name]?.trim() ?? '';

const WORDS = /change.?me|example|password|passwort|default|qwerty|12345678|abcdefgh|(.)\1{5}/i;

/** A missing secret is not weak. */
function isWeak(value: string, least: number): boolean {
  if (value === '') return false;
  return value.length < least || new Set(value).size < 12 || WORDS.test(value);
}

/** "ORDER_SECRET and STORE_SECRET" for every pair. */
function sharedAmong(env: Environment, names: readonly string[]): string[] {
  const set = names
    .map((name) => [name, valueOf(env, name)] as const)
    .filter(([, value]) => value.length >= 8);
  return set.flatMap(([name, value], index) =>
    set
      .slice(index + 1)
      .filter(([, other]) => other.includes(value) || value.includes(other))
      .map(([other]) => `${name} and ${other}`),
  );
}
