import { adoptStyles, html, render, type TemplateResult } from 'lit';
import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PaymentView } from '../../server/contract/checkout-api.ts';
import { type Challenge, type ChallengeHost, openChallenge, styles } from './challenge-dialog.ts';
import { environment } from '../environment.ts';
import { payment, session } from '../testing/fake-companion.ts';
import { ENGLISH } from '../language/language.ts';
import { texts as de } from '../messages/de.ts';
import { texts as en } from '../messages/en.ts';
import { dialog as texts } from './challenge-dialog.texts.ts';
import { styles as formStyles } from '../pay-form.styles.ts';
import { type CheckoutState } from '../checkout/phases.ts';

/** Any file that the tests' server has stands for the bank's page. */
const BANK = new URL('../checkout/problem.ts', import.meta.url).href;

let stage: HTMLElement;
let opened: (Challenge | null)[];
let calls: string[];
const { navigate } = environment;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  calls = [];
  opened = [];
  stage = document.createElement('div');
  stage.attachShadow({ mode: 'open' });
  adoptStyles(root(), [formStyles, styles]);
  environment.navigate = (url) => void calls.push(`go ${url}`);
  show(html`<button>Pay</button>`);
  document.body.append(stage);
});

afterEach(() => {
  for (const challenge of opened) challenge?.close();
  environment.navigate = navigate;
  stage.remove();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** What the element shows beneath. */
function show(offer: TemplateResult): void {
  render(html`<div part="base">${offer}<p role="status" tabindex="-1">Confirm</p></div>`, root());
}

function root(): ShadowRoot {
  if (!stage.shadowRoot) throw new Error('no root');
  return stage.shadowRoot;
}

function stateOf(changes: Partial<PaymentView> = {}): CheckoutState {
  const asked = payment({ action: { url: BANK }, ...changes });
  return { phase: 'action', session: session(), payment: asked, problem: null };
}

const CHECK = { state: stateOf({ method: 'lookup' }) };

function hostOf(changes: Partial<ChallengeHost> = {}): ChallengeHost {
  return {
    root: root(),
    language: ENGLISH,
    src: '/pay',
    state: stateOf(),
    merchant: 'Kettle & Wool',
    money: ({ amount }) => `€${amount}`,
    load: () => void calls.push('load'),
    ...changes,
  };
}

function open(url = BANK, changes: Partial<ChallengeHost> = {}): Challenge | null {
  const challenge = openChallenge(url, hostOf(changes));
  opened.push(challenge);
  return challenge;
}

function find(selector: string): HTMLElement {
  const found = root().querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`nothing matches ${selector}`);
  return found;
}

const dialogs = () => root().querySelectorAll('dialog').length;
const frame = () => find('iframe') as HTMLIFrameElement;
const shown = () => find('dialog').innerText.replace(/\s+/g, ' ');
const button = (text: string) => {
  const found = [...root().querySelectorAll('dialog button')].find((one) => one.textContent === text);
  return found as HTMLButtonElement;
};
const loaded = () => new Promise((done) => frame().addEventListener('load', done));
const overflow = () => getComputedStyle(document.documentElement).overflowY;
const returned = { type: 'pay-form:returned', paymentId: 'p-1' };
const say = (message: MessageEventInit, source = frame().contentWindow) =>
  window.dispatchEvent(
    new MessageEvent('message', { source, origin: location.origin, data: returned, ...message }),
  );

describe('the dialog', () => {
  test('is modal, and says what is confirmed and for whom', async () => {
    open();
    expect(find('dialog').matches(':modal')).toBe(true);
    expect(shown()).toContain('Confirm your payment Kettle & Wool · €10.00');
    expect(frame().title).toBe(texts.frame);
    vi.useRealTimers();
    const { violations } = await axe.run(stage, { iframes: false });
    expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
  });

  test.each([
    ['names no merchant if there is none', { merchant: null }, texts.title, '€10.00'],
    ['speaks of a card and no amount if it is only checked', CHECK, en.check, 'Kettle & Wool'],
  ])('%s', (_what, changes, title, line) => {
    open(BANK, changes);
    expect([find('h2').textContent, find('dialog .of').textContent]).toEqual([title, line]);
  });

  test('follows the language of the element while it is open, and stays as it was', () => {
    const german = hostOf({ language: { tag: 'de', texts: de }, money: () => '10,00 €' });
    const challenge = open();
    button(texts.fullPage).focus();
    find('[part=dialog-close]').click();
    vi.advanceTimersByTime(10_000);
    expect(shown()).toContain(texts.refused);
    const focused = root().activeElement;
    challenge?.speak(german);
    expect(shown()).toContain('Zahlung bestätigen Kettle & Wool · 10,00 €');
    for (const said of [de.dialog.leave, de.dialog.stay, de.dialog.refused, de.dialog.close])
      expect(shown()).toContain(said);
    expect(find('[part=dialog-close]').getAttribute('aria-label')).toBe(de.dialog.close);
    expect([frame().title, find('dialog').lang]).toEqual([de.dialog.frame, 'de']);
    expect([dialogs(), root().activeElement]).toEqual([1, focused]);
    challenge?.close();
  });

  test('lets the bank’s page use what banks need, but not navigate the shop’s page', () => {
    open();
    expect(frame().sandbox.contains('allow-scripts')).toBe(true);
    expect(frame().getAttribute('sandbox')).not.toContain('top-navigation');
    expect(frame().allow).toContain('publickey-credentials-get *');
    expect(frame().referrerPolicy).toBe('strict-origin');
  });

  test.each([
    ['it is closed', (challenge: Challenge | null) => challenge?.close()],
    ['the page is left', () => void dispatchEvent(new Event('pagehide'))],
    ['the browser closes it by itself', () => (find('dialog') as HTMLDialogElement).close()],
  ])('keeps the page behind it from scrolling, and goes without a question once %s', async (_what, end) => {
    const before = overflow();
    const challenge = open();
    expect(overflow()).toBe('hidden');
    end(challenge);
    await expect.poll(() => [dialogs(), overflow()]).toEqual([0, before]);
  });

  test('can be used in an element that the page makes untouchable', () => {
    stage.style.pointerEvents = 'none';
    open();
    const close = find('[part=dialog-close]').getBoundingClientRect();
    expect([close.width, close.height]).toEqual([44, 44]);
    const { x, y, width, height } = button(texts.fullPage).getBoundingClientRect();
    expect(root().elementFromPoint(x + width / 2, y + height / 2)).toBe(button(texts.fullPage));
  });
});

describe('the focus', () => {
  test.each([
    ['Pay', html`<button>Pay</button>`],
    ['Continue', html`<button part="button">Continue</button>`],
  ])(
    'goes in at opening, and at the end to where it was or to what the element offers now: %s',
    (text, offer) => {
      find('button').focus();
      const challenge = open();
      expect(root().activeElement).toBe(find('h2'));
      if (text !== 'Pay') show(offer);
      challenge?.close();
      vi.runAllTimers();
      expect(root().activeElement?.textContent).toBe(text);
    },
  );

  test('stays where the customer has moved it', () => {
    const other = document.createElement('input');
    document.body.append(other);
    open()?.close();
    other.focus();
    vi.runAllTimers();
    expect(document.activeElement).toBe(other);
    other.remove();
  });
});

describe('the customer who is back from the bank', () => {
  test('makes the element ask, and the dialog closes by itself if nothing ends it', () => {
    open();
    say({});
    expect([calls, dialogs()]).toEqual([['load'], 1]);
    frame().dispatchEvent(new Event('load'));
    expect([frame().hidden, getComputedStyle(find('.spinner')).display]).not.toContain('none');
    vi.advanceTimersByTime(3_000);
    expect([calls, dialogs()]).toEqual([['load'], 0]);
  });

  test.each<[string, MessageEventInit]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin', { origin: 'null' }],
    ['another window', { source: window }],
    ['nobody', { source: null }],
    ['another payment', { data: { ...returned, paymentId: 'p-2' } }],
    ['another type', { data: { ...returned, type: 'returned' } }],
    ['text', { data: 'pay-form:returned' }],
    ['nothing', { data: null }],
  ])('is ignored in a message of %s', (_what, message) => {
    open();
    say(message);
    vi.advanceTimersByTime(3_000);
    expect([calls, dialogs()]).toEqual([[], 1]);
  });

  test('is ignored once the dialog is closed', () => {
    const challenge = open();
    const source = frame().contentWindow;
    challenge?.close();
    say({}, source);
    expect(calls).toEqual([]);
  });
});

