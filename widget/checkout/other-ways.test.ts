import { fixture, fixtureCleanup, html } from '@open-wc/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { PayForm } from '../pay-form.ts';
import { HOSTED_URL, hostedPage, payment, session, tokenOf } from '../testing/fake-companion.ts';
import { act, comeBack, companion, open, reaches, see, turn, useCompanion } from '../testing/form-harness.ts';
import { holds } from '../testing/wait.ts';

useCompanion();
beforeEach(() => localStorage.clear());

const CONTACT = ['email', 'phone'] as const;
const WALLETS = ['apple-pay', 'google-pay'] as const;

const offering = (changes: Partial<ReturnType<typeof session>> = {}) =>
  companion
    .waitingFor(60_000)
    .session({
      customerFields: [...CONTACT],
      hostedCustomerFields: [...CONTACT],
      hostedMethods: [...WALLETS],
      ...changes,
    })
    .answers('hosted', hostedPage());

const wallets = (form: PayForm) => see.all(form, '[part=wallet]');
const shown = (form: PayForm) =>
  see
    .all<HTMLInputElement>(form, 'input')
    .filter((one) => one.checkVisibility())
    .map(({ name }) => name);
const isAbove = (form: PayForm) =>
  see.part(form, '.wallets').getBoundingClientRect().top < see.part(form, 'form').getBoundingClientRect().top;
const buttons = (form: PayForm) =>
  see
    .all(form, 'button')
    .filter((one) => one.checkVisibility())
    .map((one) => one.textContent.trim());
const button = (form: PayForm, text: string) =>
  see.all(form, 'button').find((one) => one.textContent.trim() === text) as HTMLElement;

async function press(form: PayForm, target: HTMLElement | undefined): Promise<void> {
  target?.click();
  await turn();
  await form.updateComplete;
}

describe('wallets', () => {
  test('have a button each, above the card', async () => {
    offering();
    const form = await open();
    expect(wallets(form).map((one) => one.ariaLabel)).toEqual(['Pay with Apple Pay', 'Pay with Google Pay']);
    expect(wallets(form).map((one) => one.getBoundingClientRect().height)).toEqual([48, 48]);
    expect(isAbove(form)).toBe(true);
    await see.isAccessible(form);
  });

  test('lead to their page at once if nothing is missing, and without the card', async () => {
    offering({ customerFields: [], hostedCustomerFields: [] });
    const form = await open();
    act.fill(form);
    await press(form, wallets(form)[0]);
    await holds(() => expect(companion.left).toEqual([HOSTED_URL]));
    expect([companion.of('hosted')[0]?.body, companion.of('payments')]).toEqual([{ customer: {} }, []]);
  });

  test('ask only for what is missing; Enter goes on, and the way back leads to the card as it was', async () => {
    offering();
    const form = await open();
    act.put(form, 'number', '4242 4242');
    act.put(form, 'email', 'olena@shop.example');
    await press(form, wallets(form)[1]);
    expect(shown(form)).toEqual(['phone']);
    expect(see.focused(form)).toBe('phone');
    expect(buttons(form)).toEqual(['Continue to Google Pay', 'Pay by card']);
    expect(see.text(form, 'form .hint')).toContain('€10.00');
    await see.isAccessible(form);

    await press(form, button(form, 'Pay by card'));
    expect(shown(form)).toEqual(['number', 'expiry', 'cvv', 'email', 'phone']);
    expect(see.values(form, 'number', 'email')).toEqual(['4242 4242', 'olena@shop.example']);
    expect(see.focused(form)).toBe('number');

    await press(form, wallets(form)[0]);
    expect(buttons(form)[0]).toBe('Continue to Apple Pay');
    await act.type(form, 'phone', '{Enter}');
    expect(see.fault(form, 'phone')).not.toBe('');
    expect(see.alert(form)).toBe('1 field needs attention');
    await act.type(form, 'phone', '+380501234567{Enter}');
    await holds(() => expect(companion.left).toEqual([HOSTED_URL]));
    expect(companion.of('hosted')).toMatchObject([
      { body: { customer: { email: 'olena@shop.example', phone: '+380501234567' } } },
    ]);
  });

  test('cannot be pressed while a payment is sent', async () => {
    offering({ customerFields: [], hostedCustomerFields: [] });
    const form = await open();
    await act.pay(form);
    await press(form, wallets(form)[0]);
    expect([form.phase, companion.of('hosted').length]).toEqual(['submitting', 0]);
  });
});

