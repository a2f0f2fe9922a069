import { describe, expect, test } from 'vitest';
import type { SessionView } from '../../server/contract/checkout-api.ts';
import { CUSTOMER } from '../../server/contract/testing/fixtures.ts';
import { declined, LATER, payment, problem, savedCard, toBank } from '../testing/fake-companion.ts';
import {
  act,
  companion,
  details,
  open,
  PAN,
  reaches,
  see,
  turn,
  useCompanion,
} from '../testing/form-harness.ts';
import type { PayForm } from '../pay-form.ts';
import { holds, waitUntil } from '../testing/wait.ts';

/** A customer who did not confirm at the bank pays with another card. */

useCompanion();

const OTHER = '5555555555554444';

/** The way back to the card that waits. */
const BACK = 'Confirm the payment with •••• 4242 instead';
const buttons = (form: PayForm) => see.all(form, 'button').filter((button) => button.getClientRects().length);
const said = (form: PayForm) => buttons(form).map(({ textContent }) => textContent.trim());

async function click(form: PayForm, name: string): Promise<void> {
  buttons(form)
    .find(({ textContent }) => textContent.trim() === name)
    ?.click();
  await turn();
  await form.updateComplete;
}

/** A customer who has come back from the bank without confirming. */
async function comeBack(changes: Partial<SessionView> = {}): Promise<PayForm> {
  companion.session({ payment: payment(toBank), ...changes });
  return open('action');
}

async function wantOther(changes: Partial<SessionView> = {}): Promise<PayForm> {
  const form = await comeBack(changes);
  await click(form, 'Use another card');
  return form;
}

const sent = () => companion.of('payments').map(({ body }) => body);

describe('the button for another card', () => {
  test('stands beside the one that leads back to the bank', async () => {
    const form = await comeBack();
    expect(said(form)).toEqual(['Continue to your bank', 'Use another card']);
    expect(see.text(form, '.panel .hint:last-of-type')).toBe(
      'If you cannot confirm there, use another card.',
    );
    await see.isAccessible(form);
  });

  test.each([
    ['is a hosted one', { payment: payment({ mode: 'hosted', ...toBank }) }],
    ['can be paid on the hosted page only', { modes: ['hosted'] }],
  ] as const)('is not there if the payment %s', async (_, changes) => {
    const form = await comeBack({ ...changes } as Partial<SessionView>);
    expect(said(form)).toEqual(['Continue to your bank']);
    expect(form.shadowRoot?.textContent).not.toContain('another card');
  });

  test('does nothing while the tag is disabled', async () => {
    const form = await comeBack();
    form.disabled = true;
    await form.updateComplete;
    await click(form, 'Use another card');
    expect(form.phase).toBe('action');
  });

  test('leads to an empty card, with the way back to the bank below the form', async () => {
    const form = await wantOther();
    expect([form.phase, see.focused(form)]).toEqual(['ready', 'number']);
    expect(said(form)).toEqual(['Pay €10.00', BACK]);
    await see.isAccessible(form);
  });
});

