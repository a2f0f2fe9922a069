import type { PrimaryTransaction, SandboxPayment } from './ledger.ts';
import type { SandboxCard, Scenario } from './scenarios.ts';
import { type StatusCode, statusOf, successCode } from './status-codes.ts';
import { paymentEvent } from './payment-wire.ts';
import type { World } from './world.ts';

/** How to answer the request that charged. */
export type ChargeAnswer = 'normally' | 'error-500' | 'reset';

const ANSWERS: Partial<Record<Scenario['kind'], ChargeAnswer>> = {
  'charged-but-error': 'error-500',
  'charged-but-reset': 'reset',
  reset: 'reset',
};

/** Plays a card's scenario on a recorded payment. `reset` (4000…0101) leaves it untouched. */
export function charge(
  world: World,
  payment: SandboxPayment,
  card: SandboxCard | null,
  scenario: Scenario,
): ChargeAnswer {
  if (scenario.kind !== 'reset') {
    payment.card = card;
    play(world, payment, scenario);
  }
  return ANSWERS[scenario.kind] ?? 'normally';
}

function play(world: World, payment: SandboxPayment, scenario: Exclude<Scenario, { kind: 'reset' }>): void {
  switch (scenario.kind) {
    case 'success':
      return succeed(world, payment);
    case 'failure':
      return moveTo(world, payment, scenario.code);
    case 'challenge':
      return challenge(world, payment);
    case 'processing':
      return process(world, payment);
    case 'charged-but-error':
      return succeed(world, payment, world.settings.lateWebhookSeconds * 1000);
    case 'charged-but-reset':
      return succeed(world, payment, 'no webhook');
    default:
      scenario satisfies never;
  }
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

/** Ends a payment that is still unpaid after so many seconds, with 4148. */
export function limitLifetime(world: World, payment: SandboxPayment, seconds: number): void {
  world.clock.after(seconds * 1000, () => {
    if (payment.status === 'init' || isChallenged(payment)) moveTo(world, payment, '4148');
  });
}

/** Changes the status and reports it by webhook. Final statuses never change. */
export function moveTo(
  world: World,
  payment: SandboxPayment,
  code: StatusCode,
  webhook: number | 'no webhook' = 0,
): void {
  if (payment.status === 'success' || payment.status === 'failure') return;
  payment.status = statusOf(code);
  payment.statusCode = code;
  payment.processedAt = world.clock.now();
  if (webhook !== 'no webhook') reportPayment(world, payment, webhook);
}

/** Sends a webhook with the payment's current state. */
export function reportPayment(world: World, payment: SandboxPayment, delayMs = 0): void {
  const { order_id: orderId, server_url: target } = payment.stated;
  world.webhooks.send(orderId, target ?? null, paymentEvent(payment, world), delayMs);
}

/** Sends the webhook of one primary transaction of an order, with additional fields if given. */
export function reportTransaction(
  world: World,
  payment: SandboxPayment,
  transaction: PrimaryTransaction,
  more: Readonly<Record<string, unknown>> = {},
): void {
  const { order_id: orderId, server_url: target } = payment.stated;
  const event = { ...paymentEvent(payment, world, transaction), ...more };
  world.webhooks.send(orderId, target ?? null, event);
}

function succeed(world: World, payment: SandboxPayment, webhook: number | 'no webhook' = 0): void {
  if (payment.card) payment.cardToken ??= world.ledger.issueToken(payment.card);
  moveTo(world, payment, successCode(payment.stated.method), webhook);
}

function challenge(world: World, payment: SandboxPayment): void {
  world.ledger.openChallenge(payment);
  moveTo(world, payment, '2122');
  world.clock.after(world.settings.challengeSeconds * 1000, () => {
    if (isChallenged(payment)) moveTo(world, payment, '4147');
  });
}

function process(world: World, payment: SandboxPayment): void {
  moveTo(world, payment, '2119');
  world.clock.after(world.settings.processingSeconds * 1000, () => succeed(world, payment));
}
