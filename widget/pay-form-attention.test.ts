import { fixture, html } from '@open-wc/testing';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { declined } from './fake-companion.ts';
import {
  companion,
  fault,
  fill,
  focused,
  input,
  isAccessible,
  open,
  part,
  press,
  put,
  text,
  type,
  useCompanion,
} from './form-harness.ts';
import type { PayForm } from './pay-form.ts';
import { holds } from './wait.ts';

useCompanion();

const links = (form: PayForm) =>
  [...(form.shadowRoot?.querySelectorAll<HTMLElement>('form ul a') ?? [])].map((link) => link);
const shown = async (form: PayForm) => {
  await form.updateComplete;
  return text(form, '[role=alert]').replace(/\s+/g, ' ');
};
const parts = (form: PayForm, name: string) => [...input(form, name).part].sort().join(' ');

describe('the summary', () => {
  test('counts what needs attention, and each entry leads to its field', async () => {
    companion.session({ customerFields: ['email'] });
    const form = await open();
    put(form, 'number', '4242424242424242');
    await press(form);
    expect(await shown(form)).toMatch(/^3 fields need attention/);
    expect(links(form).map(({ textContent }) => textContent)).toEqual([
      'Expiry date',
      'Security code (CVV)',
      'Email',
    ]);
    const { hash } = location;
    links(form)[2]?.click();
    expect([focused(form), location.hash]).toEqual(['email', hash]);
    await isAccessible(form);
  });

  test('goes down as fields are mended, and does not come back before the next try', async () => {
    const form = await open();
    await press(form);
    expect(await shown(form)).toContain('3 fields need attention');
    put(form, 'number', '4242424242424242');
    put(form, 'expiry', '01/2040');
    expect(await shown(form)).toContain('1 field needs attention');
    put(form, 'cvv', '123');
    expect(await shown(form)).toBe('');
    await type(form, 'cvv', '{Backspace}');
    input(form, 'number').focus();
    await form.updateComplete;
    expect([fault(form, 'cvv'), await shown(form)]).toEqual(['The code is too short', '']);
  });

  test('is not shown for a field that is left, nor after reportValidity()', async () => {
    const form = await open();
    await type(form, 'number', '4242');
    input(form, 'cvv').focus();
    expect(await shown(form)).toBe('');
    form.reportValidity();
    expect(await shown(form)).toBe('');
  });

  test('stands above the fields', async () => {
    const form = await open();
    await press(form);
    await form.updateComplete;
    const where = part(form, '[role=alert]').compareDocumentPosition(part(form, 'form'));
    expect(where).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });
});

test.each([400, 540])(
  'a field that a first press of Pay leads to is in sight, %i pixels high',
  async (height) => {
    await page.viewport(390, height);
    try {
      companion.session({ customerFields: ['firstName', 'lastName', 'email', 'phone'] });
      // What the form says back is loaded after the press.
      const form = await fixture<PayForm>(
        html`<pay-form src="/pay" order="tok" style="display:block;margin-block:500px"></pay-form>`,
      );
      await holds(() => expect(form.phase).toBe('ready'));
      await form.updateComplete;
      part(form, '[part=submit]').scrollIntoView({ block: 'center' });
      await press(form);
      await holds(() => expect(text(form, '[role=alert]')).not.toBe(''));
      await form.updateComplete;
      const { top, bottom } = input(form, 'number').getBoundingClientRect();
      expect(focused(form)).toBe('number');
      expect(top).toBeGreaterThanOrEqual(0);
      expect(bottom).toBeLessThanOrEqual(innerHeight);
    } finally {
      await page.viewport(1280, 720);
    }
  },
);

describe('on a phone with its keyboard open', () => {
  async function openSmall(): Promise<PayForm> {
    await page.viewport(360, 420);
    companion.session({ customerFields: ['firstName', 'lastName', 'email', 'phone', 'taxId'] });
    const form = await open(
      'ready',
      html`<pay-form src="/pay" order="tok" style="display:block;margin-block:500px"></pay-form>`,
    );
    await press(form);
    await holds(() => expect(text(form, '[role=alert]')).toContain('8 fields need attention'));
    return form;
  }

  const placeOf = (form: PayForm, name: string) => input(form, name).getBoundingClientRect();

  test.each(['number', 'firstName', 'taxId'])(
    'the page stays where somebody types, however the summary changes (%s)',
    async (name) => {
      try {
        const form = await openSmall();
        input(form, name).focus();
        // Firefox scrolls to a caret when it comes to it.
        await new Promise((done) => setTimeout(done, 100));
        input(form, name).scrollIntoView({ block: 'center' });
        const { top } = placeOf(form, name);
        await userEvent.keyboard('4');
        await holds(() => expect(text(form, '[role=alert]')).toContain('7 fields'));
        await form.updateComplete;
        // The summary has lost a line.
        expect(Math.abs(placeOf(form, name).top - top)).toBeLessThan(40);
      } finally {
        await page.viewport(1280, 720);
      }
    },
  );

  test('the outcome is in view after paying with Enter in the last field', async () => {
    try {
      const form = await openSmall();
      companion.answers('payments', { body: declined({ statusCode: 'insufficient_funds' }) });
      fill(form);
      for (const name of ['firstName', 'lastName', 'taxId']) put(form, name, 'Koval');
      put(form, 'email', 'a@b.ua');
      put(form, 'phone', '+380501234567');
      input(form, 'taxId').focus();
      await userEvent.keyboard('{Enter}');
      await holds(() => expect(form.phase).toBe('failed'));
      await holds(() => expect(text(form, '[role=alert]')).not.toBe(''));
      await form.updateComplete;
      const { top, bottom } = part(form, '[role=alert]').getBoundingClientRect();
      expect(top).toBeGreaterThanOrEqual(0);
      expect(bottom).toBeLessThanOrEqual(innerHeight);
    } finally {
      await page.viewport(1280, 720);
    }
  });
});

