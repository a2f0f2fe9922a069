import { expect, type Page } from '@playwright/test';
import { Checkout } from './checkout.ts';

/** The form's states, each caused by an answer of the companion: for tests of the display only. */
export const FORM_STATES = [
  'loading',
  'form',
  'faults',
  'saved',
  'removed',
  'declined',
  'waiting',
  'unknown',
  'action',
  'done',
  'expired',
] as const;
export type FormState = (typeof FORM_STATES)[number];

/** The order's last payment, by state. */
const PAYMENTS: Partial<Record<FormState, object>> = {
  declined: { status: 'failure', statusCode: '4009', canRetry: true },
  waiting: { status: 'pending', statusCode: '2119' },
  unknown: { status: 'unknown' },
  action: { status: 'pending', statusCode: '2122', action: { url: 'https://bank.example/confirm' } },
  done: { status: 'success', statusCode: '1000', receiptUrl: 'https://bank.example/receipt' },
};

const PAYMENT = {
  id: '6f2f9a52-59f5-4d6d-9b6e-2f4f5f0a7c11',
  orderId: 'KW-1001',
  mode: 'direct',
  method: 'purchase',
  statusCode: null,
  statusDescription: null,
  amount: '10.00',
  currency: 'EUR',
  action: null,
  cardMask: '424242******4242',
  receiptUrl: null,
  canRetry: false,
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
};

/** The customer's saved cards in the states that show them: one valid, one expired. */
const SAVED_CARDS = [
  { id: '3c1b6a10-7c5e-4a55-9c7d-0d6a5f1f2b01', mask: '424242******4242', brand: 'visa', expires: '12/34' },
  { id: '3c1b6a10-7c5e-4a55-9c7d-0d6a5f1f2b02', mask: '378282******0005', brand: 'amex', expires: '01/24' },
];

/** Different ids, because a removed card is removed on the whole page. */
const REMOVED_CARDS = SAVED_CARDS.map((card) => ({ ...card, id: card.id.replace('3c1b', '4d2c') }));
/** The time in which a removal can be undone; here it never passes. */
const UNDO_MS = 8_000;

const EXPIRED = { type: 'about:blank', title: 'Expired', status: 401, code: 'order-token-expired' };

const SESSION = '**/session';

/** Selectors that show whether a state is displayed. */
const SIGNS: Record<FormState, string> = {
  loading: '[part=status]',
  form: '[part=test]',
  faults: '[part=message]',
  saved: '[part=saved]',
  removed: '.undo',
  declined: '[part=message]',
  waiting: '[part=amount]',
  unknown: '[part=steps]',
  action: '[part=amount]',
  done: '[part=receipt]',
  expired: '[part=message]',
};

/**
 * Shows the order's checkout in these states, one below the other: a tag for each, on a single page.
 * @param query the shop's switches
 */
export async function showStates(
  checkout: Checkout,
  states: readonly FormState[],
  query: Record<string, string> = {},
): Promise<void> {
  const { page } = checkout;
  await answerSessions(page, states);
  // They load one after another, and are answered in that order.
  await Promise.all([page.waitForRequest(SESSION), checkout.revisit(query)]);
  for (const state of states) {
    await Promise.all([page.waitForRequest(SESSION), addTag(page, state)]);
    await bringInto(state, inState(checkout, state, 'isolated' in query));
  }
  await page.evaluate((first) => document.querySelector(first)?.remove(), OWN_TAG);
}

/** The tag in this state; if isolated, the form in its frame. */
export function inState({ page, stack }: Checkout, state: FormState, isolated = false): Checkout {
  const place = page.locator(`[data-state=${state}]`);
  return new Checkout(page, stack, isolated ? place.frameLocator('iframe') : place);
}

/** The page's original tag, of which the others are copies. */
const OWN_TAG = 'pay-form:not([data-state] *)';

async function addTag(page: Page, state: FormState): Promise<void> {
  await page.locator(OWN_TAG).evaluate((tag, name) => {
    const fresh = tag.cloneNode(true) as Element;
    fresh.toggleAttribute('save-card', name === 'removed');
    // Of an isolated form: the copy adds its own.
    fresh.querySelector('iframe')?.remove();
    const place = document.createElement('div');
    place.dataset['state'] = name;
    place.append(fresh);
    tag.parentElement?.append(place);
  }, state);
}

async function bringInto(state: FormState, checkout: Checkout): Promise<void> {
  const { form, submit } = checkout;
  if (state === 'faults') {
    // The answer to the session moves what is below the form; in a frame of another origin a click may miss then.
    await expect(form.locator(SIGNS.form)).toBeVisible();
    await checkout.field('number').fill('4242 4242 4242 4241');
    await checkout.field('expiry').fill('13/30');
    await submit.click();
  }
  if (state === 'removed') {
    const remove = form.locator('[part=remove]').first();
    await remove.evaluate((_, ms) => {
      const real = window.setTimeout;
      window.setTimeout = ((run: () => void, after?: number) =>
        after === ms ? 0 : real(run, after)) as typeof setTimeout;
    }, UNDO_MS);
    await remove.click();
    await form.locator('[type=checkbox]').check();
  }
  await expect(form.locator(SIGNS[state]).first()).toBeVisible();
}

/** Sets the state of the companion's next sessions, after one for the page's own tag. */
async function answerSessions(page: Page, states: readonly FormState[]): Promise<void> {
  const next: FormState[] = ['loading', ...states];
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/payments/**', () => undefined);
  await page.route(SESSION, async (route) => {
    const state = next.shift() ?? 'loading';
    // Never answered: the form shows what it can without a session.
    if (state === 'loading') return;
    const response = await route.fetch();
    const session = (await response.json()) as { order: { amountText: string } };
    const { amountText } = session.order;
    const payment = PAYMENTS[state] && { ...PAYMENT, amountText, ...PAYMENTS[state] };
    const savedCards = { saved: SAVED_CARDS, removed: REMOVED_CARDS }[state as string];
    const cards = savedCards && { savedCards, savable: true };
    const json = state === 'expired' ? EXPIRED : { ...session, ...cards, payment: payment ?? null };
    await route.fulfill({ response, status: state === 'expired' ? 401 : 200, json });
  });
}
