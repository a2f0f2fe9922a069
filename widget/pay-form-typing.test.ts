import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import {
  PAN,
  companion,
  details,
  open,
  input,
  text,
  fault,
  part,
  put,
  fill,
  type,
  useCompanion,
} from './form-harness.ts';

useCompanion();

describe('typing', () => {
  test('groups the number and keeps the caret where the customer is', async () => {
    const form = await open();
    await type(form, 'number', '42424242');
    expect(input(form, 'number').value).toBe('4242 4242');
    input(form, 'number').setSelectionRange(2, 2);
    await userEvent.keyboard('99');
    expect(input(form, 'number').value).toBe('4299 4242 42');
    expect(input(form, 'number').selectionStart).toBe(4);
  });

  test('deletes over a gap instead of stopping at it', async () => {
    const form = await open();
    await type(form, 'number', '424242');
    input(form, 'number').setSelectionRange(5, 5);
    await userEvent.keyboard('{Backspace}');
    expect(input(form, 'number').value).toBe('4244 2');
    expect(input(form, 'number').selectionStart).toBe(3);
    input(form, 'number').setSelectionRange(4, 4);
    await userEvent.keyboard('{Delete}');
    expect(input(form, 'number').value).toBe('4244');
  });

  test('an expiry date can be typed and taken back to the last key', async () => {
    const form = await open();
    await type(form, 'expiry', '127');
    expect(input(form, 'expiry').value).toBe('12 / 7');
    await userEvent.keyboard('{Backspace}{Backspace}{Backspace}');
    expect(input(form, 'expiry').value).toBe('');
  });

  test('names the brand', async () => {
    const form = await open();
    await type(form, 'number', '37');
    expect(text(form, '[part=brand] [aria-live]')).toBe('Amex');
    expect(details('pay-change').at(-1)).toEqual({ valid: false, complete: false, brand: 'amex' });
  });

  test('says nothing while a number is being typed, and tells on leaving', async () => {
    const form = await open();
    await type(form, 'number', '42424242');
    expect(fault(form, 'number')).toBe('');
    input(form, 'expiry').focus();
    await form.updateComplete;
    expect(fault(form, 'number')).toBe('The card number is too short');
    expect(input(form, 'number').getAttribute('aria-invalid')).toBe('true');
    expect(input(form, 'number').getAttribute('aria-describedby')).toBe('number-fault');
  });

  test('takes back what it said of half a number as soon as that is typed on', async () => {
    const form = await open();
    await type(form, 'number', '42424');
    form.reportValidity();
    await form.updateComplete;
    expect(fault(form, 'number')).not.toBe('');
    await type(form, 'number', '2');
    await form.updateComplete;
    expect(fault(form, 'number')).toBe('');
  });

  test('leaves an empty field in peace', async () => {
    const form = await open();
    input(form, 'number').focus();
    input(form, 'cvv').focus();
    await form.updateComplete;
    expect(fault(form, 'number')).toBe('');
  });

  test('removes an error as soon as it is corrected, without a jump', async () => {
    const form = await open();
    put(form, 'number', '4242424242424241');
    const height = form.getBoundingClientRect().height;
    input(form, 'number').focus();
    input(form, 'expiry').focus();
    await form.updateComplete;
    expect(fault(form, 'number')).toBe('Check the card number');
    expect(form.getBoundingClientRect().height).toBe(height);
    put(form, 'number', PAN);
    await form.updateComplete;
    expect(fault(form, 'number')).toBe('');
  });

  test('tells the page when everything is there', async () => {
    const form = await open();
    fill(form);
    expect(details('pay-change').at(-1)).toEqual({ valid: true, complete: true, brand: 'visa' });
    expect(form.checkValidity()).toBe(true);
    put(form, 'number', '4242424242424241');
    expect(details('pay-change').at(-1)).toEqual({ valid: false, complete: true, brand: 'visa' });
  });

  test('shows which brands are accepted, and refuses the others', async () => {
    companion.session({ brands: ['visa', 'mastercard'] });
    const form = await open();
    expect(part(form, '[part=brands]').getAttribute('aria-label')).toBe('Accepted cards: Visa, Mastercard');
    fill(form, '378282246310005');
    expect(form.reportValidity()).toBe(false);
    expect(fault(form, 'number')).toBe('Amex is not accepted here. Please use Visa or Mastercard.');
    expect(part(form, '[part=brands]').getAttribute('aria-label')).toBe('Accepted cards: Visa, Mastercard');
  });
});
