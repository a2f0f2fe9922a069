import { describe, expect, it } from 'vitest';
import { orderFields } from '../contract/order.ts';
import { returnAddress } from './return-address.ts';

const OURS = 'payment=p-1&status=success';
/** As an order token states it, to the `Location` header. */
const lead = (returnUrl: string) =>
  returnAddress(orderFields.shape.returnUrl.parse(returnUrl) ?? '', { id: 'p-1', status: 'success' });

describe('the address of return', () => {
  it.each([
    ['https://shop.example', '?'],
    ['https://shop.example/thanks', '?'],
    ['https://shop.example/thanks?', ''],
    ['https://shop.example/thanks?a=1&', ''],
    ['https://shop.example/thanks?x=%E9', '&'],
    ['https://shop.example/thanks?a%20b', '&'],
    ['https://shop.example/thanks?q=a+b&empty=&&x', '&'],
    ['https://shop.example/%e4/%7E/../a//b;c=1?d=%2f%2F', '&'],
    ['https://shop.example/thanks?sig=aGVsbG8/d29ybGQ+==&exp=1', '&'],
    ['https://shop.example/thanks?payment=mine&status=old', '&'],
    ['https://shop.example/?next=https://other.example/?a=1', '&'],
    [`https://shop.example/?json={"a":[1]}&q='|^\`<>\\`, '&'],
    ['HTTPS://Shop.Example:443/Thanks', '?'],
    ['http://user:p%40ss@127.0.0.1:8080/a', '?'],
    ['https://xn--80aaxitdbjk.xn--p1ai/', '?'],
  ])('keeps every byte of %s, and ours come last', (returnUrl, joint) => {
    expect(lead(returnUrl)).toBe(returnUrl + joint + OURS);
  });

  it.each([
    ['https://shop.example#top', `https://shop.example?${OURS}#top`],
    ['https://shop.example/#/thanks?a=1', `https://shop.example/?${OURS}#/thanks?a=1`],
    ['https://shop.example/?a=1#b#c', `https://shop.example/?a=1&${OURS}#b#c`],
    ['https://shop.example/#', `https://shop.example/?${OURS}#`],
  ])('has them before the fragment: %s', (returnUrl, address) => {
    expect(lead(returnUrl)).toBe(address);
  });

  it.each([
    [
      'https://shop.example/дякую?ї=é#ö',
      `https://shop.example/%D0%B4%D1%8F%D0%BA%D1%83%D1%8E?%D1%97=%C3%A9&${OURS}#%C3%B6`,
    ],
    ['https://магазин.рф/a%20b?c', `https://xn--80aairftm.xn--p1ai/a%20b?c&${OURS}`],
    ['https://u:p@é.example:8443', `https://u:p@xn--9ca.example:8443?${OURS}`],
    ['https://shop.example/a b', `https://shop.example/a%20b?${OURS}`],
    ['https://shop.example/\u0000\u007f\u0085\u2028x', `https://shop.example/%00%7F%C2%85%E2%80%A8x?${OURS}`],
    ['https://shop.example/\ud800', `https://shop.example/%EF%BF%BD?${OURS}`],
    ['https://shop.example/\r\nset-cookie: a=1', `https://shop.example/set-cookie:%20a=1?${OURS}`],
    ['https://shop.example/%0d%0aset-cookie:a', `https://shop.example/%0d%0aset-cookie:a?${OURS}`],
  ])('encodes only what a header cannot carry: %j', (returnUrl, address) => {
    expect(lead(returnUrl)).toBe(address);
    // Throws for what no header may contain.
    expect(new Headers({ location: address }).get('location')).toBe(address);
  });

  it.each(['https://магазин.рф/дякую?a=ї#ok', 'https://shop.example\\a', 'https://shop.example/a b'])(
    'leads where the merchant’s own address leads: %s',
    (url) => {
      const { origin, pathname } = new URL(lead(url));
      expect([origin, pathname]).toEqual([new URL(url).origin, new URL(url).pathname]);
    },
  );
});
