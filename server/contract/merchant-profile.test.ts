import { expect, it } from 'vitest';
import { merchantProfileSchema } from './merchant-profile.ts';

const isTaken = (profile: object) => merchantProfileSchema.safeParse(profile).success;
const isLogo = (logoUrl: string) => isTaken({ name: 'Kettle & Wool', logoUrl });

it.each([
  'https://cdn.example:8443/a/b.png?v=1',
  'https://[2001:db8::1]/logo.png',
  'https://крамниця.example/logo.png',
  'http://localhost:8080/logo.png',
])('a logo may be at %s', (logoUrl) => {
  expect(isLogo(logoUrl)).toBe(true);
});

it.each([
  'http://cdn.example/logo.svg',
  'https://user:word@cdn.example/logo.svg',
  'https://cdn.example;script-src/logo.svg',
  'https://a,b/logo.svg',
  'data:image/png;base64,AA==',
  '//cdn.example/logo.svg',
  'logo.svg',
  `https://cdn.example/${'x'.repeat(2048)}`,
])('a logo is refused at %s', (logoUrl) => {
  expect(isLogo(logoUrl)).toBe(false);
});

it.each([
  {},
  { name: ' ' },
  { name: 'x'.repeat(101) },
  { name: 'A', contact: 'x'.repeat(201) },
  { name: 'A', phone: '1' },
])('what is no name with what belongs to it is refused: %j', (profile) => {
  expect(isTaken(profile)).toBe(false);
});
