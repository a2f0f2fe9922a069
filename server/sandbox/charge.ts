import { droppedConnection, unexpectedError } from './fault-answers.ts';
import { type PrimaryTransaction, type SandboxPayment, currentTransaction } from './ledger.ts';
import type { SandboxCard, Scenario } from './scenarios.ts';
import { type StatusCode, statusOf, successCode } from './status-codes.ts';
import { paymentEvent } from './payment-wire.ts';
import type { SandboxState } from './state.ts';

const SECOND = 1000;

/**
 * Plays a scenario on a recorded payment. A scenario that does not charge leaves it as it is.
 * @returns the answer to the request, or null for the usual one
 */
export function charge(
  state: SandboxState,
  payment: SandboxPayment,
  card: SandboxCard | null,
  { becomes, answer, webhook }: Scenario,
): Response | null {
  const { settings } = state;
  if (becomes !== null) payment.card = card;
  if (becomes === 'success')
    succeed(state, payment, webhook === 'late' ? settings.lateWebhookSeconds : webhook);
  else if (becomes === '2122') challenge(state, payment);
  else if (becomes !== null) moveTo(state, payment, becomes);
  if (becomes === '2119') {
    state.clock.after(settings.processingSeconds * SECOND, () => succeed(state, payment));
  }
  if (answer === 'error-500') return unexpectedError();
  return answer === 'reset' ? droppedConnection() : null;
}

/** Ends a challenge: approved → success with ECI 05, rejected → failure 4157. Does nothing if it has already ended. */
export function endChallenge(state: SandboxState, payment: SandboxPayment, approved: boolean): void {
  if (!isChallenged(payment)) return;
  if (!approved) {
    moveTo(state, payment, '4157');
    return;
  }
  payment.eci = '05';
  succeed(state, payment);
}

export function isChallenged(payment: SandboxPayment): boolean {
  return payment.status === 'pending' && payment.statusCode === '2122';
}

/** Whether the hosted page takes a card. */
export function isPayable({ status, checkout }: SandboxPayment): boolean {
  return status === 'init' || (status === 'failure' && checkout?.isOpen === true);
}

/** Makes room for the next card on the hosted page: after a decline it is a transaction of its own. */
export function startNextCard({ clock, settings }: SandboxState, payment: SandboxPayment): void {
  if (payment.status !== 'failure') return;
  payment.declines.push(currentTransaction(payment));
  if (settings.declinedOnPage === 'told-anew') {
    payment.paymentId = crypto.randomUUID();
    payment.createdAt = clock.now();
  }
  payment.transactionId = crypto.randomUUID();
  payment.status = 'init';
  payment.statusCode = null;
  if (payment.checkout) payment.checkout.isOpen = false;
}

/** Closes the hosted page after so many seconds, and ends a payment that is still unpaid then, with 4148. */
export function limitLifetime(state: SandboxState, payment: SandboxPayment, seconds: number): void {
  state.clock.after(seconds * SECOND, () => {
    if (payment.checkout) payment.checkout.isOpen = false;
    if (payment.status === 'init' || isChallenged(payment)) moveTo(state, payment, '4148');
  });
}

/** Changes the status and reports it by webhook. Final statuses never change. */
export function moveTo(
  state: SandboxState,
  payment: SandboxPayment,
  code: StatusCode,
  webhookAfterSeconds: number | 'none' = 0,
): void {
  if (payment.status === 'success' || payment.status === 'failure') return;
  payment.status = statusOf(code);
  payment.statusCode = code;
  payment.processedAt = state.clock.now();
  if (webhookAfterSeconds !== 'none')
    reportPayment(state, payment, { delayMs: webhookAfterSeconds * SECOND });
}

/** Sends the webhook of a payment's current state, or of another transaction of its order, with further fields. */
export function reportPayment(
  state: SandboxState,
  payment: SandboxPayment,
  what: {
    transaction?: PrimaryTransaction;
    fields?: Readonly<Record<string, unknown>>;
    delayMs?: number;
  } = {},
): void {
  const { order_id: orderId, server_url: target } = payment.stated;
  const event = { ...paymentEvent(payment, state, what.transaction), ...what.fields };
  state.webhooks.send(orderId, target ?? null, event, what.delayMs);
}

function succeed(state: SandboxState, payment: SandboxPayment, webhookAfterSeconds?: number | 'none'): void {
  if (payment.card) payment.cardToken ??= state.ledger.issueToken(payment.card);
  moveTo(state, payment, successCode(payment.stated.method), webhookAfterSeconds);
}

function challenge(state: SandboxState, payment: SandboxPayment): void {
  payment.challengeId = crypto.randomUUID();
  moveTo(state, payment, '2122');
  state.clock.after(state.settings.challengeSeconds * SECOND, () => {
    if (isChallenged(payment)) moveTo(state, payment, '4147');
  });
}
