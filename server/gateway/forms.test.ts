import { describe, expect, it } from 'vitest';
import { readAccount } from './balances.ts';
import { operationIn, readPayment } from './read-payment.ts';
import { Scrub } from './scrub.ts';
import { clientFor, DIRECT, json, PAYMENT } from './testing/payments.ts';
import { createWebhookVerifier, testWebhook } from './webhook.ts';

/**
 * The forms in which times, words and amounts come, and what each is read as. Times are as the named programs write them.
 */

const scrub = new Scrub();
const read = (change: object) => readPayment({ ...PAYMENT, ...change }, scrub);

describe('a time', () => {
  it.each<[string, unknown, string]>([
    ['the interface document', '2023-09-13T20:53:17.736', '2023-09-13T20:53:17.736Z'],
    ['Java LocalDateTime', '2026-01-02T10:00:05.123456', '2026-01-02T10:00:05.123Z'],
    ['Java LocalDateTime on a full minute', '2026-01-02T10:00', '2026-01-02T10:00:00.000Z'],
    ['Java Instant', '2026-01-02T10:00:05Z', '2026-01-02T10:00:05.000Z'],
    ['Java OffsetDateTime on a full minute', '2026-01-02T12:00+02:00', '2026-01-02T10:00:00.000Z'],
    ['Java ZonedDateTime', '2026-07-02T13:00:05+03:00[Europe/Kiev]', '2026-07-02T10:00:05.000Z'],
    ['Java Timestamp', '2026-01-02 10:00:05.1', '2026-01-02T10:00:05.100Z'],
    ['Jackson, an Instant', 1_767_348_005.123_456_7, '2026-01-02T10:00:05.123Z'],
    ['PHP DATE_ATOM in Kyiv', '2026-01-01T01:30:00+02:00', '2025-12-31T23:30:00.000Z'],
    ['PHP DATE_ISO8601', '2026-07-02T13:00:05+0300', '2026-07-02T10:00:05.000Z'],
    ['PHP time()', 1_767_348_005, '2026-01-02T10:00:05.000Z'],
    ['PHP time() as text', '1767348005', '2026-01-02T10:00:05.000Z'],
    ['Python str(datetime)', '2026-01-02 10:00:05+00:00', '2026-01-02T10:00:05.000Z'],
    ['Python logging', '2026-01-02 10:00:05,123', '2026-01-02T10:00:05.123Z'],
    ['Go RFC3339 in India', '2026-01-02T15:30:05+05:30', '2026-01-02T10:00:05.000Z'],
    ['.NET "o"', '2026-01-02T10:00:05.1234567Z', '2026-01-02T10:00:05.123Z'],
    ['JavaScript Date.now()', 1_767_348_005_009, '2026-01-02T10:00:05.009Z'],
    ['Ruby Time', '2026-01-02 12:00:05 +0200', '2026-01-02T10:00:05.000Z'],
    ['Postgres timestamptz in Newfoundland', '2026-01-02 06:30:05-03:30', '2026-01-02T10:00:05.000Z'],
    ['date --iso-8601=ns', '2026-01-02T10:00:05,000000000+00:00\n', '2026-01-02T10:00:05.000Z'],
    ['Amazon', '20260102T100005Z', '2026-01-02T10:00:05.000Z'],
    ['RFC 3339 in lower case', '2028-02-29t10:00:05z', '2028-02-29T10:00:05.000Z'],
  ])('of %s: %j is %s, wherever this machine stands', (_, time, expected) => {
    const { TZ } = process.env;
    process.env['TZ'] = 'America/New_York';
    try {
      expect(
        read({ created_at: time, processing_time: time, cc_token: 't', cc_token_expiration: time }),
      ).toMatchObject({ createdAt: expected, processedAt: expected, cardToken: { expiresAt: expected } });
    } finally {
      if (TZ === undefined) delete process.env['TZ'];
      else process.env['TZ'] = TZ;
    }
  });

  it.each([
    '2023-09-13',
    '2023-09-13T20:53:17 or so',
    'Fri, 02 Jan 2026 10:00:05 +0000',
    '02.01.2026 10:00:05',
    '2026-13-01T10:00:05Z',
    '2026-02-31T10:00:05Z',
    '2026-01-02T24:00:00Z',
    '2026-01-02T10:00:05+25:00',
    '2026-01-02T10:00[Europe/Kiev]',
    '4222222222222',
    '176734800512',
    1_767_348_005_123_456,
    0,
    '',
    true,
  ])('is none in %j', (time) => {
    expect(read({ created_at: time })).toMatchObject({ createdAt: null });
  });
});

