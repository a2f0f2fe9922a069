import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CARD } from '../contract/test-fixtures.ts';
import { addressRange, addressSubject, cardSubject, networkRange, subjectsOf, windowKeys } from './limits.ts';

const HOUR = 3_600_000;
const NOW = 495_000 * HOUR;
const SECRET = 'a secret of the store';
const OF = { keyOf: windowKeys(SECRET), windowMs: HOUR, nowMs: NOW };
const name = (over: Partial<typeof OF> = {}) => cardSubject(CARD.number, { ...OF, ...over });

describe('the name of a card', () => {
  it('is the same within a window, and known as the previous one in the next', () => {
    expect(name({ nowMs: NOW + HOUR - 1 })).toEqual(name());
    expect(name({ nowMs: NOW + HOUR }).previousName).toBe(name().name);
  });

  it('means nothing two windows later', () => {
    const later = name({ nowMs: NOW + 2 * HOUR });
    expect([later.name, later.previousName]).not.toContain(name().name);
  });

  it('is the same however many windows were asked for in between', () => {
    const { name: first } = name();
    for (let hours = 1; hours < 20; hours += 1) name({ nowMs: NOW + hours * HOUR });
    expect(name().name).toBe(first);
  });

  it('is made with a secret key, and no plain hash', () => {
    const names = [name().name, name().previousName];
    const plain = createHash('sha256').update(CARD.number).digest('base64url');
    const underived = createHmac('sha256', SECRET).update(CARD.number).digest('base64url');
    expect(names).not.toContain(plain);
    expect(names).not.toContain(underived);
    expect(name({ keyOf: windowKeys('another secret') }).name).not.toBe(name().name);
    expect(addressSubject(CARD.number, OF).name).not.toBe(name().name);
    expect(name().name).toMatch(/^[\w-]{43}$/);
  });
});

describe('one address', () => {
  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['::FFFF:C633:6407', '198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1:2:3::4:5:6:7', '1:2:3:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['no address', 'no address'],
    [':::', ':::'],
  ])('%s is %s', (ip, range) => {
    expect(addressRange(ip)).toBe(range);
  });
});

describe('one network', () => {
  it.each([
    ['198.51.100.7', '198.51.100.0/24'],
    ['::ffff:198.51.100.7', '198.51.100.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['no address', 'no address'],
  ])('%s is in %s', (ip, range) => {
    expect(networkRange(ip)).toBe(range);
  });

  it('is the same for its addresses, under a name of its own', () => {
    const [one, other, far] = ['2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:2:2::1'].map((ip) =>
      addressSubject(ip, OF),
    );
    expect(one?.name).not.toBe(other?.name);
    expect(one?.network).toEqual(other?.network);
    expect(far?.network).not.toEqual(one?.network);
    // Text that is no address is its own network, and yet has two names.
    const text = addressSubject('no address', OF);
    expect(text.network?.name).not.toBe(text.name);
    expect(cardSubject(CARD.number, OF).network).toBeNull();
  });
});

const RULE = { most: 5, windowMs: 3_600_000 };
const deps = {
  clock: { now: () => new Date('2026-11-21T10:00:00Z'), monotonic: () => 0, sleep: async () => {} },
  limits: { rules: { card: RULE, order: RULE, address: RULE }, keyOf: windowKeys(SECRET), refused: () => {} },
};
const namesOf = (ip: string) =>
  subjectsOf(deps, { card: null, ip }).map(({ kind, name }) => `${kind} ${name}`);

it('all unknown addresses count as one address, separate from all others', () => {
  expect(namesOf('')).toHaveLength(1);
  expect(namesOf('')).toEqual(namesOf(''));
  expect(namesOf('')).not.toEqual(namesOf('198.51.100.7'));
});
