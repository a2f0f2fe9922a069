import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

const POS_ID = '0f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11';
const GATEWAY = {
  GATEWAY_URL: 'https://gateway.example/base/',
  GATEWAY_POS_ID: POS_ID,
  GATEWAY_API_KEY: 'key',
  GATEWAY_API_SECRET: 'secret',
  GATEWAY_ENDPOINTS_KEY: 'endpoints',
};
const [ORDERS, STORE, OTHER] = ['x', 'y', 'z'].map((letter) => letter.repeat(32)) as [string, string, string];
const LEAST = { ...GATEWAY, ORDER_SECRET: ORDERS, STORE_SECRET: STORE };
const whsec = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;
const WHSEC = whsec(24);
const MERCHANT = { MERCHANT_WEBHOOK_URL: 'https://shop.example/webhook', MERCHANT_WEBHOOK_SECRET: WHSEC };
const LOGO = 'https://cdn.example/logo.svg';
const ONE_SHOP = '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b';
const OLD_STORE = `store:${ORDERS}`;
const ORIGINS = ['https://shop.example', 'https://other.example:8443', 'capacitor://localhost'];
const NOBODY = { name: null, logoUrl: null, contact: null };
const windowOf = (most: number, seconds: number) => ({ most, windowMs: seconds * 1_000 });

function problemsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}
const namesOf = (env: Record<string, string | undefined>) =>
  problemsOf(env).map((line) => line.split(' ')[0]);

type Row = [name: string, field: string, without: unknown, given: string, read?: unknown];
const SETTINGS: Row[] = [
  ['PORT', 'port', 8080, '9000', 9000],
  ['PUBLIC_URL', 'publicUrl', 'http://localhost:8080/pay', 'https://a.example/pay/', 'https://a.example/pay'],
  ['GATEWAY_URL', 'gateway.baseUrl', 'https://gateway.example/base', 'http://127.0.0.1:8090'],
  ['GATEWAY_BALANCES_URL', 'gateway.balancesUrl', undefined, 'https://b.example/', 'https://b.example'],
  ['GATEWAY_POS_ID', 'gateway.posId', POS_ID, ONE_SHOP],
  ['GATEWAY_API_KEY', 'gateway.apiKey', 'key', 'other'],
  ['GATEWAY_API_SECRET', 'gateway.apiSecret', 'secret', 'other'],
  ['GATEWAY_ENDPOINTS_KEY', 'gateway.endpointsKey', 'endpoints', 'other'],
  ['GATEWAY_AUTH_SCHEME', 'gateway.authScheme', 'CPAY', 'OTHER'],
  ['GATEWAY_PREVIOUS_API_SECRET', 'webhookSecrets', ['secret'], 'old', ['secret', 'old']],
  ['GATEWAY_WEBHOOK_IPS', 'webhookIps', null, '35.187.74.148, ::1/32', ['35.187.74.148', '::1/32']],
  ['GATEWAY_TIMEOUT_MS', 'gateway.timeoutMs', 30_000, '5000', 5_000],
  ['GATEWAY_YEAR_DIGITS', 'gateway.yearDigits', 2, '4', 4],
  ['ORDER_SECRET', 'orderSecrets.current', ORDERS, OTHER],
  ['ORDER_PREVIOUS_SECRET', 'orderSecrets.previous', undefined, OTHER],
  ['ORDER_PREVIOUS_SECRET', 'storePreviousSecrets', [OLD_STORE], OTHER, [OLD_STORE, `store:${OTHER}`]],
  ['STORE_SECRET', 'storeSecret', STORE, OTHER],
  ['STORE_PREVIOUS_SECRET', 'storePreviousSecrets', [OLD_STORE], OTHER, [OTHER, OLD_STORE]],
  ['DATABASE_URL', 'databaseUrl', 'file:./data/pay.db', 'file:///var/pay.db'],
  ['MERCHANT_API_KEY', 'merchantApiKey', null, 'a-key-of-16-char'],
  ['MERCHANT_NAME', 'merchantProfile', null, ' Kettle & Wool ', { ...NOBODY, name: 'Kettle & Wool' }],
  ['MERCHANT_LOGO_URL', 'merchantProfile', null, LOGO, { ...NOBODY, logoUrl: LOGO }],
  ['MERCHANT_CONTACT', 'merchantProfile', null, 'help@a.example', { ...NOBODY, contact: 'help@a.example' }],
  ['SAVED_CARDS', 'savedCards', true, 'off', false],
  ['OVER_CAPTURE_PERCENT', 'overCapturePercent', 0, '25', 25],
  [
    'SUB_MERCHANTS',
    'subMerchants',
    null,
    `${ONE_SHOP}, ${POS_ID.toUpperCase()}`,
    [ONE_SHOP, POS_ID.toUpperCase()],
  ],
  ['DIRECT', 'direct', true, 'false', false],
  ['HOSTED_METHODS', 'hostedMethods', [], 'apple-pay, google-pay', ['apple-pay', 'google-pay']],
  ['ALLOWED_ORIGINS', 'allowedOrigins', ['http://localhost:8080'], ORIGINS.join(), ORIGINS],
  ['TRUSTED_PROXIES', 'trustedProxies', [], '10.0.0.0/8,::1', ['10.0.0.0/8', '::1']],
  ['NOT_FOUND_GRACE_S', 'notFoundGraceS', 60, '0', 0],
  ['LIMIT_CARD', 'limits.card', windowOf(5, 3_600), '3/30s', windowOf(3, 30)],
  ['LIMIT_ORDER', 'limits.order', windowOf(6, 3_600), '1000/24h', windowOf(1_000, 86_400)],
  ['LIMIT_ADDRESS', 'limits.address', windowOf(10, 600), '20/5m', windowOf(20, 300)],
  ['LIMIT_NETWORK', 'limits.network', windowOf(50, 600), '30/5m', windowOf(30, 300)],
  ['LOG_LEVEL', 'logLevel', 'info', 'warn'],
  ['HOST', 'host', undefined, '127.0.0.1'],
  ['METRICS_KEY', 'metricsKey', null, 'a-key-of-16-char'],
  ['DRAIN_SECONDS', 'drainSeconds', 0, '60', 60],
  ['RETENTION_DAYS', 'retentionDays', 400, '30', 30],
];

