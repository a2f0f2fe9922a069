import { randomUUID } from 'node:crypto';
import { CARD, FINGERPRINT } from '../support/payments.ts';
import type { TabPlan } from './plan.ts';
import { bodyOf, count, hear, type Stage, untilAnswered } from './stage.ts';
import { isFinal, type PaymentView } from './views.ts';

const POLLS = 4;

/** One tab of a customer, who tries card after card until something other than a refusal comes back. */
export async function playTab(stage: Stage, token: string, tab: TabPlan): Promise<void> {
  for (const card of tab.cards) {
    const began = tab.mode === 'hosted' ? await openHosted(stage, token) : await pay(stage, token, tab, card);
    const view = began ?? (await currentPayment(stage, token));
    if (!view) return;
    const last = await follow(stage, token, view, tab, card);
    if (last.status !== 'failure' || !last.canRetry) return;
  }
}

export const digits = (card: string): string => card.replaceAll(' ', '');
export const cvvOf = (card: string): string => (card.startsWith('37') ? '1234' : '123');

/** Sends equal requests at once, as after a double click and a retry. Null if refused or unanswered. */
export async function pay(
  stage: Stage,
  token: string,
  tab: TabPlan,
  card: string,
): Promise<PaymentView | null> {
  const body = JSON.stringify({
    card: { ...CARD, number: digits(card), cvv: cvvOf(card) },
    fingerprint: FINGERPRINT,
  });
  const headers = { ...withToken(token), 'idempotency-key': randomUUID() };
  const answers = await Promise.all(
    Array.from({ length: tab.copies }, () =>
      untilAnswered(stage, '/payments', { method: 'POST', headers, body }),
    ),
  );
  const views = answers.flatMap((answer) => bodyOf<PaymentView>(answer) ?? []);
  for (const view of views) hear(stage, view);
  const [first = null] = views;
  if (new Set(views.filter(isAttempt(stage)).map(({ id }) => id)).size > 1)
    stage.faults.push(`${first?.orderId}: one key made two payments`);
  count(stage, 'payments asked for');
  return first;
}

/** What is unknown may be refused later because its order id is taken, and another attempt is made for the same key. */
const isAttempt =
  ({ isHonest }: Stage) =>
  ({ status }: PaymentView): boolean =>
    !isHonest || status !== 'unknown';

async function openHosted(stage: Stage, token: string): Promise<PaymentView | null> {
  const asked = { method: 'POST' as const, headers: withToken(token), body: '{}' };
  const answer = await untilAnswered(stage, '/hosted', asked);
  count(stage, 'payments asked for');
  return bodyOf<{ payment: PaymentView }>(answer)?.payment ?? null;
}

const withToken = (token: string) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
});

async function currentPayment(stage: Stage, token: string): Promise<PaymentView | null> {
  const answer = await untilAnswered(stage, '/session', { method: 'GET', headers: withToken(token) });
  return bodyOf<{ payment: PaymentView | null }>(answer)?.payment ?? null;
}

/** Follows the payment and looks again a few times; then the customer loses patience. */
async function follow(
  stage: Stage,
  token: string,
  began: PaymentView,
  tab: TabPlan,
  card: string,
): Promise<PaymentView> {
  let view = began;
  const visited = new Set<string>();
  for (let round = 0; round < POLLS && !isFinal(view); round += 1) {
    const url = view.action?.url;
    if (url !== undefined && !visited.has(url)) {
      visited.add(url);
      await visit(stage, url, tab, card);
    }
    const path = `/payments/${view.id}?wait=1`;
    const answer = await untilAnswered(stage, path, { method: 'GET', headers: withToken(token) });
    view = bodyOf<PaymentView>(answer) ?? view;
  }
  hear(stage, view);
  return view;
}

/** Visits the gateway's hosted page or the bank's page; a broken page leaves the customer with nothing. */
async function visit(stage: Stage, url: string, tab: TabPlan, card: string): Promise<void> {
  if (!url.startsWith(stage.sandboxUrl)) return;
  count(stage, 'pages visited');
  try {
    const bank = url.includes('/acs/') ? url : await payOnPage(url, cardsOnPage(tab, card));
    if (bank) await postForm(bank, { decision: tab.decision });
  } catch {
    count(stage, 'pages broken');
  }
}

const cardsOnPage = ({ declinedFirst, decision }: TabPlan, card: string): string[] => [
  ...(declinedFirst === null ? [] : [declinedFirst]),
  ...(decision === 'leave' ? [] : [card]),
];

/**
 * Types cards into a page of the gateway, one after the other while it asks for one. Returns the address of the bank's
 * page that follows, or null.
 */
export async function payOnPage(url: string, cards: readonly string[]): Promise<string | null> {
  for (const card of cards) {
    const page = await fetch(url, { redirect: 'manual' });
    const attempt = /name="attempt" value="([^"]+)"/.exec(await page.text())?.[1];
    if (attempt === undefined) return null;
    const answer = await postForm(url, { attempt, ...typed(card) });
    const location = answer.headers.get('location');
    if (location !== null) return location.includes('/acs/') ? location : null;
  }
  return null;
}

const typed = (card: string) => ({
  cc_number: digits(card),
  exp: `${CARD.expMonth}/${CARD.expYear % 100}`,
  cvv: cvvOf(card),
});

async function postForm(url: string, fields: Record<string, string>): Promise<Response> {
  const answer = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  await answer.body?.cancel();
  return answer;
}
