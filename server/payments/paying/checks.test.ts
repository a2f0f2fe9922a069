import { beforeEach, describe, expect, it } from 'vitest';
import { CUSTOMER } from '../../contract/testing/fixtures.ts';
import { customerFieldsFor, customerFor, modesFor, requireSupported } from './checks.ts';
import { payHosted } from './pay-hosted.ts';
import { openSession } from './session.ts';
import { update, withTestDeps, deps } from '../testing/running-deps.ts';
import { ANNA, BORYS, order, pay, refusal, signed, SPLIT } from '../testing/test-deps.ts';

withTestDeps();

const NAMES = ['firstName', 'lastName'];
const CONTACT = ['email', 'phone'];
const ALL = [...NAMES, ...CONTACT];
const LENDER = { rules: { microfinance: true } };
/** Above the limit up to which a lender needs no tax id. */
const DEAR = { ...LENDER, amount: '30000.01' };

describe('the customer fields that are required', () => {
  it.each([
    ['direct', {}, ALL],
    ['hosted', {}, CONTACT],
    ['direct', { method: 'auth' }, ALL],
    ['direct', { split: SPLIT }, ALL],
    ['hosted', { split: SPLIT }, CONTACT],
    ['hosted', { rules: { igaming: true } }, ALL],
    ['hosted', LENDER, [...ALL, 'birthday']],
    ['direct', { ...LENDER, amount: '30000.00' }, [...ALL, 'birthday']],
    ['direct', DEAR, [...ALL, 'taxId']],
    ['hosted', DEAR, [...ALL, 'taxId']],
    ['direct', { ...DEAR, currency: 'EUR' }, [...ALL, 'birthday']],
    ['direct', { amount: '30000.01' }, ALL],
    ['direct', { ...LENDER, customer: { taxId: '1' } }, ALL],
    ['direct', { ...LENDER, customer: { birthday: '1990-02-28' } }, ALL],
    ['direct', { ...DEAR, customer: { birthday: '1990-02-28' } }, [...ALL, 'taxId']],
    ['direct', { customer: { email: 'a@shop.example', firstName: 'A' } }, ['lastName', 'phone']],
    ['direct', { method: 'lookup' }, []],
    ['hosted', { method: 'lookup', ...LENDER }, []],
  ] as const)('in %s mode for %j are %j', (mode, over, fields) => {
    expect(customerFieldsFor(order({ customer: {}, ...over }), mode)).toEqual(fields);
  });

  it.each([
    [LENDER, {}, 'customer.birthday'],
    [LENDER, { birthday: '1990-02-28' }, null],
    [LENDER, { taxId: '1234567890' }, null],
    [DEAR, { birthday: '1990-02-28' }, 'customer.taxId'],
    [DEAR, { taxId: '1234567890' }, null],
  ])('of %j, if the customer has entered %j too, still lack %s', (over, entered, path) => {
    const { errors } = customerFor(order({ customer: {}, ...over }), 'direct', { ...CUSTOMER, ...entered });
    expect(errors).toEqual(path === null ? [] : [{ path, code: 'required' }]);
  });

  it('count as missing if what was typed cannot be used', () => {
    const typed = { ...CUSTOMER, email: 'nobody', phone: '+380501234567 (Viber)', lastName: '', taxId: '' };
    expect(customerFor(order({ customer: {} }), 'direct', typed)).toEqual({
      customer: { firstName: 'Olena', phone: '+380501234567' },
      errors: [
        { path: 'customer.lastName', code: 'required' },
        { path: 'customer.email', code: 'invalid' },
      ],
    });
  });

  it('are all that what was typed is refused for', () => {
    const typed = { email: 'nobody', phone: '', lastName: '4242 4242 4242 4242', birthday: 'yesterday' };
    expect(customerFor(order(), 'direct', typed)).toEqual({ customer: CUSTOMER, errors: [] });
    const contact = { email: CUSTOMER.email, phone: CUSTOMER.phone };
    expect(customerFor(order({ customer: contact }), 'hosted', typed)).toEqual({
      customer: contact,
      errors: [],
    });
  });
});

describe('the modes', () => {
  it.each([
    [{}, true, ['direct', 'hosted']],
    [{}, false, ['hosted']],
    [{ modes: ['hosted'] }, true, ['hosted']],
    [{ modes: ['hosted', 'direct'] }, true, ['direct', 'hosted']],
    [{ method: 'auth' }, false, ['hosted']],
    [{ method: 'lookup' }, true, ['direct', 'hosted']],
    [{ method: 'lookup', modes: ['hosted'] }, true, ['hosted']],
  ])('for %j with direct payments %j are %j', (over, direct, modes) => {
    expect(modesFor(order(over), { direct })).toEqual(modes);
  });

  it.each([
    [{ method: 'lookup' }, /requires direct card entry/],
    [{ method: 'lookup', modes: ['hosted'] }, /requires direct card entry/],
    [{ modes: ['direct'] }, /allows only direct payments/],
  ])('for %j without direct payments are none, which is refused and says why', (over, message) => {
    const check = () => requireSupported(order(over), { direct: false, subMerchants: null });
    expect(check).toThrow(expect.objectContaining({ code: 'order-unsupported', status: 422 }));
    expect(check).toThrow(message);
  });
});

describe('a sub-merchant that the settings do not name', () => {
  const unknownSubMerchant = 'split.1.subMerchantId: unknown-sub-merchant';
  beforeEach(() => {
    deps.config.subMerchants = [ANNA];
  });

  it('has no part in an order, by the merchant API or a token', async () => {
    const divided = signed({ split: SPLIT });
    const refused = ['order-unsupported', unknownSubMerchant];
    expect(await refusal(update({ split: SPLIT }))).toEqual(['invalid-input', unknownSubMerchant]);
    expect(await refusal(openSession(deps, divided))).toEqual(refused);
    expect(await refusal(pay(deps, { split: SPLIT }))).toEqual(refused);
    expect(await refusal(payHosted(deps, divided, {}))).toEqual(refused);
    expect((await deps.order()).entries).toEqual([]);
    expect(deps.gateway.calls).toEqual([]);
  });
});

it.each([
  ['are named, in either case', [ANNA.toUpperCase(), BORYS]],
  ['are known only to the gateway', null],
])('sub-merchants that %s have their parts', async (_what, subMerchants) => {
  deps.config.subMerchants = subMerchants;
  await update({ split: SPLIT });
  expect(await pay(deps, { split: SPLIT })).toMatchObject({ status: 'success' });
});
