import { beforeEach, describe, expect, test } from 'vitest';
import { environment } from '../environment.ts';
import { payment, problem, session } from '../testing/fake-companion.ts';
import {
  act,
  card,
  companion,
  details,
  heard,
  open,
  PAN,
  see,
  useCompanion,
} from '../testing/form-harness.ts';
import { waitUntil } from '../testing/wait.ts';

useCompanion();

const location = 'https://bank.example/page';
const page = { mode: 'hosted', method: 'lookup', status: 'init' } as const;
const lookup = (changes: Parameters<typeof session>[0] = {}) =>
  companion.session({ order: { ...session().order, method: 'lookup' }, ...changes });
const names = (form: HTMLElement) => see.all<HTMLInputElement>(form, 'input').map(({ name }) => name);

beforeEach(() => {
  lookup();
});

describe('a lookup on the hosted page', () => {
  test('collects the card here and sends it along, with the page’s language', async () => {
    companion.answers('hosted', { body: { location, payment: payment(page) } });
    const form = await open('ready', { mode: 'hosted', lang: 'en-GB' });
    expect(names(form)).toEqual(['number', 'expiry', 'cvv']);
    expect(see.text(form, '[part=submit]')).toBe('Check the card');
    expect(see.text(form, 'form .hint')).toContain('confirm the card on the bank’s secure page');
    await see.isAccessible(form);
    await act.pay(form, 'action');
    expect(companion.of('hosted')).toMatchObject([{ body: { customer: {}, card }, language: 'en-GB' }]);
    expect(companion.of('payments')).toEqual([]);
    expect(companion.left).toEqual([location]);
    expect(see.input(form, 'cvv').value).toBe('');
    expect(JSON.stringify(heard)).not.toContain(PAN);
  });

  test('saves the card if the customer wishes it', async () => {
    lookup({ savable: true });
    companion.answers('hosted', { body: { location, payment: payment(page) } });
    const form = await open('ready', { mode: 'hosted', 'save-card': '' });
    await waitUntil(() => form.shadowRoot?.querySelector('[name=save]'));
    act.fill(form);
    see.part(form, '[name=save]').click();
    await act.press(form, 'action');
    expect(companion.of('hosted')).toMatchObject([{ body: { card, saveCard: true } }]);
  });

  test('is used if the order allows no other', async () => {
    lookup({ modes: ['hosted'] });
    companion.answers('hosted', { body: { location, payment: payment(page) } });
    const form = await open();
    await act.pay(form, 'action');
    expect(companion.of('hosted')).toHaveLength(1);
  });

  test('may be asked for again after a lost answer, with the same card', async () => {
    companion.answers('hosted', 'lost', { body: { location, payment: payment(page) } });
    const form = await open('ready', { mode: 'hosted' });
    await act.pay(form, 'ready');
    expect(see.alert(form)).toContain('connection was lost');
    await act.press(form, 'action');
    const [first, second] = companion.of('hosted').map(({ body }) => body);
    expect(second).toEqual(first);
  });
});

test.each([
  ['waiting', { status: 'unknown' }, 'Checking with your bank whether the card was confirmed.'],
  ['action', { action: { url: location } }, 'Your bank asks you to confirm the card.'],
  ['failed', { status: 'failure', statusCode: null, canRetry: true }, 'The card was not confirmed.'],
  ['failed', { status: 'failure', statusCode: '4159', canRetry: true }, 'The card was not confirmed.'],
  ['failed', { status: 'failure', statusCode: '4001', canRetry: true }, 'This card has expired.'],
] as const)(
  'a card check that is %s (%j) speaks of the card, not of a payment',
  async (phase, changes, words) => {
    lookup({ payment: payment({ method: 'lookup', ...changes }) });
    const form = await open(phase);
    const said = form.shadowRoot?.querySelector('.panel, .alert')?.textContent ?? '';
    expect(said).toContain(words);
    expect(said).not.toMatch(/pay(?!-)/i);
  },
);

test.each(['auto', 'direct', 'hosted'])(
  'a page that is not secure collects no card for a lookup, mode %s',
  async (mode) => {
    environment.secure = () => false;
    const form = await open('failed', { mode });
    expect(details('pay-error')[0]?.problem.code).toBe('mode-not-available');
    expect(see.part(form, 'form').hidden).toBe(true);
    await form.submit();
    expect(companion.of('hosted')).toEqual([]);
  },
);

test.each(['auto', 'hosted'])(
  'an open page of a lookup, which cannot be cancelled, stands alone, mode %s',
  async (mode) => {
    lookup({ payment: payment({ ...page, action: { url: location } }) });
    const form = await open('ready', { mode });
    expect(see.part(form, 'form').hidden).toBe(true);
    see.part(form, '[part=button]').click();
    expect(companion.left).toEqual([location]);
  },
);

test('an order that cannot be paid here says so', async () => {
  companion.answers('session', problem(422, 'order-unsupported'));
  const form = await open('failed');
  expect(see.alert(form)).toBe('This order cannot be paid here. Please ask the shop for help.');
});
