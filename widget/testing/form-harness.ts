import { fixture, fixtureCleanup, html } from '@open-wc/testing';
import axe from 'axe-core';
import { afterEach, beforeEach, expect } from 'vitest';
import { userEvent } from 'vitest/browser';
import { CARD, WHOLE_CUSTOMER } from '../../server/contract/testing/fixtures.ts';
import { define } from '../define.ts';
import type { PayEventDetails, PayEventName } from '../events.ts';
import { type Answer, FakeCompanion } from './fake-companion.ts';
import type { PayButton } from '../pay-button.ts';
import type { PayForm } from '../pay-form.ts';
import type { PayStatus } from '../pay-status.ts';
import { waitUntil } from './wait.ts';

/** Shared by the tests of `<pay-form>`: a fake companion, the recorded events, and the customer's actions. */

define();

/** The card that the tests type. */
export const card = { ...CARD, expMonth: 1, expYear: 2040, cvv: '123' };
export const PAN = card.number;
const EVENTS: PayEventName[] = [
  'pay-ready',
  'pay-change',
  'pay-submit',
  'pay-action',
  'pay-result',
  'pay-error',
  'pay-expired',
];

/** The companion of the running test. */
export let companion: FakeCompanion;
/** The events of the running test. */
export let heard: { name: string; detail: unknown }[];

/** Lets everything run that is due. */
export const turn = () => new Promise<void>((done) => setTimeout(done));

/** Call once per file: each test gets a companion and a record of events, and both are removed after it. */
export function useCompanion(): void {
  beforeEach(() => {
    // What an earlier test typed is no kept contact of this one.
    sessionStorage.clear();
    companion = new FakeCompanion().session();
    heard = [];
    for (const name of EVENTS) document.addEventListener(name, hear);
  });
  afterEach(async () => {
    fixtureCleanup();
    // A removed tag ends its work in a task of its own: until then it may navigate.
    await turn();
    companion.close();
    for (const name of EVENTS) document.removeEventListener(name, hear);
  });
}

function hear({ type, detail }: Event & { detail?: unknown }): void {
  heard.push({ name: type, detail });
}

export function details<Name extends PayEventName>(name: Name): PayEventDetails[Name][] {
  return heard.filter((event) => event.name === name).map(({ detail }) => detail as PayEventDetails[Name]);
}

interface Tags {
  'pay-form': PayForm;
  'pay-button': PayButton;
  'pay-status': PayStatus;
}

/** A tag in the page, once it is in the phase. The attributes beside `src` and `order` may replace these. */
export async function openTag<Name extends keyof Tags>(
  name: Name,
  phase = 'ready',
  attributes: Record<string, string> = {},
): Promise<Tags[Name]> {
  const tag = document.createElement(name) as Tags[Name];
  for (const [key, value] of Object.entries({ src: '/pay', order: 'tok', ...attributes }))
    tag.setAttribute(key, value);
  await fixture(html`${tag}`);
  await reaches(tag, phase);
  return tag;
}

export const open = (phase?: string, attributes?: Record<string, string>) =>
  openTag('pay-form', phase, attributes);

export async function reaches(form: Tags[keyof Tags], phase: string): Promise<void> {
  await waitUntil(() => form.phase === phase, `phase ${phase}`);
  await turn();
  await form.updateComplete;
}

function part(form: HTMLElement, selector: string): HTMLElement {
  const found = form.shadowRoot?.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`nothing matches ${selector}`);
  return found;
}

const input = (form: HTMLElement, name: string) => part(form, `input[name=${name}]`) as HTMLInputElement;
const text = (form: HTMLElement, selector: string) => part(form, selector).textContent.trim();

/** What a tag shows. */
export const see = {
  part,
  input,
  text,
  all: <Found extends Element = HTMLElement>(form: HTMLElement, selector: string) => [
    ...(form.shadowRoot?.querySelectorAll<Found>(selector) ?? []),
  ],
  alert: (form: HTMLElement) => text(form, '[role=alert]'),
  fault: (form: HTMLElement, name: string) => text(form, `#${name}-fault`),
  focused: (form: HTMLElement) => form.shadowRoot?.activeElement?.getAttribute('name'),
  values: (form: HTMLElement, ...names: string[]) => names.map((name) => input(form, name).value),
  card: (form: HTMLElement) => see.values(form, 'number', 'expiry', 'cvv'),
  async isAccessible(form: HTMLElement): Promise<void> {
    const { violations } = await axe.run(form);
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join()}`)).toEqual([]);
  },
};

/** The form has finished what it was sent for, and can be sent again. */
export const isIdle = (form: HTMLElement): Promise<void> =>
  waitUntil(
    () => !form.shadowRoot?.querySelector('form:not([hidden]) [part=submit][aria-disabled=true]'),
    'an idle form',
  );

/** What a customer does. */
export const act = {
  /** Fills a field as autofill does. */
  put(form: HTMLElement, name: string, value: string): void {
    input(form, name).value = value;
    input(form, name).dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  },
  fill(form: HTMLElement, number = PAN): void {
    act.put(form, 'number', number);
    act.put(form, 'expiry', '01/2040');
    act.put(form, 'cvv', '123');
  },
  /** Fills the card in, and all that is asked of the customer. */
  fillAll(form: HTMLElement): void {
    act.fill(form);
    for (const [name, value] of Object.entries(WHOLE_CUSTOMER))
      if (see.all(form, `input[name=${name}]`).length > 0) act.put(form, name, value);
  },
  /** Presses the main button; with a phase, waits until something was sent and the phase follows. */
  async press(form: Tags[keyof Tags], phase: string | null = null): Promise<void> {
    const before = companion.asked.length;
    part(form, '[part=submit]').click();
    await form.updateComplete;
    if (!phase) return;
    await waitUntil(() => companion.asked.length > before, 'a request');
    await reaches(form, phase);
    if (phase === 'ready' || phase === 'failed') await isIdle(form);
  },
  async pay(form: PayForm, phase: string | null = null, number = PAN): Promise<void> {
    act.fill(form, number);
    await act.press(form, phase);
  },
  /** Keeps the browser on the page where the tag would leave it; for the bank, only once. */
  stay(form: HTMLElement, event: 'pay-result' | 'pay-action' = 'pay-result'): void {
    form.addEventListener(event, (one) => one.preventDefault(), { once: event === 'pay-action' });
  },
  async type(form: PayForm, name: string, keys: string): Promise<void> {
    input(form, name).focus();
    await userEvent.keyboard(keys);
    await form.updateComplete;
  },
  /** Copies the text from another field, and pastes it with the keys. */
  async paste(form: PayForm, name: string, text: string): Promise<void> {
    const source = document.createElement('textarea');
    document.body.append(source);
    source.value = text;
    source.select();
    await userEvent.keyboard('{Control>}c{/Control}');
    source.remove();
    await act.type(form, name, '{Control>}v{/Control}');
  },
};

/** The page is shown again from the back/forward cache: the order is loaded anew. */
export const comeBack = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

/** Collects what a live region says from now on. */
export function announced(form: HTMLElement, selector: string): string[] {
  const said: string[] = [];
  const region = part(form, selector);
  new MutationObserver(() => {
    const words = region.textContent.trim();
    if (words) said.push(words);
  }).observe(region, { subtree: true, childList: true, characterData: true });
  return said;
}

/** A form that is opened, filled in and sent; the companion answers so, in turn. */
export async function openAndPay(phase: string | null, ...answers: Answer[]): Promise<PayForm> {
  companion.answers('payments', ...answers);
  const form = await open();
  await act.pay(form, phase);
  return form;
}
