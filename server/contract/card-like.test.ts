import { describe, expect, it } from 'vitest';
import { couldBeCard, holdsCardNumber, maskCardNumbers, scrubCardNumbers } from './card-like.ts';
import { maskOf } from './card.ts';

/** One number as people, machines and scripts write it. */
const PRINTED = [
  '4242424242424242',
  '4242 4242 4242 4242',
  '4242-4242-4242-4242',
  '4242.4242.4242.4242',
  '4242_4242/4242-4242',
  '4242|4242|4242|4242',
  '4242,4242;4242:4242',
  '4242--4242--4242--4242',
  '4242- 4242- 4242- 4242',
  '4242 — 4242 — 4242 — 4242',
  '4242\u00a04242\u00a04242\u00a04242',
  '4242\u200b4242\u20604242\ufeff4242',
  '4242\u20134242\u20134242\u20134242',
  '4242\n4242\r\n4242\t4242',
  String.raw`4242\n4242\u00014242\n4242`,
  '4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2',
  '4|2|4|2|4|2|4|2|4|2|4|2|4|2|4|2',
  '424242 4242424242',
  '42424242\u200b42424242',
  '４２４２４２４２４２４２４２４２',
  '４２４２ ４２４２ ４２４２ ４２４２',
  '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢',
  '۴۲۴۲-۴۲۴۲-۴۲۴۲-۴۲۴۲',
  '4242٤٢٤٢٤٢٤٢४२४२',
];

describe('a text that holds what could be a card number', () => {
  it.each([
    '4242424242424242',
    '4242-4242-4242-4242',
    '378282246310005',
    '3782-822463-10005',
    'refund-4242424242424242',
    'order_7_4242-4242-4242-4242_1',
    '2026-11-21-4242424242424242',
    '501800000009',
    '5b1f7a52-0d8f-4b0c-9a3e-6d1c2b7e8f90_4242424242424242',
    ...PRINTED,
  ])('is told: %s', (text) => {
    expect(holdsCardNumber(text)).toBe(true);
  });

  it.each([
    'refund-1795228217906',
    'A-1001_2026-11-21_0001',
    '20261121080611',
    '2026-11-21T08:06:11.123456',
    // the check digit
    '4242424242424243',
    // no brand
    '1234567890123452',
    '424242-4242424242',
    '424 242 424 242 424 2',
    '5018 0000 0009',
    // groups that no card has: from an order number and a date
    'refund-424242-42424242-42',
    '42-42-42-42-42-42-42-42',
    // telephone numbers, of as many digits as old numbers of Visa have
    '+4915123456781',
    '+49 1512 3456 781',
    // letters between
    '4242a4242a4242a4242',
    // a part of a longer row
    '99994242424242424242',
    '424242424242',
    '12345678-1234-4123-8123-123456789012',
    '4242424242424242abcdef0123456789',
    '',
  ])('is not any other row of digits: %s', (text) => {
    expect(holdsCardNumber(text)).toBe(false);
  });

  it('is looked through at once, where it is long', () => {
    expect(holdsCardNumber('1-'.repeat(5_000))).toBe(false);
    expect(holdsCardNumber('1'.repeat(10_000))).toBe(false);
  });
});

it('no UUID holds one, and of the numbers that name orders every twentieth', () => {
  let seed = 7;
  const digit = () => (seed = (seed * 48_271) % 2_147_483_647) % 10;
  const uuids = Array.from({ length: 20_000 }, () => crypto.randomUUID());
  expect(uuids.filter((id) => scrubCardNumbers(id) !== id || holdsCardNumber(`x-${id}-1`))).toEqual([]);
  const numbers = Array.from({ length: 7_000 }, (_, index) =>
    Array.from({ length: 13 + (index % 7) }, digit).join(''),
  );
  expect(numbers.filter(holdsCardNumber).length / numbers.length).toBeLessThan(0.05);
});

it.each([
  ['4242424242424242', true],
  ['4242424242424243', false],
  // of an unknown brand: like Humo's, of Verve, like a time in microseconds and a date, and too short
  ['9860010000000009', true],
  ['650002123456789015', true],
  ['5078650000000000012', true],
  ['1795228217906008', false],
  ['2026112108061100', false],
  ['986001000000004', false],
  ['42424242424', false],
  ['4242 4242 4242 4242', false],
  ['٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', false],
])('%s could be a card: %s', (digits, could) => {
  expect(couldBeCard(digits)).toBe(could);
});

describe('masking what a machine wrote', () => {
  it('shows first and last digits of a number, in a row or as it is printed', () => {
    const text = '{"a":"4242424242424242","b":"x 3782 822463 10005 x"}';
    expect(maskCardNumbers(text)).toBe('{"a":"424242******4242","b":"x 378282******0005 x"}');
  });

  it.each(['refund-1795228217906', '12345678-1234-4123-8123-123456789012', '42424242424242429271234', ''])(
    'keeps %j',
    (text) => {
      expect(maskCardNumbers(text)).toBe(text);
    },
  );

  it('masks beside ids, and where two numbers share digits', () => {
    const id = '5b1f7a52-0d8f-4b0c-9a3e-6d1c2b7e8f90';
    const text = `${id}_4242424242424242_${id} 4242 4242 4242 4242 4242`;
    expect(maskCardNumbers(text)).toBe(`${id}_424242******4242_${id} 424242******4242 4242`);
  });

  it.each(['4242/4242/4242/4242 4242 4242 4242', '4242424242424242 4242 4242 4242'])(
    'leaves no number where the last digits of one begin another: %s',
    (text) => {
      expect(holdsCardNumber(maskCardNumbers(text))).toBe(false);
    },
  );

  // In quadratic time this would not end within the runner's limit.
  it('masks thousands of numbers', () => {
    const numbers = Array.from({ length: 100_000 }, (_, index) => `4${index}`.padEnd(16, '0'));
    const cards = numbers.filter(couldBeCard);
    expect(cards.length).toBeGreaterThan(7_000);
    expect(maskCardNumbers(cards.join())).toBe(cards.map(maskOf).join());
  });
});

