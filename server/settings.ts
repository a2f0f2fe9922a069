import { z } from 'zod';
import { isAddressOrCidr } from './node/address-list.ts';
import { isBaseAddress, isLoopback, isOrigin, isSafeUrl } from './contract/address.ts';
import { HOSTED_METHODS } from './contract/checkout-api.ts';
import { logoUrl, merchantContact, type MerchantProfile, merchantName } from './contract/merchant-profile.ts';

/** The environment, read once at start. */

const text = z.string().trim().min(1);
const whole = (least: number, most: number) =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.number().min(least).max(most));
const bytes = (least: number) =>
  z
    .string()
    .regex(/^\S(.*\S)?$/s, 'must not begin or end with whitespace')
    .refine((value) => new TextEncoder().encode(value).length >= least, `must have at least ${least} bytes`);
const list = text.transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

/** Sent in a header: spaces would end the value, and non-ASCII characters fail inside fetch. */
const key = text.regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters');
const addresses = list.refine(
  (entries) => entries.length > 0 && entries.every(isAddressOrCidr),
  'must be addresses or CIDRs',
);
const url = z.url({ protocol: /^https?$/, message: 'must be a URL' });
/** Receives card data and keys, so it must be https or on this machine. */
const safeUrl = url.refine(isSafeUrl, 'must be https (or on loopback)');
/** An address to which paths are added. */
const asBase = (given: typeof url) =>
  given
    .refine(isBaseAddress, 'must be an address without credentials, query and fragment')
    .transform(unslashed);

const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000 } as const;
/** For example "5/1h": five attempts within an hour. */
const limit = text
  .transform((value) => /^(\d{1,4})\/(\d{1,5})([smh])$/.exec(value))
  .transform((found) => ({
    most: Number(found?.[1]),
    windowMs: Number(found?.[2]) * UNIT_MS[(found?.[3] ?? 's') as keyof typeof UNIT_MS],
  }))
  .refine(
    ({ most, windowMs }) => most >= 1 && most <= 1_000 && windowMs >= 1_000 && windowMs <= 24 * UNIT_MS.h,
    'must be 1 to 1000 attempts in at most 24h, such as 5/1h, 10/10m or 3/30s',
  );

