import { describe, expect, it } from 'vitest';
import { customerSchema, usableCustomer } from './customer.ts';

describe('a stated customer', () => {
  it('may be unknown altogether', () => {
    expect(usableCustomer({})).toEqual({ customer: {}, dropped: [] });
  });

  it('loses what cannot be used, and keeps the rest', () => {
    const stated = customerSchema.parse({
      id: 'C-1',
      firstName: ' Olena ',
      lastName: '',
      email: 'nobody',
      phone: null,
    });
    expect(usableCustomer(stated)).toEqual({
      customer: { id: 'C-1', firstName: 'Olena' },
      dropped: ['lastName', 'email', 'phone'],
    });
  });

  it.each([
    ['patronymic', ' Ivanivna ', 'Ivanivna'],
    ['patronymic', '', null],
    ['country', 'UA', 'UA'],
    ['country', ' ua ', 'UA'],
    ['country', 'Ukraine', null],
    ['country', 'UKR', null],
    ['country', 380, null],
    ['referrer', ' https://shop.example/?q=ціна ', 'https://shop.example/?q=ціна'],
    ['referrer', 'HTTP://shop.example', 'HTTP://shop.example'],
    ['referrer', 'android-app://com.example', null],
    ['referrer', 'shop.example', null],
    ['referrer', 'https:shop.example', null],
    ['referrer', 'http:/shop.example/x', null],
    ['referrer', 'https:\\\\shop.example', null],
    ['referrer', `https://shop.example/${'x'.repeat(2048)}`, null],
  ])('has as %s, which no form asks for, instead of %j: %j', (name, given, value) => {
    const { customer, dropped } = usableCustomer({ [name]: given });
    expect([customer, dropped]).toEqual(value === null ? [{}, [name]] : [{ [name]: value }, []]);
  });

  it('of any length is read in no time', () => {
    const started = performance.now();
    for (const text of [
      '(,;'.repeat(20_000),
      'a'.repeat(60_000),
      ' '.repeat(60_000),
      '1 '.repeat(30_000),
      `a@${'b-'.repeat(30_000)}`,
    ])
      usableCustomer({
        firstName: text,
        email: text,
        phone: text,
        birthday: text,
        taxId: text,
        country: text,
        referrer: text,
      });
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

describe('a customer’s id', () => {
  const codeOf = (id: string) =>
    customerSchema
      .safeParse({ id })
      .error?.issues.map((issue) => [
        issue.path.join('.'),
        issue.code === 'custom' ? issue.params?.['code'] : issue.code,
      ]);

  it('is any text that every store and every path keeps apart', () => {
    for (const id of ['olena', 'olena/1 ü@shop.example', '...', '.a', '李', '👩‍💻', '%00', 'x'.repeat(256)]) {
      expect(customerSchema.parse({ id })).toEqual({ id });
    }
  });

  it.each([
    ['olena\u0000x', 'control-character'],
    ['a\u001fb', 'control-character'],
    ['a\u0085b', 'control-character'],
    ['\ud800', 'malformed-unicode'],
    ['a\udc01', 'malformed-unicode'],
    ['.', 'dot-segment'],
    [' .. ', 'surrounding-white-space'],
    ['k ', 'surrounding-white-space'],
    [' ', 'surrounding-white-space'],
  ])('%j is refused', (id, code) => {
    expect(codeOf(id)).toEqual([['id', code]]);
  });
});
