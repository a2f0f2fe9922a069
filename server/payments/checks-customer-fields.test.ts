import { describe, expect, it } from 'vitest';
import { order } from './test-world.ts';
import { customerFieldsFor, missingFields } from './checks.ts';

const bare = (over: object) => order({ customer: {}, ...over });
const NAMES = ['firstName', 'lastName'];
const CONTACT = ['email', 'phone'];
const LENDER = { rules: { microfinance: true } };
const SPLIT = {
  amount: '10.10',
  split: [{ subMerchantId: '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b', amount: '10.10' }],
};

describe('what is asked of the customer', () => {
  it.each([
    ['direct', {}, [...NAMES, ...CONTACT]],
    ['hosted', {}, CONTACT],
    ['direct', { method: 'auth' }, [...NAMES, ...CONTACT]],
    ['hosted', { method: 'auth' }, CONTACT],
    ['direct', SPLIT, [...NAMES, ...CONTACT]],
    ['hosted', SPLIT, CONTACT],
    ['hosted', { rules: { igaming: true } }, [...NAMES, ...CONTACT]],
    ['hosted', { ...SPLIT, rules: { igaming: true } }, [...NAMES, ...CONTACT]],
    ['hosted', LENDER, [...NAMES, ...CONTACT, 'birthday']],
    ['direct', LENDER, [...NAMES, ...CONTACT, 'birthday']],
    ['direct', { ...LENDER, amount: '30000' }, [...NAMES, ...CONTACT, 'birthday']],
    ['direct', { ...LENDER, amount: '30000.00' }, [...NAMES, ...CONTACT, 'birthday']],
    ['direct', { ...LENDER, amount: '30000.01' }, [...NAMES, ...CONTACT, 'taxId']],
    ['hosted', { ...LENDER, amount: '30000.01' }, [...NAMES, ...CONTACT, 'taxId']],
    ['direct', { ...LENDER, amount: '30000.01', currency: 'EUR' }, [...NAMES, ...CONTACT, 'birthday']],
    ['direct', { amount: '30000.01' }, [...NAMES, ...CONTACT]],
    ['direct', { ...LENDER, customer: { taxId: '1' } }, [...NAMES, ...CONTACT]],
    ['direct', { ...LENDER, customer: { birthday: '1990-02-28' } }, [...NAMES, ...CONTACT]],
    [
      'direct',
      { ...LENDER, amount: '30000.01', customer: { birthday: '1990-02-28' } },
      [...NAMES, ...CONTACT, 'taxId'],
    ],
    ['direct', { customer: { email: 'a@shop.example', firstName: 'A' } }, ['lastName', 'phone']],
    ['direct', { method: 'lookup' }, []],
    ['hosted', { method: 'lookup', ...LENDER }, []],
  ] as const)('in %s mode for %j is %j', (mode, over, fields) => {
    expect(customerFieldsFor(bare(over), mode)).toEqual(fields);
  });

  it('is there when the customer has entered it, or an equivalent', () => {
    const given = { firstName: 'O', lastName: 'K', email: 'o@shop.example', phone: '+380501234567' };
    const missing = (more: object, over: object = {}) =>
      missingFields(bare({ ...LENDER, ...over }), 'direct', { ...given, ...more });
    expect(missing({})).toEqual([{ path: 'customer.birthday', code: 'required' }]);
    expect(missing({ birthday: '1990-02-28' })).toEqual([]);
    expect(missing({ taxId: '1234567890' })).toEqual([]);
    const dear = { amount: '30000.01' };
    expect(missing({ birthday: '1990-02-28' }, dear)).toEqual([{ path: 'customer.taxId', code: 'required' }]);
    expect(missing({ taxId: '1234567890' }, dear)).toEqual([]);
  });
});
