import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../run.ts';
import { json, problem, type Sent, testTerminal } from '../testing/terminal.ts';
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
  MERCHANT_WEBHOOK_SECRET: 'whsec_c2VjcmV0LTktc2VjcmV0LTk=',
  METRICS_KEY: 'metrics-key-11-metrics-key-11',
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pay-cli-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const environment = () => ({
  ...SECRETS,
  GATEWAY_URL: 'https://gateway.example',
  GATEWAY_POS_ID: POS_ID,
  PUBLIC_URL: 'https://pay.shop.example/pay',
  MERCHANT_WEBHOOK_URL: 'https://shop.example/webhook',
  MERCHANT_NAME: 'Kettle & Wool',
  ALLOWED_ORIGINS: 'https://shop.example',
  SUB_MERCHANTS: POS_ID,
  TRUSTED_PROXIES: '10.0.0.1',
  DATABASE_URL: `file:${join(folder, 'pay.db')}`,
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
  network?: (sent: Sent) => Response | Error;
  now?: string;
}

async function doctor(
  argv: string[],
  { env = {}, network = wellNetwork, now = '10:00:00.500' }: Doctored = {},
) {
  const reply = (sent: Sent) => {
    const answer = network(sent);
    return answer instanceof Error ? answer : dated(answer);
  };
  const all = testTerminal({
    env: { ...environment(), ...env },
    replies: [reply],
    now: new Date(`2026-11-21T${now}Z`),
  });
  const code = await run(['doctor', ...argv], all);
  const printed = all.out() + all.err();
  for (const secret of Object.values(SECRETS)) expect(printed).not.toContain(secret);
  return { code, out: all.out(), err: all.err(), sent: all.sent };
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
ok    gateway-stamps         not known yet: no payment has been answered
ok    public-url             public, https, on a port that the gateway delivers to
ok    trusted-proxies        TRUSTED_PROXIES is set
ok    webhook-address        answered by a running companion
                             Checked from here only; the first webhook will show whether the gateway can reach it from outside.
ok    allowed-origins        https://shop.example may use the companion
ok    merchant-address       MERCHANT_WEBHOOK_URL answers HTTP 405 to an empty HEAD request; no message was sent
                             Correct if your server accepts only a signed POST. \`pay-form messages --state failed\` shows whether messages are refused too.
ok    store                  ${folder}/pay.db does not exist yet and will be created at the first start
ok    merchant-webhook       MERCHANT_WEBHOOK_URL and MERCHANT_WEBHOOK_SECRET are set
ok    merchant-api           MERCHANT_API_KEY is set
ok    merchant-name          MERCHANT_NAME is set
ok    sub-merchants          SUB_MERCHANTS is set

15 ok, 0 with warnings, 0 failed
`);
    expect(readdirSync(folder)).toEqual([]);
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET https://gateway.example/api/v1/balances/pos/${POS_ID}/accounts`,
      `GET https://gateway.example/api/v1/pos/${POS_ID}/orders/doctor-6d1f7b0e9a114c528a3e/purchase?callback=true`,
      'POST https://pay.shop.example/pay/webhook',
      'OPTIONS https://pay.shop.example/pay/session',
      'HEAD https://shop.example/webhook',
    ]);
  });

  it('shows what to look at beneath, with exit code 0', async () => {
    const names = ['MERCHANT_WEBHOOK_URL', 'MERCHANT_WEBHOOK_SECRET', 'MERCHANT_API_KEY', 'MERCHANT_NAME'];
    const env = Object.fromEntries([...names, 'SUB_MERCHANTS'].map((name) => [name, '']));
    const { code, out } = await doctor([], { env, now: '10:01:40.000' });
    expect(code).toBe(0);
    expect(out).toContain(`
warn  clock                  100 s ahead of the gateway's
                             Use NTP to set the clock: it decides when order tokens expire, and webhook receivers check it.
`);
    expect(
      out.endsWith(`
warn  merchant-webhook       not set
                             Your shop is not notified of payments; set MERCHANT_WEBHOOK_URL and MERCHANT_WEBHOOK_SECRET.
warn  merchant-api           off
                             Set MERCHANT_API_KEY to use the merchant API and the commands that call it.
warn  merchant-name          not set
                             The payment page does not show whom the customer pays; set MERCHANT_NAME, MERCHANT_LOGO_URL and MERCHANT_CONTACT.
ok    sub-merchants          SUB_MERCHANTS is not set: only the gateway checks the sub-merchants of split payments

10 ok, 4 with warnings, 0 failed
`),
    ).toBe(true);
  });

  const https = 'PUBLIC_URL is https and TRUSTED_PROXIES is empty';
  const older = (sent: Sent) => (sent.method === 'OPTIONS' ? new Response(null) : wellNetwork(sent));
  it.each<[string, Record<string, string | undefined>, string]>([
    ['trusted-proxies', { TRUSTED_PROXIES: undefined }, `warn ${https}`],
    [
      'trusted-proxies',
      { TRUSTED_PROXIES: undefined, LIMITS: 'off' },
      'ok not needed: PUBLIC_URL is http, or LIMITS is off',
    ],
    [
      'allowed-origins',
      { ALLOWED_ORIGINS: undefined },
      'warn only pages of https://pay.shop.example itself may use the companion',
    ],
    [
      'hosted-only',
      { DIRECT: 'false' },
      'ok DIRECT=false: put mode="hosted" on the tags of your pages, or "modes": ["hosted"] into their tokens',
    ],
    ['merchant-api', { MERCHANT_API_KEY: 'short' }, 'fail MERCHANT_API_KEY is invalid'],
    ['merchant-webhook', { MERCHANT_WEBHOOK_SECRET: 'whsec_?' }, 'fail MERCHANT_WEBHOOK_SECRET is invalid'],
    ['sub-merchants', { SUB_MERCHANTS: 'shop-1' }, 'fail SUB_MERCHANTS is invalid'],
  ])('says of %s with %j: %s', async (name, env, text) => {
    expect(lineOf(name, await doctor([], { env }))).toBe(text);
  });

  it('asks the companion whether pages of an origin may use it', async () => {
    const origin = 'https://shop.example';
    const good = await doctor(['--origin', origin], { env: { ALLOWED_ORIGINS: undefined } });
    expect(lineOf('origin', good)).toBe('ok https://shop.example may use the companion');
    const preflights = good.sent.filter(({ method }) => method === 'OPTIONS');
    expect(preflights).toMatchObject([{ headers: { origin } }]);
    const bad = await doctor(['--origin', 'https://new.example'], { network: older });
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

  it.each(['shop.example', 'https://shop.example/cart', 'null'])('takes no origin %s', async (origin) => {
    const { code, err, sent } = await doctor(['--origin', origin]);
    expect([code, sent]).toEqual([2, []]);
    expect(err).toContain('--origin must be an origin');
  });

  it('is data with --json', async () => {
    const { code, out } = await doctor(['--json'], { now: '10:20:00.000' });
    expect(code).toBe(1);
    const report = JSON.parse(out) as { ok: boolean; checks: { name: string; status: string }[] };
    expect(report.ok).toBe(false);
    expect(report.checks.filter(({ status }) => status !== 'ok')).toEqual([
      {
        name: 'clock',
        status: 'fail',
        message: "1200 s ahead of the gateway's",
        advice:
          'Use NTP to set the clock: it decides when order tokens expire, and webhook receivers check it.',
      },
    ]);
  });

  it('names all problems with the settings at once, and asks nobody then', async () => {
    const env = { GATEWAY_API_KEY: undefined, PORT: 'x', ORDER_SECRET: 'short-5' };
    const { code, out, sent } = await doctor([], { env });
    expect([code, sent]).toEqual([1, []]);
    expect(out.match(/^fail {2}settings.*$/gm)).toEqual([
      'fail  settings          PORT must be a whole number',
      'fail  settings          GATEWAY_API_KEY is missing',
      'fail  settings          ORDER_SECRET must have at least 32 bytes',
    ]);
    expect(out).toContain('ok    merchant-api');
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

it('says the same advice once, and quotes the gateway without what could drive the terminal', () => {
  const checks = [
    ...check(
      'settings',
      ok('are valid'),
      fail('GATEWAY_URL is missing', 'See the settings.'),
      fail('ORDER_SECRET: \u001b[2Jboom\u009b31m', 'See the settings.'),
    ),
    ...check('clock', ok('is right')),
  ];
  expect(reportText(checks)).toBe(
    [
      'fail  settings  GATEWAY_URL is missing',
      'fail  settings  ORDER_SECRET:  [2Jboom 31m',
      '                See the settings.',
      'ok    clock     is right',
      '',
      '1 ok, 0 with warnings, 2 failed',
      '',
    ].join('\n'),
  );
  expect(reportJson(checks)).toContain(String.raw`\u001b[2Jboom\u009b31m`);
});