describe('scrubbing a text', () => {
  it.each([
    ...PRINTED,
    '3782 822463 10005',
    '3056 930902 5904',
    '501800000009',
    '6304000000000000000',
    '9860010000000009',
    // in groups that no card has
    '42424242-42424242',
    '4242 42424242 4242',
    '424242-4242424242',
    '424 242 424 242 424 2',
    '42 42 42 42 42 42 42 42',
    '42424-24242-42424-2',
    '5018 0000 0009',
    '4242%204242%204242%204242',
    '4242%2d4242%2D4242-4242',
    '424242%204242424242',
    '4242&nbsp;4242&nbsp;4242&nbsp;4242',
    // with zeros before it, followed by CVV or expiry and CVV, and beside them
    '0004242424242424242',
    '4242424242424242927',
    '42424242424242429271234',
    '3782822463100051234',
    '4242 4242 4242 4242927',
    '4242 4242 4242 4242 12/30 927',
    '12/30, 4242|4242|4242|4242, 927',
  ])('removes the card number %j', (number) => {
    expect(scrubCardNumbers(`card ${number}, sorry`)).toBe('card [removed], sorry');
  });

  it.each([
    'P-409',
    '2023-09-13T20:53:17',
    '+380 50 123-45-67',
    '424242******4242',
    // the check digit; no brand
    '4242424242424243',
    '1111111111111117',
    '1'.repeat(41),
    // as they are printed beside each other
    'Invoice 41234567, 15.06.2026, 10:30',
    'Invoice 4123456789012345678 of 2026-06-15',
    '№ 5101, 15.06.2026, +380501234567',
    'Tel. +49 1512 3456781, +44 7700 900123, 050-123-45-67, +1 (555) 010-9999',
    '45.00 + 30.00 + 12.50 + 99.99 + 15.00 = 202.49 EUR',
    'Sizes 40, 42, 44, 46, 48, 50, 52, 54, 56',
    '2026-06-15, 2026-06-16, 2026-06-17',
    '12.06-15.06.2026 / 2+1 / 4 500,00',
    'Розміри 36 38 40 42 44 46',
    '49 1512 3456781',
    '49.99 59.99 69.99',
    'https://shop.example/2026/11/21/080611?x=%2042',
    'DE89 3704 0044 0532 0130 00, DE89370400440532013000',
    '80.161.242.27, 67.130.66.72, 80.236.133.170',
    'рахунок № 42/1001-7 від ١٥/٠٦/٢٠٢٦',
  ])('keeps %s', (text) => {
    expect(scrubCardNumbers(text)).toBe(text);
  });

  it('keeps UUIDs, and removes a number beside one', () => {
    const id = '12345678-1234-4123-8123-123456789012';
    expect(scrubCardNumbers(`https://gateway.example/receipts/${id}`)).toContain(id);
    expect(scrubCardNumbers(`${id} 4242424242424242 ${id}`)).toBe(`${id} [removed] ${id}`);
    expect(scrubCardNumbers(`4242 4242 4242 4242-${id}`)).toBe(`[removed]-${id}`);
  });

  it.each(['4242424242424242abcdef0123456789', '4242424242424242abcdef0123456789abcdef01'])(
    'keeps the hash %s',
    (hash) => {
      expect(scrubCardNumbers(`file ${hash}, 4242424242424242`)).toBe(`file ${hash}, [removed]`);
    },
  );

  it('removes a number from a row as long as a hash, but without a letter', () => {
    expect(scrubCardNumbers('42424242424242429271230123456789')).toBe('[removed]');
  });

  it.each([
    ['ends an id', '12345678-1234-4123-8123-4242424242424242'],
    ['ends an id, in groups', '12345678-1234-4123-8123-424242424242 4242'],
    ['begins an id', '4242424242424242-1234-4123-8123-123456789012'],
  ])('removes a number that %s', (_, text) => {
    expect(scrubCardNumbers(text)).not.toMatch(/42(\W?42){7}/);
  });

  // In quadratic time this would not end within the runner's limit.
  it('ends, however long the text is', () => {
    scrubCardNumbers('1 '.repeat(100_000));
    scrubCardNumbers('1'.repeat(500_000));
    scrubCardNumbers(`${'42'.repeat(19)}x`.repeat(1_000));
    scrubCardNumbers('4242 '.repeat(20_000));
    scrubCardNumbers('4 2 42 '.repeat(20_000));
    scrubCardNumbers('4%20'.repeat(20_000));
    scrubCardNumbers(String.raw`\u0034`.repeat(20_000));
    scrubCardNumbers(`1${'-'.repeat(100_000)}`.repeat(11));
  });
});
