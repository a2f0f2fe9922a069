import { describe, expect, test } from 'vitest';
import { cdp, server, userEvent } from 'vitest/browser';
import { act, companion, details, open, see, useCompanion } from '../testing/form-harness.ts';
import type { PayForm } from '../pay-form.ts';

useCompanion();

const value = (form: PayForm, name: string) => see.input(form, name).value;

async function undo(form: PayForm, name: string, times: number): Promise<string[]> {
  const seen: string[] = [];
  for (let time = 0; time < times; time += 1) {
    await userEvent.keyboard('{Control>}z{/Control}');
    seen.push(value(form, name));
  }
  return seen;
}

const ways = {
  typed: (form: PayForm, name: string, text: string) => act.type(form, name, text),
  pasted: (form: PayForm, name: string, text: string) => act.paste(form, name, text),
  filled: (form: PayForm, name: string, text: string) => {
    act.put(form, name, text);
    see.input(form, name).dispatchEvent(new Event('change', { bubbles: true }));
  },
  'filled with no event but change': (form: PayForm, name: string, text: string) => {
    see.input(form, name).value = text;
    see.input(form, name).dispatchEvent(new Event('change', { bubbles: true }));
  },
};

/** Value and fault of a field that is left. */
async function left(form: PayForm, name: string): Promise<string[]> {
  see.input(form, name).focus();
  see.input(form, name).blur();
  await form.updateComplete;
  return [value(form, name), see.fault(form, name)];
}

// What becomes of a text: card-field.test.ts.
describe.each(Object.entries(ways))('%s', (_way, enter) => {
  test.each([
    ['number', '378282246310005', '3782 822463 10005', ''],
    ['number', '４２４２４２４２４２４２４２４２', '4242 4242 4242 4242', ''],
    ['expiry', '٠١/٤٠', '01 / 40', ''],
    ['expiry', 'Dec 2030', '12 / 30', ''],
    ['expiry', '5', '05 / ', 'Enter month and year'],
    ['expiry', '13/30', '13 / 30', 'Month is 01 to 12'],
    ['cvv', '१२x३', '123', ''],
  ])('into %s, %s is shown as %s', async (name, text, shown, message) => {
    const form = await open();
    await enter(form, name, text);
    expect(await left(form, name)).toEqual([shown, message]);
  });
});

test.each([
  ['٥', '05 / ', ''],
  ['13', '01 / 3', ''],
  ['00', '00', 'Month is 01 to 12'],
  ['01191', '01 / 19', 'This card has expired'],
])('%s typed as a date is %s at once, with the fault "%s"', async (keys, shown, message) => {
  const form = await open();
  await act.type(form, 'expiry', keys);
  expect([value(form, 'expiry'), see.fault(form, 'expiry')]).toEqual([shown, message]);
});

test('the digits of a phone number become ASCII, whatever script they are typed in', async () => {
  companion.session({ customerFields: ['phone'] });
  const form = await open();
  await act.type(form, 'phone', '+٣٨٠ 50');
  expect(value(form, 'phone')).toBe('+380 50');
});

describe('correcting', () => {
  test('the month leaves the year alone, and can be undone', async () => {
    const form = await open();
    await act.type(form, 'expiry', '1222');
    see.input(form, 'expiry').setSelectionRange(2, 2);
    await userEvent.keyboard('{Backspace}');
    expect(value(form, 'expiry')).toBe('1 / 22');
    await userEvent.keyboard('1');
    expect([value(form, 'expiry'), see.input(form, 'expiry').selectionStart]).toEqual(['11 / 22', 2]);
    expect(await undo(form, 'expiry', 2)).toEqual(['1 / 22', '12 / 22']);
  });

  test('an emptied month stays empty, and gets its zero when the field is left', async () => {
    const form = await open();
    await act.type(form, 'expiry', '1230');
    await act.type(form, 'expiry', '{Home}{Delete}{Delete}');
    expect(value(form, 'expiry')).toBe(' / 30');
    await userEvent.keyboard('9');
    expect(value(form, 'expiry')).toBe('9 / 30');
    await userEvent.keyboard('{Tab}');
    expect(value(form, 'expiry')).toBe('09 / 30');
  });

  test('a whole word deleted leaves groups', async () => {
    const form = await open();
    await act.type(form, 'number', '424242424242');
    see.input(form, 'number').setSelectionRange(5, 5);
    await userEvent.keyboard('{Control>}{Backspace}{/Control}');
    expect(value(form, 'number')).toBe('4242 4242');
  });
});

describe('undo', () => {
  test('goes back to the empty field, through formatted numbers only, and redo returns', async () => {
    const form = await open();
    await act.type(form, 'number', '4242424242');
    const seen = await undo(form, 'number', 10);
    expect(seen.at(-1)).toBe('');
    for (const text of seen) expect('4242 4242 42').toContain(text.trimEnd());
    for (let time = 0; time < 10; time += 1)
      await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    expect(value(form, 'number')).toBe('4242 4242 42');
    expect(details('pay-change').at(-1)?.brand).toBe('visa');
  });

  test('takes back a paste', async () => {
    const form = await open();
    await act.paste(form, 'number', '4242-4242-4242-4242');
    expect(await undo(form, 'number', 1)).toEqual(['']);
    await userEvent.keyboard('{Control>}y{/Control}');
    expect(value(form, 'number')).toBe('4242 4242 4242 4242');
  });

  test.each([
    ['5', ['05 / ']],
    ['13/3', ['1', '01 / 3', '13 / ', '13 / 3']],
    ['527', ['05 / ', '05 / 2', '05 / 27']],
  ])('of %s in the date passes only what was shown, and redo returns', async (keys, states) => {
    const form = await open();
    await act.type(form, 'expiry', keys);
    see.input(form, 'expiry').focus();
    const seen = await undo(form, 'expiry', states.length + 1);
    expect(seen.at(-1)).toBe('');
    expect(['', ...states]).toEqual(expect.arrayContaining(seen));
    for (let step = 0; step < states.length; step += 1)
      await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    expect(value(form, 'expiry')).toBe(states.at(-1));
  });
});

