import { describe, expect, it } from 'vitest';
import { ran } from './testing/terminal.ts';
import { DAY, DECIMAL, listed, MOMENT, ORDER_ID, wholeNumber } from './value-rules.ts';

const ID = '5f0c6c1e-0a43-4c52-8a3e-6d1f7b0e9a11';

describe('a wrong value', () => {
  it.each<[string, string]>([
    ['refund A-1 --key ключ', '--key must be visible ASCII characters without blanks.'],
    ['refund A-1 --split 5.00', '--split must be <uuid>=<decimal>'],
    [`refund A-1 --split ${ID}=`, '--split must be <uuid>=<decimal>'],
    [`refund A-1 --split ${ID}=1=2`, '--split must be <uuid>=<decimal>'],
    ['resolve p-1 --comment x', '--status is missing: success or failure.'],
    ['resolve p-1 --status failure', '--comment is missing.'],
    ['resolve --status failure --comment x', '<paymentId> is missing.'],
    ['resolve operation --status failure --comment x', '<operationId> is missing.'],
    ['receipts --format pdf --output x', '<date> is missing.'],
    ['receipts 2026-11-20 --output x', '--format is missing: html, pdf or signed_pdf.'],
    ['receipts 2026-11-20 --format pdf', '--output is missing.'],
    ['receipt A-1 --format doc', '--format must be html, pdf or signed_pdf.'],
    ['receipts 2026-11-20 --format doc', '--format must be html, pdf or signed_pdf.'],
    ['receipts 20.11.2026 --format pdf --output x', '<date> must be a day, such as 2026-11-20.'],
    ['receipts 2026-11-20 --method refund', '--method must be purchase, auth or credit.'],
    [
      'reconcile --since 1.11.2026',
      '--since must be a day or a time, such as 2026-11-01 or 2026-11-01T08:00:00Z.',
    ],
    ['orders create --id A-1 --amount 1', '--currency is missing.'],
    ['reconcile', '--since is missing: a day or a time, such as 2026-11-01'],
    ['orders --status paid', '--status must be init, pending, success, failure or unknown.'],
    [
      'orders --from yesterday',
      '--from must be a day or a time, such as 2026-11-01 or 2026-11-01T08:00:00Z.',
    ],
    ['orders --limit 101', '--limit must be a whole number from 1 to 100.'],
    ['messages --state lost', '--state must be waiting or failed.'],
    [
      'refund A-1 --amount 1,50',
      '--amount must be a decimal number with a point and at most two decimal places, such as 24.50.',
    ],
    ['refund A-1 --receipt-delivery fax', '--receipt-delivery must be email, sms, viber or none.'],
    ['capture A-1 --amount all', '--amount must be a decimal number with a point'],
    [`resolve ${ID} --comment x --status paid`, '--status must be success or failure.'],
    [
      'resend A-1 --operation pay',
      '--operation must be purchase, auth, lookup, capture, void, refund, credit or p2p.',
    ],
    ['orders create --currency eur', '--currency must be an ISO 4217 code, such as EUR.'],
    ['orders create --method pay', '--method must be purchase, auth or lookup.'],
    ['orders create --id a/b', '--id must be 1 to 32 letters, digits and . _ -.'],
    ['orders create --expires-in 1h', '--expires-in must be a whole number from 60 to 31536000.'],
  ])('%s: names what it must be, says nothing else, and sends nothing', async (line, message) => {
    const { code, out, err, sent } = await ran(line);
    expect([code, out, sent]).toEqual([2, '', []]);
    expect(err).toMatch(/^pay-form [a-z ]+: (--|<)/);
    expect(err).toContain(message);
  });
});

describe('the rules', () => {
  it('take what the API takes', () => {
    for (const value of ['0', '24.5', '24.50', '1000000'])
      expect([value, DECIMAL.isValid(value)]).toEqual([value, true]);
    for (const value of ['', '-1', '1.', '.5', '1.505', '1 000', '1e3'])
      expect([value, DECIMAL.isValid(value)]).toEqual([value, false]);
    expect(MOMENT.isValid('2026-11-01T08:00:00+02:00')).toBe(true);
    expect(MOMENT.isValid('2026-13-01')).toBe(false);
    expect(DAY.isValid('2026-11-01T08:00:00Z')).toBe(false);
    expect(ORDER_ID.isValid('x'.repeat(33))).toBe(false);
    expect(wholeNumber(1, 9).isValid('0')).toBe(false);
  });

  it('list names as people do', () => {
    expect([listed(['a']), listed(['a', 'b']), listed(['a', 'b', 'c'])]).toEqual([
      'a',
      'a or b',
      'a, b or c',
    ]);
  });
});
