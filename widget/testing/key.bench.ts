import { bench } from 'vitest';
import { FakeCompanion } from './fake-companion.ts';
import { act, open, see } from './form-harness.ts';

new FakeCompanion().session();
const form = await open();
const field = see.input(form, 'number');
const FIRST = '424242424242';

bench('twelve digits of a card number, key by key', async () => {
  act.put(form, 'number', '');
  field.focus();
  for (const digit of FIRST) {
    document.execCommand('insertText', false, digit);
    await form.updateComplete;
  }
  if (field.value !== '4242 4242 4242') throw new Error(`the field has ${field.value}`);
});
