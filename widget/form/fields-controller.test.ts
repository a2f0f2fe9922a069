import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { act, announced, companion, details, open, PAN, see, useCompanion } from '../testing/form-harness.ts';
import type { PayForm } from '../pay-form.ts';

useCompanion();

const links = (form: PayForm) => see.all(form, 'form ul a');
const shown = async (form: PayForm) => {
  await form.updateComplete;
  return see
    .all(form, '[part=message]')
    .map(({ textContent }) => textContent.trim())
    .join();
};
const parts = (form: PayForm, name: string) => [...see.input(form, name).part].sort().join(' ');

describe('the summary', () => {
  test('counts what needs attention where nothing is sent, and each entry leads to its field', async () => {
    companion.session({ customerFields: ['email'] });
    const form = await open();
    act.put(form, 'number', '4242424242424242');
    await act.press(form);
    expect(await shown(form)).toMatch(/^3 fields need attention/);
    expect([see.focused(form), companion.of('payments'), details('pay-submit')]).toEqual(['expiry', [], []]);
    expect(links(form).map(({ textContent }) => textContent)).toEqual([
      'Expiry date',
      'Security code (CVV)',
      'Email',
    ]);
    const { hash } = location;
    links(form)[2]?.click();
    expect([see.focused(form), location.hash]).toEqual(['email', hash]);
    await see.isAccessible(form);
  });

  test('goes down as fields are mended, and does not come back before the next attempt', async () => {
    const form = await open();
    await act.press(form);
    expect(await shown(form)).toContain('3 fields need attention');
    act.put(form, 'number', '4242424242424242');
    act.put(form, 'expiry', '01/2040');
    expect(await shown(form)).toContain('1 field needs attention');
    act.put(form, 'cvv', '123');
    expect(await shown(form)).toBe('');
    await act.type(form, 'cvv', '{Backspace}');
    see.input(form, 'number').focus();
    await form.updateComplete;
    expect([see.fault(form, 'cvv'), await shown(form)]).toEqual([
      'The code is too short · 3 digits on the back',
      '',
    ]);
  });

  test('is not shown for a field that is left, nor after reportValidity()', async () => {
    const form = await open();
    await act.type(form, 'number', '4242');
    see.input(form, 'cvv').focus();
    expect(await shown(form)).toBe('');
    form.reportValidity();
    expect(await shown(form)).toBe('');
  });
});

