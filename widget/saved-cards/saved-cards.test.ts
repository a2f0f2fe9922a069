import { adoptStyles, html, nothing, render } from 'lit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { server, userEvent } from 'vitest/browser';
import type { SavedCard } from '../../server/contract/checkout-api.ts';
import { payment, savedCard, session, tokenOf } from '../testing/fake-companion.ts';
import { ENGLISH, withOwn } from '../language/language.ts';
import { styles as formStyles } from '../pay-form.styles.ts';
import { SavedCards, type SavedCardsHost, styles } from './saved-cards.ts';

/** The list with a small host in the element's place. */

let serial = 0;
/** No test sees what another has removed. */
const card = (over: Partial<SavedCard> = {}): SavedCard => {
  serial += 1;
  return { ...savedCard(`card-${serial}`), ...over };
};
const ORDER = tokenOf({ customer: { id: 'ann' } });
const OVER = { mask: '545454******5454', brand: 'mastercard', expires: '01/20' } as const;

let place: HTMLElement;
let root: ShadowRoot;
let saved: SavedCards;
let state: SavedCardsHost['state'];
let busy: boolean;
let asked: { url: string; init: RequestInit }[];
let status: number;

beforeEach(() => {
  place = document.createElement('div');
  document.body.append(place);
  root = place.attachShadow({ mode: 'open' });
  adoptStyles(root, [formStyles, styles]);
  busy = false;
  asked = [];
  status = 204;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, init });
    if (status === 0) throw new TypeError('Failed to fetch');
    return new Response(null, { status });
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  dispatchEvent(new Event('pagehide'));
  vi.useRealTimers();
  vi.unstubAllGlobals();
  place.remove();
});

function show(): void {
  const { choices, save } = saved.render(busy);
  const fields = saved.chosen() === null ? html`<input name="number" aria-label="Number" />` : nothing;
  render(html`<form><fieldset>${choices} ${fields} ${save}</fieldset></form>`, root);
}

function open(
  cards: SavedCard[],
  {
    saving = false,
    texts = {},
    before = null,
  }: { saving?: boolean; texts?: { saved?: object }; before?: SavedCards | null } = {},
): void {
  state = { phase: 'ready', session: session({ savedCards: cards }), payment: null, problem: null };
  const language = { tag: 'en', texts: withOwn(ENGLISH.texts, texts) };
  saved = new SavedCards(
    () => ({
      root,
      language,
      state,
      src: '/pay/',
      order: ORDER,
      rerender: () => Promise.resolve().then(show),
    }),
    saving,
    before,
  );
  show();
}

const all = <Found extends Element = HTMLElement>(selector: string) => [
  ...root.querySelectorAll<Found>(selector),
];
const radios = () => all<HTMLInputElement>('[type=radio]');
const one = (selector: string) => {
  const [found] = all(selector);
  if (!found) throw new Error(`nothing matches ${selector}`);
  return found;
};
const words = () =>
  all('.saved-card').map((row) => {
    const copy = row.cloneNode(true) as HTMLElement;
    copy.querySelector('svg')?.remove();
    return copy.textContent.replaceAll(/\s+/g, ' ').trim();
  });
const settled = async () => {
  for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
};
async function remove(id: string): Promise<void> {
  one(`#remove-${id}`).click();
  await settled();
}
/** Cards, of which the first one was just removed. */
async function openAndRemove(count = 2, language = {}): Promise<SavedCard[]> {
  const cards = Array.from({ length: count }, () => card());
  open(cards, language);
  await remove(cards[0]?.id ?? '');
  return cards;
}
/** The customer goes on, and the time to undo the removal passes. */
async function pass(): Promise<void> {
  (root.activeElement as HTMLElement | null)?.blur();
  vi.advanceTimersByTime(8_000);
  await settled();
}

it('the list of the next session undoes the removal that the one before began', async () => {
  open(await openAndRemove(1), { before: saved });
  one('.undo').click();
  await pass();
  expect(asked).toEqual([]);
});

