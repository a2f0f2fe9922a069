import { expect, it } from 'vitest';
import { httpUrl, isAppOrigin, isBaseAddress, isLoopback, isOrigin, isSafeUrl } from './address.ts';

it.each([
  ['https://bank.example/3ds?x=1', true, false],
  ['HTTPS://Bank.Example', true, false],
  ['http://localhost:8090/x', true, true],
  ['http://gateway.localhost:8090/x', false, false],
  ['http://127.0.0.1/x', true, true],
  ['http://127.1', true, true],
  ['http://[::1]:80/', true, true],
  ['http://bank.example/', false, false],
  ['http://evillocalhost/', false, false],
  ['http://localhost.evil.example/', false, false],
  ['http://127.0.0.1.evil.example/', false, false],
  ['capacitor://localhost', false, false],
  ['javascript:alert(1)', false, false],
  ['/3ds', false, false],
  ['', false, false],
])('%j may be opened: %s; is on this machine: %s', (text, isSafe, isHere) => {
  expect([isSafeUrl(text), isLoopback(text)]).toEqual([isSafe, isHere]);
});

it.each([
  ['pay', 'https://shop.example/cart', 'https://shop.example/pay'],
  ['//shop.example', undefined, undefined],
])('%j on %j is the address %j', (text, base, href) => {
  expect(httpUrl(text, base)?.href).toBe(href);
});

it.each([
  ['https://gateway.example', true],
  ['http://127.0.0.1:8090/a/b', true],
  ['HTTPS://Gateway.Example/Path', true],
  ['https://gateway.example/?', false],
  ['https://gateway.example/#', false],
  ['https://user@gateway.example', false],
  ['https://:word@gateway.example', false],
  ['https://gateway.example/ ', false],
  ['ftp://gateway.example', false],
  ['gateway.example', false],
  ['', false],
])('paths can be added to %j: %s', (text, isBase) => {
  expect(isBaseAddress(text)).toBe(isBase);
});

const PAGES = [
  'https://shop.example',
  'http://localhost:5173',
  'http://[::1]:3000',
  'https://xn--e1afmkfd.xn--p1ai',
];
const APPS = [
  'capacitor://localhost',
  'ionic://localhost',
  'app://com.shop.app',
  'app://Com.Shop',
  'tauri://localhost:1420',
  'chrome-extension://aapocclcgogkmnckokdopfmhonfmgoek',
  'http://localhost',
  'http://tauri.localhost',
  'https://localhost',
];

it.each([...PAGES, ...APPS])('%j is an origin, as browsers send it', (text) => {
  expect(isOrigin(text)).toBe(true);
  expect(isAppOrigin(text)).toBe(APPS.includes(text));
});

it.each([
  'null',
  '',
  'localhost',
  'capacitor://',
  'capacitor://localhost/index.html',
  'capacitor://*',
  'Capacitor://localhost',
  'capacitor://user@localhost',
  'capacitor://localhost:99999',
  "app://shop; script-src 'unsafe-inline'",
  "app://'none'",
  'https://shop.example;sandbox',
  'https://Shop.example',
  'https://shop.example:443',
  'https://пример.рф',
  // mistakes
  'htps://shop.example',
  'https:/shop.example',
  // no page of them names itself so
  'file://',
  'ws://shop.example',
  'javascript://x',
])('%j is no origin', (text) => {
  expect(isOrigin(text)).toBe(false);
  expect(isAppOrigin(text)).toBe(false);
});