describe('what is read out', () => {
  test('a field that is left says once what is wrong, in a region that was there before', async () => {
    companion.session({ customerFields: ['email'] });
    const form = await open();
    const said = announced(form, 'form > [aria-live=polite]');
    for (const name of ['number', 'email']) await act.type(form, name, '4');
    see.input(form, 'cvv').focus();
    await form.updateComplete;
    see.input(form, 'email').focus();
    see.input(form, 'number').focus();
    await form.updateComplete;
    expect(said).toEqual([see.fault(form, 'number'), 'Check the email address']);
  });

  test('a field has its fault as its description, which says nothing by itself', async () => {
    companion.session({ customerFields: ['email'] });
    const form = await open();
    for (const name of ['number', 'expiry', 'cvv', 'email']) {
      const place = see.part(form, `#${name}-fault`);
      expect([place.closest('[aria-live]'), see.fault(form, name)]).toEqual([null, '']);
      expect(see.input(form, name).getAttribute('aria-describedby')).toContain(place.id);
    }
  });

  test('what a field asks for stands below it, and behind what is wrong with it', async () => {
    companion.session({ customerFields: ['firstName', 'email', 'phone'] });
    const form = await open();
    const hint = (name: string) => see.part(form, `#${name}-hint`);
    const description = (name: string) => see.input(form, name).getAttribute('aria-describedby');
    expect(hint('cvv').textContent).toBe('3 digits on the back');
    act.put(form, 'number', '378282246310005');
    await form.updateComplete;
    const hints = ['cvv', 'email', 'phone'].map((name) => [name, hint(name).textContent] as const);
    expect(hints[0]).toEqual(['cvv', '4 digits on the front']);
    expect(hints.map(([name]) => description(name))).toEqual([
      'cvv-hint cvv-fault',
      'email-hint email-fault',
      'phone-hint phone-fault',
    ]);
    await see.isAccessible(form);
    await act.press(form);
    for (const [name, text] of hints) {
      expect([hint(name).checkVisibility(), description(name)]).toEqual([false, `${name}-fault`]);
      expect(see.fault(form, name)).toMatch(new RegExp(`^Enter your .+ · |^Enter the .+ · `));
      expect(see.fault(form, name)).toContain(` · ${text}`);
    }
    expect(see.fault(form, 'firstName')).toBe('Enter your first name');
    expect(description('firstName')).toBe('firstName-fault');
  });

  test('no fault makes the form higher, however long its hint is', async () => {
    companion.session({ customerFields: ['email', 'phone'] });
    const form = await open('ready', { style: 'display:block;width:358px' });
    const height = form.offsetHeight;
    form.reportValidity();
    await form.updateComplete;
    expect([see.all(form, '.more').length, form.offsetHeight]).toEqual([3, height]);
  });

  test.each([
    ['number', '4242424242424241', 'Check the card number'],
    ['number', '378282246310006', 'Check the card number'],
    ['expiry', '0120', ''],
    ['expiry', '0119', 'This card has expired'],
    ['expiry', '0199', 'Check the expiry date'],
  ])('what no further digit of the %s can mend is said once, at once: %s', async (name, keys, fault) => {
    const form = await open();
    const said = announced(form, 'form > [aria-live=polite]');
    await act.type(form, name, keys);
    expect(see.fault(form, name)).toBe(fault);
    see.input(form, 'cvv').focus();
    await form.updateComplete;
    expect(said).toEqual([see.fault(form, name)]);
  });

  test('a number that can still become one of 19 digits is not blamed any more', async () => {
    const form = await open();
    const shown: boolean[] = [];
    await act.type(form, 'number', '400000000000000');
    for (const key of '0006') {
      await act.type(form, 'number', key);
      shown.push(see.fault(form, 'number') !== '');
    }
    expect(shown).toEqual([true, false, false, false]);
    await act.type(form, 'number', '1');
    expect(see.fault(form, 'number')).toBe('The card number is too long');
  });

  test('a brand is announced once, however many digits follow', async () => {
    const form = await open();
    const said = announced(form, '[part=brand] [aria-live=polite]');
    await act.type(form, 'number', '4242424242424242');
    expect(said).toEqual(['Visa']);
  });
});

describe('a brand that is not accepted', () => {
  test.each([
    ['37', 'Amex is not accepted here. Please use Visa or Mastercard.'],
    ['99', 'This card is not accepted here. Please use Visa or Mastercard.'],
  ])('is told at %s, with the list still there', async (digits, says) => {
    companion.session({ brands: ['visa', 'mastercard'] });
    const form = await open();
    await act.type(form, 'number', digits);
    expect(see.fault(form, 'number')).toBe(says);
    const accepted = see.part(form, '[part=brands]').getAttribute('aria-label');
    expect(accepted).toBe('Accepted cards: Visa, Mastercard');
    await userEvent.keyboard('{Backspace}'.repeat(digits.length) + '4');
    await form.updateComplete;
    expect(see.fault(form, 'number')).toBe('');
  });

  test('is kept from the start by icons in the empty field, which give way to that of the card', async () => {
    companion.session({ brands: ['visa', 'mastercard', 'amex'] });
    const form = await open('ready', { style: 'display:block;width:340px' });
    const chips = () => see.all(form, '.sign .chip').filter((chip) => chip.closest('.number'));
    const row = see.part(form, '[part=brands]');
    expect([chips().length, getComputedStyle(row).position]).toEqual([3, 'absolute']);
    await see.isAccessible(form);
    await act.type(form, 'number', '4');
    expect(chips()).toHaveLength(1);
    await userEvent.keyboard('{Backspace}');
    await form.updateComplete;
    expect(chips()).toHaveLength(3);
    form.style.width = '300px';
    expect(getComputedStyle(row).position).toBe('static');
    expect(chips().some((chip) => chip.checkVisibility())).toBe(false);
  });

  test('is kept by a row above the field if there are more than three', async () => {
    companion.session({ brands: ['visa', 'mastercard', 'amex', 'jcb'] });
    const form = await open();
    expect(see.all(form, '.number .sign .chip')).toHaveLength(1);
    expect(getComputedStyle(see.part(form, '[part=brands]')).position).toBe('static');
  });

  test('dims all accepted ones but the one that is typed', async () => {
    companion.session({ brands: ['visa', 'mastercard'] });
    const form = await open();
    await act.type(form, 'number', '4');
    const chips = [...see.part(form, '[part=brands]').children];
    expect(chips.map(({ classList }) => classList.contains('dim'))).toEqual([false, true]);
  });
});