const INVALID = {
  PORT: ['eighty', '65536', '80.5'],
  PUBLIC_URL: ['nowhere', 'https://a.example/pay?', 'https://a.example/:id', 'https://a.example/*'],
  GATEWAY_URL: ['nowhere', 'http://a.example', 'https://user:word@a.example', 'ftp://a.example'],
  GATEWAY_BALANCES_URL: ['https://a.example/#', 'https://a.example/?'],
  GATEWAY_POS_ID: ['none'],
  GATEWAY_API_KEY: ['two words'],
  GATEWAY_API_SECRET: ['ключ'],
  GATEWAY_ENDPOINTS_KEY: ['line\nbreak'],
  GATEWAY_AUTH_SCHEME: ['two words'],
  GATEWAY_WEBHOOK_IPS: ['everybody'],
  GATEWAY_TIMEOUT_MS: ['99', '120001'],
  GATEWAY_YEAR_DIGITS: ['3'],
  ORDER_SECRET: ['x'.repeat(31)],
  ORDER_PREVIOUS_SECRET: ['short'],
  STORE_SECRET: ['short'],
  STORE_PREVIOUS_SECRET: ['short'],
  DATABASE_URL: ['mysql://db', 'file:'],
  MERCHANT_API_KEY: ['only-15-letters', 'ключ-до-магазину'],
  MERCHANT_NAME: ['x'.repeat(101)],
  MERCHANT_LOGO_URL: ['http://shop.example/logo.svg'],
  MERCHANT_CONTACT: ['x'.repeat(201)],
  OVER_CAPTURE_PERCENT: ['2.5', '101'],
  SUB_MERCHANTS: [`${ONE_SHOP}, none`],
  DIRECT: ['yes'],
  HOSTED_METHODS: ['apple-pay, paypal'],
  ALLOWED_ORIGINS: ['https://shop.example/path', 'null', 'https://shop.example, capacitor://*'],
  TRUSTED_PROXIES: ['300.1.1.1', '10.0.0.0/33', '10.0.0.0/8/8', '2001:db8::/129'],
  NOT_FOUND_GRACE_S: ['-1'],
  LIMITS: ['maybe'],
  LIMIT_CARD: ['5', '5/0h', '5/25h'],
  LIMIT_ORDER: ['6/hour', '1001/1h'],
  LIMIT_ADDRESS: ['0/10m'],
  LIMIT_NETWORK: ['5/'],
  LOG_LEVEL: ['loud'],
  HOST: ['http://127.0.0.1'],
  METRICS_KEY: ['short'],
  DRAIN_SECONDS: ['61'],
  RETENTION_DAYS: ['0'],
};