describe('a card that is typed instead', () => {
  test('has a key of its own, and keeps all that was typed besides the first card', async () => {
    companion.session({ customerFields: ['email'] });
    companion.answers('payments', { body: payment(toBank) });
    const form = await open();
    act.stay(form, 'pay-action');
    act.fillAll(form);
    await act.press(form, 'action');
    await click(form, 'Use another card');
    expect([...see.card(form), see.input(form, 'email').value]).toEqual(['', '', '', CUSTOMER.email]);

    await act.pay(form, null, OTHER);
    await holds(() => expect(sent()).toHaveLength(2));
    expect(sent()[0]).not.toHaveProperty('replaces');
    expect(sent()[1]).toMatchObject({ card: { number: OTHER }, replaces: 'p-1' });
    expect(new Set(companion.of('payments').map(({ key }) => key)).size).toBe(2);
  });

  test('is sent with the same key again after a lost answer', async () => {
    const form = await wantOther();
    companion.answers('payments', 'lost', { body: payment({ id: 'p-2', status: 'success' }) });
    await act.pay(form, 'ready', OTHER);
    await act.press(form, 'done');
    expect(sent()).toMatchObject([{ replaces: 'p-1' }, { replaces: 'p-1' }]);
    expect(new Set(companion.of('payments').map(({ key }) => key)).size).toBe(1);
  });

  test('is replaced in turn if its bank cannot confirm it either', async () => {
    const form = await wantOther();
    companion.answers('payments', {
      body: payment({ id: 'p-2', action: { url: 'https://other.example/' } }),
    });
    act.stay(form, 'pay-action');
    await act.pay(form, 'action', OTHER);
    await click(form, 'Use another card');
    await act.pay(form);
    await holds(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toMatchObject({ card: { number: PAN }, replaces: 'p-2' });
  });

  test('cannot be sent twice by two presses', async () => {
    const form = await wantOther();
    await act.pay(form, null, OTHER);
    await act.press(form);
    expect([form.phase, sent().length]).toEqual(['submitting', 1]);
    await click(form, BACK);
    expect(companion.left).toEqual([]);
  });
});

describe('the first payment', () => {
  test.each([
    ['succeeds is shown', payment({ status: 'success', ...LATER }), 'done', ['success']],
    ['the bank is working on takes the form away', payment(LATER), 'waiting', []],
  ])('that %s, and no other card is charged', async (_, news, phase, results) => {
    const form = await comeBack();
    const answer = companion.hold('poll', { body: news }, 'never');
    await click(form, 'Use another card');
    act.put(form, 'number', OTHER);
    answer();
    await reaches(form, phase);
    expect(details('pay-result').map((one) => one.payment.status)).toEqual(results);
    expect(sent()).toEqual([]);
  });

  test.each([
    ['is still asked for', payment({ ...toBank, ...LATER }), ['Pay €10.00', BACK]],
    ['fails', declined({ statusCode: '4144', ...LATER }), ['Pay €10.00', 'Pay another way']],
  ])('that %s meanwhile leaves what is typed alone', async (_, news, shown) => {
    const form = await comeBack();
    const answer = companion.hold('poll', { body: news }, 'never');
    await click(form, 'Use another card');
    act.fill(form, OTHER);
    answer();
    await holds(() => expect(form.payment).toEqual(news));
    await form.updateComplete;
    expect(said(form)).toEqual(shown);
    expect([see.input(form, 'cvv').value, see.fault(form, 'number')]).toEqual(['123', '']);
  });

  test.each([
    ['order-paid', payment({ status: 'success' }), 'done'],
    ['payment-open', payment(toBank), 'action'],
    ['payment-open', payment(), 'waiting'],
  ])('is shown as it is after the refusal %s', async (code, has, phase) => {
    const form = await wantOther();
    companion.answers('payments', problem(409, code)).session({ payment: has });
    await act.pay(form, phase, OTHER);
    expect(see.alert(form)).toBe('');
  });
});

describe('while another card is typed', () => {
  test('the form stays through another language', async () => {
    const form = await wantOther();
    act.fill(form, OTHER);
    form.lang = 'de';
    await holds(() => expect(companion.of('session')).toHaveLength(2));
    await reaches(form, 'ready');
    await holds(() => expect(said(form)[1]).toContain('•••• 4242'));
    expect(see.input(form, 'cvv').value).toBe('123');
  });

  test('the hosted page alone is no way to replace a payment', async () => {
    const form = await wantOther();
    form.mode = 'hosted';
    await holds(() => expect(companion.of('session')).toHaveLength(2));
    await reaches(form, 'ready');
    expect(said(form)).toEqual(['Continue to your bank']);
  });
});

test('a customer with saved cards types another one, and may choose one of them', async () => {
  const form = await comeBack({ savedCards: [savedCard('s-1'), savedCard('s-2')] });
  await waitUntil(() => form.shadowRoot?.querySelector('[part=saved]'));
  await click(form, 'Use another card');
  expect(see.focused(form)).toBe('number');
  see.part(form, '[part=saved] input[value="s-2"]').click();
  await form.updateComplete;
  await act.press(form);
  await holds(() => expect(sent()).toMatchObject([{ savedCard: { id: 's-2' }, replaces: 'p-1' }]));
});
