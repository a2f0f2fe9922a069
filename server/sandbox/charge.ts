import { droppedConnection, unexpectedError } from './fault-answers.ts';
import { type PrimaryTransaction, type SandboxPayment, currentTransaction } from './ledger.ts';
import type { SandboxCard, Scenario } from './scenarios.ts';
import { type StatusCode, statusOf, successCode } from './status-codes.ts';
import { paymentEvent } from './payment-wire.ts';
import type { World } from './world.ts';

const SECOND = 1000;

/**
 * Plays a scenario on a recorded payment. A scenario that does not charge leaves it as it is.
 * @returns the answer to the request, or null for the usual one
 */
export function charge(
  world: World,
  payment: SandboxPayment,
  card: SandboxCard | null,
  { becomes, answer, webhook }: Scenario,
): Response | null {
  const { settings } = world;
  if (becomes !== null) payment.card = card;
  if (becomes === 'success')
    succeed(world, payment, webhook === 'late' ? settings.lateWebhookSeconds : webhook);
  else if (becomes === '2122') challenge(world, payment);
  else if (becomes !== null) moveTo(world, payment, becomes);
  if (becomes === '2119') {
    world.clock.after(settings.processingSeconds * SECOND, () => succeed(world, payment));
  }
  if (answer === 'error-500') return unexpectedError();
  return answer === 'reset' ? droppedConnection() : null;
}

/** Ends a challenge: approved → success with ECI 05, rejected → failure 4157. Does nothing if it has already ended. */
export function endChallenge(world: World, payment: SandboxPayment, approved: boolean): void {
  if (!isChallenged(payment)) return;
  if (!approved) {
    moveTo(world, payment, '4157');
    return;
  }
  payment.eci = '05';
  succeed(world, payment);
}

export function isChallenged(payment: SandboxPayment): boolean {
  return payment.status === 'pending' && payment.statusCode === '2122';
}

/** Whether the hosted page takes a card. */
export function isPayable({ status, checkout }: SandboxPayment): boolean {
  return status === 'init' || (status === 'failure' && checkout?.isOpen === true);
}

/** Makes room for the next card on the hosted page: after a decline it is a transaction of its own. */
export function startNextCard({ clock, settings }: World, payment: SandboxPayment): void {
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
export function limitLifetime(world: World, payment: SandboxPayment, seconds: number): void {
  world.clock.after(seconds * SECOND, () => {
    if (payment.checkout) payment.checkout.isOpen = false;
    if (payment.status === 'init' || isChallenged(payment)) moveTo(world, payment, '4148');
  });
}

/** Changes the status and reports it by webhook. Final statuses never change. */
export function moveTo(
  world: World,
  payment: SandboxPayment,
  code: StatusCode,
  webhookAfterSeconds: number | 'none' = 0,
): void {
  if (payment.status === 'success' || payment.status === 'failure') return;
  payment.status = statusOf(code);
  payment.statusCode = code;
  payment.processedAt = world.clock.now();
  if (webhookAfterSeconds !== 'none')
    reportPayment(world, payment, { delayMs: webhookAfterSeconds * SECOND });
}

/** Sends the webhook of a payment's current state, or of another transaction of its order, with further fields. */
export function reportPayment(
  world: World,
  payment: SandboxPayment,
  what: {
    transaction?: PrimaryTransaction;
    fields?: Readonly<Record<string, unknown>>;
    delayMs?: number;
  } = {},
): void {
  const { order_id: orderId, server_url: target } = payment.stated;
  const event = { ...paymentEvent(payment, world, what.transaction), ...what.fields };
  world.webhooks.send(orderId, target ?? null, event, what.delayMs);
}

function succeed(world: World, payment: SandboxPayment, webhookAfterSeconds?: number | 'none'): void {
  if (payment.card) payment.cardToken ??= world.ledger.issueToken(payment.card);
  moveTo(world, payment, successCode(payment.stated.method), webhookAfterSeconds);
}

function challenge(world: World, payment: SandboxPayment): void {
  payment.challengeId = crypto.randomUUID();
  moveTo(world, payment, '2122');
  world.clock.after(world.settings.challengeSeconds * SECOND, () => {
    if (isChallenged(payment)) moveTo(world, payment, '4147');
  });
}
