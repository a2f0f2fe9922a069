import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { declined, LATER, payment, problem, toBank } from '../testing/fake-companion.ts';
import { act, companion, PAN, see, useCompanion } from '../testing/form-harness.ts';
import { showForm } from './form-frame.ts';
import type { FrameSettings, FromFrame, ToFrame } from './frame-protocol.ts';
import type { PayForm } from '../pay-form.ts';
import { holds } from '../testing/wait.ts';

useCompanion();

let form: PayForm;
let page: MessagePort;
/** what the page was told */
let told: FromFrame[];
let close: () => void;

const SETTINGS: FrameSettings = {
  order: 'tok',
  mode: 'auto',
  lang: '',
  disabled: false,
  saveCard: false,
  messages: {},
  look: { 'font-size': '18px', 'root-size': '20px', color: 'rgb(1, 2, 3)' },
};

const say = (message: ToFrame): void => page.postMessage(message, []);
const settle = (settings: object = {}): void =>
  say({ type: 'settings', settings: JSON.stringify({ ...SETTINGS, ...settings }) });
const ofType = (type: string) => told.filter((one) => one.type === type);
const last = (type: string) => ofType(type).at(-1) as Record<string, unknown> | undefined;

beforeEach(async () => {
  const { port1, port2 } = new MessageChannel();
  const sheets = document.adoptedStyleSheets;
  [page, told] = [port1, []];
  page.addEventListener('message', ({ data }: MessageEvent<FromFrame>) => told.push(data));
  page.start();
  form = document.createElement('pay-form');
  form.src = '/pay';
  showForm(form, port2);
  close = () => {
    for (const port of [port1, port2]) port.close();
    form.remove();
    document.adoptedStyleSheets = sheets;
    for (const name of ['style', 'lang']) document.documentElement.removeAttribute(name);
  };
  settle();
  await holds(() => expect(last('state')).toMatchObject({ phase: 'ready' }));
});
afterEach(() => close());

describe('the frame tells', () => {
  test('phase, validity and a height with room for the ring of the focus', async () => {
    await holds(() => expect(last('state')).toMatchObject({ valid: false, payment: null }));
    const room = () => Math.ceil(form.getBoundingClientRect().height) + 10;
    await holds(() => expect(last('state')?.['height']).toBe(room()));
    act.fill(form);
    await holds(() => expect(last('state')).toMatchObject({ valid: true }));
  });

  test('events with their details, and never a digit of the card', async () => {
    act.fill(form);
    await holds(() =>
      expect(last('pay-change')?.['detail']).toEqual({ valid: true, complete: true, brand: 'visa' }),
    );
    act.put(form, 'number', `${PAN}9`);
    companion.answers('payments', { body: declined({ statusCode: '4144' }) });
    await act.pay(form);
    await holds(() => expect(ofType('pay-submit')).toHaveLength(1));
    say({ type: 'answer', go: true });
    await holds(() => expect(ofType('pay-result')).toHaveLength(1));
    expect(JSON.stringify(told)).not.toMatch(/4242424|"123"/);
  });

  test('the problem that the companion states', async () => {
    companion.answers('payments', problem(429, 'limit-reached'));
    await act.pay(form);
    say({ type: 'answer', go: true });
    const stated = { problem: { code: 'limit-reached' } };
    await holds(() => expect(last('pay-error')?.['detail']).toMatchObject(stated));
  });
});

