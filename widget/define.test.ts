import { expect, test } from 'vitest';
import { define } from './define.ts';

test('registering twice keeps the first registration', () => {
  define();
  const first = customElements.get('pay-form');
  expect(() => define()).not.toThrow();
  expect(customElements.get('pay-form')).toBe(first);
  expect(customElements.get('pay-button')).toBeDefined();
  expect(customElements.get('pay-status')).toBeDefined();
});
