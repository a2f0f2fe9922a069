import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CUSTOMER } from '../../server/contract/testing/fixtures.ts';
import { payment } from '../testing/fake-companion.ts';
import { act, companion, details, open, see, useCompanion } from '../testing/form-harness.ts';
import type { PayForm } from '../pay-form.ts';

useCompanion();

const MINUTE = 60_000;
const empty = ['', '', ''];

describe('a card that nobody goes on typing', () => {
  afterEach(() => void vi.useRealTimers());

  async function typed(): Promise<PayForm> {
    companion.session({ customerFields: ['email'] });
    const form = await open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
    act.fillAll(form);
    return form;
  }

  test('is forgotten after fifteen minutes, and not before', async () => {
    const form = await typed();
    vi.advanceTimersByTime(15 * MINUTE - 1);
    expect(see.card(form)).not.toContain('');
    vi.advanceTimersByTime(1);
    expect(see.card(form)).toEqual(empty);
    expect(see.input(form, 'email').value).toBe(CUSTOMER.email);
  });

  test('is forgotten soon after a computer wakes up, which stops timers while it sleeps', async () => {
    const form = await typed();
    vi.advanceTimersByTime(MINUTE);
    vi.setSystemTime(Date.now() + 2 * 60 * MINUTE);
    vi.advanceTimersByTime(MINUTE);
    expect(see.card(form)).toEqual(empty);
  });

  test('stays for as long as something is typed', async () => {
    const form = await typed();
    vi.advanceTimersByTime(14 * MINUTE);
    act.put(form, 'email', 'b@b.ua');
    vi.advanceTimersByTime(14 * MINUTE);
    expect(see.card(form)).not.toContain('');
    vi.advanceTimersByTime(MINUTE);
    expect(see.card(form)).toEqual(empty);
  });

  test('takes its brand along, and the page is notified', async () => {
    const form = await typed();
    expect(details('pay-change').at(-1)).toEqual({ valid: true, complete: true, brand: 'visa' });
    vi.advanceTimersByTime(15 * MINUTE);
    await form.updateComplete;
    expect(see.text(form, '[part=brand]')).toBe('');
    expect(details('pay-change').at(-1)).toEqual({ valid: false, complete: false, brand: null });
  });
});

test.each([
  ['paid', payment({ status: 'success' }), 'done', empty],
  ['in flight', payment(), 'waiting', ['4242 4242 4242 4242', '01 / 40', '']],
])(
  'once a payment is %s the form holds only what another payment attempt needs',
  async (_is, body, phase, holds) => {
    companion.answers('payments', { body });
    const form = await open();
    act.stay(form);
    await act.pay(form, phase);
    expect(see.card(form)).toEqual(holds);
  },
);

describe('the performance marks', () => {
  beforeEach(() => performance.clearMarks());

  const marks = () => performance.getEntriesByType('mark').map(({ name }) => name);

  test('stand at session, first key, submit and result, in turn', async () => {
    companion.answers('payments', { body: payment({ status: 'success' }) });
    const form = await open();
    act.stay(form);
    await act.pay(form, 'done');
    expect(marks()).toEqual(['session', 'first-key', 'submit', 'result'].map((name) => `pay-form:${name}`));
  });

  test('carry nothing that was typed', async () => {
    const form = await open();
    act.fill(form);
    void form.submit();
    expect(JSON.stringify(performance.getEntriesByType('mark'))).not.toContain('4242');
  });
});
