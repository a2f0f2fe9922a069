import { describe, expect, it } from 'vitest';
import {
  amountFault,
  amountFaultAnywhere,
  decimalsOf,
  formatAmount,
  formatSignedAmount,
  fromGatewayAmount,
  fromGatewayBalance,
  MAX_MINOR,
  parseAmount,
  toGatewayNumber,
} from './money.ts';

describe('reading an amount', () => {
  it.each([
    ['10', 1000],
    ['10.5', 1050],
    ['10.50', 1050],
    ['10.10', 1010],
    ['0.07', 7],
    ['0', 0],
    ['0.00', 0],
    ['9999999999999.99', MAX_MINOR],
  ])('takes %s as %i minor units', (text, minor) => {
    expect(parseAmount(text, 'UAH')).toBe(minor);
  });

  it.each([
    '',
    ' 10',
    '10\n',
    '+10',
    '-10',
    '010',
    '.5',
    '10.',
    '10.501',
    '10.500',
    '10,50',
    '1e3',
    'NaN',
    '١٠',
    '10000000000000',
  ])('takes nothing of %j', (text) => {
    expect(parseAmount(text, 'UAH')).toBeNull();
  });

  it('takes no fraction in a currency without decimals, unless it is nothing', () => {
    expect(decimalsOf('JPY')).toBe(0);
    expect(parseAmount('1050', 'JPY')).toBe(1050);
    expect(parseAmount('1050.00', 'JPY')).toBe(1050);
    expect(parseAmount('10.50', 'JPY')).toBeNull();
    expect(parseAmount('999999999999999', 'JPY')).toBe(MAX_MINOR);
    expect(parseAmount('1000000000000000', 'JPY')).toBeNull();
  });
});

describe('the rule that an amount breaks', () => {
  it.each([
    [null, 'UAH', ['10', '0.01', '9999999999999.99']],
    [null, 'JPY', ['1050.00']],
    ['not-a-decimal', 'UAH', ['', ' 10', '10\n', '+1', '--1', '1e3', '10,50', 'NaN', '١٠']],
    ['too-many-decimals', 'UAH', ['10.501']],
    ['too-many-decimals', 'JPY', ['10.5']],
    ['not-positive', 'UAH', ['0', '0.00', '-0', '-10.50']],
    ['too-big', 'UAH', ['10000000000000', '9007199254740993', '9'.repeat(40)]],
  ])('is %s in %s for %j', (fault, currency, texts) => {
    expect(texts.map((text) => amountFault(text, currency))).toEqual(texts.map(() => fault));
  });

  it.each(['10', '10.5', '0', '-1', '1e3', '1.001', '10000000000000', ''])(
    'agrees with the reading of %j',
    (text) => expect(amountFault(text, 'UAH') === null).toBe((parseAmount(text, 'UAH') ?? 0) > 0),
  );
});