const environment = z.object({
  PORT: whole(0, 65_535).default(8080),
  PUBLIC_URL: asBase(url.refine(isPlainPath, 'must have a path of letters, digits and . _ ~ -')).optional(),
  GATEWAY_URL: asBase(safeUrl),
  GATEWAY_BALANCES_URL: asBase(safeUrl).optional(),
  GATEWAY_POS_ID: z.guid('must be a UUID'),
  GATEWAY_API_KEY: key,
  GATEWAY_API_SECRET: key,
  GATEWAY_ENDPOINTS_KEY: key,
  GATEWAY_AUTH_SCHEME: text.regex(/^[A-Za-z0-9_-]+$/, 'must be one word').default('CPAY'),
  GATEWAY_PREVIOUS_API_SECRET: text.optional(),
  GATEWAY_WEBHOOK_IPS: addresses.optional(),
  GATEWAY_TIMEOUT_MS: whole(100, 120_000).default(30_000),
  ORDER_SECRET: bytes(32),
  ORDER_PREVIOUS_SECRET: bytes(32).optional(),
  MERCHANT_WEBHOOK_URL: safeUrl.refine(hasNoCredentials, 'must be an address without credentials').optional(),
  MERCHANT_WEBHOOK_SECRET: text
    .regex(
      /^whsec_([A-Za-z0-9+/]{4}){8,}([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
      'must be whsec_ and Base64 of at least 24 bytes',
    )
    .optional(),
  DATABASE_URL: text
    .regex(/^(file:.|postgres(ql)?:\/\/.)/, 'must begin with file: or postgres://')
    .default('file:./data/pay.db'),
  STORE_SECRET: bytes(32).optional(),
  STORE_PREVIOUS_SECRET: bytes(32).optional(),
  MERCHANT_API_KEY: key.min(16, 'must have at least 16 characters').optional(),
  MERCHANT_NAME: merchantName.optional(),
  MERCHANT_LOGO_URL: logoUrl.optional(),
  MERCHANT_CONTACT: merchantContact.optional(),
  OVER_CAPTURE_PERCENT: whole(0, 100).default(0),
  SUB_MERCHANTS: list.pipe(z.array(z.guid('must be UUIDs')).min(1, 'must be UUIDs')).optional(),
  GATEWAY_YEAR_DIGITS: z.enum(['2', '4'], 'must be 2 or 4').default('2'),
  DIRECT: z.enum(['true', 'false'], 'must be true or false').default('true'),
  HOSTED_METHODS: list
    .pipe(
      z.array(z.enum(HOSTED_METHODS, `must be ${HOSTED_METHODS.join(', ')} or both, separated by commas`)),
    )
    .default([]),
  SAVED_CARDS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  ALLOWED_ORIGINS: list
    .pipe(
      z.array(
        z.string().refine(isOrigin, 'must be origins, such as https://shop.example or capacitor://localhost'),
      ),
    )
    .optional(),
  TRUSTED_PROXIES: addresses.default([]),
  NOT_FOUND_GRACE_S: whole(0, 86_400).default(60),
  LIMITS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  LIMIT_CARD: limit.prefault('5/1h'),
  LIMIT_ORDER: limit.prefault('6/1h'),
  LIMIT_ADDRESS: limit.prefault('10/10m'),
  LIMIT_NETWORK: limit.prefault('50/10m'),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be trace, debug, info, warn, error, fatal or silent',
    )
    .default('info'),
  // What the companion exposes, how it ends, and how long it keeps closed orders.
  HOST: text.regex(/^[\w.:%-]+$/, 'must be an address or a host name').optional(),
  DRAIN_SECONDS: whole(0, 60).default(0),
  METRICS_KEY: key.min(16, 'must have at least 16 characters').optional(),
  RETENTION_DAYS: whole(1, 36_500).default(400),
});

const settings = environment
  .refine((env) => Boolean(env.MERCHANT_WEBHOOK_URL) === Boolean(env.MERCHANT_WEBHOOK_SECRET), {
    path: ['MERCHANT_WEBHOOK_SECRET'],
    message: 'goes together with MERCHANT_WEBHOOK_URL',
    // Even if other settings are invalid, so that all problems are named at once.
    when: () => true,
  })
  .refine((env) => env.STORE_SECRET !== undefined || env.DIRECT === 'false' || !isRemote(env.GATEWAY_URL), {
    path: ['STORE_SECRET'],
    message:
      'is required for direct payments at a real gateway: without it, who signs order tokens can also decrypt the store',
    when: () => true,
  })
  .refine((env) => ![env.ORDER_SECRET, storeSecretFrom(env.ORDER_SECRET)].includes(env.STORE_SECRET ?? ''), {
    path: ['STORE_SECRET'],
    message: 'must differ from ORDER_SECRET, which signs order tokens',
    when: () => true,
  })
  .transform((env) => {
    const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}/pay`;
    return {
      port: env.PORT,
      publicUrl,
      gateway: {
        baseUrl: env.GATEWAY_URL,
        balancesUrl: env.GATEWAY_BALANCES_URL,
        posId: env.GATEWAY_POS_ID,
        apiKey: env.GATEWAY_API_KEY,
        apiSecret: env.GATEWAY_API_SECRET,
        endpointsKey: env.GATEWAY_ENDPOINTS_KEY,
        authScheme: env.GATEWAY_AUTH_SCHEME,
        timeoutMs: env.GATEWAY_TIMEOUT_MS,
        yearDigits: env.GATEWAY_YEAR_DIGITS === '4' ? (4 as const) : (2 as const),
      },
      webhookSecrets: [env.GATEWAY_API_SECRET, env.GATEWAY_PREVIOUS_API_SECRET].filter(
        (one) => one !== undefined,
      ),
      webhookIps: env.GATEWAY_WEBHOOK_IPS ?? null,
      orderSecrets: { current: env.ORDER_SECRET, previous: env.ORDER_PREVIOUS_SECRET },
      storeSecret: env.STORE_SECRET ?? storeSecretFrom(env.ORDER_SECRET),
      storePreviousSecrets: previousStoreSecrets(env),
      merchantApiKey: env.MERCHANT_API_KEY ?? null,
      merchantProfile: merchantProfile(env),
      overCapturePercent: env.OVER_CAPTURE_PERCENT,
      subMerchants: env.SUB_MERCHANTS ?? null,
      merchant:
        env.MERCHANT_WEBHOOK_URL && env.MERCHANT_WEBHOOK_SECRET
          ? { url: env.MERCHANT_WEBHOOK_URL, secret: env.MERCHANT_WEBHOOK_SECRET }
          : null,
      databaseUrl: env.DATABASE_URL,
      direct: env.DIRECT === 'true',
      hostedMethods: env.HOSTED_METHODS,
      savedCards: env.SAVED_CARDS === 'on',
      allowedOrigins: env.ALLOWED_ORIGINS ?? [new URL(publicUrl).origin],
      trustedProxies: env.TRUSTED_PROXIES,
      notFoundGraceS: env.NOT_FOUND_GRACE_S,
      limits:
        env.LIMITS === 'off'
          ? null
          : {
              card: env.LIMIT_CARD,
              order: env.LIMIT_ORDER,
              address: env.LIMIT_ADDRESS,
              network: env.LIMIT_NETWORK,
            },
      logLevel: env.LOG_LEVEL,
      host: env.HOST,
      drainSeconds: env.DRAIN_SECONDS,
      metricsKey: env.METRICS_KEY ?? null,
      retentionDays: env.RETENTION_DAYS,
      test: isLoopback(env.GATEWAY_URL),
    };
  });

export type Settings = z.infer<typeof settings>;

/**
 * Whether limits would count all customers as one address: https implies a proxy, but no proxy's X-Forwarded-For is
 * trusted.
 */
export function lacksTrustedProxies(
  settings: Pick<Settings, 'limits' | 'publicUrl' | 'trustedProxies'>,
): boolean {
  const isBehindTls = settings.publicUrl.startsWith('https:');
  return settings.limits !== null && isBehindTls && settings.trustedProxies.length === 0;
}

/** All problems of the environment, one per line, naming the setting but never its value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`settings: ${problems.join('; ')}`);
    this.problems = problems;
  }
}

/**
 * Reads the settings; an empty variable counts as missing.
 * @throws SettingsError naming every wrong or missing setting at once
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const result = settings.safeParse(given);
  if (result.success) return result.data;
  const problems = new Map<string, string>();
  for (const issue of result.error.issues) {
    const name = String(issue.path[0]);
    if (!problems.has(name)) problems.set(name, `${name} ${explain(issue, given)}`);
  }
  throw new SettingsError([...problems.values()]);
}

/**
 * Reads only `DATABASE_URL`: a backup needs no other setting, and no secret.
 * @throws SettingsError
 */
export function readDatabaseUrl(env: Record<string, string | undefined>): string {
  const result = environment.shape.DATABASE_URL.safeParse(env['DATABASE_URL']?.trim() || undefined);
  if (result.success) return result.data;
  throw new SettingsError(result.error.issues.map(({ message }) => `DATABASE_URL ${message}`));
}

function explain(issue: z.core.$ZodIssue, given: Record<string, unknown>): string {
  if (given[String(issue.path[0])] === undefined && issue.code !== 'custom') return 'is missing';
  return issue.code === 'custom' || issue.code === 'invalid_format' || issue.code === 'invalid_value'
    ? issue.message
    : `is invalid: ${issue.message}`;
}

/** The merchant that customers pay, or null if not set. */
function merchantProfile(env: z.infer<typeof environment>): MerchantProfile | null {
  const {
    MERCHANT_NAME: name = null,
    MERCHANT_LOGO_URL: logoUrl = null,
    MERCHANT_CONTACT: contact = null,
  } = env;
  return (name ?? logoUrl ?? contact) ? { name, logoUrl, contact } : null;
}

/** What may have encrypted older values: before the store had a secret of its own, it was derived from the orders' secret. */
function previousStoreSecrets(env: z.infer<typeof environment>): string[] {
  const ofOrders = [env.STORE_SECRET && env.ORDER_SECRET, env.ORDER_PREVIOUS_SECRET];
  const derived = ofOrders.flatMap((secret) => (secret ? storeSecretFrom(secret) : []));
  return env.STORE_PREVIOUS_SECRET ? [env.STORE_PREVIOUS_SECRET, ...derived] : derived;
}

const isRemote = (address: string): boolean => URL.canParse(address) && !isLoopback(address);

function storeSecretFrom(orderSecret: string): string {
  return `store:${orderSecret}`;
}

/** `fetch` refuses credentials in an address. */
function hasNoCredentials(value: string): boolean {
  if (!URL.canParse(value)) return true;
  const { username, password } = new URL(value);
  return username + password === '';
}

/** The routes are mounted under this path, in which ":" and "*" would be patterns. */
function isPlainPath(value: string): boolean {
  return URL.canParse(value) && /^[\w./~-]*$/.test(new URL(value).pathname);
}

function unslashed(value: string): string {
  return value.replace(/\/+$/, '');
}
