import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { environment } from '../environment.ts';
import { payment } from '../testing/fake-companion.ts';
import type { FrameSettings, Handover, ToFrame } from './frame-protocol.ts';
import { type Isolated, isolate } from './isolated.ts';
import { texts as en } from '../messages/en.ts';
import type { PayForm } from '../pay-form.ts';
import { holds } from '../testing/wait.ts';

const BASE = 'https://pay.shop.example/pay';
const ID = '0b2c4d6e-8f10-4a2b-8c3d-5e6f708192a3';

/** What the chunk did, in words. */
let done: string[];
/** what a listener of the page does to an event */
let listener: (name: string) => boolean;
let warnings: string[];
let element: PayForm;
let isolated: Isolated;
/** never put into the document: it would be loaded */
let inserted: HTMLIFrameElement;
const { navigate, reload } = environment;

beforeEach(() => {
  [done, warnings] = [[], []];
  listener = () => true;
  environment.navigate = (url) => void done.push(`go ${url}`);
  environment.reload = () => void done.push('reload');
  vi.spyOn(console, 'warn').mockImplementation((text: string) => void warnings.push(text));
  // Not the tag: what the frame's side reads of it.
  element = Object.assign(document.createElement('div'), {
    src: BASE,
    order: 'token-1',
    mode: 'auto',
    saveCard: false,
    messages: { pay: 'Give {}' },
    append: (frame: HTMLIFrameElement) => {
      inserted = frame;
    },
  }) as unknown as PayForm;
  document.body.append(element);
  isolated = isolate(element, {
    language: () => ({ tag: 'uk', texts: en }),
    height: () => 400,
    send: (name, detail) => {
      done.push(`${name} ${JSON.stringify(detail)}`);
      return listener(name);
    },
    show: ({ phase, problem }) => void done.push(`show ${phase}${problem ? ` ${problem.code}` : ''}`),
    lead: (url) => void done.push(`lead ${url}`),
  });
});

