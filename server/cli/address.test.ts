import { expect, it } from 'vitest';
import { hostKind } from './address.ts';

it.each([
  ['loopback', 'http://localhost http://pay.localhost http://127.1.2.3 http://[::1]'],
  [
    'private',
    'http://10.1.2.3 http://172.31.255.255 http://192.168.1.1 http://169.254.1.1 http://100.64.0.1',
  ],
  [
    'private',
    'http://0.0.0.0 http://[fd00::1] http://[fe80::1] http://pay http://pay.local http://a.home.arpa',
  ],
  ['public', 'https://pay.shop.example https://172.32.0.1 https://11.0.0.1 https://[2001:db8::1]'],
  ['public', 'https://localhost.example https://notlocalhost.example https://internal.example'],
])('hosts that are %s: %s', (kind, urls) => {
  for (const url of urls.split(' ')) expect([url, hostKind(url)]).toEqual([url, kind]);
});
