import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  brandOf,
  brandsOf,
  CARD_BRANDS,
  cvvFault,
  expiryFault,
  maskOf,
  sameMask,
  mayBecome,
  numberFault,
  passesLuhn,
  soleBrand,
} from './card.ts';

// The same cases in each run.
fc.configureGlobal({ seed: 20_260_615 });

/** Public test numbers. */
const NUMBERS = {
  visa: ['4242424242424242', '4000000000000002', '4222222222222'],
  mastercard: ['5454545454545454', '5555555555554444', '2223003122003222'],
  amex: ['378282246310005', '371449635398431'],
  discover: ['6011111111111117', '6011000990139424'],
  diners: ['30569309025904', '3056930009020004', '36227206271667'],
  jcb: ['3530111333300000', '3566002020360505', '180000000000002', '213100000000001'],
  unionpay: ['6200000000000005', '6250941006528599'],
  maestro: ['6759649826438453', '501800000009', '5893000000009', '5900000000006', '6304000000000000000'],
  mir: ['2200000000000004'],
  prostir: ['9111000000000000'],
  elo: ['6362970000457013', '5066991111111118'],
  hiper: ['6370950000000005'],
  hipercard: ['6062826786276634'],
  rupay: ['6521500000000005', '5085000000000006'],
  troy: ['9792000000000001'],
} as const;

/** Appends the check digit. */
const complete = (digits: string) =>
  Array.from({ length: 10 }, (_, last) => `${digits}${last}`).find((number) => passesLuhn(number)) ?? '';

describe('brands', () => {
  it.each(CARD_BRANDS)('know %s by its numbers, which are refused only where it is not accepted', (brand) => {
    const others = CARD_BRANDS.filter((one) => one !== brand);
    for (const given of NUMBERS[brand]) {
      const number = complete(given.slice(0, -1));
      expect([given, brandOf(given)]).toEqual([given, brand]);
      expect(numberFault(number)).toBeNull();
      expect(numberFault(number, [brand])).toBeNull();
      expect(numberFault(number, others)).toBe('brand-not-accepted');
    }
  });

  it.each([
    ['', null],
    ['1', null],
    ['4', 'visa'],
    ['50', 'maestro'],
    ['51', 'mastercard'],
    ['2220', null],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['2721', null],
    ['2205', null],
    ['34', 'amex'],
    ['3527', null],
    ['3528', 'jcb'],
    ['306', null],
    ['6', 'maestro'],
    ['62', 'unionpay'],
    ['643', 'maestro'],
    ['644', 'discover'],
    ['509000', 'elo'],
    // between two bounds of Elo, but with too few digits to decide
    ['5067', 'maestro'],
    ['9110', null],
  ])('takes the beginning %j for %j', (digits, brand) => {
    expect(brandOf(digits)).toBe(brand);
  });

  it.each([
    ['', [], null],
    ['1', ['jcb'], null],
    ['9110', [], null],
    ['42', ['visa'], 'visa'],
    ['401178', ['elo'], 'elo'],
    ['222', ['mastercard'], null],
    // Verve, from its sixth digit on
    ['50609', ['maestro'], null],
    ['506099', [], null],
    ['62', ['unionpay', 'elo', 'discover'], null],
    ['622126', ['unionpay', 'discover'], null],
    ['622926', ['unionpay'], 'unionpay'],
    ['650052', ['troy', 'discover'], null],
    // Elo and Troy both name it
    ['650923', ['elo', 'troy', 'discover'], null],
  ])('of %j may be %j, and a message says %j', (digits, brands, sole) => {
    expect([brandsOf(digits), soleBrand(digits)]).toEqual([brands, sole]);
  });
});

/** Numbers that begin with one of these ranges, with a right check digit. */
const numbersFrom = (ranges: readonly (readonly [number, number])[], length: number) =>
  fc
    .tuple(
      fc.oneof(...ranges.map(([min, max]) => fc.integer({ min, max }))),
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length - 7, maxLength: length - 7 }),
    )
    .map(([start, rest]) => complete(`${start}${rest.join('')}`));

describe('a number of two brands', () => {
  it.each([
    ['unionpay', 'discover', [[622126, 622925]], 16],
    ['unionpay', 'discover', [[622126, 622925]], 14],
    [
      'troy',
      'discover',
      [
        [650052, 650052],
        [650846, 650850],
        [658750, 658786],
      ],
      16,
    ],
    [
      'troy',
      'discover',
      [
        [650082, 650083],
        [658808, 658809],
      ],
      19,
    ],
  ] as const)(
    '%s and %s is accepted where either is, from its first digits on',
    (one, other, ranges, length) => {
      fc.assert(
        fc.property(numbersFrom(ranges, length), fc.integer({ min: 1, max: length }), (number, typed) => {
          for (const accepted of [[one], [other], ['visa', other], [one, other]]) {
            expect(numberFault(number, accepted)).toBeNull();
            expect(mayBecome(number.slice(0, typed), accepted)).toBe(true);
          }
          expect(numberFault(number, ['visa', 'maestro'])).toBe('brand-not-accepted');
          expect(soleBrand(number)).toBeNull();
        }),
      );
    },
  );
});

