import { describe, expect, test } from 'vitest';
import type { PaymentView, SessionView } from '../../server/contract/checkout-api.ts';
import { declined, payment, session, toBank } from '../testing/fake-companion.ts';
import { type CheckoutState, isReplaceable, isResumable, reduce, START, modeOf } from './phases.ts';
import { type PayProblem, widgetProblem } from './problem.ts';

const resumable = { mode: 'hosted', status: 'init', ...toBank } as const;

const refusal = (status: number, code: PayProblem['code']): PayProblem => ({
  ...widgetProblem('no-answer', ''),
  status,
  code,
});

test.each<[string, PaymentView | null, string]>([
  ['no payment', null, 'ready'],
  ['a success', payment({ status: 'success' }), 'done'],
  ['a decline', declined(), 'failed'],
  ['3-D Secure left half-way', payment(toBank), 'action'],
  ['a payment at the bank', payment(), 'waiting'],
  ['an unknown outcome', payment({ status: 'unknown' }), 'waiting'],
  ['an untouched hosted payment', payment(resumable), 'ready'],
  ['a hosted payment without an address yet', payment({ ...resumable, action: null }), 'waiting'],
])('the phase that a session begins in, of %s, is $2', (_what, of, phase) => {
  const state = reduce(START, { type: 'session', session: session({ payment: of }) });
  expect(state).toMatchObject({ phase, payment: of, problem: null });
});

describe('the reducer', () => {
  const ready: CheckoutState = { ...START, phase: 'ready', session: session() };

  test('keeps the form when an untouched hosted payment beside it runs out', () => {
    const beside = { ...ready, payment: payment(resumable) };
    expect(reduce(beside, { type: 'payment', payment: declined({ mode: 'hosted' }) }).phase).toBe('ready');
  });

  test.each<[number, PayProblem['code'], string]>([
    [0, 'no-answer', 'ready'],
    [422, 'invalid-input', 'ready'],
    [503, 'gateway-unreachable', 'ready'],
    [401, 'order-token-expired', 'failed'],
    [403, 'origin-not-allowed', 'failed'],
    [429, 'too-many-attempts', 'failed'],
    [409, 'order-changed', 'failed'],
    [410, 'order-closed', 'failed'],
    [0, 'unsafe-action-url', 'failed'],
  ])('after the refusal %i %s of a payment is %s', (status, code, phase) => {
    const problem = refusal(status, code);
    expect(reduce({ ...ready, phase: 'submitting' }, { type: 'problem', problem }).phase).toBe(phase);
  });

  test.each([
    ['a hosted payment stood open beside the form', payment(resumable)],
    ['there was no payment', null],
  ])('shows a decline that came after a reset while %s', (_what, beside) => {
    const reset = reduce({ ...ready, payment: beside }, { type: 'reset' });
    const found = session({ payment: declined({ mode: 'hosted' }) });
    expect(reduce(reset, { type: 'session', session: found }).phase).toBe('failed');
  });

  test('remembers which decline was dismissed, through another reset', () => {
    const gone = reduce({ ...ready, phase: 'failed', payment: declined() }, { type: 'reset' });
    const again = reduce({ ...gone, payment: null }, { type: 'reset' });
    expect(reduce(again, { type: 'session', session: session({ payment: declined() }) }).phase).toBe('ready');
  });
});

test.each<[string[], string, boolean, string | null]>([
  [['direct', 'hosted'], 'auto', true, 'direct'],
  [['hosted', 'direct'], 'auto', true, 'direct'],
  [['direct', 'hosted'], 'auto', false, 'hosted'],
  [['hosted'], 'auto', true, 'hosted'],
  [['direct'], 'auto', false, null],
  [['direct', 'hosted'], 'direct', true, 'direct'],
  [['direct', 'hosted'], 'direct', false, null],
  [['hosted'], 'direct', true, null],
  [['direct', 'hosted'], 'hosted', true, 'hosted'],
  [['direct'], 'hosted', true, null],
])('the mode of payment of %j with mode %s and a secure page %s is %s', (modes, mode, secure, paid) => {
  expect(modeOf(modes as SessionView['modes'], mode, secure)).toBe(paid);
});

test.each<[string, PaymentView | null, replaceable: boolean, resumable: boolean]>([
  ['a direct payment that waits for its customer', payment(toBank), true, false],
  ['a check of a card that waits for its customer', payment({ method: 'lookup', ...toBank }), true, false],
  ['one that the bank works on', payment(), false, false],
  ['one with an unknown outcome', payment({ ...toBank, status: 'unknown' }), false, false],
  ['a hosted one that nobody has touched', payment(resumable), false, true],
  ['a hosted one in flight', payment({ ...resumable, status: 'pending' }), false, false],
  ['none', null, false, false],
])('%s can be replaced: $2, and resumed: $3', (_what, of, replaceable, canResume) => {
  expect([isReplaceable(of), isResumable(of)]).toEqual([replaceable, canResume]);
});