describe('the whole page', () => {
  test.each(['display: none', 'content-visibility: hidden'])(
    'is used at once in an element that the page hides (%s), as nobody could see the dialog',
    (style) => {
      stage.style.cssText = style;
      open();
      expect([calls, dialogs()]).toEqual([[`go ${BANK}`], 0]);
      stage.style.cssText = '';
      open();
      expect([calls.length, dialogs()]).toEqual([1, 1]);
    },
  );

  test('is offered in words if nothing loads in eight seconds, until it does, and at once if the frame fails', async () => {
    open();
    const comes = loaded();
    vi.advanceTimersByTime(8_000);
    expect(shown()).toContain(texts.refused);
    expect(find('.stage').hidden).toBe(true);
    await comes;
    expect(shown()).not.toContain(texts.refused);
    expect(find('.stage').hidden).toBe(false);
    frame().dispatchEvent(new Event('error'));
    expect(shown()).toContain(texts.refused);
  });

  test('is offered in words if the shop’s own policy blocks the bank, whatever loads instead', async () => {
    open();
    const violation = (blockedURI: string, effectiveDirective = 'frame-src') =>
      document.dispatchEvent(
        new SecurityPolicyViolationEvent('securitypolicyviolation', { blockedURI, effectiveDirective }),
      );
    violation('https://elsewhere.example');
    violation(location.origin, 'img-src');
    expect(shown()).not.toContain(texts.refused);
    const comes = loaded();
    violation(location.origin);
    await comes;
    expect(shown()).toContain(texts.refused);
  });

  test('is offered in words after five minutes, which a page that loads leaves alone', async () => {
    open();
    await loaded();
    vi.advanceTimersByTime(5 * 60_000);
    expect(shown()).toContain(texts.late);
    frame().src = `${BANK}?next`;
    await loaded();
    expect(shown()).toContain(texts.late);
  });
});

describe('what is refused', () => {
  test.each([
    'javascript:alert(1)',
    'http://bank.example/',
    'data:text/html,x',
    '/relative',
    'no address',
    '',
  ])('the address %j: nothing opens, and the element goes on', (url) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    expect(open(url)).toBeNull();
    expect([dialogs(), calls]).toEqual([0, []]);
    expect(warn).toHaveBeenCalledWith('pay-form', 'unsafe challenge address');
  });

  test('a dialog beside another: the first one stays, and a later one opens again', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const first = open();
    expect(open(BANK, { state: stateOf({ id: 'p-2' }) })).toBeNull();
    expect([dialogs(), calls]).toEqual([1, []]);
    expect(warn).toHaveBeenCalledWith('pay-form', 'another confirmation is open');
    first?.close();
    open();
    expect(dialogs()).toBe(1);
  });

  test('to ask for a confirmation that nobody awaits any more', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    open(BANK, { state: stateOf({ status: 'success', action: null }) });
    expect([dialogs(), warn.mock.calls]).toEqual([0, []]);
  });
});