describe('a number of Verve', () => {
  const numbers = numbersFrom(
    [
      [506099, 506198],
      [507865, 507964],
      [650002, 650027],
    ],
    19,
  );

  it('is valid, and is called by no brand of ours', () => {
    fc.assert(
      fc.property(numbers, (number) => {
        expect([numberFault(number), brandOf(number), soleBrand(number)]).toEqual([null, null, null]);
      }),
    );
  });

  it('is refused where brands are chosen, and never by a wrong name', () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 19 }), (number, typed) => {
        expect(numberFault(number, CARD_BRANDS)).toBe('brand-not-accepted');
        expect(soleBrand(number.slice(0, typed))).toBeNull();
      }),
    );
  });
});

describe('the check digit', () => {
  it('catches every single wrong digit', () => {
    const number = '4242424242424242';
    for (let index = 0; index < number.length; index += 1) {
      for (let digit = 0; digit < 10; digit += 1) {
        const changed = number.slice(0, index) + digit + number.slice(index + 1);
        expect([changed, passesLuhn(changed)]).toEqual([changed, changed === number]);
      }
    }
  });

  it.each(['', ' ', '4242 4242 4242 4242', 'abc', ' 4242424242424242', '4242424242424242\n', '٤٢٤٢'])(
    'does not hold for %j',
    (text) => {
      expect(passesLuhn(text)).toBe(false);
    },
  );
});

describe('a card number', () => {
  it.each([
    ['', 'required'],
    ['4242 4242 4242 4242', 'invalid'],
    // immediately, even with few digits
    ['x4', 'invalid'],
    ['4', 'incomplete'],
    ['424242424242', 'incomplete'],
    ['424242424242424', 'incomplete'],
    ['4242424242424241', 'invalid'],
    ['42424242424242420', 'too-long'],
    ['424242424242424241', 'invalid'],
    ['42424242424242424242', 'too-long'],
    ['3782822463100050', 'too-long'],
    ['35301113333000', 'incomplete'],
    ['18000000000000', 'incomplete'],
    ['1800000000000000', 'too-long'],
    ['04000000000000002', 'invalid'],
  ])('%j is %s', (digits, fault) => {
    expect(numberFault(digits)).toBe(fault);
  });

  it('of no known brand holds by its check digit, unless brands are chosen', () => {
    const number = complete('100000000000000');
    expect(numberFault(number)).toBeNull();
    expect(numberFault(number, null)).toBeNull();
    expect(numberFault(number, ['visa'])).toBe('brand-not-accepted');
    expect(numberFault(number, [])).toBe('brand-not-accepted');
  });

  it('is wrong before it is not accepted', () => {
    expect(numberFault('4242424242424241', ['amex'])).toBe('invalid');
  });
});

describe('an expiry date', () => {
  const now = new Date('2026-03-15T12:00:00Z');

  it.each([
    [3, 2026, null],
    [4, 2026, null],
    [4, 2046, null],
    [12, 2099, null],
    [2, 2026, 'expired'],
    [12, 2025, 'expired'],
    [1, 2000, 'expired'],
    [0, 2030, 'month'],
    [13, 2030, 'month'],
    [1.5, 2030, 'month'],
    [Number.NaN, 2030, 'month'],
    [3, 26, 'invalid'],
    [3, 1999, 'invalid'],
    [3, 2100, 'invalid'],
  ])('of %d/%d is %j', (month, year, fault) => {
    expect(expiryFault(month, year, now)).toBe(fault);
  });

  it('holds until the month is over in the last time zone', () => {
    expect(expiryFault(3, 2026, new Date('2026-04-01T11:59:59Z'))).toBeNull();
    expect(expiryFault(3, 2026, new Date('2026-04-01T12:00:00Z'))).toBe('expired');
    expect(expiryFault(12, 2026, new Date('2027-01-01T11:59:59Z'))).toBeNull();
    expect(expiryFault(12, 2026, new Date('2027-01-01T12:00:00Z'))).toBe('expired');
  });
});

describe('a CVV', () => {
  it.each([
    ['', 'visa', 'required'],
    ['12', 'visa', 'incomplete'],
    ['123', 'visa', null],
    ['1234', 'visa', 'invalid'],
    ['123', 'amex', 'incomplete'],
    ['1234', 'amex', null],
    ['12345', 'amex', 'invalid'],
    ['123', null, null],
    ['1234', null, null],
    ['12345', null, 'invalid'],
    ['12a', 'visa', 'invalid'],
    [' 123', 'visa', 'invalid'],
  ] as const)('%j of %s is %j', (cvv, brand, fault) => {
    expect(cvvFault(cvv, brand)).toBe(fault);
  });
});

it('a mask shows the first six and last four digits, and is compared as far as both show digits', () => {
  expect(maskOf('4242424242424242')).toBe('424242******4242');
  expect(maskOf('378282246310005')).toBe('378282******0005');
  expect(sameMask('424242******4242', '4242 42** **** 4242')).toBe(true);
  expect(sameMask('424242******4242', '4242****4242')).toBe(true);
  expect(sameMask('424242******4242', '545454******4242')).toBe(false);
  expect(sameMask('424242******4242', '424242******4241')).toBe(false);
});
