import { tmpdir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import { lacksTrustedProxies, type Settings } from '../../settings.ts';
import { hostKind } from '../host-kind.ts';
import { type Check, fail, ok, warn } from './check.ts';
import { checkSecrets } from './live-secrets.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The checklist before real payments (docs/going-live.md), as far as settings show it. No server is called. */
export function checkLive(settings: Settings, env: Environment): Check[] {
  return [
    https(settings),
    gateway(settings),
    ...checkSecrets(env),
    storeSecret(env),
    webhook(settings),
    merchantApi(settings),
    origins(settings),
    cardData(settings),
    limits(settings),
    proxies(settings),
    backup(settings),
    retention(settings),
    metrics(settings),
    log(settings),
  ];
}

function isPublicHttps(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' && hostKind(hostname) === 'public';
}

function https({ publicUrl }: Settings): Check {
  if (isPublicHttps(publicUrl)) return ok('live-https', 'PUBLIC_URL is https and public');
  return fail(
    'live-https',
    'PUBLIC_URL is not a public https address',
    'Put TLS in front of the companion and set PUBLIC_URL to that address.',
  );
}

const TEST_HOST = /(^|[.-])(test|sandbox|stage|staging|dev|demo|uat|preprod)\d*([.-]|$)/;

function gateway({ test, gateway: { baseUrl } }: Settings): Check {
  const advice =
    'Set GATEWAY_URL and all of GATEWAY_POS_ID, _API_KEY, _API_SECRET, _ENDPOINTS_KEY to the live project.';
  if (test) return fail('live-gateway', 'GATEWAY_URL is a sandbox on this machine', advice);
  const { hostname } = new URL(baseUrl);
  if (TEST_HOST.test(hostname)) return warn('live-gateway', 'GATEWAY_URL looks like a test gateway', advice);
  return ok('live-gateway', 'GATEWAY_URL is not a sandbox');
}

function storeSecret(env: Environment): Check {
  if (env['STORE_SECRET']?.trim()) return ok('live-store-secret', 'STORE_SECRET is set');
  return warn(
    'live-store-secret',
    'STORE_SECRET is derived from ORDER_SECRET',
    'The secret that signs order tokens then also decrypts the store. Set a separate STORE_SECRET before there is data.',
  );
}

function webhook({ merchant }: Settings): Check {
  if (merchant?.url.startsWith('https:')) return ok('live-webhook', 'MERCHANT_WEBHOOK_URL is set, and https');
  if (merchant)
    return warn('live-webhook', 'MERCHANT_WEBHOOK_URL is http', 'Acceptable only on the same machine.');
  return fail(
    'live-webhook',
    'MERCHANT_WEBHOOK_URL is not set',
    'Only its messages reliably tell your server that an order is paid. Set it and MERCHANT_WEBHOOK_SECRET.',
  );
}

function merchantApi({ merchantApiKey }: Settings): Check {
  if (merchantApiKey) return ok('live-merchant-api', 'MERCHANT_API_KEY is set');
  return warn(
    'live-merchant-api',
    'off',
    'Set MERCHANT_API_KEY: the merchant API lists what needs review and makes refunds.',
  );
}

function origins({ allowedOrigins }: Settings): Check {
  const others = allowedOrigins.filter((origin) => !isPublicHttps(origin));
  if (others.length === 0) return ok('live-origins', 'ALLOWED_ORIGINS are https and public');
  return fail(
    'live-origins',
    `not public https addresses: ${others.join(', ')}`,
    'Remove development origins from ALLOWED_ORIGINS.',
  );
}

function cardData({ direct }: Settings): Check {
  if (!direct) return ok('live-card-data', 'DIRECT=false: cards are entered only at the gateway (SAQ A)');
  return warn(
    'live-card-data',
    'DIRECT=true: card numbers pass through this companion',
    'The gateway requires a PCI DSS certification for this (SECURITY.md). Without one set DIRECT=false.',
  );
}

function limits({ limits: rules }: Settings): Check {
  if (rules) return ok('live-limits', 'limits against card testing are on');
  return fail('live-limits', 'LIMITS=off', 'Anyone can test stolen cards at your expense: set LIMITS=on.');
}

function proxies(settings: Settings): Check {
  const all = settings.trustedProxies.filter((entry) => entry.endsWith('/0'));
  if (all.length > 0)
    return fail(
      'live-proxies',
      `TRUSTED_PROXIES trusts every address: ${all.join(', ')}`,
      'List only the addresses of your proxies.',
    );
  if (lacksTrustedProxies(settings))
    return fail(
      'live-proxies',
      'TRUSTED_PROXIES is empty',
      'All customers count as one address: after ten declines in total nobody can pay. Set it to your proxy’s addresses.',
    );
  return ok('live-proxies', settings.trustedProxies.length > 0 ? 'TRUSTED_PROXIES is set' : 'none needed');
}

function backup({ databaseUrl }: Settings): Check {
  const unseen = 'whether the store is backed up cannot be seen from here';
  if (!databaseUrl.startsWith('file:'))
    return warn(
      'live-backup',
      unseen,
      'Back up Postgres with its own tools, and test a restore (docs/backup.md).',
    );
  const path = databaseUrl.replace(/^file:(\/\/)?/, '');
  if (path === ':memory:' || resolve(path).startsWith(resolve(tmpdir())))
    return fail(
      'live-backup',
      'the store does not survive a restart',
      'Set DATABASE_URL to a file on a persistent disk.',
    );
  if (!isAbsolute(path))
    return warn(
      'live-backup',
      `${unseen}, and DATABASE_URL depends on the working directory`,
      'Use an absolute path, and run `pay-form backup` every day (docs/backup.md).',
    );
  return warn(
    'live-backup',
    unseen,
    'Run `pay-form backup` every day, keep the copies elsewhere, and test a restore (docs/backup.md).',
  );
}

function retention({ retentionDays }: Settings): Check {
  const days = Math.max(retentionDays, 367);
  return ok(
    'live-retention',
    `closed orders are deleted after ${days} days`,
    'Compare RETENTION_DAYS with your legal and bookkeeping requirements.',
  );
}

function metrics({ metricsKey }: Settings): Check {
  if (metricsKey) return ok('live-metrics', 'METRICS_KEY is set');
  return warn(
    'live-metrics',
    'METRICS_KEY is not set',
    'Then only this machine can read /metrics. Somebody should monitor pay_orders_review.',
  );
}

function log({ logLevel }: Settings): Check {
  if (logLevel === 'silent' || logLevel === 'fatal')
    return fail('live-log', `LOG_LEVEL=${logLevel}`, 'Errors would go unnoticed: set LOG_LEVEL=info.');
  if (logLevel === 'info') return ok('live-log', 'LOG_LEVEL is info');
  return warn(
    'live-log',
    `LOG_LEVEL=${logLevel}`,
    'Use info in production. docs/logs.md lists the events of each level.',
  );
}
