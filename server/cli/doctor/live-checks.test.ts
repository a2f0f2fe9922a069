import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../settings.ts';
import { checkLive } from './live-checks.ts';

const LIVE = {
  PUBLIC_URL: 'https://pay.shop.example/pay',
  GATEWAY_URL: 'https://gateway.example',
  GATEWAY_POS_ID: '0f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11',
  GATEWAY_API_KEY: 'gateway-key-Vt9q',
  GATEWAY_API_SECRET: 'gateway-Xw3rLm8p',
  GATEWAY_ENDPOINTS_KEY: 'gateway-Zb5kTn2c',
  ORDER_SECRET: 'Kx7vQm2RtLp9ZwYc4HnBs8JdFg5EaUeT',
  STORE_SECRET: 'pW3nYb6MqTz8RkVx2LcHj9SdGf4AoIuE',
  MERCHANT_API_KEY: 'n4Zt8QwXr2VbLk6MpYc9HsJd',
  MERCHANT_WEBHOOK_URL: 'https://shop.example/webhook',
  MERCHANT_WEBHOOK_SECRET: 'whsec_Nx8vKq2TzLm5RwYc7HpBs4JdFg9EaUe3',
  METRICS_KEY: 'Rt5yQw8ZxLk2VbNm6PcHs9Jd',
  ALLOWED_ORIGINS: 'https://shop.example',
  TRUSTED_PROXIES: '10.0.0.1',
  DATABASE_URL: 'file:/var/lib/pay-form/pay.db',
  DIRECT: 'false',
};

/** The checks that are not ok: "fail live-https". */
function wrong(over: Record<string, string | undefined> = {}): string[] {
  const env = { ...LIVE, ...over };
  return checkLive(readSettings(env), env)
    .filter(({ status }) => status !== 'ok')
    .map(({ status, name }) => `${status} ${name}`);
}

/** Always present: it cannot be checked from here. */
const BACKUP = 'warn live-backup';

describe('the checklist before going live', () => {
  it('finds nothing but the backup to think of where all is well', () => {
    expect(wrong()).toEqual([BACKUP]);
  });

  it.each<[string, Record<string, string | undefined>]>([
    ['fail live-https', { PUBLIC_URL: 'http://pay.shop.example/pay' }],
    ['fail live-https', { PUBLIC_URL: 'https://pay.internal/pay' }],
    ['fail live-gateway', { GATEWAY_URL: 'http://127.0.0.1:8090' }],
    ['warn live-gateway', { GATEWAY_URL: 'https://api-test.gateway.example' }],
    ['fail live-certificates', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
    ['fail live-secrets', { STORE_SECRET: 'x'.repeat(40) }],
    ['fail live-secrets', { ORDER_SECRET: 'please-change-me-before-going-live-0123' }],
    ['fail live-secrets', { MERCHANT_API_KEY: 'n4Zt8QwXr2VbLk6M' }],
    ['fail live-secrets', { METRICS_KEY: LIVE.MERCHANT_API_KEY }],
    ['warn live-secrets', { ORDER_PREVIOUS_SECRET: 'Lq9wErTy2UiOpAsDf4GhJkZx6CvBnMmK' }],
    ['warn live-store-secret', { STORE_SECRET: undefined }],
    ['fail live-webhook', { MERCHANT_WEBHOOK_URL: undefined, MERCHANT_WEBHOOK_SECRET: undefined }],
    ['warn live-webhook', { MERCHANT_WEBHOOK_URL: 'http://localhost:3000/webhook' }],
    ['fail live-origins', { ALLOWED_ORIGINS: 'https://shop.example,http://localhost:5173' }],
    ['fail live-origins', { ALLOWED_ORIGINS: 'https://shop.test' }],
    ['warn live-card-data', { DIRECT: 'true' }],
    ['fail live-limits', { LIMITS: 'off' }],
    ['fail live-proxies', { TRUSTED_PROXIES: undefined }],
    ['fail live-proxies', { TRUSTED_PROXIES: '10.0.0.1,0.0.0.0/0' }],
    ['warn live-metrics', { METRICS_KEY: undefined }],
    ['warn live-log', { LOG_LEVEL: 'silent' }],
  ])('%s: %j', (finding, over) => {
    expect(wrong(over).filter((one) => one !== BACKUP)).toEqual([finding]);
  });

  it('takes the origins of apps for no development origins', () => {
    const apps = 'https://shop.example,capacitor://localhost,https://localhost,http://localhost';
    expect(wrong({ ALLOWED_ORIGINS: apps })).toEqual(wrong({}));
  });

  it('knows stores that cannot outlive the machine', () => {
    expect(wrong({ DATABASE_URL: `file:${tmpdir()}/pay.db` })).toEqual(['fail live-backup']);
    expect(wrong({ DATABASE_URL: 'file::memory:' })).toEqual(['fail live-backup']);
    expect(wrong({ DATABASE_URL: 'postgres://pay:word@db.example/pay' })).toEqual([BACKUP]);
  });

  it('says what to do about all that is not well, and no secret', () => {
    const env = { ...LIVE, METRICS_KEY: LIVE.MERCHANT_API_KEY, LIMITS: 'off', LOG_LEVEL: 'debug' };
    const checks = checkLive(readSettings(env), env);
    for (const { status, advice } of checks) if (status !== 'ok') expect(advice).toMatch(/\.$/);
    const text = JSON.stringify(checks);
    expect(text).toContain('MERCHANT_API_KEY, METRICS_KEY');
    for (const name of ['ORDER_SECRET', 'MERCHANT_API_KEY', 'GATEWAY_API_SECRET'] as const)
      expect(text).not.toContain(LIVE[name]);
  });
});
