import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

const GATEWAY = {
  GATEWAY_URL: 'https://gateway.example/base/',
  GATEWAY_POS_ID: '0f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11',
  GATEWAY_API_KEY: 'key',
  GATEWAY_API_SECRET: 'secret',
  GATEWAY_ENDPOINTS_KEY: 'endpoints',
};
const LEAST = { ...GATEWAY, ORDER_SECRET: 'x'.repeat(32), STORE_SECRET: 'y'.repeat(32) };
const MERCHANT = {
  MERCHANT_WEBHOOK_URL: 'https://shop.example/webhook',
  MERCHANT_WEBHOOK_SECRET: `whsec_${Buffer.from('0123456789').toString('base64')}`,
};

function problemsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

describe('settings', () => {
  it('need the gateway and the secrets, everything else has a default', () => {
    expect(readSettings(LEAST)).toEqual({
      port: 8080,
      publicUrl: 'http://localhost:8080/pay',
      gateway: {
        baseUrl: 'https://gateway.example/base',
        balancesUrl: undefined,
        posId: GATEWAY.GATEWAY_POS_ID,
        apiKey: 'key',
        apiSecret: 'secret',
        endpointsKey: 'endpoints',
        authScheme: 'CPAY',
        timeoutMs: 30_000,
        yearDigits: 2,
      },
      webhookSecrets: ['secret'],
      webhookIps: null,
      orderSecrets: { current: LEAST.ORDER_SECRET, previous: undefined },
      storeSecret: LEAST.STORE_SECRET,
      storePreviousSecrets: [`store:${LEAST.ORDER_SECRET}`],
      merchantApiKey: null,
      overCapturePercent: 0,
      subMerchants: null,
      merchant: null,
      merchantProfile: null,
      databaseUrl: 'file:./data/pay.db',
      direct: true,
      hostedMethods: [],
      allowedOrigins: ['http://localhost:8080'],
      trustedProxies: [],
      notFoundGraceS: 60,
      limits: {
        card: { most: 5, windowMs: 3_600_000 },
        order: { most: 6, windowMs: 3_600_000 },
        address: { most: 10, windowMs: 600_000 },
        network: { most: 50, windowMs: 600_000 },
      },
      logLevel: 'info',
      host: undefined,
      metricsKey: null,
      drainSeconds: 0,
      retentionDays: 400,
      test: false,
    });
  });

  it('are all read', () => {
    const read = readSettings({
      ...LEAST,
      ...MERCHANT,
      PORT: '9000',
      PUBLIC_URL: 'https://pay.shop.example/pay/',
      GATEWAY_URL: 'http://127.0.0.1:8090',
      GATEWAY_AUTH_SCHEME: 'OTHER',
      GATEWAY_PREVIOUS_API_SECRET: 'old',
      GATEWAY_WEBHOOK_IPS: '35.187.74.148, 2001:db8::/32',
      GATEWAY_TIMEOUT_MS: '5000',
      DATABASE_URL: 'file:///var/pay.db',
      ORDER_PREVIOUS_SECRET: 'w'.repeat(32),
      STORE_SECRET: 'y'.repeat(32),
      STORE_PREVIOUS_SECRET: 'z'.repeat(32),
      MERCHANT_API_KEY: 'a-key-of-16-char',
      MERCHANT_NAME: ' Kettle & Wool ',
      MERCHANT_LOGO_URL: 'https://cdn.example/logo.svg',
      MERCHANT_CONTACT: 'help@shop.example',
      OVER_CAPTURE_PERCENT: '25',
      SUB_MERCHANTS: '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b, 1F3D1C6A-5B7E-4C1D-9A2B-3C4D5E6F7A8C',
      GATEWAY_YEAR_DIGITS: '4',
      DIRECT: 'false',
      HOSTED_METHODS: 'apple-pay, google-pay',
      ALLOWED_ORIGINS: 'https://shop.example, https://other.example:8443,capacitor://localhost',
      TRUSTED_PROXIES: '10.0.0.0/8,::1',
      NOT_FOUND_GRACE_S: '0',
      LIMIT_CARD: '3/30s',
      LIMIT_ORDER: '1000/24h',
      LIMIT_ADDRESS: '20/5m',
      LIMIT_NETWORK: '30/5m',
      LOG_LEVEL: 'warn',
      HOST: '127.0.0.1',
      METRICS_KEY: 'a-key-of-16-char',
      DRAIN_SECONDS: '60',
      RETENTION_DAYS: '30',
    });
    expect(read).toMatchObject({
      port: 9000,
      publicUrl: 'https://pay.shop.example/pay',
      gateway: { baseUrl: 'http://127.0.0.1:8090', authScheme: 'OTHER', timeoutMs: 5_000, yearDigits: 4 },
      webhookSecrets: ['secret', 'old'],
      webhookIps: ['35.187.74.148', '2001:db8::/32'],
      merchant: { url: MERCHANT.MERCHANT_WEBHOOK_URL, secret: MERCHANT.MERCHANT_WEBHOOK_SECRET },
      databaseUrl: 'file:///var/pay.db',
      orderSecrets: { current: LEAST.ORDER_SECRET, previous: 'w'.repeat(32) },
      storeSecret: 'y'.repeat(32),
      storePreviousSecrets: ['z'.repeat(32), `store:${LEAST.ORDER_SECRET}`, `store:${'w'.repeat(32)}`],
      merchantApiKey: 'a-key-of-16-char',
      merchantProfile: {
        name: 'Kettle & Wool',
        logoUrl: 'https://cdn.example/logo.svg',
        contact: 'help@shop.example',
      },
      overCapturePercent: 25,
      subMerchants: ['0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b', '1F3D1C6A-5B7E-4C1D-9A2B-3C4D5E6F7A8C'],
      direct: false,
      hostedMethods: ['apple-pay', 'google-pay'],
      allowedOrigins: ['https://shop.example', 'https://other.example:8443', 'capacitor://localhost'],
      trustedProxies: ['10.0.0.0/8', '::1'],
      notFoundGraceS: 0,
      limits: {
        card: { most: 3, windowMs: 30_000 },
        order: { most: 1000, windowMs: 86_400_000 },
        address: { most: 20, windowMs: 300_000 },
        network: { most: 30, windowMs: 300_000 },
      },
      logLevel: 'warn',
      host: '127.0.0.1',
      metricsKey: 'a-key-of-16-char',
      drainSeconds: 60,
      retentionDays: 30,
      test: true,
    });
  });

  it('need a secret of the store for direct payments, but not at a gateway on this machine', () => {
    const { STORE_SECRET: _, ...without } = LEAST;
    expect(problemsOf(without)).toEqual([expect.stringMatching(/^STORE_SECRET is required for direct/)]);
    expect(problemsOf({ ...without, DIRECT: 'false' })).toEqual([]);
    expect(problemsOf({ ...without, GATEWAY_URL: 'http://127.0.0.1:8090' })).toEqual([]);
    expect(problemsOf({ ...without, PORT: 'x' }).map((line) => line.split(' ')[0])).toEqual([
      'PORT',
      'STORE_SECRET',
    ]);
  });

  it('may have no limits', () => {
    expect(readSettings({ ...LEAST, LIMITS: 'off', LIMIT_CARD: '3/30s' }).limits).toBeNull();
  });

  it('show what a limit looks like', () => {
    expect(problemsOf({ ...LEAST, LIMIT_CARD: '5 per hour' })).toEqual([
      'LIMIT_CARD must be 1 to 1000 attempts in at most 24h, such as 5/1h, 10/10m or 3/30s',
    ]);
  });

  it('that are empty count as missing', () => {
    expect(problemsOf({ ...LEAST, GATEWAY_API_KEY: ' ' })).toEqual(['GATEWAY_API_KEY is missing']);
    expect(readSettings({ ...LEAST, DIRECT: '', PORT: ' ' })).toMatchObject({ direct: true, port: 8080 });
  });

  it('are all named at once where they are missing', () => {
    expect(problemsOf({})).toEqual([
      ...Object.keys(GATEWAY).map((name) => `${name} is missing`),
      'ORDER_SECRET is missing',
    ]);
  });

  it('are all named at once where they are invalid, beside what is missing, once each', () => {
    const wrong = {
      PORT: 'eighty',
      PUBLIC_URL: 'nowhere',
      GATEWAY_URL: 'nowhere',
      GATEWAY_POS_ID: 'none',
      GATEWAY_API_KEY: 'two words',
      GATEWAY_API_SECRET: 'ключ',
      GATEWAY_ENDPOINTS_KEY: 'line\nbreak',
      GATEWAY_AUTH_SCHEME: 'two words',
      GATEWAY_WEBHOOK_IPS: 'everybody',
      GATEWAY_TIMEOUT_MS: '99',
      MERCHANT_WEBHOOK_URL: 'http://shop.example/webhook',
      DATABASE_URL: 'mysql://db',
      STORE_SECRET: 'short',
      ORDER_PREVIOUS_SECRET: 'short',
      STORE_PREVIOUS_SECRET: 'short',
      MERCHANT_API_KEY: 'a key of two words and more',
      MERCHANT_NAME: 'x'.repeat(101),
      MERCHANT_LOGO_URL: 'http://shop.example/logo.svg',
      MERCHANT_CONTACT: 'x'.repeat(201),
      OVER_CAPTURE_PERCENT: '2.5',
      SUB_MERCHANTS: '5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a01, none',
      GATEWAY_YEAR_DIGITS: '3',
      DIRECT: 'yes',
      HOSTED_METHODS: 'apple-pay, paypal',
      ALLOWED_ORIGINS: 'https://shop.example/path',
      TRUSTED_PROXIES: '300.1.1.1',
      NOT_FOUND_GRACE_S: '-1',
      LIMITS: 'maybe',
      LIMIT_CARD: '5',
      LIMIT_ORDER: '6/hour',
      LIMIT_ADDRESS: '0/10m',
      LIMIT_NETWORK: '5/',
      LOG_LEVEL: 'loud',
      HOST: 'http://127.0.0.1',
      METRICS_KEY: 'short',
      DRAIN_SECONDS: '61',
      RETENTION_DAYS: '0',
      MERCHANT_WEBHOOK_SECRET: 'whsec_?',
    };
    const names = problemsOf(wrong).map((line) => line.split(' ')[0] ?? '');
    expect(names.sort()).toEqual([...Object.keys(wrong), 'ORDER_SECRET'].sort());
  });

  it.each<[string, Record<string, string>]>([
    ['PORT', { PORT: '65536' }],
    ['PORT', { PORT: '80.5' }],
    ['ORDER_SECRET', { ORDER_SECRET: 'x'.repeat(31) }],
    ['GATEWAY_URL', { GATEWAY_URL: 'http://gateway.example' }],
    ['GATEWAY_URL', { GATEWAY_URL: 'https://user:word@gateway.example' }],
    ['GATEWAY_URL', { GATEWAY_URL: 'https://gateway.example/?key=1' }],
    ['GATEWAY_URL', { GATEWAY_URL: 'https://gateway.example/?' }],
    ['GATEWAY_BALANCES_URL', { GATEWAY_BALANCES_URL: 'https://gateway.example/#' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://pay.shop.example/pay?' }],
    ['GATEWAY_URL', { GATEWAY_URL: 'ftp://gateway.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://pay.example/:id' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://pay.example/*' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://pay.example/#here' }],
    ['MERCHANT_WEBHOOK_URL', { ...MERCHANT, MERCHANT_WEBHOOK_URL: 'https://user:word@shop.example/hook' }],
    ['MERCHANT_WEBHOOK_SECRET', { MERCHANT_WEBHOOK_URL: 'https://shop.example/' }],
    ['MERCHANT_WEBHOOK_SECRET', { MERCHANT_WEBHOOK_SECRET: MERCHANT.MERCHANT_WEBHOOK_SECRET }],
    ['MERCHANT_WEBHOOK_SECRET', { ...MERCHANT, MERCHANT_WEBHOOK_SECRET: 'whsec_abcde' }],
    ['ALLOWED_ORIGINS', { ALLOWED_ORIGINS: 'null' }],
    ['ALLOWED_ORIGINS', { ALLOWED_ORIGINS: 'https://shop.example, capacitor://*' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/33' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/8/8' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '2001:db8::/129' }],
    ['GATEWAY_TIMEOUT_MS', { GATEWAY_TIMEOUT_MS: '120001' }],
    ['DATABASE_URL', { DATABASE_URL: 'file:' }],
    ['MERCHANT_API_KEY', { MERCHANT_API_KEY: 'only-15-letters' }],
    ['MERCHANT_API_KEY', { MERCHANT_API_KEY: 'ключ-до-магазину' }],
    ['OVER_CAPTURE_PERCENT', { OVER_CAPTURE_PERCENT: '101' }],
    ['LIMIT_CARD', { LIMIT_CARD: '5/0h' }],
    ['LIMIT_CARD', { LIMIT_CARD: '5/25h' }],
    ['LIMIT_ADDRESS', { LIMITS: 'off', LIMIT_ADDRESS: '1001/1h' }],
  ])('%s is invalid in %j', (name, over) => {
    expect(problemsOf({ ...LEAST, ...over }).map((line) => line.split(' ')[0])).toEqual([name]);
  });

  it('count a secret by its bytes', () => {
    expect(problemsOf({ ...LEAST, ORDER_SECRET: 'ї'.repeat(16) })).toEqual([]);
  });

  it('are never quoted in a message', () => {
    const wrong = Object.fromEntries(
      'PORT PUBLIC_URL GATEWAY_URL GATEWAY_POS_ID ORDER_SECRET GATEWAY_AUTH_SCHEME GATEWAY_WEBHOOK_IPS DATABASE_URL DIRECT LOG_LEVEL TRUSTED_PROXIES ALLOWED_ORIGINS STORE_SECRET MERCHANT_WEBHOOK_URL MERCHANT_WEBHOOK_SECRET MERCHANT_API_KEY GATEWAY_YEAR_DIGITS'
        .split(' ')
        .map((name) => [name, `top secret ${name.toLowerCase()}`]),
    );
    const text = problemsOf(wrong).join('\n');
    expect(text).not.toBe('');
    expect(text).not.toContain('top secret');
  });
});
