import { fixture, fixtureCleanup, html, waitUntil } from '@open-wc/testing';
import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { define } from './define.ts';
import { environment } from './environment.ts';
import type { PayEventDetails, PayEventName } from './events.ts';
import { declined, FakeCompanion, payment, problem } from './fake-companion.ts';
import type { PayForm } from './pay-form.ts';

define();

const PAN = '4242424242424242';
const toBank = { action: { url: 'https://bank.example/3ds' } };
const EVENTS: PayEventName[] = [
  'pay-ready',
  'pay-change',
  'pay-submit',
  'pay-action',
  'pay-result',
  'pay-error',
];

let companion: FakeCompanion;
let heard: { name: string; detail: unknown }[];

beforeEach(() => {
  companion = new FakeCompanion().session();
  heard = [];
  for (const name of EVENTS) document.addEventListener(name, hear);
});

afterEach(() => {
  fixtureCleanup();
  companion.close();
  for (const name of EVENTS) document.removeEventListener(name, hear);
});

function hear({ type, detail }: Event & { detail?: unknown }): void {
  heard.push({ name: type, detail });
}

function details<Name extends PayEventName>(name: Name): PayEventDetails[Name][] {
  return heard.filter((event) => event.name === name).map(({ detail }) => detail as PayEventDetails[Name]);
}

async function open(phase = 'ready', template = html`<pay-form src="/pay" order="tok"></pay-form>`) {
  const form = await fixture<PayForm>(template);
  await reaches(form, phase);
  return form;
}

async function reaches(form: PayForm, phase: string): Promise<void> {
  await waitUntil(() => form.phase === phase, `phase ${phase}`);
  await form.updateComplete;
}

function part(form: PayForm, selector: string): HTMLElement {
  const found = form.shadowRoot?.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`nothing matches ${selector}`);
  return found;
}

const input = (form: PayForm, name: string) => part(form, `input[name=${name}]`) as HTMLInputElement;
const text = (form: PayForm, selector: string) => part(form, selector).textContent.trim();
const fault = (form: PayForm, name: string) => text(form, `#${name}-fault`);
const focused = (form: PayForm) => form.shadowRoot?.activeElement?.getAttribute('name');

/** Fills a field as autofill does. */
function put(form: PayForm, name: string, value: string): void {
  input(form, name).value = value;
  input(form, name).dispatchEvent(new Event('input', { bubbles: true, composed: true }));
}

function fill(form: PayForm, number = PAN): void {
  put(form, 'number', number);
  put(form, 'expiry', '01/2040');
  put(form, 'cvv', '123');
}

async function press(form: PayForm): Promise<void> {
  part(form, '[part=submit]').click();
  await form.updateComplete;
}

async function type(form: PayForm, name: string, keys: string): Promise<void> {
  input(form, name).focus();
  await userEvent.keyboard(keys);
}

