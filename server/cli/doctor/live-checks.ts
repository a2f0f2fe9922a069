import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { isAppOrigin } from '../../contract/address.ts';
import { lacksTrustedProxies, type Settings } from '../../settings.ts';
import { isPublic } from '../address.ts';
import { type Check, check, fail, type Finding, ok, warn } from './check.ts';
import { sqlitePath } from '../../store/sqlite-path.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The checklist before real payments (docs/going-live.md), as far as settings show it. No server is called. */
export function checkLive(settings: Settings, env: Environment): Check[] {
  const { allowedOrigins, direct, limits, logLevel, merchant, metricsKey, publicUrl } = settings;
  const development = allowedOrigins.filter((origin) => !isAppOrigin(origin) && !isPublicHttps(origin));
  const retained = `closed orders are deleted after ${Math.max(settings.retentionDays, 367)} days`;
  return [
    ...check(
      'live-https',
      ok('PUBLIC_URL is https and public'),
      !isPublicHttps(publicUrl) &&
        fail('PUBLIC_URL is not a public https address', 'Put TLS in front of the companion.'),
    ),
    ...check('live-gateway', gateway(settings)),
    ...check(
      'live-certificates',
      ok('Node checks the certificates of servers'),
      // As Node reads it.
      env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' &&
        fail(
          'NODE_TLS_REJECT_UNAUTHORIZED=0: only the gateway’s certificate is checked',
          'Unset it. If your own authority issues certificates, name its file in NODE_EXTRA_CA_CERTS, in the environment (not in .env).',
        ),
    ),
    ...check('live-secrets', ok('long enough, look random, none used twice'), ...secretFaults(env)),
    ...check(
      'live-store-secret',
      ok('STORE_SECRET is set'),
      !env['STORE_SECRET']?.trim() &&
        warn(
          'STORE_SECRET is not set: ORDER_SECRET, which signs order tokens, also decrypts the store',
          'Set a separate STORE_SECRET before there is data.',
        ),
    ),
    ...check(
      'live-webhook',
      ok('MERCHANT_WEBHOOK_URL is set, and https'),
      !merchant &&
        fail(
          'MERCHANT_WEBHOOK_URL is not set',
          'Set it: only its messages reliably tell that an order is paid.',
        ),
      merchant?.url.startsWith('http:') === true &&
        warn('MERCHANT_WEBHOOK_URL is http', 'Acceptable only on the same machine.'),
    ),
    ...check(
      'live-origins',
      ok('ALLOWED_ORIGINS are https and public'),
      development.length > 0 &&
        fail(`not public https addresses: ${development.join(', ')}`, 'Remove them from ALLOWED_ORIGINS.'),
    ),
    ...check(
      'live-card-data',
      ok('DIRECT=false: cards are entered only at the gateway (SAQ A)'),
      direct &&
        warn(
          'DIRECT=true: card numbers pass through this companion',
          'The gateway requires a PCI DSS certification for this (SECURITY.md). Without one set DIRECT=false.',
        ),
    ),
    ...check(
      'live-limits',
      ok('limits against card testing are on'),
      !limits && fail('LIMITS=off', 'Anyone can test stolen cards at your expense: set LIMITS=on.'),
    ),
    ...check(
      'live-proxies',
      ok('TRUSTED_PROXIES is set, or not needed'),
      settings.trustedProxies.some((entry) => entry.endsWith('/0')) &&
        fail('TRUSTED_PROXIES trusts every address', 'List only the addresses of your proxies.'),
      lacksTrustedProxies(settings) &&
        fail(
          'TRUSTED_PROXIES is empty',
          'All customers count as one address: after ten declines in total nobody can pay. Set it to your proxy’s addresses.',
        ),
    ),
    ...check('live-backup', backup(settings)),
    ...check(
      'live-retention',
      ok(retained, 'Compare RETENTION_DAYS with your legal and bookkeeping requirements.'),
    ),
    ...check(
      'live-metrics',
      ok('METRICS_KEY is set'),
      !metricsKey && warn('METRICS_KEY is not set', 'Set it, and monitor pay_orders_review in /metrics.'),
    ),
    ...check(
      'live-log',
      ok('LOG_LEVEL is info'),
      logLevel !== 'info' && warn(`LOG_LEVEL=${logLevel}`, 'Use info in production (docs/logs.md).'),
    ),
  ];
}

const isPublicHttps = (url: string): boolean => url.startsWith('https:') && isPublic(url);

const TEST_HOST = /(^|[.-])(test|sandbox|stage|staging|dev|demo|uat|preprod)\d*([.-]|$)/;

function gateway({ test, gateway: { baseUrl } }: Settings): Finding {
  const advice = 'Set GATEWAY_URL and all credentials (GATEWAY_…) to the live project.';
  if (test) return fail('GATEWAY_URL is a sandbox on this machine', advice);
  if (TEST_HOST.test(new URL(baseUrl).hostname)) return warn('GATEWAY_URL looks like a test gateway', advice);
  return ok('GATEWAY_URL is not a sandbox');
}

function backup({ databaseUrl }: Settings): Finding {
  const path = sqlitePath(databaseUrl);
  if (path !== null && (path === ':memory:' || resolve(path).startsWith(resolve(tmpdir())))) {
    return fail('the store does not survive a restart', 'Set DATABASE_URL to a file on a persistent disk.');
  }
  const how = path !== null ? 'Run `pay-form backup` every day' : 'Back up Postgres with its own tools';
  const advice = `${how}, keep the copies elsewhere, and test a restore (docs/backup.md).`;
  return warn('whether the store is backed up cannot be seen from here', advice);
}

const OWN = ['ORDER_SECRET', 'STORE_SECRET', 'MERCHANT_API_KEY', 'MERCHANT_WEBHOOK_SECRET', 'METRICS_KEY'];
const PREVIOUS = ['GATEWAY_PREVIOUS_API_SECRET', 'ORDER_PREVIOUS_SECRET', 'STORE_PREVIOUS_SECRET'];
const GATEWAY = ['GATEWAY_API_KEY', 'GATEWAY_API_SECRET', 'GATEWAY_ENDPOINTS_KEY'];
const COMMON_WORDS = /change.?me|example|password|passwort|default|qwerty|12345678|abcdefgh|(.)\1{5}/i;

/** Whether secrets are long, look random, and are each used for one purpose. Reports names, never values. */
function secretFaults(env: Environment): (Finding | false)[] {
  const valueOf = (name: string) => env[name]?.trim() ?? '';
  const set = [...OWN, ...GATEWAY, ...PREVIOUS].filter((name) => valueOf(name) !== '');
  const values = set.map(valueOf);
  const weak = OWN.filter((name) => set.includes(name) && looksWeak(valueOf(name)));
  const shared = set.filter((name) => values.indexOf(valueOf(name)) !== values.lastIndexOf(valueOf(name)));
  const kept = set.filter((name) => PREVIOUS.includes(name));
  const advice = 'Generate each one separately: `openssl rand -base64 32`.';
  return [
    weak.length > 0 && fail(`too short, or does not look random: ${weak.join(', ')}`, advice),
    shared.length > 0 && fail(`the same value: ${shared.join(', ')}`, advice),
    kept.length > 0 && warn(`still set: ${kept.join(', ')}`, 'Remove each one once its change is complete.'),
  ];
}

const looksWeak = (value: string): boolean =>
  value.length < 24 || new Set(value).size < 12 || COMMON_WORDS.test(value);
