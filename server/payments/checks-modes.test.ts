import { describe, expect, it } from 'vitest';
import { order } from './test-world.ts';
import { modesFor, requireMode, requireSupported } from './checks.ts';

describe('the modes', () => {
  it.each([
    [{}, true, ['direct', 'hosted']],
    [{}, false, ['hosted']],
    [{ modes: ['hosted'] }, true, ['hosted']],
    [{ modes: ['hosted', 'direct'] }, true, ['direct', 'hosted']],
    [{ modes: ['direct'] }, false, []],
    [{ method: 'auth' }, true, ['direct', 'hosted']],
    [{ method: 'auth' }, false, ['hosted']],
    [{ method: 'lookup' }, true, ['direct', 'hosted']],
    [{ method: 'lookup', modes: ['hosted'] }, true, ['hosted']],
    [{ method: 'lookup' }, false, []],
    [{ method: 'lookup', modes: ['hosted'] }, false, []],
  ])('for %j with direct payments %j are %j', (over, direct, modes) => {
    expect(modesFor(order(over), { direct })).toEqual(modes);
  });
});

describe('an order that cannot be paid here in any way', () => {
  it.each([
    [{ method: 'lookup' }, /requires direct card entry/],
    [{ method: 'lookup', modes: ['hosted'] }, /requires direct card entry/],
    [{ modes: ['direct'] }, /allows only direct payments/],
  ])('%j is refused and says why', (over, message) => {
    const check = () => requireSupported(order(over), { direct: false, subMerchants: null });
    expect(check).toThrow(expect.objectContaining({ code: 'order-unsupported', status: 422 }));
    expect(check).toThrow(message);
  });

  it('is not one whose other mode is open', () => {
    expect(() => requireMode(order(), 'direct', { direct: false, subMerchants: null })).toThrow(
      expect.objectContaining({ code: 'mode-not-allowed' }),
    );
    expect(() =>
      requireMode(order({ modes: ['direct'] }), 'hosted', { direct: true, subMerchants: null }),
    ).toThrow(expect.objectContaining({ code: 'mode-not-allowed' }));
  });
});
