import { beforeEach, describe, expect, test } from 'vitest';
import { environment } from '../environment.ts';
import { HOSTED_URL, payment, problem, session, toBank } from '../testing/fake-companion.ts';
import { act, card, companion, details, open, see, useCompanion } from '../testing/form-harness.ts';

useCompanion();

const page = { mode: 'hosted', method: 'lookup', status: 'init' } as const;
const lookup = (changes: Parameters<typeof session>[0] = {}) =>
  companion.session({ order: { ...session().order, method: 'lookup' }, ...changes });

beforeEach(() => {
  lookup();
});

describe('a lookup', () => {
  test.each([
    ['the tag', { mode: 'hosted' }, {}],
    ['the order', {}, { modes: ['hosted' as const] }],
  ])(
    'that %s sends to the hosted page asks for no card here, and says so',
    async (_, attributes: Record<string, string>, changes: Parameters<typeof session>[0]) => {
      lookup(changes);
      const form = await open('failed', attributes);
      expect(details('pay-error')[0]?.problem.code).toBe('mode-not-available');
      expect(see.all(form, 'input')).toEqual([]);
      expect(see.alert(form)).not.toBe('');
    },
  );

  test('is sent with the card that is typed here', async () => {
    companion.answers('payments', { body: payment({ method: 'lookup', status: 'success' }) });
    const form = await open();
    expect(see.text(form, '[part=submit]')).toBe('Check the card');
    await act.pay(form, 'done');
    expect(companion.of('payments')).toMatchObject([{ body: { customer: {}, card } }]);
  });
});

test.each([
  ['waiting', { status: 'unknown' }, 'Checking with your bank whether the card was confirmed.'],
  ['action', toBank, 'Your bank asks you to confirm the card.'],
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

test('an open page of a lookup, which cannot be cancelled, stands alone', async () => {
  lookup({ payment: payment({ ...page, action: { url: HOSTED_URL } }) });
  const form = await open();
  expect(see.part(form, 'form').hidden).toBe(true);
  see.part(form, '[part=button]').click();
  expect(companion.left).toEqual([HOSTED_URL]);
});

test('an order that cannot be paid here says so', async () => {
  companion.answers('session', problem(422, 'order-unsupported'));
  const form = await open('failed');
  expect(see.alert(form)).toBe('This order cannot be paid here. Please ask the shop for help.');
});