describe('the setting', () => {
  it.each(SETTINGS)('%s is read as %s, by default %j', (name, field, without, given, read = given) => {
    expect(readSettings(LEAST)).toHaveProperty(field, without);
    expect(readSettings({ ...LEAST, [name]: given })).toHaveProperty(field, read);
  });

  it.each(Object.entries(INVALID))('%s is refused as %j', (name, values) => {
    for (const value of values)
      expect([value, namesOf({ ...LEAST, [name]: value })]).toEqual([value, [name]]);
  });

  it.each([
    [{}, null],
    [MERCHANT, { url: MERCHANT.MERCHANT_WEBHOOK_URL, secret: WHSEC }],
  ])('for webhooks may be left out, or has an address and a secret: %j', (over, merchant) => {
    expect(readSettings({ ...LEAST, ...over }).merchant).toEqual(merchant);
  });

  it.each<[string, Record<string, string>]>([
    ['MERCHANT_WEBHOOK_URL', { ...MERCHANT, MERCHANT_WEBHOOK_URL: 'http://shop.example/webhook' }],
    ['MERCHANT_WEBHOOK_URL', { ...MERCHANT, MERCHANT_WEBHOOK_URL: 'https://user:word@shop.example/hook' }],
    ['MERCHANT_WEBHOOK_SECRET', { MERCHANT_WEBHOOK_URL: 'https://shop.example/' }],
    ['MERCHANT_WEBHOOK_SECRET', { MERCHANT_WEBHOOK_SECRET: WHSEC }],
    ['MERCHANT_WEBHOOK_SECRET', { ...MERCHANT, MERCHANT_WEBHOOK_SECRET: `${WHSEC}a` }],
    ['MERCHANT_WEBHOOK_SECRET', { ...MERCHANT, MERCHANT_WEBHOOK_SECRET: whsec(23) }],
    [
      'MERCHANT_WEBHOOK_SECRET',
      { ...MERCHANT, MERCHANT_WEBHOOK_SECRET: `whsec_${btoa('23 bytes, one too short')}` },
    ],
    ['STORE_SECRET', { STORE_SECRET: ORDERS }],
    ['STORE_SECRET', { STORE_SECRET: `store:${ORDERS}` }],
  ])('%s is invalid in %j', (name, over) => {
    expect(namesOf({ ...LEAST, ...over })).toEqual([name]);
  });

  it('STORE_SECRET is needed for direct payments, but not at a gateway on this machine', () => {
    const { STORE_SECRET: _, ...without } = LEAST;
    expect(problemsOf(without)).toEqual([expect.stringMatching(/^STORE_SECRET is required for direct/)]);
    expect(problemsOf({ ...without, DIRECT: 'false' })).toEqual([]);
    const local = readSettings({ ...without, GATEWAY_URL: 'http://127.0.0.1:8090' });
    expect(local).toMatchObject({ storeSecret: `store:${ORDERS}`, storePreviousSecrets: [], test: true });
    expect(readSettings(LEAST).test).toBe(false);
    expect(namesOf({ ...without, PORT: 'x' })).toEqual(['PORT', 'STORE_SECRET']);
  });

  it('LIMITS turns all limits off, of which none may be invalid', () => {
    expect(readSettings({ ...LEAST, LIMITS: 'off', LIMIT_CARD: '3/30s' }).limits).toBeNull();
    expect(namesOf({ ...LEAST, LIMITS: 'off', LIMIT_ADDRESS: '1001/1h' })).toEqual(['LIMIT_ADDRESS']);
  });

  it('of a secret counts bytes', () => {
    expect(problemsOf({ ...LEAST, ORDER_SECRET: 'ї'.repeat(16) })).toEqual([]);
  });
});

describe('problems with the settings', () => {
  const missing = Object.keys(LEAST).filter((name) => name !== 'STORE_SECRET');

  it('name what is missing, all at once; what is empty counts as missing', () => {
    expect(problemsOf({})).toEqual(missing.map((name) => `${name} is missing`));
    expect(problemsOf({ ...LEAST, GATEWAY_API_KEY: ' ' })).toEqual(['GATEWAY_API_KEY is missing']);
    expect(readSettings({ ...LEAST, DIRECT: '', PORT: ' ' })).toMatchObject({ direct: true, port: 8080 });
  });

  it('name what is invalid, all at once beside what is missing, and never quote it', () => {
    const { ORDER_SECRET: _, ...invalid } = INVALID;
    const wrong = Object.fromEntries(Object.entries(invalid).map(([name, [value]]) => [name, value]));
    const lines = problemsOf({ ...wrong, GATEWAY_URL: 'top secret', MERCHANT_WEBHOOK_SECRET: 'whsec_?' });
    const names = [...Object.keys(wrong), 'MERCHANT_WEBHOOK_SECRET', 'ORDER_SECRET'];
    expect(new Set(lines.map((line) => line.split(' ')[0]))).toEqual(new Set(names));
    expect(lines).toHaveLength(names.length);
    for (const quoted of ['top secret', 'whsec_?', 'nowhere', 'ключ', 'everybody', 'mysql', 'two words'])
      expect(lines.join()).not.toContain(quoted);
  });

  it('show what a limit looks like', () => {
    expect(problemsOf({ ...LEAST, LIMIT_CARD: '5 per hour' })).toEqual([
      'LIMIT_CARD must be 1 to 1000 attempts in at most 24h, such as 5/1h, 10/10m or 3/30s',
    ]);
  });
});
