import { expect, it } from 'vitest';
import { isPublic } from './address.ts';

it.each([
  [false, 'http://localhost http://pay.localhost http://127.1.2.3 http://[::1]'],
  [false, 'http://10.1.2.3 http://172.31.255.255 http://192.168.1.1 http://169.254.1.1 http://100.64.0.1'],
  [false, 'http://0.0.0.0 http://[fd00::1] http://[fe80::1] http://pay http://pay.local http://a.home.arpa'],
  [true, 'https://pay.shop.example https://172.32.0.1 https://11.0.0.1 https://[2001:db8::1]'],
  [true, 'https://localhost.example https://notlocalhost.example https://internal.example'],
])('public is %s of %s', (expected, urls) => {
  for (const url of urls.split(' ')) expect([url, isPublic(url)]).toEqual([url, expected]);
});