async function isAccessible(form: PayForm): Promise<void> {
  const { violations } = await axe.run(form);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join()}`)).toEqual([]);
}

describe('before paying', () => {
  test('asks the card alone where the session asks no more, and shows the amount', async () => {
    const form = await open();
    const names = [...(form.shadowRoot?.querySelectorAll('input') ?? [])].map(({ name }) => name);
    expect(names).toEqual(['number', 'expiry', 'cvv']);
    expect(text(form, '[part=submit]')).toBe('Pay €10.00');
    expect(companion.of('session')[0]?.authorization).toBe('Bearer tok');
    expect(details('pay-ready')).toHaveLength(1);
  });

  test('asks the customer fields of the session, each with label and autocomplete token', async () => {
    const all = ['firstName', 'lastName', 'email', 'phone', 'birthday', 'taxId'] as const;
    companion.session({ customerFields: [...all] });
    const form = await open();
    const inputs = [...(form.shadowRoot?.querySelectorAll('input') ?? [])];
    expect(inputs.map(({ name, autocomplete }) => `${name} ${autocomplete}`)).toEqual([
      'number cc-number',
      'expiry cc-exp',
      'cvv cc-csc',
      'firstName given-name',
      'lastName family-name',
      'email email',
      'phone tel',
      'birthday bday',
      'taxId off',
    ]);
    expect(inputs.every(({ labels }) => labels?.[0]?.textContent)).toBe(true);
    await isAccessible(form);
  });

  test('holds its place while it loads, and says so', async () => {
    companion.answers('session', 'never');
    const form = await open('loading');
    await waitUntil(() => form.shadowRoot?.querySelector('[role=status]'));
    expect(text(form, '[role=status]')).toBe('Loading…');
    expect(form.getBoundingClientRect().height).toBeGreaterThan(200);
    await isAccessible(form);
  });

  test('takes as much room loaded as loading', async () => {
    companion.answers('session', 'never');
    const loading = await open('loading');
    await waitUntil(() => loading.shadowRoot?.querySelector('[role=status]'));
    companion.session();
    const ready = await open();
    const difference = ready.getBoundingClientRect().height - loading.getBoundingClientRect().height;
    expect(Math.abs(difference)).toBeLessThan(12);
  });

  test('can be loaded again when the companion could not be reached', async () => {
    companion.answers('session', 'lost', { body: { ...(await sessionBody()) } });
    const form = await open('failed');
    expect(text(form, '[role=alert]')).toContain('cannot be reached');
    expect(details('pay-error')[0]?.problem.code).toBe('no-answer');
    await isAccessible(form);
    part(form, '[part=button]').click();
    await reaches(form, 'ready');
    expect(text(form, '[role=alert]')).toBe('');
  });

  test('asks to reload the shop when the token has expired', async () => {
    companion.answers('session', problem(401, 'order-token-expired'));
    const form = await open('failed');
    expect(text(form, '[role=alert]')).toContain('reload the shop');
    expect(form.shadowRoot?.querySelector('button')).toBeNull();
  });

  test('does not hide that a mode is not possible', async () => {
    companion.session({ modes: ['hosted'] });
    const form = await open('failed', html`<pay-form src="/pay" order="tok" mode="direct"></pay-form>`);
    expect(details('pay-error')[0]?.problem.code).toBe('mode-not-available');
    expect(text(form, '[role=alert]')).toContain('not possible');
    expect(part(form, 'form').hidden).toBe(true);
  });

  test('loads another order when the attribute changes', async () => {
    const form = await open();
    form.order = 'other';
    await waitUntil(() => companion.of('session').length === 2);
    expect(companion.of('session')[1]?.authorization).toBe('Bearer other');
    expect(form.getAttribute('order')).toBe('other');
  });

  test('shows nothing of what stands inside it for pages without JavaScript', async () => {
    const form = await open('ready', html`<pay-form src="/pay" order="tok"><form>old</form></pay-form>`);
    expect(form.querySelector('form')?.getClientRects()).toHaveLength(0);
  });
});

async function sessionBody(): Promise<object> {
  const { session } = await import('./fake-companion.ts');
  return session();
}

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
    expect(text(form, '[part=brand]')).toBe('amex');
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

  test('leaves an empty field in peace', async () => {
    const form = await open();
    input(form, 'number').focus();
    input(form, 'cvv').focus();
    await form.updateComplete;
    expect(fault(form, 'number')).toBe('');
  });

  test('takes an error back as soon as it is mended, without a jump', async () => {
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

  test('shows which brands are taken, and refuses the others', async () => {
    companion.session({ brands: ['visa', 'mastercard'] });
    const form = await open();
    expect(text(form, '[part=brands]')).toBe('visa · mastercard');
    fill(form, '378282246310005');
    expect(form.reportValidity()).toBe(false);
    expect(fault(form, 'number')).toBe('This card is not accepted here');
  });
});

describe('submitting', () => {
  test('leads to the first faulty field and sends nothing', async () => {
    const form = await open();
    put(form, 'number', PAN);
    await press(form);
    expect(focused(form)).toBe('expiry');
    expect(fault(form, 'expiry')).toBe('Enter the expiry date');
    expect(fault(form, 'cvv')).toBe('Enter the code');
    expect(companion.of('payments')).toEqual([]);
    expect(details('pay-submit')).toEqual([]);
    await isAccessible(form);
  });

  test('sends the card once, however often it is asked', async () => {
    companion.answers('payments', 'never');
    const form = await open();
    fill(form);
    void form.submit();
    void form.submit();
    await press(form);
    await press(form);
    expect(companion.of('payments')).toHaveLength(1);
    expect(companion.of('payments')[0]).toMatchObject({
      body: { card: { number: PAN, expMonth: 1, expYear: 2040, cvv: '123' }, customer: {} },
    });
    expect(companion.of('payments')[0]?.key).toMatch(/^[\w-]{8,64}$/);
    expect(part(form, '[part=submit]').getAttribute('aria-disabled')).toBe('true');
    expect(text(form, '[role=status]')).toBe('Processing…');
    await isAccessible(form);
  });

  test('a listener that submits again cannot make it two', async () => {
    companion.answers('payments', 'never');
    const form = await open();
    fill(form);
    form.addEventListener('pay-submit', () => void form.submit());
    await press(form);
    expect(companion.of('payments')).toHaveLength(1);
    expect(details('pay-submit')).toHaveLength(1);
  });

  test('Enter submits', async () => {
    companion.answers('payments', 'never');
    const form = await open();
    fill(form);
    await type(form, 'cvv', '{Enter}');
    expect(form.phase).toBe('submitting');
  });

  test('the page may hold a payment back', async () => {
    const form = await open();
    fill(form);
    form.addEventListener('pay-submit', (event) => event.preventDefault());
    await press(form);
    expect(form.phase).toBe('ready');
    expect(companion.of('payments')).toEqual([]);
  });

  test('after a success shows it, wipes the card and goes to the shop', async () => {
    const done = payment({ status: 'success', receiptUrl: 'https://bank.example/r.pdf' });
    companion.answers('payments', { body: done });
    const form = await open();
    fill(form);
    await press(form);
    await reaches(form, 'done');
    expect(text(form, '[role=status]')).toBe('Paid');
    expect(text(form, '[part=amount]')).toBe('€10.00');
    expect(part(form, '[part=receipt]').getAttribute('href')).toBe('https://bank.example/r.pdf');
    expect([input(form, 'number').value, input(form, 'cvv').value]).toEqual(['', '']);
    expect(companion.left).toEqual(['/pay/return/p-1']);
    expect(details('pay-result')).toEqual([{ payment: done }]);
    expect(form.payment).toEqual(done);
    await isAccessible(form);
  });

  test('never links to a receipt that is no web page', async () => {
    companion.session({ payment: payment({ status: 'success', receiptUrl: 'javascript:alert(1)' }) });
    const form = await open('done');
    expect(form.shadowRoot?.querySelector('a')).toBeNull();
  });

  test('stays when the page takes the result over', async () => {
    companion.answers('payments', { body: payment({ status: 'success' }) });
    const form = await open();
    form.addEventListener('pay-result', (event) => event.preventDefault());
    fill(form);
    await press(form);
    await reaches(form, 'done');
    expect(companion.left).toEqual([]);
  });

  test('after a decline says why, keeps all but the CVV, and pays with a new key', async () => {
    companion.session({ customerFields: ['email'] });
    companion.answers('payments', { body: declined() }, 'never');
    const form = await open();
    fill(form);
    put(form, 'email', 'a@b.ua');
    await press(form);
    await reaches(form, 'failed');
    expect(text(form, '[role=alert]')).toContain('not enough money');
    expect(['number', 'expiry', 'cvv', 'email'].map((name) => input(form, name).value)).toEqual([
      '4242 4242 4242 4242',
      '01 / 40',
      '',
      'a@b.ua',
    ]);
    await isAccessible(form);
    put(form, 'cvv', '456');
    await press(form);
    const [first, second] = companion.of('payments');
    expect(second?.key).not.toBe(first?.key);
    expect(text(form, '[role=alert]')).toBe('');
  });

  test('after a lost connection everything stays, and the same key goes out again', async () => {
    companion.answers('payments', 'lost', { body: payment({ status: 'success' }) });
    const form = await open();
    fill(form);
    await press(form);
    await reaches(form, 'ready');
    expect(text(form, '[role=alert]')).toContain('not be charged twice');
    expect(details('pay-error')[0]?.problem.code).toBe('no-answer');
    await press(form);
    await reaches(form, 'done');
    const [first, second] = companion.of('payments');
    expect(second?.key).toBe(first?.key);
    expect(second?.body).toEqual(first?.body);
  });

  test('shows beside the field what the companion found', async () => {
    companion.answers(
      'payments',
      problem(422, 'invalid-input', { errors: [{ path: 'card.expYear', code: 'expired' }] }),
    );
    const form = await open();
    fill(form);
    await press(form);
    await reaches(form, 'ready');
    expect(fault(form, 'expiry')).toBe('This card has expired');
    expect(focused(form)).toBe('expiry');
  });

  test('leaves for 3-D Secure unless the page takes it over', async () => {
    companion.answers('payments', { body: payment(toBank) });
    const form = await open();
    fill(form);
    await press(form);
    await reaches(form, 'action');
    expect(companion.left).toEqual([toBank.action.url]);
    expect(details('pay-action')).toEqual([toBank.action]);
    const kept = await open();
    kept.addEventListener('pay-action', (event) => event.preventDefault());
    fill(kept);
    await press(kept);
    await reaches(kept, 'action');
    expect(companion.left).toHaveLength(1);
    await isAccessible(kept);
  });

  test('refuses an address that is not safe', async () => {
    companion.answers('payments', { body: payment({ action: { url: 'javascript:alert(1)' } }) });
    const form = await open();
    fill(form);
    await press(form);
    await reaches(form, 'failed');
    expect(companion.left).toEqual([]);
    expect(details('pay-error')[0]?.problem.code).toBe('unsafe-action-url');
    expect(text(form, '[role=alert]')).toContain('not safe');
  });

  test('does nothing while it is disabled', async () => {
    const form = await open('ready', html`<pay-form src="/pay" order="tok" disabled></pay-form>`);
    fill(form);
    await press(form);
    await form.submit();
    expect(companion.of('payments')).toEqual([]);
    expect(input(form, 'number').matches(':disabled')).toBe(true);
    form.disabled = false;
    await form.updateComplete;
    expect(form.hasAttribute('disabled')).toBe(false);
    expect(input(form, 'number').matches(':disabled')).toBe(false);
  });
});

describe('an order that has a payment', () => {
  test.each([
    ['waiting', payment(), 'Waiting for the bank'],
    ['waiting', payment({ status: 'unknown' }), 'do not pay again'],
    ['action', payment(toBank), 'confirm the payment'],
    ['done', payment({ status: 'success' }), 'Paid'],
    ['done', payment({ status: 'success', method: 'lookup' }), 'Card confirmed'],
  ])('is %s and says so', async (phase, has, says) => {
    companion.session({ payment: has });
    const form = await open(phase);
    expect(text(form, '[role=status]')).toContain(says);
    expect(part(form, 'form').hidden).toBe(true);
    expect(companion.left).toEqual([]);
    await isAccessible(form);
  });

  test('shows the end of a payment that was waited for', async () => {
    companion.session({ payment: payment() });
    companion.answers('news', {
      body: declined({ statusCode: '4147', updatedAt: '2030-01-01T00:01:00.000Z' }),
    });
    const form = await open('failed');
    expect(text(form, '[role=alert]')).toContain('time to confirm');
    expect(part(form, 'form').hidden).toBe(false);
    expect(details('pay-result')).toHaveLength(1);
  });

  test('offers to go on with a confirmation', async () => {
    companion.session({ payment: payment(toBank) });
    const form = await open('action');
    part(form, '[part=button]').click();
    expect(companion.left).toEqual([toBank.action.url]);
  });

  test('shows why it failed for good, and the way back', async () => {
    companion.session({ payment: declined({ canRetry: false, statusCode: '4158' }) });
    const form = await open('failed');
    expect(text(form, '[role=alert]')).toContain('contact it');
    expect(part(form, 'form').hidden).toBe(true);
    part(form, '[part=button]').click();
    expect(companion.left).toEqual(['/pay/return/p-1']);
  });

  test('may still be paid by card beside an open hosted page', async () => {
    companion.session({ payment: payment({ mode: 'hosted', status: 'init', ...toBank }) });
    const form = await open();
    expect(part(form, 'form').hidden).toBe(false);
    await isAccessible(form);
    part(form, '[part=button]').click();
    expect(companion.left).toEqual([toBank.action.url]);
  });
});

describe('the hosted page', () => {
  test('is where a page goes that is no secure context', async () => {
    companion.session({ customerFields: ['firstName', 'email'], hostedCustomerFields: ['email'] });
    companion.answers('hosted', {
      body: { location: toBank.action.url, payment: payment({ mode: 'hosted' }) },
    });
    environment.secure = () => false;
    const form = await open();
    expect(form.shadowRoot?.querySelectorAll('input')).toHaveLength(1);
    expect(text(form, '[part=submit]')).toBe('Continue to payment');
    expect(text(form, 'form')).toContain('€10.00');
    await isAccessible(form);
    put(form, 'email', ' a@b.ua ');
    await press(form);
    await reaches(form, 'action');
    expect(companion.of('hosted')[0]?.body).toEqual({ customer: { email: 'a@b.ua' } });
    expect(companion.left).toEqual([toBank.action.url]);
  });
});

describe('the life of the page', () => {
  test('card data is gone when the page is left', async () => {
    const form = await open();
    fill(form);
    dispatchEvent(new PageTransitionEvent('pagehide'));
    expect(['number', 'expiry', 'cvv'].map((name) => input(form, name).value)).toEqual(['', '', '']);
  });

  test('card data is gone when the element is taken out, and all waiting ends', async () => {
    companion.session({ payment: payment() });
    const form = await open('waiting');
    input(form, 'number').value = PAN;
    form.remove();
    expect(input(form, 'number').value).toBe('');
    await waitUntil(() => companion.of('news').length === 1);
    document.body.append(form);
    await waitUntil(() => companion.of('session').length === 2);
    form.remove();
  });

  test('comes back to life from the back/forward cache', async () => {
    companion.answers('payments', { body: payment(toBank) });
    const form = await open();
    fill(form);
    await press(form);
    await reaches(form, 'action');
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    companion.session({ payment: declined({ statusCode: '4157' }) });
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await reaches(form, 'failed');
    expect(text(form, '[role=alert]')).toContain('not confirmed');
    expect(part(form, 'form').hidden).toBe(false);
    expect(details('pay-result').at(-1)?.payment.status).toBe('failure');
  });

  test('a half-sent payment is looked up after the back/forward cache', async () => {
    companion.answers('payments', 'never');
    const form = await open();
    fill(form);
    await press(form);
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await reaches(form, 'ready');
    expect(companion.of('session')).toHaveLength(2);
  });

  test('a first showing of the page loads nothing twice', async () => {
    await open();
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
    expect(companion.of('session')).toHaveLength(1);
  });
});

describe('the language', () => {
  test('is that of the nearest lang, and follows it', async () => {
    const wrapper = await fixture<HTMLElement>(
      html`<div lang="uk"><pay-form src="/pay" order="tok"></pay-form></div>`,
    );
    const form = wrapper.firstElementChild as PayForm;
    await waitUntil(() => form.shadowRoot?.querySelector('[part=submit]'));
    expect(text(form, '[part=submit]')).toMatch(/^Сплатити 10,00/);
    expect(text(form, 'label')).toBe('Номер картки');
    wrapper.lang = 'en';
    await waitUntil(() => text(form, 'label') === 'Card number');
    form.lang = 'uk';
    await waitUntil(() => text(form, 'label') === 'Номер картки');
    expect(part(form, '[part=base]').lang).toBe('uk');
  });

  test('is the last one wanted, however late the file of another comes', async () => {
    const form = await open();
    form.lang = 'uk';
    await Promise.resolve();
    form.lang = 'en';
    await import('./messages/uk.ts');
    await new Promise(requestAnimationFrame);
    expect(text(form, 'label')).toBe('Card number');
  });

  test('keeps what was typed when it changes', async () => {
    const form = await open();
    put(form, 'number', PAN);
    form.lang = 'uk';
    await waitUntil(() => text(form, 'label') === 'Номер картки');
    expect(input(form, 'number').value).toBe('4242 4242 4242 4242');
  });
});

describe('what the page may see', () => {
  test('no event, attribute or property carries a card number or a CVV', async () => {
    companion.answers('payments', { body: declined() }, 'lost', { body: payment({ status: 'success' }) });
    const form = await open();
    for (let tries = 0; tries < 3; tries += 1) {
      fill(form);
      put(form, 'cvv', '987');
      await press(form);
      await waitUntil(() => form.phase !== 'submitting');
    }
    expect(new Set(heard.map(({ name }) => name))).toEqual(
      new Set(['pay-ready', 'pay-change', 'pay-submit', 'pay-error', 'pay-result']),
    );
    const own = Object.entries(form).filter(([, value]) => typeof value !== 'object');
    const seen = JSON.stringify([heard, own, form.payment, form.outerHTML, form.shadowRoot?.innerHTML]);
    expect(seen).not.toMatch(/4242 ?4242 ?4242|987/);
  });
});

describe('the methods', () => {
  test('reset empties the form and forgets errors and a decline', async () => {
    companion.session({ payment: declined() });
    const form = await open('failed');
    fill(form, '4242424242424241');
    form.reportValidity();
    form.reset();
    await form.updateComplete;
    expect(form.phase).toBe('ready');
    expect([input(form, 'number').value, fault(form, 'number'), text(form, '[role=alert]')]).toEqual([
      '',
      '',
      '',
    ]);
  });

  test('checkValidity shows nothing, reportValidity does', async () => {
    const form = await open();
    expect(form.checkValidity()).toBe(false);
    await form.updateComplete;
    expect(fault(form, 'number')).toBe('');
    expect(form.reportValidity()).toBe(false);
    expect(fault(form, 'number')).toBe('Enter the card number');
  });

  test('focus goes to the first field, or to the first faulty one', async () => {
    const form = await open();
    form.focus();
    expect(focused(form)).toBe('number');
    put(form, 'number', PAN);
    form.reportValidity();
    input(form, 'cvv').focus();
    form.focus();
    expect(focused(form)).toBe('expiry');
  });
});
