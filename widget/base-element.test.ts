import { describe, expect, test } from 'vitest';
import { html } from 'lit/html.js';
import { open, useCompanion } from './form-harness.ts';

useCompanion();

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
    },
  );

  test.each(['hosted-only', ''])('falls back to the first value: mode %j', async (mode) => {
    expect((await formWith(mode)).mode).toBe('auto');
  });
});
