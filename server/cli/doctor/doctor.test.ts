import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { useFolder } from '../../testing/folder.ts';
import { json, problem, ranIn, type Sent, testTerminal } from '../testing/terminal.ts';
import { check, fail, ok, reportJson, reportText } from './check.ts';

const POS_ID = '0f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11';
const SECRETS = {
  GATEWAY_API_KEY: 'gateway-api-key-1',
  GATEWAY_API_SECRET: 'gateway-api-secret-2',
  GATEWAY_PREVIOUS_API_SECRET: 'gateway-previous-secret-3',
  GATEWAY_ENDPOINTS_KEY: 'gateway-endpoints-key-4',
  ORDER_SECRET: 'order-secret-5-order-secret-5-order-secret-5',
  ORDER_PREVIOUS_SECRET: 'order-secret-10-order-secret-10-order-secret',
  STORE_SECRET: 'store-secret-6-store-secret-6-store-secret-6',
  STORE_PREVIOUS_SECRET: 'store-secret-7-store-secret-7-store-secret-7',
  MERCHANT_API_KEY: 'merchant-api-key-8-merchant-api-key-8',
  MERCHANT_WEBHOOK_SECRET: 'whsec_c2VjcmV0LTktc2VjcmV0LTktc2VjcmV0LTkx',
  METRICS_KEY: 'metrics-key-11-metrics-key-11',
};

const at = useFolder();

const environment = () => ({
  ...SECRETS,
  GATEWAY_URL: 'https://gateway.example',
  GATEWAY_POS_ID: POS_ID,
  PUBLIC_URL: 'https://pay.shop.example/pay',
  MERCHANT_WEBHOOK_URL: 'https://shop.example/webhook',
  MERCHANT_NAME: 'Kettle & Wool',
  ALLOWED_ORIGINS: 'https://shop.example',
  TRUSTED_PROXIES: '10.0.0.1',
  DATABASE_URL: `file:${at('pay.db')}`,
});

const DATE = { date: 'Sat, 21 Nov 2026 10:00:00 GMT' };
const ACCOUNT = { id: POS_ID, name: 'Main', currency: 'UAH', balances: { available: 1 } };

/** A gateway and a companion without faults. */
function wellNetwork({ method, url, headers }: Sent): Response {
  if (method === 'OPTIONS')
    return new Response(null, { headers: { 'access-control-allow-origin': headers['origin'] ?? '' } });
  if (url === 'https://shop.example/webhook') return new Response(null, { status: 405 });
  if (url.startsWith('https://pay.shop.example/')) return problem(401, 'signature-invalid');
  if (url.includes('/balances/')) return json({ accounts: [ACCOUNT] });
  return json({ message: 'There is no such order', args: { code: 'S-404' } }, 404);
}

const dated = (answer: Response) =>
  new Response(answer.body, {
    status: answer.status,
    headers: { ...Object.fromEntries(answer.headers), ...DATE },
  });

interface Doctored {
  env?: Record<string, string | undefined>;
  envFile?: readonly string[];
  network?: (sent: Sent) => Response;
  now?: string;
}

async function doctor(
  argv: string[],
  { env = {}, envFile = [], network = wellNetwork, now = '10:00:00.500' }: Doctored = {},
) {
  const terminal = testTerminal({
    env: { ...environment(), ...env },
    envFile,
    replies: [(sent) => dated(network(sent))],
    now: new Date(`2026-11-21T${now}Z`),
  });
  const { code, out, err, sent } = await ranIn(['doctor', ...argv], terminal);
  for (const secret of Object.values(SECRETS)) expect(out + err).not.toContain(secret);
  return { code, out, err, sent };
}

/** "warn off": what the report says of a check. */
const lineOf = (name: string, { out }: { out: string }) =>
  new RegExp(`^(\\w+) +${name} +(.*)$`, 'm').exec(out)?.slice(1).join(' ');

