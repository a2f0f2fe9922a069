import { beforeEach, describe, expect, it } from 'vitest';
import { createIntents, type Intents } from './intents.ts';

let kept: Map<string, string>;
let keys: number;
let intents: Intents;
const open = () =>
  createIntents(
    {
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, value) => void kept.set(name, value),
      removeItem: (name) => void kept.delete(name),
    },
    () => `key-${(keys += 1)}`,
  );

beforeEach(() => {
  kept = new Map();
  keys = 0;
  intents = open();
});

const REFUND = { amount: '1.00' };

describe('an intent', () => {
  it('keeps its key until it is answered, in a page that was loaded anew too', () => {
    expect(intents.begin('refund A', REFUND).key).toBe('key-1');
    intents.sent('refund A');
    const later = open();
    expect(later.open('refund A')).toEqual({ key: 'key-1', body: '{"amount":"1.00"}', isOpen: true });
    expect(later.begin('refund A', REFUND).key).toBe('key-1');
    later.answered('refund A');
    expect(later.open('refund A')).toBeNull();
    expect(later.begin('refund A', REFUND).key).toBe('key-2');
  });

  it('is another one where anything else is asked, or of another order', () => {
    intents.begin('refund A', REFUND);
    expect(intents.begin('refund A', { amount: '2.00' }).key).toBe('key-2');
    expect(intents.begin('refund B', REFUND).key).toBe('key-3');
  });

  it('is not open before it was sent', () => {
    intents.begin('refund A', REFUND);
    expect(intents.open('refund A')).toBeNull();
    expect(intents.open('refund B')).toBeNull();
  });
});