afterEach(() => {
  Object.assign(environment, { navigate, reload });
  isolated.stop();
  element.remove();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const iframe = () => inserted;

function setSrc(src: string): void {
  element.src = src;
  isolated.changed();
}

/** Messages of other ports come in turn, however long they take on a busy machine: theirs, the answers, and what follows. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    const { port1, port2 } = new MessageChannel();
    await new Promise((done) => {
      port1.addEventListener('message', done);
      port1.start();
      port2.postMessage(null);
    });
    port1.close();
  }
}

/** The frame's side, as far as the page sees it. */
class FakeFrame {
  readonly said: ToFrame[] = [];
  handover: Handover | null = null;
  origin = '';
  #port: MessagePort | null = null;

  /** The frame has been loaded. */
  load(): this {
    const contentWindow = {
      postMessage: (handover: Handover, origin: string, [port]: MessagePort[]) => {
        Object.assign(this, { handover, origin });
        this.#port = port ?? null;
        port?.addEventListener('message', ({ data }: MessageEvent<ToFrame>) => this.said.push(data));
        port?.start();
      },
    };
    Object.defineProperty(iframe(), 'contentWindow', { value: contentWindow, configurable: true });
    iframe().dispatchEvent(new Event('load'));
    return this;
  }

  async say(...messages: object[]): Promise<this> {
    for (const message of messages) this.#port?.postMessage(message);
    await settle();
    return this;
  }

  /** It shows the form. */
  hello(): Promise<this> {
    return this.say({ type: 'hello', nonce: this.handover?.payForm }, state());
  }

  settings(): FrameSettings[] {
    return this.said.flatMap((one) =>
      one.type === 'settings' ? [JSON.parse(one.settings) as FrameSettings] : [],
    );
  }
}

const state = (changes: object = {}) => ({
  type: 'state',
  phase: 'ready',
  payment: null,
  valid: true,
  height: 500,
  ...changes,
});
const shown = () => new FakeFrame().load().hello();
const paid = payment({ id: ID, status: 'success' });

describe('the handshake', () => {
  test('hands the port only to the companion’s origin, with an unguessable nonce', () => {
    const frame = new FakeFrame().load();
    expect(iframe().src).toBe(`${BASE}/frame`);
    expect(frame.origin).toBe('https://pay.shop.example');
    expect(frame.handover?.payForm.length).toBeGreaterThan(15);
    const first = frame.handover?.payForm;
    expect(frame.load().handover?.payForm).not.toBe(first);
  });

  test('is over when the nonce comes back, and only then the order goes', async () => {
    const frame = new FakeFrame().load();
    await settle();
    expect(frame.said).toEqual([]);
    await frame.hello();
    expect(frame.settings()).toMatchObject([
      { order: 'token-1', mode: 'auto', lang: 'uk', disabled: false, messages: { pay: 'Give {}' } },
    ]);
    expect(done).toContain('show ready');
  });

  test('is refused with a wrong nonce: nothing is sent there, and nothing from there counts', async () => {
    const frame = await new FakeFrame().load().say({ type: 'hello', nonce: 'wrong' }, state());
    expect(frame.said).toEqual([]);
    expect(done).toEqual([]);
  });

  test('ignores what comes another way', async () => {
    const frame = new FakeFrame().load();
    const data = { type: 'hello', nonce: frame.handover?.payForm };
    for (const origin of ['https://pay.shop.example', 'https://evil.example'])
      window.dispatchEvent(new MessageEvent('message', { data, origin, source: window }));
    await settle();
    expect(frame.said).toEqual([]);
  });

  test('starts again if the frame is reloaded, and the previous port is ignored', async () => {
    const before = await shown();
    const after = await shown();
    expect(after.settings()).toHaveLength(1);
    done = [];
    await before.say({ type: 'pay-result', detail: { payment: paid } });
    expect(done).toEqual([]);
  });

  test('starts again with another src, and warns at most once that it is the page’s origin', async () => {
    await shown();
    setSrc('/pay/');
    expect(iframe().src).toBe(`${location.origin}/pay/frame`);
    expect(element.checkValidity()).toBe(false);
    isolated.changed();
    // Once per page, and another test may have been the first.
    expect(warnings.filter((text) => text.includes('another origin')).length).toBeLessThan(2);
  });
});

test('a tag without src has nothing to pay in its frame', async () => {
  const frame = await shown();
  setSrc('');
  await settle();
  expect(frame.settings().at(-1)?.order).toBe('');
});

test('a frame that the page removes with the tag’s children comes back, unless it was stopped', async () => {
  const cleared = async () => {
    element.textContent = 'x';
    inserted = document.createElement('iframe');
    element.textContent = '';
    await settle();
    return inserted === frame;
  };
  const frame = iframe();
  expect(await cleared()).toBe(true);
  isolated.stop();
  expect(await cleared()).toBe(false);
});

test('a script that keeps removing the frame is reported, and does not block the page', async () => {
  let taken = 0;
  const taker = new MutationObserver(() => {
    for (const frame of element.querySelectorAll('iframe')) frame.remove();
    taken += 1;
    if (taken === 99) taker.disconnect();
  });
  taker.observe(element, { childList: true });
  Reflect.deleteProperty(element, 'append');
  const frame = iframe();
  element.append(frame);
  await holds(() => expect(done).toEqual(['show failed no-answer', expect.stringContaining('pay-error')]));
  expect(taken).toBeLessThan(20);
  expect(frame.isConnected).toBe(false);
  taker.disconnect();
  isolated.frame.querySelector('button')?.click();
  expect([frame.isConnected, isolated.frame.querySelector('[role=alert]')]).toEqual([true, null]);
});

describe('a frame that does not come', () => {
  /** It has loaded, in a part of the page that is still hidden. */
  async function loadHidden(): Promise<void> {
    vi.useFakeTimers();
    setSrc('https://other.example/pay');
    const frame = new FakeFrame().load();
    void frame.say({ type: 'hello', nonce: frame.handover?.payForm }, state({ height: 0 }));
    await vi.waitFor(() => expect(done).toEqual(['show ready']));
  }

  test('is no fault of one that loaded in a part of the page which is still hidden', async () => {
    await loadHidden();
    vi.advanceTimersByTime(60_000);
    expect(done).toEqual(['show ready']);
    vi.spyOn(iframe(), 'checkVisibility').mockReturnValue(true);
    vi.advanceTimersByTime(8_100);
    expect(done).toContain('show failed no-answer');
  });

  test('is waited for no longer once the tag is removed', async () => {
    await loadHidden();
    element.remove();
    vi.advanceTimersByTime(8_100);
    expect([vi.getTimerCount(), done]).toEqual([0, ['show ready']]);
  });

  test('takes no focus and is hidden from screen readers', async () => {
    expect(iframe().inert).toBe(true);
    await shown();
    expect(iframe().inert).toBe(false);
    setSrc('https://other.example/pay');
    expect(iframe().inert).toBe(true);
  });

  test('drops the requests to it: nothing is paid when it comes later', async () => {
    vi.useFakeTimers();
    const submitted = element.submit();
    setSrc('https://other.example/pay');
    vi.advanceTimersByTime(8_100);
    await submitted;
    vi.useRealTimers();
    const frame = await shown();
    expect(frame.said.map(({ type }) => type)).toEqual(['settings']);
  });
});

test('follows the form, and the frame is seen from then on', async () => {
  expect(iframe().style.opacity).toBe('0');
  const frame = await shown();
  expect(iframe().style).toMatchObject({ blockSize: '500px', opacity: '' });
  await frame.say(state({ height: 0 }));
  expect(iframe().style.blockSize).toBe('500px');
  await frame.say(state({ height: 4_000 }));
  expect(iframe().style.blockSize).toBe('3000px');
  expect(warnings).toEqual([]);
});

describe('what the page sets', () => {
  test('goes to the frame when it changes, and not again', async () => {
    const frame = await shown();
    element.order = 'token-2';
    isolated.changed();
    isolated.changed();
    await settle();
    expect(frame.settings().map(({ order }) => order)).toEqual(['token-1', 'token-2']);
  });

  test('of its look goes along, and is followed', async () => {
    element.style.setProperty('--pay-accent', 'rebeccapurple');
    const frame = await shown();
    expect(frame.settings()[0]?.look).toMatchObject({
      '--pay-accent': 'rebeccapurple',
      'root-size': '16px',
      'color-scheme': 'normal',
    });
    document.body.style.color = 'rgb(1, 2, 3)';
    await holds(() => expect(frame.settings().at(-1)?.look['color']).toBe('rgb(1, 2, 3)'));
    document.body.removeAttribute('style');
  });

  test('inside a pay-submit listener comes before the answer', async () => {
    const frame = await shown();
    listener = () => {
      element.order = 'token-3';
      return true;
    };
    await frame.say({ type: 'pay-submit', detail: null });
    expect(frame.said.slice(-2)).toMatchObject([{ type: 'settings' }, { type: 'answer', go: true }]);
    expect(frame.settings().at(-1)?.order).toBe('token-3');
  });
});

describe('what the frame says', () => {
  const toBank = (url: string) => ({ type: 'pay-action', detail: { url } });
  const result = { type: 'pay-result', detail: { payment: paid } };
  const expired = { type: 'pay-expired', detail: null };

  test.each<[string, object[], string[]]>([
    ['an address of the bank', [toBank('https://bank.example/3ds')], ['lead https://bank.example/3ds']],
    ['a success', [result], [`go ${BASE}/return/${ID}`]],
    ['an expired order token', [expired, { type: 'pay-ready', detail: null }], []],
    ['an expired order token, and the wish to go on', [expired, { type: 'leave' }], ['reload']],
    ['an address that is not https', [toBank('http://bank.example/3ds')], []],
    ['a script for an address', [toBank('javascript:alert(1)')], []],
  ])('leads where it may: %s', async (_, messages, leads) => {
    const frame = await shown();
    await frame.say(...messages);
    const led = () => done.filter((text) => /^(lead|go|reload)/.test(text));
    expect(led()).toEqual(leads);
    [done, listener] = [[], () => false];
    await frame.say(...messages);
    expect(led()).toEqual([]);
  });

  test('of the way back leads there, whatever the payment', async () => {
    const frame = await shown();
    await frame.say({ type: 'leave' }, state({ payment: paid, phase: 'done' }), { type: 'leave' });
    expect(done.filter((text) => text.startsWith('go'))).toEqual([`go ${BASE}/return/${ID}`]);
  });
});

describe('the element’s methods', () => {
  test('work through the frame, and wait for it', async () => {
    const submitted = element.submit();
    const frame = await shown();
    const wish = frame.said.find(({ type }) => type === 'submit') as ToFrame & { id: number };
    expect(wish).toBeDefined();
    await frame.say({ type: 'submitted', id: wish.id });
    await submitted;
    element.reset();
    element.focus();
    await frame.say(state({ valid: false }));
    expect([element.checkValidity(), element.reportValidity()]).toEqual([false, false]);
    await settle();
    expect(frame.said.slice(-3).map(({ type }) => type)).toEqual(['reset', 'focus', 'reportValidity']);
  });

  test('are the element’s own again after the end', () => {
    isolated.stop();
    expect(Object.keys(element)).not.toContain('submit');
  });
});
