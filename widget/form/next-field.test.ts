import { describe, expect, test } from 'vitest';
import { server, userEvent } from 'vitest/browser';
import { act, open, see, useCompanion } from '../testing/form-harness.ts';

useCompanion();

const VISA = '4242424242424242';

describe('the next field is reached by itself', () => {
  test.each([
    ['Visa of 16 digits', VISA],
    ['Amex of 15', '378282246310005'],
    ['UnionPay of 19', '6205500000000000004'],
  ])('after a %s', async (_kind, number) => {
    const form = await open();
    await act.type(form, 'number', number.slice(0, -1));
    expect(see.focused(form)).toBe('number');
    await userEvent.keyboard(number.slice(-1));
    expect(see.focused(form)).toBe('expiry');
  });

  // Only there is a key of another script imitated as a key.
  test.skipIf(server.browser !== 'chromium')('after Arabic digits', async () => {
    const form = await open();
    await act.type(form, 'number', '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢');
    await userEvent.keyboard('٥٣٠');
    expect([see.input(form, 'expiry').value, see.focused(form)]).toEqual(['05 / 30', 'cvv']);
  });

  test.each(['0130', '130', '530', '5/30', '05/2030', 'Dec 30'])('after the date %s', async (date) => {
    const form = await open();
    await act.type(form, 'expiry', date.slice(0, -1));
    expect(see.focused(form)).toBe('expiry');
    await userEvent.keyboard(date.slice(-1));
    expect(see.focused(form)).toBe('cvv');
  });
});

test.each([
  ['after a deletion', '{Backspace}'],
  ['over a selection', '{Shift>}{ArrowLeft}{/Shift}4'],
  ['after an undo', '{Control>}z{/Control}'],
])('who corrects and types to the end is led on as well: %s', async (_kind, keys) => {
  const form = await open();
  await act.type(form, 'number', VISA.slice(0, 15) + keys);
  const { length } = see.input(form, 'number').value.replaceAll(' ', '');
  await userEvent.keyboard(`{End}${VISA.slice(length)}`);
  expect([see.input(form, 'number').value, see.focused(form)]).toEqual(['4242 4242 4242 4242', 'expiry']);
});

describe('Backspace in an empty field that was reached by itself', () => {
  test('goes back and deletes there, and what is typed then goes on', async () => {
    const form = await open();
    await act.type(form, 'number', `${VISA}1235{Backspace}`);
    expect([see.card(form)[1], see.focused(form)]).toEqual(['12 / 3', 'expiry']);
    await userEvent.keyboard('{Backspace}30123');
    await form.updateComplete;
    expect(see.card(form)).toEqual(['4242 4242 4242 4242', '12 / 30', '123']);
    expect(see.all(form, '[aria-invalid=true]')).toEqual([]);
  });

  test('leads through every field, digit by digit, and can be undone', async () => {
    const form = await open();
    await act.type(form, 'number', `${VISA}1235${'{Backspace}'.repeat(6)}`);
    expect([see.card(form), see.focused(form)]).toEqual([['4242 4242 4242 42', '', ''], 'number']);
    await userEvent.keyboard('{Control>}zz{/Control}');
    expect(see.card(form)[0]).toBe('4242 4242 4242 4242');
  });

  test('empties no other field while the key is held', async () => {
    const form = await open();
    await act.type(form, 'number', `${VISA}1235123{Backspace>9/}`);
    expect([see.card(form), see.focused(form)]).toEqual([['4242 4242 4242 4242', '12 / 35', ''], 'cvv']);
  });

  test('does nothing in a field that the customer has come back to by hand', async () => {
    const form = await open();
    await act.type(form, 'number', `${VISA}1235`);
    see.input(form, 'number').focus();
    await act.type(form, 'cvv', '{Backspace}');
    expect([see.card(form)[1], see.focused(form)]).toEqual(['12 / 35', 'cvv']);
  });

  test('works where a keyboard names no keys', async () => {
    const form = await open();
    await act.type(form, 'number', `${VISA}1235`);
    const event = { inputType: 'deleteContentBackward', bubbles: true, cancelable: true, composed: true };
    see.input(form, 'cvv').dispatchEvent(new InputEvent('beforeinput', event));
    expect([see.card(form)[1], see.focused(form)]).toEqual(['12 / 3', 'expiry']);
  });

  test('does nothing in a field that the customer has gone to', async () => {
    const form = await open();
    act.put(form, 'expiry', '01/2040');
    await act.type(form, 'cvv', '{Backspace}');
    expect([see.card(form)[1], see.focused(form)]).toEqual(['01 / 40', 'cvv']);
  });
});

