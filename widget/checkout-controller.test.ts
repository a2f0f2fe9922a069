import { fixture, html } from '@open-wc/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PaymentView } from '../server/contract/checkout-api.ts';
import { environment } from './environment.ts';
import { declined, payment, toBank } from './fake-companion.ts';
import { act, companion, details, open, PAN, reaches, see, turn, useCompanion } from './form-harness.ts';
import type { PayForm } from './pay-form.ts';
import { waitUntil, holds } from './wait.ts';

useCompanion();

describe('an order that has a payment', () => {
  test.each([
    ['waiting', payment(), 'Waiting for your bank'],
    ['waiting', payment({ status: 'unknown' }), 'do not pay again'],
    ['action', payment(toBank), 'confirm the payment'],
    ['done', payment({ status: 'success' }), 'Paid'],
    ['done', payment({ status: 'success', method: 'auth' }), 'Amount reserved'],
    ['done', payment({ status: 'success', method: 'lookup' }), 'Card confirmed'],
  ])('is %s and says so', async (phase, has, says) => {
    companion.session({ payment: has });
    const form = await open(phase);
    expect(see.text(form, '[role=status]')).toContain(says);
    expect(see.part(form, 'form').hidden).toBe(true);
    expect(companion.left).toEqual([]);
    await see.isAccessible(form);
  });

  test('shows the end of a payment that was waited for', async () => {
    companion.session({ payment: payment() });
    companion.answers('news', {
      body: declined({ statusCode: '4147', updatedAt: '2030-01-01T00:01:00.000Z' }),
    });
    const form = await open('failed');
    expect(see.alert(form)).toContain('time to confirm');
    expect(see.part(form, 'form').hidden).toBe(false);
    expect(details('pay-result')).toHaveLength(1);
  });

  test('offers to go on with a confirmation', async () => {
    companion.session({ payment: payment(toBank) });
    const form = await open('action');
    see.part(form, '[part=button]').click();
    expect(companion.left).toEqual([toBank.action.url]);
  });

  test('shows why it failed for good, and the way back', async () => {
    companion.session({ payment: declined({ canRetry: false, statusCode: '4158' }) });
    const form = await open('failed');
    expect(see.alert(form)).toContain('Please call it');
    expect(see.part(form, 'form').hidden).toBe(true);
    see.part(form, '[part=button]').click();
    expect(companion.left).toEqual(['/pay/return/p-1']);
  });

  test('may still be paid by card beside an open hosted page', async () => {
    companion.session({ payment: payment({ mode: 'hosted', status: 'init', ...toBank }) });
    const form = await open();
    expect(see.part(form, 'form').hidden).toBe(false);
    await see.isAccessible(form);
    see.part(form, '[part=button]').click();
    expect(companion.left).toEqual([toBank.action.url]);
  });
});

describe('the hosted page', () => {
  test('is used by a page that is no secure context', async () => {
    companion.session({ customerFields: ['firstName', 'email'], hostedCustomerFields: ['email'] });
    companion.answers('hosted', {
      body: { location: toBank.action.url, payment: payment({ mode: 'hosted' }) },
    });
    environment.secure = () => false;
    const form = await open();
    expect(form.shadowRoot?.querySelectorAll('input')).toHaveLength(1);
    expect(see.text(form, '[part=submit]')).toBe('Continue to payment');
    expect(see.text(form, 'form')).toContain('€10.00');
    await see.isAccessible(form);
    act.put(form, 'email', ' a@b.ua ');
    await act.press(form);
    await reaches(form, 'action');
    expect(companion.of('hosted')[0]?.body).toEqual({ customer: { email: 'a@b.ua' } });
    expect(companion.left).toEqual([toBank.action.url]);
  });
});