describe('what is read out', () => {
  test('a field that is left says once what is wrong, in a region that was there before', async () => {
    companion.session({ customerFields: ['email'] });
    const form = await open();
    const region = part(form, 'form > [aria-live=polite]');
    const said: string[] = [];
    const watch = new MutationObserver(() => said.push(region.textContent));
    watch.observe(region, { subtree: true, childList: true, characterData: true });
    expect(region.textContent).toBe('');
    for (const name of ['number', 'email']) await type(form, name, '4');
    input(form, 'cvv').focus();
    await form.updateComplete;
    input(form, 'email').focus();
    input(form, 'number').focus();
    await form.updateComplete;
    watch.disconnect();
    expect(said).toEqual([fault(form, 'number'), fault(form, 'email')]);
  });

  test('a field has its fault as its description, which says nothing by itself', async () => {
    companion.session({ customerFields: ['email'] });
    const form = await open();
    for (const name of ['number', 'expiry', 'cvv', 'email']) {
      const place = part(form, `#${name}-fault`);
      expect([place.closest('[aria-live]'), fault(form, name)]).toEqual([null, '']);
      expect(input(form, name).getAttribute('aria-describedby')).toContain(place.id);
    }
  });

  test('the length of the security code stands under its field until something is wrong with it', async () => {
    const form = await open();
    const hint = part(form, '#cvv-hint');
    const shows = () => [hint.textContent, hint.checkVisibility()];
    expect(shows()).toEqual(['3 digits on the back', true]);
    put(form, 'number', '378282246310005');
    await form.updateComplete;
    expect(shows()).toEqual(['4 digits on the front', true]);
    await press(form);
    await form.updateComplete;
    expect(shows()).toEqual(['4 digits on the front', false]);
    expect(fault(form, 'cvv')).toBe('Enter the security code');
  });

  test('a brand is announced once, however many digits follow', async () => {
    const form = await open();
    const said: (string | null)[] = [];
    const region = part(form, '[part=brand] [aria-live=polite]');
    const watch = new MutationObserver(() => said.push(region.textContent));
    watch.observe(region, { subtree: true, childList: true, characterData: true });
    await type(form, 'number', '4242424242424242');
    await form.updateComplete;
    watch.disconnect();
    expect(said).toEqual(['Visa']);
  });
});

describe('a brand that is not accepted', () => {
  test.each([
    ['37', 'Amex is not accepted here. Please use Visa or Mastercard.'],
    ['3528', 'JCB is not accepted here. Please use Visa or Mastercard.'],
    ['6011', 'Discover is not accepted here. Please use Visa or Mastercard.'],
    ['99', 'This card is not accepted here. Please use Visa or Mastercard.'],
  ])('is told at %s, with the list still there', async (digits, says) => {
    companion.session({ brands: ['visa', 'mastercard'] });
    const form = await open();
    await type(form, 'number', digits);
    await form.updateComplete;
    expect(fault(form, 'number')).toBe(says);
    expect(part(form, '[part=brands]').getAttribute('aria-label')).toBe('Accepted cards: Visa, Mastercard');
    await userEvent.keyboard('{Backspace}'.repeat(digits.length) + '4');
    await form.updateComplete;
    expect(fault(form, 'number')).toBe('');
  });

  test('is named beside the one that is', async () => {
    companion.session({ brands: ['visa'] });
    const form = await open();
    await type(form, 'number', '5555');
    expect(fault(form, 'number')).toBe('Mastercard is not accepted here. Please use Visa.');
  });

  test('dims all accepted ones but the one that is typed', async () => {
    companion.session({ brands: ['visa', 'mastercard'] });
    const form = await open();
    await type(form, 'number', '4');
    await form.updateComplete;
    const dimmed = [...part(form, '[part=brands]').children].map((chip) => chip.classList.contains('dim'));
    expect(dimmed).toEqual([false, true]);
  });
});

describe('the parts', () => {
  test('say which field is invalid and which has the focus', async () => {
    const form = await open();
    expect(parts(form, 'number')).toBe('input');
    await type(form, 'number', '42');
    await form.updateComplete;
    expect(parts(form, 'number')).toBe('focused input');
    input(form, 'cvv').focus();
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
      expect(input(form, name).closest(`[part~=field-${name}]`)?.part.contains('field')).toBe(true);
    expect(part(form, '[part=fields]').querySelectorAll('[part~=field]')).toHaveLength(4);
  });

  test('leave out a message, a state and a fault that are empty', async () => {
    const form = await open();
    const empty = () => [
      ...(form.shadowRoot?.querySelectorAll('[part=message],[part=status],[part=error]') ?? []),
    ];
    expect(empty()).toEqual([]);
    fill(form, '4242424242424241');
    await press(form);
    await form.updateComplete;
    expect(empty().map(({ part }) => part.value)).toEqual(['message', 'error']);
  });
});
