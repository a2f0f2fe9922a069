import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { passesLuhn } from '../contract/card.ts';
import { REQUEST_FAULTS, WEBHOOK_FAULTS } from './faults.ts';
import { DEFAULT_SETTINGS } from './settings.ts';
import { TEST_CARDS, scenarioOf } from './scenarios.ts';

const JUNE = Date.UTC(2026, 5, 15);

test('every test card passes the Luhn check and stands in the table once', () => {
  const numbers = TEST_CARDS.map(({ number }) => number);
  expect(numbers.filter((number) => !passesLuhn(number))).toEqual([]);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('a card is good until the end of its month, and one that states no expiry is not expired', () => {
  const card = { number: '4242424242424242', expMonth: 6, expYear: 2026 };
  expect(scenarioOf(card, 'supported', JUNE)).toMatchObject({ becomes: 'success' });
  expect(scenarioOf({ ...card, expMonth: 5 }, 'supported', JUNE)).toMatchObject({ becomes: '4001' });
  expect(scenarioOf({ ...card, expMonth: null, expYear: null }, 'supported', JUNE)).toMatchObject({
    becomes: 'success',
  });
});

const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');

test('docs/test-cards.md lists every test card', () => {
  const page = readFileSync(new URL('../../docs/test-cards.md', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\| (\d[\d ]+\d) \|/gm)].map(([, number]) => number?.replaceAll(' ', ''));
  expect(listed).toEqual(TEST_CARDS.map(({ number }) => number));
});

test('the README names every setting', () => {
  const unnamed = Object.keys(DEFAULT_SETTINGS).filter((name) => !readme.includes(`\`${name}\``));
  expect(unnamed).toEqual([]);
});

test('the README names every fault', () => {
  const unnamed = [...REQUEST_FAULTS, ...WEBHOOK_FAULTS].filter((kind) => !readme.includes(`\`${kind}\``));
  expect(unnamed).toEqual([]);
});