describe('the life of the page', () => {
  test('card data is gone when the element is taken out, and all waiting ends', async () => {
    companion.session({ payment: payment() });
    const form = await open('waiting');
    see.input(form, 'number').value = PAN;
    form.remove();
    await waitUntil(() => see.input(form, 'number').value === '');
    await waitUntil(() => companion.of('news').length === 1);
    document.body.append(form);
    await waitUntil(() => companion.of('session').length === 2);
    form.remove();
  });

  test('comes back to life from the back/forward cache', async () => {
    companion.answers('payments', { body: payment(toBank) });
    const form = await open();
    act.fill(form);
    await act.press(form);
    await reaches(form, 'action');
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    companion.session({ payment: declined({ statusCode: '4157' }) });
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await reaches(form, 'failed');
    expect(see.alert(form)).toContain('not confirmed');
    expect(see.part(form, 'form').hidden).toBe(false);
    expect(details('pay-result').at(-1)?.payment.status).toBe('failure');
  });

  test('a half-sent payment is looked up after the back/forward cache', async () => {
    companion.answers('payments', 'never');
    const form = await open();
    act.fill(form);
    await act.press(form);
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

test('the card is gone when the page is left, also for the back/forward cache', async () => {
  const form = await open();
  act.fill(form);
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  await form.updateComplete;
  const card = see.card(form);
  expect([...card, see.text(form, '[part=brand]')]).toEqual(['', '', '', '']);
});

describe('a tag that lacks something', () => {
  const { error } = console;
  let lines: unknown[][];

  beforeEach(() => {
    lines = [];
    console.error = (...words: unknown[]) => void lines.push(words);
  });
  afterEach(() => {
    console.error = error;
    vi.useRealTimers();
  });

  test.each([
    [html`<pay-form></pay-form>`, '<pay-form> needs src and order'],
    [html`<pay-form src="/pay"></pay-form>`, '<pay-form> needs order'],
    [html`<pay-form order="tok"></pay-form>`, '<pay-form> needs src'],
    [html`<pay-button order="tok"></pay-button>`, '<pay-button> needs src'],
    [html`<pay-status src="/pay"></pay-status>`, '<pay-status> needs order'],
  ])('says so once to whoever built the page', async (template, says) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const made = fixture(template);
    await vi.advanceTimersByTimeAsync(300);
    expect(lines).toEqual([[says]]);
    await vi.advanceTimersByTimeAsync(60_000);
    await made;
    expect(lines).toHaveLength(1);
  });

  test('says nothing if the order comes in time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const made = fixture<PayForm>(html`<pay-form src="/pay"></pay-form>`);
    await vi.advanceTimersByTimeAsync(100);
    (await made).order = 'tok';
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lines).toEqual([]);
  });
});

describe('a tag that is moved', () => {
  test('keeps what was typed', async () => {
    const form = await open();
    act.fill(form);
    document.body.append(form);
    await reaches(form, 'ready');
    await form.updateComplete;
    expect(see.input(form, 'number').value.replaceAll(' ', '')).toBe(PAN);
    expect(see.input(form, 'cvv').value).toBe('123');
    form.remove();
  });

  test('in a listener of pay-submit is paid with all the same', async () => {
    companion.answers('payments', { body: payment({ status: 'success' }) });
    const form = await open();
    act.fill(form);
    form.addEventListener('pay-submit', () => document.body.append(form));
    await act.press(form);
    await holds(() => expect(details('pay-result')).toHaveLength(1));
    form.remove();
  });

  test('keeps what was typed over a page swap that takes it out for a few microtasks', async () => {
    const form = await open();
    act.fill(form);
    const { parentNode } = form;
    form.remove();
    for (let ticks = 0; ticks < 5; ticks += 1) await Promise.resolve();
    parentNode?.append(form);
    await turn();
    expect(see.input(form, 'number').value).toBe('4242 4242 4242 4242');
  });

  test('keeps its styles on its way through a parsed document', async () => {
    const form = await open();
    see.input(form, 'number').focus();
    const { parentNode } = form;
    const look = () => [form.offsetHeight, form.shadowRoot?.adoptedStyleSheets.length];
    const before = look();
    new DOMParser().parseFromString('', 'text/html').body.append(form);
    parentNode?.append(form);
    await reaches(form, 'ready');
    expect(look()).toEqual(before);
  });
});

/** Counts what stands in the page: listeners to its life and its network, and timers that have not fired. */
function watchPage(): { left: () => string[]; stop: () => void } {
  const heard: [type: string, listener: unknown][] = [];
  const timers = new Map<unknown, string>();
  const drop = (type: string, listener: unknown) => {
    const at = heard.findIndex((one) => one[0] === type && one[1] === listener);
    if (at >= 0) heard.splice(at, 1);
  };
  const spies = [
    watched('addEventListener', (add, type: string, listener: unknown, options?: AddEventListenerOptions) => {
      add(type, listener, options);
      if (!['pagehide', 'pageshow', 'online'].includes(type) || options?.signal?.aborted) return;
      heard.push([type, listener]);
      options?.signal?.addEventListener('abort', () => drop(type, listener));
    }),
    watched('removeEventListener', (remove, type: string, listener: unknown, options?: unknown) => {
      remove(type, listener, options);
      drop(type, listener);
    }),
    watched('setTimeout', (start, act: (...values: unknown[]) => void, ms?: number, ...values: unknown[]) => {
      const fire = () => {
        timers.delete(id);
        act(...values);
      };
      const id = start(fire, ms);
      timers.set(id, `${ms} ms`);
      return id;
    }),
    watched('setInterval', (start, act: () => void, ms?: number) => {
      const id = start(act, ms);
      timers.set(id, `every ${ms} ms`);
      return id;
    }),
    ...(['clearTimeout', 'clearInterval'] as const).map((name) =>
      watched(name, (clear, id: unknown) => {
        clear(id);
        timers.delete(id);
      }),
    ),
  ];
  return {
    left: () => [...heard.map(([type]) => type), ...timers.values()],
    stop: () => {
      for (const spy of spies) spy.mockRestore();
    },
  };
}

type PageFunction =
  | 'addEventListener'
  | 'removeEventListener'
  | `${'set' | 'clear'}${'Timeout' | 'Interval'}`;
type Plain = (...values: unknown[]) => unknown;

/** Calls `instead` in place of a function of the window, with that function first. */
function watched(name: PageFunction, instead: (original: Plain, ...values: never[]) => unknown) {
  const page = window as unknown as Record<PageFunction, Plain>;
  const original = page[name].bind(window);
  return vi.spyOn(page, name).mockImplementation((...values) => instead(original, ...(values as never[])));
}

describe('a removed tag is collected at once: nothing of the page holds it', () => {
  const once = (target: EventTarget, name: string) =>
    new Promise((done) => target.addEventListener(name, done, { once: true }));

  /** A tag is created, filled and paid with. */
  async function paid(settings: Partial<PayForm>, until: string): Promise<PayForm> {
    const form = Object.assign(document.createElement('pay-form'), {
      src: '/pay',
      order: 'tok',
      ...settings,
    });
    const ready = once(form, 'pay-ready');
    document.body.append(form);
    await ready;
    await form.updateComplete;
    act.fill(form);
    const over = once(form, until);
    await act.press(form);
    await over;
    return form;
  }

  const lists = (form: PayForm) => form.shadowRoot?.querySelector('[name=saved-card],[name=save]');
  const dialog = (form: PayForm) => form.shadowRoot?.querySelector('dialog');

  test.each<[string, Partial<PayForm>, PaymentView, string, (form: PayForm) => unknown]>([
    ['ten payments', {}, payment({ status: 'success' }), 'pay-result', (form) => form.phase === 'done'],
    ['ten that wait for the bank', {}, payment(), 'pay-result', (form) => form.phase === 'waiting'],
    ['ten with saved cards', { saveCard: true }, payment({ status: 'success' }), 'pay-result', lists],
    ['ten in the bank’s dialog', { challenge: 'dialog' }, payment(toBank), 'pay-action', dialog],
  ])('after %s', async (_what, settings, body, until, shows) => {
    companion.session({ savable: true }).answers('payments', { body }).answers('news', 'never');
    // The page's own part of the work: the files of the tag are there.
    const first = await paid(settings, until);
    await waitUntil(() => shows(first));
    first.remove();
    await turn();
    const page = watchPage();
    try {
      for (let tags = 0; tags < 10; tags += 1) {
        const form = await paid(settings, until);
        await holds(() => expect(shows(form)).toBeTruthy());
        expect(page.left()).toContain('pagehide');
        form.remove();
      }
      await turn();
      expect(page.left()).toEqual([]);
    } finally {
      page.stop();
    }
  });
});
