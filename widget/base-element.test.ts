import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { html } from 'lit/html.js';
import { open, useCompanion } from './form-harness.ts';

useCompanion();

const { warn } = console;
let lines: string[];
beforeEach(() => {
  lines = [];
  console.warn = (...words: unknown[]) => void lines.push(words.join(' '));
});
afterEach(() => {
  console.warn = warn;
});

const formWith = (mode: string) =>
  open('ready', html`<pay-form src="/pay" order="tok" mode=${mode}></pay-form>`);
const hasCardFields = (form: Element) => form.shadowRoot?.querySelector('input[name=number]') !== null;

describe('an attribute that is one of several texts', () => {
  test.each(['Hosted', 'HOSTED', 'hosted'])(
    'is known in any case: mode %s shows no card fields',
    async (mode) => {
      const form = await formWith(mode);
      expect(form.mode).toBe('hosted');
      expect(hasCardFields(form)).toBe(false);
      expect(lines).toEqual([]);
    },
  );

  test('says in the console, once, that it is none of them, and counts as the first', async () => {
    const form = await formWith('hosted-only');
    form.requestUpdate();
    await form.updateComplete;
    expect(form.mode).toBe('auto');
    expect(lines).toEqual(['pay-form mode is unknown: hosted-only']);
  });

  test('says nothing where it is missing or empty', async () => {
    const form = await formWith('');
    form.removeAttribute('mode');
    expect(form.mode).toBe('auto');
    expect(lines).toEqual([]);
  });
});
