import { describe, expect, it } from 'vitest';
import { openCompanion } from '../testing/companion.ts';

describe('the customer’s address', () => {
  const PROXIES = ['10.0.0.0/8', '192.0.2.1', '2001:db8:ffff::/48'];
  it.each<[string, string | undefined, string, string]>([
    ['198.51.100.7', undefined, '198.51.100.7', 'no proxy'],
    ['198.51.100.7', '203.0.113.9', '198.51.100.7', 'a header that the customer wrote'],
    ['10.1.2.3', '203.0.113.9', '203.0.113.9', 'one proxy'],
    ['10.1.2.3', undefined, '10.1.2.3', 'a proxy that says nothing'],
    ['10.1.2.3', '', '10.1.2.3', 'a proxy that says nothing at all'],
    ['10.1.2.3', '1.1.1.1, 203.0.113.9', '203.0.113.9', 'a forged first hop'],
    ['10.1.2.3', '203.0.113.9, 192.0.2.1, 10.9.9.9', '203.0.113.9', 'several proxies'],
    ['10.1.2.3', '10.0.0.1, 10.0.0.2', '10.0.0.1', 'nothing but proxies'],
    ['192.0.2.2', '203.0.113.9', '192.0.2.2', 'a neighbour of a proxy'],
    ['::ffff:10.1.2.3', '203.0.113.9', '203.0.113.9', 'a proxy in IPv6 clothing'],
    ['2001:db8:ffff::1', '2001:DB8::9', '2001:db8::9', 'IPv6'],
    ['2001:db8:fffe::1', '203.0.113.9', '2001:db8:fffe::1', 'a neighbour in IPv6'],
    ['10.1.2.3', '203.0.113.9:51234', '203.0.113.9', 'a port'],
    ['10.1.2.3', '[2001:db8::9]:51234', '2001:db8::9', 'brackets and a port'],
    ['10.1.2.3', 'unknown', '10.1.2.3', 'a word'],
    ['10.1.2.3', '999.1.1.1', '10.1.2.3', 'what is no address'],
    ['10.1.2.3', '203.0.113.9, <script>', '10.1.2.3', 'markup'],
    ['10.1.2.3', 'fe80::1%eth0', '10.1.2.3', 'a zone'],
    ['10.1.2.3', '1:2:3', '10.1.2.3', 'half an address'],
  ])('from %s with X-Forwarded-For %j is %s: %s', async (peer, forwarded, expected) => {
    const behind = await openCompanion({ trustedProxies: PROXIES });
    await behind.pay({ peer, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } });
    expect(behind.deps.gateway.calls[0]?.request).toMatchObject({ customerIp: expected });
    await behind.deps.store.close();
  });
});
