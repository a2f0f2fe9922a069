import { beforeEach, describe, expect, it } from 'vitest';
import { createIntents, type Intents } from './intents.ts';

const DAY_MS = 24 * 60 * 60_000;
const REFUND = { amount: '1.00' };

let kept: Map<string, string>;
let keys: number;
let now: number;
let intents: Intents;

/** A tab of the browser: all of them share what is stored. */
function openTab(): Intents {
  const storage: Storage = {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
    clear: () => kept.clear(),
  };
  return createIntents(
    storage,
    () => `key-${(keys += 1)}`,
    () => now,
  );
}

beforeEach(() => {
  kept = new Map();
  keys = 0;
  now = 1_800_000_000_000;
  intents = openTab();
});

describe('an intent', () => {
  it('keeps its key until it is answered, in another tab too', () => {
    const intent = intents.begin('refund A', REFUND);
    expect(intent).toEqual({ key: 'key-1', body: '{"amount":"1.00"}', sentAt: now });
    const later = openTab();
    expect(later.open('refund A')).toEqual(intent);
    expect(later.open('refund B')).toBeNull();
    later.answered('refund A', intent);
    expect(kept).toEqual(new Map());
    expect(later.begin('refund A', REFUND).key).toBe('key-2');
  });

  it('stays where the answer is to an earlier one', () => {
    const earlier = intents.begin('refund A', REFUND);
    const later = openTab().begin('refund A', { amount: '2.00' });
    intents.answered('refund A', earlier);
    expect(intents.open('refund A')).toEqual(later);
  });

  it('is forgotten after 30 days, whether or not anybody looks at its order; what else is stored stays', () => {
    kept.set('cart', '{}');
    intents.begin('refund A', REFUND);
    now += 30 * DAY_MS - 1;
    expect(openTab().open('refund A')).not.toBeNull();
    now += 1;
    expect(intents.open('refund A')).toBeNull();
    intents.begin('refund B', REFUND);
    now += 30 * DAY_MS;
    openTab();
    expect([...kept.keys()]).toEqual(['cart']);
  });
});
