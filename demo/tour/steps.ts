import { typeInto, valuesFor } from '../panel/fill-form.ts';
import { type Pace, TourStopped } from './pace.ts';

/** What a step may use of the page. */
export interface Stage {
  pace: Pace;
  orderId: string;
  /** address of the shop's demo routes */
  demo: string;
  /** whether animation is allowed */
  moves: boolean;
  /** leaves the page to the user */
  takeOver: () => void;
}

export interface Step {
  title: string;
  text: string;
  /** the page on which it plays */
  page: 'checkout' | 'thanks';
  /** selector of the element that it is about */
  shows: string;
  /** milliseconds for reading its caption, after everything is done */
  readFor: number;
  play: (stage: Stage) => Promise<void>;
}

const SHORT_OF_MONEY = '4000 0000 0000 9995';
const ASKED_FOR = '5454 5454 5454 5454';
const PATIENCE_MS = 20_000;
const KEY_MS = 45;

export const STEPS: readonly Step[] = [
  {
    title: 'One tag, the whole form',
    text: 'Digits are grouped as they are typed, the brand shows itself, and no card touches the shop’s server.',
    page: 'checkout',
    shows: '.payment',
    readFor: 2_500,
    play: (stage) => typeCard(stage, SHORT_OF_MONEY),
  },
  {
    title: 'A decline says why',
    text: 'Not enough money on the card: said in plain words, in 35 languages. Nothing was charged, and the form stays filled in.',
    page: 'checkout',
    shows: '.payment',
    readFor: 5_500,
    play: payAndSee((form) => isShown(form, '[role=alert]:not(:empty)')),
  },
  {
    title: 'Another card, the same order',
    text: 'A new attempt begins at once. However often it is sent, an order is paid once.',
    page: 'checkout',
    shows: '.payment',
    readFor: 1_500,
    play: (stage) => typeCard(stage, ASKED_FOR),
  },
  {
    title: '3-D Secure, over the page',
    text: 'The bank asks in a dialog, the order stays beneath. On this screen, the answer comes by itself.',
    page: 'checkout',
    shows: '.payment',
    readFor: 0,
    play: confirm,
  },
  {
    title: 'The order page knows',
    text: 'The second tag, pay-status, follows the payment. A signed message has reported it to the shop, too.',
    page: 'thanks',
    shows: '.standing',
    readFor: 5_500,
    play: ({ pace }) => pace.until(isDelivered, PATIENCE_MS).catch(ignoreLate),
  },
  {
    title: 'And behind it',
    text: 'Every request of this payment, as it went. In the merchant’s console: captures, refunds, receipts, and what needs a look.',
    page: 'thanks',
    shows: '#panel',
    readFor: 9_000,
    play: openPanel,
  },
];

const tag = () => document.querySelector('pay-form');

function isShown(form: Element, selector: string): boolean {
  return form.shadowRoot?.querySelector(selector) !== null;
}

async function typeCard({ pace, moves }: Stage, number: string): Promise<void> {
  await pace.until(() => isShown(tag() ?? document.body, 'input[name=number]'), PATIENCE_MS);
  const form = tag();
  if (!form) return;
  await pace.wait(1_200);
  for (const [name, value] of Object.entries(valuesFor(number))) {
    if (name === 'number') typeInto(form, name, '');
    const isKept = name !== 'number' && valueOf(form, name) !== '';
    if (!isKept) await typeSlowly(form, name, value, moves ? pace : null);
  }
}

const valueOf = (form: Element, name: string): string =>
  form.shadowRoot?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? '-';

/** @param pace of the keys; null to type everything at once */
async function typeSlowly(form: Element, name: string, value: string, pace: Pace | null): Promise<void> {
  const keys = pace ? value.length : 0;
  for (let length = 1; length < keys; length += 1) {
    typeInto(form, name, value.slice(0, length));
    await pace?.wait(KEY_MS);
  }
  typeInto(form, name, value);
}

function payAndSee(isDone: (form: Element) => boolean): (stage: Stage) => Promise<void> {
  return async ({ pace }) => {
    const form = tag();
    if (!form) return;
    form.shadowRoot?.querySelector<HTMLElement>('[part=submit]')?.click();
    await pace.until(() => isDone(form), PATIENCE_MS);
  };
}

/**
 * Pays, leaves the bank's question on screen, and lets the bank approve, unless the user has answered in the bank's frame,
 * whose clicks this page does not see. The tag then leads to the order page; a rejection leaves this page to the user.
 */
async function confirm(stage: Stage): Promise<void> {
  const isRejected = () => tag()?.payment?.status === 'failure';
  await payAndSee((form) => isShown(form, 'dialog[open]'))(stage);
  document.dispatchEvent(new Event('tour-covered'));
  await stage.pace.wait(5_500, isRejected);
  if (!isRejected()) await approve(stage);
  await stage.pace.until(isRejected, PATIENCE_MS);
  stage.takeOver();
}

async function approve(stage: Stage): Promise<void> {
  await fetch(`${stage.demo}/report`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order: stage.orderId, was: 'pending', status: 'success' }),
  });
}

const isDelivered = (): boolean => /success/.test(document.querySelector('#delivered')?.textContent ?? '');

/** A late message is no reason to stop. */
function ignoreLate(error: unknown): void {
  if (error instanceof TourStopped) throw error;
}

async function openPanel({ pace }: Stage): Promise<void> {
  const panel = document.querySelector<HTMLElement>('#panel');
  if (panel?.hidden) document.querySelector<HTMLElement>('.panel-open')?.click();
  await pace.wait(1_000);
}