test('a number, date and code pasted together fill the three fields', async () => {
  const form = await open();
  await act.paste(form, 'number', '4242 4242 4242 4242 12/30 123');
  expect(see.card(form)).toEqual(['4242 4242 4242 4242', '12 / 30', '123']);
  expect(details('pay-change').at(-1)).toMatchObject({ brand: 'visa' });
});

test.each([
  ['of no kind', new Event('input', { bubbles: true })],
  ['that replaces', new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' })],
  [
    'of another text',
    new InputEvent('input', { bubbles: true, inputType: 'insertText', data: '4242424242424242' }),
  ],
])('a fill with an event %s is formatted after the page has cancelled a key', async (_kind, event) => {
  const form = await open();
  const number = see.input(form, 'number');
  const cancel = (key: Event) => key.preventDefault();
  form.addEventListener('beforeinput', cancel);
  await act.type(form, 'number', '4');
  form.removeEventListener('beforeinput', cancel);
  expect(number.value).toBe('');
  number.value = '4242424242424242';
  number.dispatchEvent(event);
  expect(number.value).toBe('4242 4242 4242 4242');
});

// Only there can an input method be imitated.
test.skipIf(server.browser !== 'chromium')(
  'what an input method composes is formatted when it is done',
  async () => {
    const form = await open();
    see.input(form, 'number').focus();
    await cdp().send('Input.imeSetComposition', { text: '４２４２４', selectionStart: 5, selectionEnd: 5 });
    expect(value(form, 'number')).toBe('４２４２４');
    await cdp().send('Input.insertText', { text: '４２４２４' });
    expect(value(form, 'number')).toBe('4242 4');
    await userEvent.keyboard('2');
    expect(value(form, 'number')).toBe('4242 42');
  },
);

test('an insertion without data deletes nothing, it is left to the browser', async () => {
  const form = await open();
  act.put(form, 'number', '42424');
  for (const inputType of ['insertFromPaste', 'insertText']) {
    const event = { inputType, bubbles: true, cancelable: true, composed: true };
    see.input(form, 'number').dispatchEvent(new InputEvent('beforeinput', event));
  }
  expect(value(form, 'number')).toBe('4242 4');
});

test('two change events in one task both count', async () => {
  const form = await open();
  act.put(form, 'expiry', '01/2040');
  act.put(form, 'cvv', '123');
  for (const number of ['4242', '4242 4242 4242 4242']) {
    see.input(form, 'number').value = number;
    see.input(form, 'number').dispatchEvent(new Event('change', { bubbles: true }));
  }
  expect(details('pay-change').at(-1)).toEqual({ valid: true, complete: true, brand: 'visa' });
});

test.each([
  ['', 'José María', 'Ruiz-Tagle'],
  ['Pepe', 'Pepe', 'Ruiz-Tagle'],
])(
  'the name on a saved card is filled into the fields of the name, but for what the customer gave: "%s"',
  async (given, ...names) => {
    companion.session({ customerFields: ['firstName', 'lastName'] });
    const form = await open();
    act.put(form, 'firstName', given);
    const cardholder = see.part(form, '[autocomplete=cc-name]') as HTMLTextAreaElement;
    cardholder.value = 'José María Ruiz-Tagle';
    cardholder.dispatchEvent(new Event('input', { bubbles: true }));
    expect([cardholder.value, ...see.values(form, 'firstName', 'lastName')]).toEqual(['', ...names]);
  },
);

describe('the CVV', () => {
  test('has the length of the brand', async () => {
    const form = await open();
    const shown = () => [see.input(form, 'cvv').placeholder, see.input(form, 'cvv').maxLength];
    expect(shown()).toEqual(['•••', 4]);
    await act.type(form, 'number', '4');
    expect(shown()).toEqual(['•••', 3]);
    await userEvent.keyboard('{Backspace}37');
    expect(shown()).toEqual(['••••', 4]);
    await act.type(form, 'cvv', '12345');
    expect(value(form, 'cvv')).toBe('1234');
  });

  test('that is too short for another brand is a fault at once', async () => {
    const form = await open();
    act.fill(form);
    await act.type(form, 'number', '{Control>}a{/Control}37');
    expect(see.fault(form, 'cvv')).toBe('The code is too short · 4 digits on the front');
    await userEvent.keyboard('{Control>}a{/Control}4');
    expect(see.fault(form, 'cvv')).toBe('');
  });
});

test('the keyboard of a phone leads from field to field, and ends with the last', async () => {
  companion.session({ customerFields: ['email'] });
  const form = await open();
  const hints = ['number', 'expiry', 'cvv', 'email'].map((name) => see.input(form, name).enterKeyHint);
  expect(hints).toEqual(['next', 'next', 'next', 'go']);
});