describe('a payment', () => {
  test('waits for the page, which is asked once however often the button is pressed', async () => {
    await act.pay(form);
    await act.press(form);
    await holds(() => expect(ofType('pay-submit')).toHaveLength(1));
    expect(companion.of('payments')).toEqual([]);
    companion.answers('payments', { body: payment() });
    say({ type: 'answer', go: true });
    await holds(() => expect(companion.of('payments')).toHaveLength(1));
    expect(ofType('pay-submit')).toHaveLength(1);
  });

  test('is not sent if the page cancels it, and may be tried again', async () => {
    await act.pay(form);
    say({ type: 'answer', go: false });
    await holds(() => expect(ofType('pay-submit')).toHaveLength(1));
    await holds(async () => {
      await act.press(form);
      expect(ofType('pay-submit')).toHaveLength(2);
    });
    expect(companion.of('payments')).toEqual([]);
  });

  test('is of the order that the page set before it answered', async () => {
    companion.answers('payments', { body: payment() });
    await act.pay(form);
    settle({ order: 'tok-2' });
    say({ type: 'answer', go: true });
    await holds(() => expect(companion.of('payments')).toHaveLength(1));
    expect(companion.of('payments')[0]?.authorization).toBe('Bearer tok-2');
  });

  test('never navigates the frame: not to the bank, not to the shop', async () => {
    companion.answers('payments', { body: payment(toBank) });
    companion.answers('poll', { body: payment({ status: 'success', ...LATER }) });
    act.fill(form);
    say({ type: 'submit', id: 7 });
    await holds(() => expect(ofType('pay-submit')).toHaveLength(1));
    say({ type: 'answer', go: true });
    await holds(() => expect(last('pay-action')?.['detail']).toEqual(toBank.action));
    const paid = { payment: { status: 'success' } };
    await holds(() => expect(last('pay-result')?.['detail']).toMatchObject(paid));
    await holds(() => expect(ofType('submitted')).toEqual([{ type: 'submitted', id: 7 }]));
    expect(companion.left).toEqual([]);
  });
});

describe('what the page says', () => {
  test('is set at the form: mode, state, texts, language, look', async () => {
    settle({ mode: 'hosted', disabled: true, lang: 'uk', messages: { card: 'Картка' } });
    await holds(() => expect(form.mode).toBe('hosted'));
    expect([form.disabled, form.messages, document.documentElement.lang]).toEqual([
      true,
      { card: 'Картка' },
      'uk',
    ]);
    const { fontSize, color } = getComputedStyle(form);
    expect([fontSize, color]).toEqual(['18px', 'rgb(1, 2, 3)']);
    expect(getComputedStyle(document.documentElement).fontSize).toBe('20px');
  });

  test('changes nothing else: not where the card is sent, no other property, no other method', async () => {
    const remove = vi.spyOn(form, 'remove');
    settle({ src: 'https://evil.example', innerHTML: '<b>', look: { ...SETTINGS.look, display: 'none' } });
    say({ type: 'remove' } as unknown as ToFrame);
    settle({ lang: 'de' });
    await holds(() => expect(document.documentElement.lang).toBe('de'));
    expect([form.src, form.innerHTML, document.documentElement.style.display]).toEqual(['/pay', '', '']);
    expect(remove).not.toHaveBeenCalled();
  });

  test('never becomes markup', async () => {
    const strings = Object.assign(['<img id="evil">'], { raw: ['<img id="evil">'] });
    const label = { number: { _$litType$: 1, strings, values: [] } };
    settle({ messages: { label }, lang: 'de' });
    await holds(() => expect(document.documentElement.lang).toBe('de'));
    await form.updateComplete;
    expect(form.shadowRoot?.querySelector('#evil')).toBeNull();
  });

  test('is never what the customer agrees to by the box that has a card saved', async () => {
    companion.session({ savable: true });
    const saved = { save: 'I accept the terms', safe: 'Read them', other: 'Some other' };
    settle({ order: 'tok-2', saveCard: true, messages: { saved } });
    const box = () => form.shadowRoot?.querySelector('.save')?.textContent.replaceAll(/\s+/g, ' ').trim();
    await holds(() => expect(box()).toMatch(/^Save this card for next time .*not the shop\.$/));
    expect(form.messages).toEqual({ saved: { other: 'Some other' } });
  });

  test('moves the focus, to a faulty field first', async () => {
    say({ type: 'focus' });
    await holds(() => expect(see.focused(form)).toBe('number'));
    act.put(form, 'number', PAN);
    say({ type: 'reportValidity' });
    await holds(() => expect(see.focused(form)).toBe('expiry'));
    say({ type: 'reset' });
    await holds(() => expect(last('pay-change')?.['detail']).toMatchObject({ brand: null }));
  });

  test('takes the focus again, for a moment, if the page takes it off the field', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      say({ type: 'focus' });
      await holds(() => expect(see.focused(form)).toBe('number'));
      see.input(form, 'number').blur();
      await vi.advanceTimersByTimeAsync(200);
      expect(see.focused(form)).toBe('number');
      see.input(form, 'number').blur();
      await vi.advanceTimersByTimeAsync(200);
      expect(see.focused(form)).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });
});
