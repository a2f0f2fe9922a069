import { describe, expect, it } from 'vitest';
import { addressOf, orderAddress, readAddress } from './address.ts';

describe('the address of a view', () => {
  it.each([
    [addressOf(['payments'], { status: 'failure', search: 'KW-&1', from: '' }), 'payments', '', ''],
    [orderAddress('KW-1.auth'), 'orders', 'KW-1.auth', ''],
    [orderAddress('%/?#', 'refund', '5f0c'), 'orders', '%/?#', 'refund'],
  ])('is read as it was written: %s', (address, view, id, action) => {
    expect(readAddress(address)).toMatchObject({ view, id, action });
  });

  it('contains only values that are given', () => {
    expect(addressOf(['messages'], { state: '' })).toBe('#/messages');
    expect(readAddress(orderAddress('A', 'refund', '5f0c')).query.get('payment')).toBe('5f0c');
  });

  it('is read although it is empty or its escapes are broken', () => {
    expect(readAddress('').view).toBe('');
    expect(readAddress('#/orders/%E0%A4%A')).toMatchObject({ view: 'orders', id: '%E0%A4%A' });
  });
});
