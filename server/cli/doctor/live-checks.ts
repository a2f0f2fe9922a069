import { tmpdir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { lacksTrustedProxies, type Settings } from '../../settings.ts';
import { hostKind } from '../address.ts';
import { type Check, fail, ok, warn } from './check.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The checklist before real payments (docs/going-live.md), as far as settings show it. No server is called. */
export function checkLive(settings: Settings, env: Environment): Check[] {
  const { merchant, direct, logLevel } = settings;
  const development = settings.allowedOrigins.filter((origin) => !isPublicHttps(origin));
  return [
    isPublicHttps(settings.publicUrl)
      ? ok('live-https', 'PUBLIC_URL is https and public')
      : fail(
          'live-https',
          'PUBLIC_URL is not a public https address',
          'Put TLS in front of the companion and set PUBLIC_URL to that address.',
        ),
    gateway(settings),
    ...secrets(env),
    env['STORE_SECRET']?.trim()
      ? ok('live-store-secret', 'STORE_SECRET is set')
      : warn(
          'live-store-secret',
          'STORE_SECRET is derived from ORDER_SECRET',
          'The secret that signs order tokens then also decrypts the store. Set a separate STORE_SECRET before there is data.',
        ),
    merchant?.url.startsWith('https:')
      ? ok('live-webhook', 'MERCHANT_WEBHOOK_URL is set, and https')
      : merchant
        ? warn('live-webhook', 'MERCHANT_WEBHOOK_URL is http', 'Acceptable only on the same machine.')
        : fail(
            'live-webhook',
            'MERCHANT_WEBHOOK_URL is not set',
            'Only its messages reliably tell your server that an order is paid. Set it and MERCHANT_WEBHOOK_SECRET.',
          ),
    development.length === 0
      ? ok('live-origins', 'ALLOWED_ORIGINS are https and public')
      : fail(
          'live-origins',
          `not public https addresses: ${development.join(', ')}`,
          'Remove development origins from ALLOWED_ORIGINS.',
        ),
    direct
      ? warn(
          'live-card-data',
          'DIRECT=true: card numbers pass through this companion',
          'The gateway requires a PCI DSS certification for this (SECURITY.md). Without one set DIRECT=false.',
        )
      : ok('live-card-data', 'DIRECT=false: cards are entered only at the gateway (SAQ A)'),
    settings.limits
      ? ok('live-limits', 'limits against card testing are on')
      : fail('live-limits', 'LIMITS=off', 'Anyone can test stolen cards at your expense: set LIMITS=on.'),
    proxies(settings),
    backup(settings),
    ok(
      'live-retention',
      `closed orders are deleted after ${Math.max(settings.retentionDays, 367)} days`,
      'Compare RETENTION_DAYS with your legal and bookkeeping requirements.',
    ),
    settings.metricsKey
      ? ok('live-metrics', 'METRICS_KEY is set')
      : warn(
          'live-metrics',
          'METRICS_KEY is not set',
          'Then only this machine can read /metrics. Somebody should monitor pay_orders_review.',
        ),
    logLevel === 'info'
      ? ok('live-log', 'LOG_LEVEL is info')
      : logLevel === 'silent' || logLevel === 'fatal'
        ? fail('live-log', `LOG_LEVEL=${logLevel}`, 'Errors would go unnoticed: set LOG_LEVEL=info.')
        : warn(
            'live-log',
            `LOG_LEVEL=${logLevel}`,
            'Use info in production. docs/logs.md lists the events of each level.',
          ),
  ];
}

const isPublicHttps = (url: string): boolean => url.startsWith('https:') && hostKind(url) === 'public';

const TEST_HOST = /(^|[.-])(test|sandbox|stage|staging|dev|demo|uat|preprod)\d*([.-]|$)/;

function gateway({ test, gateway: { baseUrl } }: Settings): Check {
  const advice =
    'Set GATEWAY_URL and all of GATEWAY_POS_ID, _API_KEY, _API_SECRET, _ENDPOINTS_KEY to the live project.';
  if (test) return fail('live-gateway', 'GATEWAY_URL is a sandbox on this machine', advice);
  if (!TEST_HOST.test(new URL(baseUrl).hostname)) return ok('live-gateway', 'GATEWAY_URL is not a sandbox');
  return warn('live-gateway', 'GATEWAY_URL looks like a test gateway', advice);
}

/** Whether limits see the customers' addresses, by the same rule as the warning at start. */
export function checkProxies(settings: Settings): Check {
  if (!lacksTrustedProxies(settings)) return proxiesSet('trusted-proxies', settings);
  return warn(
    'trusted-proxies',
    'PUBLIC_URL is https and TRUSTED_PROXIES is empty',
    'Behind a proxy all customers count as one address: set TRUSTED_PROXIES to the addresses of the proxy.',
  );
}

function proxies(settings: Settings): Check {
  const all = settings.trustedProxies.filter((entry) => entry.endsWith('/0'));
  if (all.length > 0) {
    const message = `TRUSTED_PROXIES trusts every address: ${all.join(', ')}`;
    return fail('live-proxies', message, 'List only the addresses of your proxies.');
  }
  if (!lacksTrustedProxies(settings)) return proxiesSet('live-proxies', settings);
  return fail(
    'live-proxies',
    'TRUSTED_PROXIES is empty',
    'All customers count as one address: after ten declines in total nobody can pay. Set it to your proxy’s addresses.',
  );
}

const proxiesSet = (name: string, { trustedProxies }: Settings): Check =>
  ok(name, trustedProxies.length > 0 ? 'TRUSTED_PROXIES is set' : 'none needed');

function backup({ databaseUrl }: Settings): Check {
  const unseen = 'whether the store is backed up cannot be seen from here';
  if (!databaseUrl.startsWith('file:')) {
    const advice = 'Back up Postgres with its own tools, and test a restore (docs/backup.md).';
    return warn('live-backup', unseen, advice);
  }
  const path = databaseUrl.replace(/^file:(\/\/)?/, '');
  if (path === ':memory:' || resolve(path).startsWith(resolve(tmpdir()))) {
    const advice = 'Set DATABASE_URL to a file on a persistent disk.';
    return fail('live-backup', 'the store does not survive a restart', advice);
  }
  const advice =
    'Run `pay-form backup` every day, keep the copies elsewhere, and test a restore (docs/backup.md).';
  if (isAbsolute(path)) return warn('live-backup', unseen, advice);
  const relative = `${unseen}, and DATABASE_URL depends on the working directory`;
  return warn('live-backup', relative, `Use an absolute path. ${advice}`);
}

/** Minimum lengths in characters; for MERCHANT_WEBHOOK_SECRET in its written form. */
const LEAST: Readonly<Record<string, number>> = {
  ORDER_SECRET: 32,
  STORE_SECRET: 32,
  MERCHANT_API_KEY: 24,
  MERCHANT_WEBHOOK_SECRET: 38,
  METRICS_KEY: 24,
};
const PREVIOUS = ['GATEWAY_PREVIOUS_API_SECRET', 'ORDER_PREVIOUS_SECRET', 'STORE_PREVIOUS_SECRET'];
const GATEWAY = ['GATEWAY_API_KEY', 'GATEWAY_API_SECRET', 'GATEWAY_ENDPOINTS_KEY'];
const COMMON_WORDS = /change.?me|example|password|passwort|default|qwerty|12345678|abcdefgh|(.)\1{5}/i;

/** Whether secrets are long, look random, and are each used for one purpose. Reports names, never values. */
function secrets(env: Environment): Check[] {
  const set = [...Object.keys(LEAST), ...GATEWAY, ...PREVIOUS]
    .map((name) => ({ name, value: env[name]?.trim() ?? '' }))
    .filter(({ value }) => value !== '');
  const weak = set.filter(
    ({ name, value }) =>
      name in LEAST &&
      (value.length < (LEAST[name] ?? 0) || new Set(value).size < 12 || COMMON_WORDS.test(value)),
  );
  const long = set.filter(({ value }) => value.length >= 8);
  const shared = long.flatMap(({ name, value }, index) =>
    long
      .slice(index + 1)
      .filter((other) => other.value.includes(value) || value.includes(other.value))
      .map((other) => `${name} and ${other.name}`),
  );
  const kept = set.filter(({ name }) => PREVIOUS.includes(name));
  const named = (found: readonly { name: string }[]) => found.map(({ name }) => name).join(', ');
  const advice = 'Generate each one separately: `openssl rand -base64 32`.';
  const checks = [
    weak.length > 0 && fail('live-secrets', `too short, or does not look random: ${named(weak)}`, advice),
    shared.length > 0 &&
      fail('live-secrets', `identical, or one contains the other: ${shared.join(', ')}`, advice),
    kept.length > 0 &&
      warn('live-secrets', `still set: ${named(kept)}`, 'Remove each one once its change is complete.'),
  ].filter((check) => check !== false);
  return checks.length > 0 ? checks : [ok('live-secrets', 'long enough, look random, none used twice')];
}