const ACTION = 'https://bank.example/acs';
const acting = (status: string) => ({ status, user_action_url: ACTION });

describe('a word', () => {
  it.each<[object, object]>([
    [{ status: 'SUCCESS' }, { status: 'success' }],
    [{ status: 'Pending' }, { status: 'pending' }],
    [{ status: ' failure\n' }, { status: 'failure' }],
    [{ ...acting('FAILURE') }, { status: 'failure' }],
    [{ ...acting('processing') }, { status: 'pending', actionUrl: ACTION, actionRequired: true }],
    [
      { ...acting('WAITING_3DS'), user_action_required: true },
      { status: 'pending', actionUrl: ACTION },
    ],
    [{ method: 'Purchase' }, { method: 'purchase' }],
    [{ method: 'REFUND' }, { method: 'refund' }],
    [{ mode: 'Hosted' }, { mode: 'hosted' }],
    [
      { currency: 'uah ', processed_amount: 10, processed_currency: 'Eur' },
      { currency: 'UAH', amountMinor: 1010, processed: { amountMinor: 1000, currency: 'EUR' } },
    ],
    [
      { currency: 'Jpy', amount: 1050, fee: { amount: 7, currency: 'jpy' } },
      { currency: 'JPY', amountMinor: 1050, fee: { amountMinor: 7, currency: 'JPY' } },
    ],
    [{ currency: ' ', order_currency: 'eur' }, { currency: 'EUR' }],
  ])('counts in any case: %j is read as %j', (wire, payment) => {
    expect(read(wire)).toMatchObject(payment);
  });

  it('counts in any case among the transactions of an order, and in a balance', () => {
    const paid = { ...PAYMENT, method: 'PURCHASE', status: 'Success', transaction_id: 'paid' };
    const declined = { ...PAYMENT, method: 'Purchase', status: 'FAILURE', transaction_id: 'declined' };
    expect(operationIn([paid, declined], 'purchase')).toBe(paid);
    expect(operationIn([declined, { ...declined, status: 'Init' }], 'purchase')).toMatchObject({
      status: 'Init',
    });
    const account = { id: '1', currency: 'jpy', balances: { available: 1050 } };
    expect(readAccount(account, scrub)).toMatchObject({ currency: 'JPY', availableMinor: 1050 });
  });

  it.each<[object, string | null]>([
    [{ status: 'processing' }, 'processing'],
    [{ status: 'Waiting_3DS', user_action_required: true }, 'waiting_3ds'],
    [{ ...acting('processing'), user_action_required: false }, 'processing'],
    [{ status: 'rejected', user_action_url: 'javascript:alert(1)' }, 'rejected'],
    [{ status: 'paid by Olena Koval' }, null],
    [{ status: '4242424242424242' }, null],
    [{ status: 'top_secret_value' }, null],
    [{ ...acting(' ') }, null],
    [{ order_id: null }, null],
  ])('of another status without an action is told to the log: %j as %j', async (wire, status) => {
    const event = { ...PAYMENT, ...wire };
    const secrets = ['top_secret_value'];
    const form = testWebhook(event, 'top_secret_value');
    expect(createWebhookVerifier({ secrets }).readWebhook(form)).toMatchObject({
      kind: 'unreadable',
      status,
    });
    const byToken = { ...DIRECT, card: undefined, cardToken: 'top_secret_value' };
    expect(await clientFor(() => json(event)).client.createDirect(byToken)).toEqual({
      kind: 'unknown',
      reason: `HTTP 200: no-payment${status === null ? '' : ` (status ${status})`}`,
    });
  });
});

it.each<[unknown, number | null]>([
  ['24.500000000000004', 2450],
  ['9999999999999.98999999', 999_999_999_999_999],
  [24.505, null],
])('an amount of %j is %j minor units, also paid, and as a fee', (amount, minor) => {
  const fee = { amount, currency: 'UAH' };
  expect(read({ amount, processed_amount: amount, fee })).toMatchObject({
    amountMinor: minor,
    processed: { amountMinor: minor, currency: 'UAH' },
    fee: minor === null ? null : { amountMinor: minor, currency: 'UAH' },
  });
});