describe('pay-form doctor', () => {
  it('reports a line a check, and changes nothing', async () => {
    const { code, out, err, sent } = await doctor([]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toBe(`ok    settings               all required settings are present and valid
ok    gateway-credentials    accepted
ok    gateway-endpoints-key  accepted
ok    clock                  agrees with the gateway's
ok    public-url             public, https, on a port that the gateway delivers to
ok    webhook-address        answered by a running companion
                             Checked from here only; the first webhook will show whether the gateway can reach it from outside.
ok    allowed-origins        https://shop.example may use the companion
ok    merchant-address       MERCHANT_WEBHOOK_URL answers HTTP 405 to an empty HEAD request; no message was sent
                             Correct if your server accepts only a signed POST. \`pay-form messages --state failed\` shows whether messages are refused too.
ok    store                  ${at('pay.db')} does not exist yet and will be created at the first start
ok    merchant-api           MERCHANT_API_KEY is set
ok    merchant-name          MERCHANT_NAME is set

11 ok, 0 with warnings, 0 failed
`);
    expect(readdirSync(at())).toEqual([]);
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET https://gateway.example/api/v1/balances/pos/${POS_ID}/accounts`,
      `GET https://gateway.example/api/v1/pos/${POS_ID}/orders/doctor-6d1f7b0e9a114c528a3e/purchase?callback=true`,
      'POST https://pay.shop.example/pay/webhook',
      'OPTIONS https://pay.shop.example/pay/session',
      'HEAD https://shop.example/webhook',
    ]);
  });

  it('warns of what is not set, with advice and exit code 0', async () => {
    const names = ['MERCHANT_WEBHOOK_URL', 'MERCHANT_WEBHOOK_SECRET', 'MERCHANT_API_KEY', 'MERCHANT_NAME'];
    const env = Object.fromEntries([...names, 'ALLOWED_ORIGINS'].map((name) => [name, '']));
    const found = await doctor([], { env });
    expect(found.code).toBe(0);
    expect(found.out).toContain(`
warn  merchant-address       MERCHANT_WEBHOOK_URL is not set
                             Your shop is not notified of payments;`);
    expect(lineOf('merchant-api', found)).toBe('warn off');
    expect(lineOf('merchant-name', found)).toBe('warn not set');
    const alone = 'warn only pages of https://pay.shop.example itself may use the companion';
    expect(lineOf('allowed-origins', found)).toBe(alone);
    expect(found.out).toMatch(/\n7 ok, 4 with warnings, 0 failed\n$/);
  });

  it('asks the companion whether pages of an origin may use it', async () => {
    const origin = 'https://shop.example';
    const good = await doctor(['--origin', origin], { env: { ALLOWED_ORIGINS: undefined } });
    expect(lineOf('origin', good)).toBe('ok https://shop.example may use the companion');
    const preflights = good.sent.filter(({ method }) => method === 'OPTIONS');
    expect(preflights).toMatchObject([{ headers: { origin } }]);
    const network = (sent: Sent) => (sent.method === 'OPTIONS' ? new Response(null) : wellNetwork(sent));
    const bad = await doctor(['--origin', 'https://new.example'], { network });
    expect(bad.code).toBe(1);
    expect(lineOf('origin', bad)).toBe('fail https://new.example may not use the companion');
    expect(lineOf('allowed-origins', bad)).toBe('fail https://shop.example may not use the companion');
    expect((await doctor(['--origin', 'https://pay.shop.example'])).code).toBe(0);
  });

  it('walks through the checklist of going live with --live, and fails by it', async () => {
    const { code, out } = await doctor(['--live'], { env: { LIMITS: 'off' } });
    expect(code).toBe(1);
    expect(out).toMatch(/^fail {2}live-limits +LIMITS=off\n +Anyone can test stolen cards/m);
    expect(out).toMatch(/^ok {4}live-https /m);
    expect((await doctor([])).out).not.toContain('live-');
  });

  it('takes no origin with a path', async () => {
    const { code, err, sent } = await doctor(['--origin', 'https://shop.example/cart']);
    expect([code, sent]).toEqual([2, []]);
    expect(err).toContain('--origin must be an origin');
  });

  it('is data with --json', async () => {
    const { code, out } = await doctor(['--json'], { now: '10:20:00.000' });
    expect(code).toBe(1);
    const report = JSON.parse(out) as { ok: boolean; checks: { name: string; status: string }[] };
    expect(report.ok).toBe(false);
    const message = "1200 s ahead of the gateway's";
    expect(report.checks.filter(({ status }) => status !== 'ok')).toEqual([
      { name: 'clock', status: 'fail', message, advice: expect.stringMatching(/^Use NTP/) },
    ]);
  });

  it('names all problems with the settings at once, and asks nobody then', async () => {
    const env = { GATEWAY_API_KEY: undefined, PORT: 'x', ORDER_SECRET: 'short-5' };
    const { code, out, sent } = await doctor([], { env });
    expect([code, sent]).toEqual([1, []]);
    expect(out).toBe(`fail  settings  PORT must be a whole number
fail  settings  GATEWAY_API_KEY is missing
fail  settings  ORDER_SECRET must have at least 32 bytes
                See docs/settings.md in the package. The other checks run once the settings are valid.

0 ok, 0 with warnings, 3 failed
`);
  });

  it('prints no secret that gateway or companion send back', async () => {
    const text = JSON.stringify({ message: Object.values(SECRETS).join(' '), args: SECRETS });
    for (const status of [200, 400, 401, 404, 500]) {
      const { out } = await doctor(['--json'], { network: () => new Response(text, { status }) });
      expect(JSON.parse(out)).toMatchObject({ ok: false });
    }
  });

  it('prints no secret that stands where another setting should', async () => {
    const names = Object.keys(environment());
    for (const secret of Object.values(SECRETS)) {
      const env = Object.fromEntries(names.map((name) => [name, secret]));
      await doctor([], { env: { ...env, ...SECRETS } });
    }
  });
});

it('quotes the gateway without what could drive the terminal', () => {
  const checks = check('clock', ok('is right'), fail('\u001b[2Jboom\u009b31m'));
  expect(reportText(checks)).toContain('fail  clock  [2Jboom 31m\n');
  expect(reportJson(checks)).toContain(String.raw`\u001b[2Jboom\u009b31m`);
});
