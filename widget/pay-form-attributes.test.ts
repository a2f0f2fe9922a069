import { afterEach, describe, expect, test, vi } from 'vitest';
import { define } from './define.ts';
import { open, see, useCompanion } from './testing/form-harness.ts';

useCompanion();
afterEach(() => void vi.restoreAllMocks());

test.each([
  ['HOSTED', 'hosted', false],
  ['hosted-only', 'auto', true],
  ['', 'auto', true],
])('the mode is known in any case, or the first one: %j', async (written, mode, hasCard) => {
  const form = await open('ready', { mode: written });
  expect([form.mode, see.all(form, 'input[name=number]').length > 0]).toEqual([mode, hasCard]);
});

describe('a boolean attribute in which a framework wrote false as text', () => {
  const NAMES = ['disabled', 'isolated', 'save-card'];
  const written = (form: Element) => NAMES.filter((name) => form.hasAttribute(name));

  test('is off in a tag that was written before it was defined', () => {
    const box = document.createElement('div');
    box.innerHTML = `<pay-form src="/pay" order="tok" ${NAMES.map((name) => `${name}="false"`).join(' ')}></pay-form>`;
    document.body.append(box);
    const form = box.querySelector('pay-form');
    expect(form && written(form)).toEqual([]);
    expect(form).toMatchObject({ disabled: false, isolated: false, saveCard: false });
    expect(form?.matches(':disabled')).toBe(false);
    box.remove();
  });

  test.each(NAMES)('is off in a tag that is shown: %s', async (name) => {
    const form = await open();
    form.setAttribute(name, 'false');
    expect(written(form)).toEqual([]);
  });
});

test.each([
  ['mode', 'wallets', 'auto, direct, hosted'],
  ['challenge', 'popup', 'redirect, dialog'],
])('an unknown value is warned about once, however many tags have it: %s', async (name, value, known) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  for (const one of [value, value.toUpperCase(), value]) {
    const form = await open();
    form.setAttribute(name, one);
    await form.updateComplete;
  }
  expect(warn.mock.calls).toEqual([[expect.stringContaining(`${name}="${value}"`)]]);
  expect(warn.mock.calls[0]?.[0]).toContain(known);
});

test.each(['', 'Dialog', ' redirect '])('a known or empty value is not: challenge=%j', async (value) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const form = await open();
  form.setAttribute('challenge', value);
  expect([form.challenge, warn.mock.calls]).toEqual([value.trim().toLowerCase() || 'redirect', []]);
});

test('registering the tags twice keeps the first registration', () => {
  const first = customElements.get('pay-form');
  define();
  expect(customElements.get('pay-form')).toBe(first);
});