describe('the choices', () => {
  it('are the cards and another one, the newest that is good chosen at first', () => {
    const [over, newest, older] = [card(OVER), card(), card({ expires: '11/60' })];
    open([over, newest, older]);
    expect(one('legend').textContent).toBe('Your saved cards');
    expect(words()).toEqual([
      'Mastercard •••• 5454 Expired',
      'Visa •••• 4242 expires 12/60',
      'Visa •••• 4242 expires 11/60',
      'Another card',
    ]);
    expect(radios().map(({ checked }) => checked)).toEqual([false, true, false, false]);
    expect(radios().map(({ disabled }) => disabled)).toEqual([true, false, false, false]);
    expect(saved.chosen()).toBe(newest.id);
  });

  it('change by the arrow keys, to another card as well', async () => {
    const [newest, older] = [card(), card()];
    open([newest, older]);
    radios()[0]?.focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(saved.chosen()).toBe(older.id);
    await userEvent.keyboard('{ArrowDown}');
    await settled();
    expect(saved.chosen()).toBeNull();
    expect(all('[name=number]')).toHaveLength(1);
  });

  it('start with a typed card if all are expired, or one is being typed already', () => {
    open([card(OVER)]);
    expect(saved.chosen()).toBeNull();
    expect(radios().at(-1)?.checked).toBe(true);
    all<HTMLInputElement>('[name=number]')[0]?.setAttribute('value', '42');
    open([card()]);
    expect(saved.chosen()).toBeNull();
  });

  it('stay as they are while a payment is sent', async () => {
    const [newest, older] = [card(), card()];
    open([newest, older]);
    busy = true;
    show();
    radios()[1]?.click();
    await remove(newest.id);
    expect(saved.chosen()).toBe(newest.id);
    expect(words()).toHaveLength(3);
  });

  it('lose a card that the gateway refuses, once, and take none in its place', () => {
    const [newest, older] = [card(), card()];
    open([newest, older]);
    const declined = payment({ status: 'failure', savedCardRefused: true });
    state = { ...state, phase: 'failed', payment: declined };
    show();
    show();
    expect(saved.chosen()).toBeNull();
    expect(words()).toHaveLength(2);
    radios()[0]?.click();
    expect(saved.chosen()).toBe(older.id);
    show();
    expect(saved.chosen()).toBe(older.id);
  });
});

describe('a removal', () => {
  it('is named by its card, can be undone, and sends nothing then', async () => {
    const [newest, older] = [card(), card({ expires: '11/60' })];
    open([newest, older]);
    expect(one(`#remove-${newest.id}`).getAttribute('aria-label')).toBe('Remove Visa ••••\u00a04242, 12/60');
    await remove(newest.id);
    expect(words()[0]).toBe('Visa •••• 4242, 12/60 was removed. Undo');
    expect(saved.chosen()).toBe(older.id);
    expect(root.activeElement?.id).toBe(`undo-${newest.id}`);
    one('.undo').click();
    await settled();
    expect(root.activeElement?.id).toBe(`remove-${newest.id}`);
    vi.runAllTimers();
    dispatchEvent(new Event('pagehide'));
    expect([asked.length, saved.chosen()]).toEqual([0, newest.id]);
  });

  it('is announced in the page’s own words, which need not name the card', async () => {
    await openAndRemove(1, { texts: { saved: { removed: 'The card is gone.' } } });
    expect(words()[0]).toBe('The card is gone. Undo');
  });

  it('is sent when the time to undo it is over', async () => {
    const [newest] = await openAndRemove();
    expect(asked).toEqual([]);
    await pass();
    expect(asked.map(({ url }) => url)).toEqual([`/pay/saved-cards/${newest?.id}`]);
    expect(asked[0]?.init).toMatchObject({
      method: 'DELETE',
      keepalive: true,
      credentials: 'omit',
      headers: { authorization: `Bearer ${ORDER}` },
    });
    expect(words()).toHaveLength(2);
  });

  it('waits for a customer who is still at its Undo button, by keyboard or pointer', async () => {
    await openAndRemove();
    vi.advanceTimersByTime(60_000);
    expect(asked).toEqual([]);
    one('[type=radio]').focus();
    // Firefox's pointer waits for the timers that stand still here.
    if (server.browser === 'chromium') {
      await userEvent.hover(one('.undo'));
      vi.advanceTimersByTime(60_000);
      expect(asked).toEqual([]);
      await userEvent.unhover(one('.undo'));
    }
    await pass();
    expect(asked).toHaveLength(1);
  });

  it('is sent at once when the page is left, and only once', async () => {
    await openAndRemove(1);
    dispatchEvent(new Event('pagehide'));
    vi.runAllTimers();
    dispatchEvent(new Event('pagehide'));
    await settled();
    expect(asked).toHaveLength(1);
  });

  it.each([
    [0, true],
    [500, true],
    [401, true],
    [404, false],
  ])('that is answered with %i brings the card back with words: %s', async (answer, back) => {
    status = answer;
    const [newest] = await openAndRemove(1);
    await pass();
    expect(saved.chosen()).toBe(back ? newest?.id : null);
    const words = all('[role=alert]').map(({ textContent }) => textContent);
    expect(words).toEqual(back ? ['The card could not be removed. Please try again.'] : []);
  });

  it('stays although the session is loaded again meanwhile', async () => {
    const cards = await openAndRemove();
    open(cards);
    expect(saved.chosen()).toBe(cards[1]?.id);
    await pass();
    open(cards);
    expect(words()).toHaveLength(2);
  });
});

it('the wish to save a card is asked of one that is typed, and of no other', async () => {
  open([card()], { saving: true });
  expect(all('.save')).toEqual([]);
  radios().at(-1)?.click();
  await settled();
  expect(saved.wantsSaving()).toBe(false);
  (one('[name=save]') as HTMLInputElement).click();
  expect(saved.wantsSaving()).toBe(true);
  radios()[0]?.click();
  expect(saved.wantsSaving()).toBe(false);
});

it('the list keeps digits in their order in a page that is written from right to left', () => {
  place.dir = 'rtl';
  open([card()]);
  expect(getComputedStyle(one('bdi')).direction).toBe('ltr');
  expect(getComputedStyle(one('bdi')).unicodeBidi).toBe('isolate');
});