describe('the parts', () => {
  test('say which field is invalid and which has the focus', async () => {
    const form = await open();
    expect(parts(form, 'number')).toBe('input');
    await act.type(form, 'number', '42');
    expect(parts(form, 'number')).toBe('focused input');
    see.input(form, 'cvv').focus();
    await form.updateComplete;
    expect(parts(form, 'number')).toBe('input invalid');
    form.reportValidity();
    await form.updateComplete;
    expect(parts(form, 'number')).toBe('focused input invalid');
  });

  test('name every field, and all of them together', async () => {
    companion.session({ customerFields: ['email'] });
    const form = await open();
    for (const name of ['number', 'expiry', 'cvv', 'email'])
      expect(see.input(form, name).closest(`[part~=field-${name}]`)?.part.contains('field')).toBe(true);
    expect(see.part(form, '[part=fields]').querySelectorAll('[part~=field]')).toHaveLength(4);
  });

  test('leave out a message, a state and a fault that are empty', async () => {
    const form = await open();
    const empty = () => see.all(form, '[part=message],[part=status],[part=error]');
    expect(empty()).toEqual([]);
    act.fill(form, '4242424242424241');
    await act.press(form);
    expect(empty().map(({ part }) => part.value)).toEqual(['message', 'error']);
  });
});

describe('typing', () => {
  test('says nothing while a number is being typed, tells on leaving, and takes it back when that is typed on', async () => {
    const form = await open();
    await act.type(form, 'number', '42424242');
    expect(see.fault(form, 'number')).toBe('');
    see.input(form, 'expiry').focus();
    await form.updateComplete;
    expect(see.fault(form, 'number')).toBe('The card number is too short');
    expect(see.input(form, 'number').getAttribute('aria-invalid')).toBe('true');
    await act.type(form, 'number', '{End}4');
    expect(see.fault(form, 'number')).toBe('');
  });

  test('shows no fault in a field that was left empty, and removes one as soon as it is corrected, without a jump', async () => {
    const form = await open();
    const height = form.getBoundingClientRect().height;
    for (const [number, fault] of [
      ['', ''],
      ['4242424242424241', 'Check the card number'],
    ] as const) {
      act.put(form, 'number', number);
      see.input(form, 'number').focus();
      see.input(form, 'expiry').focus();
      await form.updateComplete;
      expect(see.fault(form, 'number')).toBe(fault);
    }
    expect(form.getBoundingClientRect().height).toBe(height);
    act.put(form, 'number', PAN);
    await form.updateComplete;
    expect(see.fault(form, 'number')).toBe('');
  });

  test('tells the page when everything is there', async () => {
    const form = await open();
    act.fill(form);
    expect(details('pay-change').at(-1)).toEqual({ valid: true, complete: true, brand: 'visa' });
    expect(form.checkValidity()).toBe(true);
    act.put(form, 'number', '4242424242424241');
    expect(details('pay-change').at(-1)).toEqual({ valid: false, complete: true, brand: 'visa' });
  });
});