describe('writing an amount', () => {
  it.each([
    [0, '0.00'],
    [7, '0.07'],
    [70, '0.70'],
    [1050, '10.50'],
    [MAX_MINOR, '9999999999999.99'],
  ])('writes %i minor units as %s', (minor, text) => {
    expect(formatAmount(minor, 'UAH')).toBe(text);
    expect(formatAmount(minor, 'JPY')).toBe(String(minor));
  });

  it.each([-5, 10.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'refuses %d, which is no amount',
    (minor) => {
      expect(() => formatAmount(minor, 'UAH')).toThrow(RangeError);
      expect(() => toGatewayNumber(minor, 'JPY')).toThrow(RangeError);
    },
  );
});

describe('the way to the gateway and back', () => {
  it.each([
    [1010, '10.1'],
    [7, '0.07'],
    [29, '0.29'],
    [MAX_MINOR, '9999999999999.99'],
  ])('sends %i minor units as the JSON Number %s', (minor, number) => {
    expect(JSON.stringify(toGatewayNumber(minor, 'UAH'))).toBe(number);
  });

  it('loses nothing, for any amount', () => {
    const amounts = Array.from({ length: 20_000 }, (_, index) => index);
    for (let size = 1; size < 1e15; size *= 10) {
      for (let step = -30; step <= 30; step += 1) amounts.push(size + step, MAX_MINOR - size + step);
    }
    for (const minor of amounts.filter((one) => one >= 0 && one <= MAX_MINOR)) {
      for (const currency of ['UAH', 'JPY']) {
        const sent = JSON.stringify(toGatewayNumber(minor, currency));
        if (!/^\d+(\.\d{1,2})?$/.test(sent)) expect.fail(`${minor} is sent as ${sent}`);
        const text = formatAmount(minor, currency);
        const dust = currency === 'JPY' ? '.0000001' : '0000001';
        const back = [
          fromGatewayAmount(JSON.parse(sent), currency),
          fromGatewayAmount(text, currency),
          fromGatewayAmount(text + dust, currency),
          0 - (fromGatewayBalance(-JSON.parse(sent), currency) ?? Number.NaN),
          parseAmount(text, currency),
        ];
        if (back.some((one) => one !== minor)) expect.fail(`${minor} comes back as ${back.join()}`);
      }
    }
  });

  it.each<[unknown, string, number | null]>([
    [10.1, 'UAH', 1010],
    ['24.5000', 'UAH', 2450],
    [4.9 * 5, 'UAH', 2450],
    ['24.500000000000004', 'UAH', 2450],
    [8.2 * 3 - 0.1, 'UAH', 2450],
    ['24.499999999999996', 'UAH', 2450],
    [9.995 + 0.005 - 1e-14, 'UAH', 1000],
    // new BigDecimal(10.1).toPlainString()
    ['10.0999999999999996447286321199499070644378662109375', 'UAH', 1010],
    [100 * 1.1, 'JPY', 110],
    [0.58 * 100, 'JPY', 58],
    ['1050.000', 'JPY', 1050],
    [0.3 - 0.1 - 0.2, 'UAH', 0],
    [1e-7, 'UAH', null],
    [24.505, 'UAH', null],
    ['24.5049999', 'UAH', null],
    [24.4999, 'UAH', null],
    [10.1000001, 'UAH', null],
    // (double) 10.1f
    [10.100000381469727, 'UAH', null],
    [10.5, 'JPY', null],
    // Java's Double.toString, and a German text
    ['1.23456789E7', 'UAH', null],
    ['10,10', 'UAH', null],
    [9999999999999.99, 'UAH', MAX_MINOR],
    ['9999999999999.98999999', 'UAH', MAX_MINOR],
    ['9999999999999.99999999', 'UAH', null],
    [1e21, 'UAH', null],
    [Number.NaN, 'UAH', null],
    [null, 'UAH', null],
    [true, 'UAH', null],
    [{ amount: 1 }, 'UAH', null],
  ])('reads %j of the gateway in %s as %j, and owed as its negative', (value, currency, minor) => {
    expect(fromGatewayAmount(value, currency)).toBe(minor);
    const owed = typeof value === 'string' ? `-${value}` : -Number(value ?? Number.NaN);
    if (value !== true) expect(fromGatewayBalance(owed, currency)).toBe(minor === null ? null : 0 - minor);
  });

  it('reads the price times the number of items, as any program multiplies them', () => {
    for (let cents = 1; cents <= 5000; cents += 7) {
      for (let items = 1; items <= 30; items += 1) {
        const minor = fromGatewayAmount((cents / 100) * items, 'UAH');
        if (minor !== cents * items) expect.fail(`${items} times ${cents} is ${minor}`);
      }
    }
  });
});

describe('a balance, which can be less than nothing', () => {
  it.each([
    ['-10.50', -1050],
    ['-0.07', -7],
    ['-10', -1000],
    ['-9999999999999.99', -MAX_MINOR],
  ])('is read from %s as %i minor units, and written so that it is read again', (text, minor) => {
    expect(fromGatewayBalance(text, 'UAH')).toBe(minor);
    expect(fromGatewayBalance(formatSignedAmount(minor, 'UAH'), 'UAH')).toBe(minor);
  });

  it.each([
    [-1050, 'UAH', '-10.50'],
    [-7, 'UAH', '-0.07'],
    [-7, 'JPY', '-7'],
    [-0, 'UAH', '0.00'],
    [1050, 'UAH', '10.50'],
  ])('of %i minor units of %s is written as %s', (minor, currency, text) => {
    expect(formatSignedAmount(minor, currency)).toBe(text);
  });

  it('of nothing has no sign', () => {
    expect(Object.is(fromGatewayBalance('-0.00', 'UAH'), 0)).toBe(true);
    expect(Object.is(fromGatewayBalance(-0, 'UAH'), 0)).toBe(true);
  });

  it.each(['--1', '-', '- 1', '+1', '-1.005', '-01', '1-', '\u22121'])('is not %j', (text) => {
    expect(fromGatewayBalance(text, 'UAH')).toBeNull();
  });

  it.each([-10.5, Number.NaN, Number.NEGATIVE_INFINITY, -(2 ** 53)])('is not written from %d', (minor) => {
    expect(() => formatSignedAmount(minor, 'UAH')).toThrow(RangeError);
  });

  it('is no amount', () => {
    expect(fromGatewayAmount(-1, 'UAH')).toBeNull();
  });
});

it.each([
  [null, ['0.01', '10', '9999999999999.99', '10000000000000.00', '999999999999999']],
  ['not-a-decimal', ['', 'NaN', '1e3']],
  ['too-many-decimals', ['1.001']],
  ['not-positive', ['-1', '0']],
  ['too-big', ['10000000000000.50', '1000000000000000', '9007199254740993']],
])('an amount whose currency is not known yet breaks the rule %s in any: %j', (fault, texts) => {
  expect(texts.map(amountFaultAnywhere)).toEqual(texts.map(() => fault));
});