describe('a Visa of 19 digits is in its field when it is typed without a pause', () => {
  test.each([
    ['whose first 16 are no number', '4000000000000000006'],
    ['whose first 16 are one, and whose last are no month', '4242424242424242006'],
    ['… a year that no card has', '4242424242424242105'],
    ['… such a year after a month of one digit', '4242424242424242592'],
  ])('%s: %s', async (_kind, number) => {
    const form = await open();
    await act.type(form, 'number', number);
    await form.updateComplete;
    expect(see.focused(form)).toBe('number');
    expect(see.card(form)).toEqual([number.replace(/\d{4}(?=\d)/g, '$& '), '', '']);
    expect(see.all(form, '[aria-invalid=true]')).toEqual([]);
    await act.type(form, 'expiry', '1230123');
    expect(see.card(form).slice(1)).toEqual(['12 / 30', '123']);
  });

  test.each(['0530', '1219', '0591'])(
    'while a date stays where it is typed, also a wrong one: %s',
    async (date) => {
      const form = await open();
      await act.type(form, 'number', VISA + date);
      expect(see.card(form)[0]).toBe('4242 4242 4242 4242');
    },
  );
});

describe('the customer stays in the field', () => {
  test.each([
    ['a number that fails the check', 'number', '4242424242424241'],
    ['a Visa of 13 digits, which may have 16', 'number', '4222222222222'],
    ['a Diners of 14, which may have 19', 'number', '30569309025904'],
    ['a UnionPay of 16, which may have 19', 'number', '6200000000000005'],
    ['a Maestro of 16, which may have 19', 'number', '6759649826438453'],
    ['a number of no brand', 'number', '9999999999999995'],
    ['an expired date', 'expiry', '0120'],
    ['a date too far away', 'expiry', '0199'],
    ['an impossible month', 'expiry', '13/30'],
    ['a code', 'cvv', '123'],
  ])('after %s', async (_kind, name, keys) => {
    const form = await open();
    await act.type(form, name, keys);
    expect(see.focused(form)).toBe(name);
  });

  test('whose last key is in the middle', async () => {
    const form = await open();
    await act.type(form, 'number', `${VISA.slice(1)}{Home}4`);
    expect([see.input(form, 'number').value, see.focused(form)]).toEqual(['4242 4242 4242 4242', 'number']);
    await act.type(form, 'expiry', '01/3{ArrowLeft}3');
    expect([see.input(form, 'expiry').value, see.focused(form)]).toEqual(['01 / 33', 'expiry']);
  });

  test('after a paste, and after autofill', async () => {
    const form = await open();
    await act.paste(form, 'number', VISA);
    expect([see.input(form, 'number').value, see.focused(form)]).toEqual(['4242 4242 4242 4242', 'number']);
    see.input(form, 'expiry').focus();
    act.put(form, 'expiry', '01/2040');
    expect(see.focused(form)).toBe('expiry');
  });

  test('when a separator is typed behind what is complete', async () => {
    const form = await open();
    act.put(form, 'number', '378282246310005');
    act.put(form, 'expiry', '01/30');
    await act.type(form, 'number', '{End} ');
    expect(see.focused(form)).toBe('number');
    await act.type(form, 'expiry', '{End}/');
    expect(see.focused(form)).toBe('expiry');
  });

  test('if the next field is filled in', async () => {
    const form = await open();
    act.put(form, 'expiry', '01/2040');
    await act.type(form, 'number', VISA);
    expect(see.focused(form)).toBe('number');
  });
});

describe('who moves with Tab', () => {
  test('reaches the next field, not the one after it, by a Tab after the last digit', async () => {
    const form = await open();
    await act.type(form, 'number', `${VISA}{Tab}`);
    expect(see.focused(form)).toBe('expiry');
    await userEvent.keyboard('0130{Tab}123');
    expect(see.input(form, 'expiry').value).toBe('01 / 30');
    expect(see.input(form, 'cvv').value).toBe('123');
  });

  test.each([
    ['leaves an empty field with the second Tab', '{Tab}{Tab}', 'cvv'],
    ['goes back with the first', '{Shift>}{Tab}{/Shift}', 'number'],
  ])('%s', async (_does, tabs, name) => {
    const form = await open();
    await act.type(form, 'number', VISA + tabs);
    expect(see.focused(form)).toBe(name);
  });

  test('is not moved', async () => {
    const form = await open();
    const before = document.createElement('button');
    form.before(before);
    before.focus();
    await userEvent.keyboard(`{Tab}${VISA}`);
    expect([see.input(form, 'number').value, see.focused(form)]).toEqual(['4242 4242 4242 4242', 'number']);
  });
});
