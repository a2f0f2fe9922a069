import { describe, expect, it } from 'vitest';
import type { GatewayPayment, GatewayRefusal, Outcome } from '../../payments/gateway-port.ts';
import { checkGateway } from './gateway-check.ts';

const WORDS = { documented: true, code: null, message: 's3cret', details: ['s3cret'] };
const refused = (
  status: number,
  means: GatewayRefusal['means'] = 'other',
  over: Partial<GatewayRefusal> = {},
) => ({ kind: 'refused' as const, refusal: { status, means, ...WORDS, ...over } });
const NO_ORDER = refused(404, 'not-found', { code: 'S-404' });
const ACCOUNTS = { kind: 'answered' as const, value: [] };

async function checked(accounts: Outcome<never[]>, order: Outcome<GatewayPayment> = NO_ORDER) {
  const asked: unknown[] = [];
  const gateway = {
    accounts: async () => accounts,
    readOperation: async (...args: unknown[]) => {
      asked.push(args);
      return order;
    },
  };
  const checks = await checkGateway(gateway, 'doctor-1');
  expect(JSON.stringify(checks)).not.toContain('s3cret');
  return { lines: checks.map(({ name, status, message }) => `${status} ${name}: ${message}`), checks, asked };
}

describe('the gateway', () => {
  it('is well where it tells accounts, and knows no such order', async () => {
    const { lines, asked } = await checked(ACCOUNTS);
    expect(lines).toEqual([
      'ok gateway-credentials: accepted (0 accounts)',
      'ok gateway-endpoints-key: accepted',
    ]);
    expect(asked).toEqual([['doctor-1', 'purchase']]);
  });

  it('refuses credentials with 401, and is not asked more then', async () => {
    const { lines, checks, asked } = await checked(refused(401, 'credentials', { code: 'S-403' }));
    expect(lines).toEqual([
      'fail gateway-credentials: the gateway refused: HTTP 401, S-403',
      'warn gateway-endpoints-key: not checked: gateway-credentials must pass first',
    ]);
    expect(checks[0]?.advice).toContain('GATEWAY_API_KEY, GATEWAY_API_SECRET, GATEWAY_POS_ID');
    expect(asked).toEqual([]);
  });

  it.each<[Outcome<never[]>, string]>([
    [
      { kind: 'unknown', reason: 'ENOTFOUND' },
      'fail gateway-credentials: the gateway gave no valid response: the host name does not exist (ENOTFOUND)',
    ],
    [
      { kind: 'unknown', reason: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' },
      'fail gateway-credentials: the gateway gave no valid response: it refused the TLS handshake; does it require a client certificate? (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED)',
    ],
    [
      { kind: 'unknown', reason: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' },
      'fail gateway-credentials: the gateway gave no valid response: the TLS handshake failed (ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC)',
    ],
    [
      { kind: 'unknown', reason: 'SELF_SIGNED_CERT_IN_CHAIN' },
      'fail gateway-credentials: the gateway gave no valid response: its certificate is not trusted here (SELF_SIGNED_CERT_IN_CHAIN)',
    ],
    [
      { kind: 'unknown', reason: 'deadline' },
      'fail gateway-credentials: the gateway gave no valid response: no response in time (deadline)',
    ],
    [
      { kind: 'unknown', reason: 'HTTP 200: no-accounts' },
      'fail gateway-credentials: the gateway gave no valid response: HTTP 200: no-accounts',
    ],
    [refused(404), 'fail gateway-credentials: the gateway refused: HTTP 404'],
    [refused(429, 'busy'), 'warn gateway-credentials: the gateway refused: HTTP 429'],
  ])('that answers %j to the first question', async (outcome, line) => {
    expect((await checked(outcome)).lines[0]).toBe(line);
  });

  it('with a certificate of an unknown authority, as of a proxy that reads along, leads to the setting for it', async () => {
    const { checks } = await checked({ kind: 'unknown', reason: 'SELF_SIGNED_CERT_IN_CHAIN' });
    expect(checks[0]?.advice).toContain('NODE_EXTRA_CA_CERTS');
    const { checks: plain } = await checked({ kind: 'unknown', reason: 'CERT_HAS_EXPIRED' });
    expect(plain[0]?.advice).not.toContain('NODE_EXTRA_CA_CERTS');
  });

  it.each<[Outcome<GatewayPayment>, string]>([
    [refused(401, 'credentials'), 'fail gateway-endpoints-key: the gateway refused: HTTP 401'],
    [
      refused(404, 'credentials', { code: 'S-404' }),
      'fail gateway-endpoints-key: the gateway refused: HTTP 404, S-404',
    ],
    [refused(404), 'warn gateway-endpoints-key: not certain: the gateway refused: HTTP 404'],
    [
      refused(400, 'other', { code: 'S-400' }),
      'warn gateway-endpoints-key: not certain: the gateway refused: HTTP 400, S-400',
    ],
    [
      { kind: 'unknown', reason: 'HTTP 403: unexpected-status' },
      'fail gateway-endpoints-key: the gateway gave no valid response: HTTP 403: unexpected-status',
    ],
  ])('that answers %j to the second question', async (outcome, line) => {
    expect((await checked(ACCOUNTS, outcome)).lines[1]).toBe(line);
  });
});