describe('the choice of a wallet', () => {
  const choose = async (): Promise<PayForm> => {
    offering();
    const form = await open();
    await press(form, wallets(form)[0]);
    return form;
  };

  test.each([
    ['is paid', payment({ status: 'success' }), 'done'],
    ['cannot be paid again', payment({ status: 'failure', statusCode: '4009' }), 'failed'],
  ])('ends with an order that %s', async (_, has, phase) => {
    const form = await choose();
    companion.session({ payment: has });
    comeBack();
    await reaches(form, phase);
    expect(buttons(form)).not.toContain('Pay by card');
  });

  test('ends where the page wants the card', async () => {
    const form = await choose();
    form.mode = 'direct';
    await holds(() => expect(companion.of('session')).toHaveLength(2));
    await reaches(form, 'ready');
    expect(shown(form)).toContain('number');
    await act.press(form);
    expect(companion.of('hosted')).toEqual([]);
  });

  test('asks for what the companion asks for, if that is more than the token said', async () => {
    const order = tokenOf({ customer: { email: 'x', phone: '+380501234567' } });
    const kept = { modes: ['direct', 'hosted'], hostedMethods: WALLETS };
    localStorage.setItem('pay-form:/pay', JSON.stringify(kept));
    const answer = companion.hold('session');
    offering({ customerFields: ['email'], hostedCustomerFields: ['email'] });
    const form = await open('loading', { order });
    await press(form, wallets(form)[0]);
    answer();
    await reaches(form, 'ready');
    expect([shown(form), buttons(form)[0]]).toEqual([['email'], 'Continue to Apple Pay']);
  });

  test('leaves nothing in the way of a form around the tag', async () => {
    const form = await choose();
    form.focus();
    expect(see.focused(form)).toBe('email');
  });
});

test('a wallet that only a newer companion knows is left out', async () => {
  offering({ hostedMethods: ['apple-pay', 'blik'] as never });
  const form = await open();
  expect(wallets(form)).toHaveLength(1);
});

describe('a companion that takes no cards', () => {
  const HOSTED = { modes: ['hosted' as const], hostedCustomerFields: [...CONTACT] };

  test('is known from an earlier visit', async () => {
    companion.session(HOSTED);
    await open('ready', { order: tokenOf({}) });
    fixtureCleanup();
    companion.answers('session', 'never');
    expect(shown(await open('loading', { order: tokenOf({ id: 'o-2' }) }))).toEqual([...CONTACT]);
  });

  test('is told to the page’s developer once, if a card field was shown first', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    for (const id of ['o-1', 'o-2']) {
      localStorage.clear();
      const answer = companion.hold('session', { body: session(HOSTED) });
      const form = await open('loading', { order: tokenOf({ id }) });
      answer();
      await reaches(form, 'ready');
    }
    expect(warn.mock.calls.flat().filter((text) => String(text).includes('mode="hosted"'))).toHaveLength(1);
    warn.mockRestore();
  });
});

test('a quick answer decides what the first paint shows', async () => {
  offering();
  const answer = companion.hold('session', { body: session({ hostedMethods: [...WALLETS] }) });
  const form = await fixture<PayForm>(html`<pay-form src="/pay" order=${tokenOf({})}></pay-form>`);
  await turn();
  expect(see.all(form, 'input')).toEqual([]);
  answer();
  await reaches(form, 'ready');
  expect(isAbove(form)).toBe(true);
});

test.each([null, '{}', '{"modes":"x","hostedMethods":1}', 'no json'])(
  'what is kept of an earlier visit may be anything: %s',
  async (text) => {
    if (text) localStorage.setItem('pay-form:/pay', text);
    companion.answers('session', 'never');
    expect(shown(await open('loading', { order: tokenOf({}) }))).toContain('number');
  },
);

test('the focus that a page wanted before the first paint comes with it', async () => {
  offering();
  const answer = companion.hold('session', { body: session() });
  const form = await fixture<PayForm>(html`<pay-form src="/pay" order=${tokenOf({})}></pay-form>`);
  form.focus();
  answer();
  await reaches(form, 'ready');
  expect(see.focused(form)).toBe('number');
});

test('an order whose fields nothing tells keeps the room of the form until they are known', async () => {
  companion.answers('session', 'never');
  const form = await open('loading', { order: tokenOf({ rules: { igaming: true } }) });
  expect(form.offsetHeight).toBeGreaterThan(400);
});
