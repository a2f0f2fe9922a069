import { describe, expect, it } from 'vitest';
import { hostKind } from './host-kind.ts';

const kindOf = (url: string) => hostKind(new URL(url).hostname);

describe('the kind of a host', () => {
  it.each([
    'http://localhost',
    'http://pay.localhost',
    'http://127.0.0.1',
    'http://127.1.2.3',
    'http://[::1]',
  ])('%s is this machine', (url) => expect(kindOf(url)).toBe('loopback'));

  it.each([
    'http://10.1.2.3',
    'http://172.16.0.1',
    'http://172.31.255.255',
    'http://192.168.1.1',
    'http://169.254.1.1',
    'http://100.64.0.1',
    'http://0.0.0.0',
    'http://[fd00::1]',
    'http://[fe80::1]',
    'http://pay',
    'http://pay.local',
    'http://pay.corp.internal',
    'http://router.home.arpa',
  ])('%s is in a private network', (url) => expect(kindOf(url)).toBe('private'));

  it.each([
    'https://pay.shop.example',
    'https://172.32.0.1',
    'https://192.169.0.1',
    'https://11.0.0.1',
    'https://[2001:db8::1]',
    'https://localhost.example',
    'https://notlocalhost.example',
    'https://internal.example',
  ])('%s may be public', (url) => expect(kindOf(url)).toBe('public'));
});
