import type { PaymentDeps } from './deps.ts';
import { ceilingOf, refundableOf } from './ledger.ts';
import { nextAskOf } from './operation.ts';
import type { Operation, Payment } from './payment.ts';
import { sumOf } from './shares.ts';

/** Operations that turn out to be one, or two. */

/**
 * As it stood before anything was told of it.
 * @param amountMinor what was asked for
 */
export function unbound(operation: Operation, amountMinor: number): Operation {
  return {
    ...operation,
    amountMinor,
    status: 'unknown',
    statusCode: null,
    statusDescription: null,
    settledBy: null,
    receiptUrl: null,
    gatewayOperationId: null,
    guessed: null,
    held: null,
  };
}

/** What was asked for, where more was told of a whole one; minor units. No more can have been asked for than there is. */
export function askedAmount(
  { config }: Pick<PaymentDeps, 'config'>,
  payment: Payment,
  operations: readonly Operation[],
  { method, amountMinor, split }: Operation,
): number {
  if (split) return sumOf(split);
  if (method === 'void') return payment.amountMinor;
  const most =
    method === 'capture'
      ? ceilingOf(payment.amountMinor, config.overCapturePercent)
      : refundableOf(payment, operations)?.totalMinor;
  return Math.min(amountMinor, most ?? amountMinor);
}

/**
 * Without the id that only fitted it: what it has come to without that id stays.
 * @param amountMinor what was asked for
 */
export function released(operation: Operation, amountMinor: number): Operation {
  if (operation.guessed !== 'id') return unbound(operation, amountMinor);
  return { ...operation, gatewayOperationId: null, guessed: null };
}

/** What was taken for ours and is somebody else's, with all that was told of it. */
export function detachedOf(
  { newId, clock }: Pick<PaymentDeps, 'newId' | 'clock'>,
  taken: Operation,
): Operation {
  const now = clock.now();
  const at = now.toISOString();
  const own = { split: null, comment: null, idempotencyKey: null, requestHash: null, guessed: null };
  const operation: Operation = {
    ...taken,
    ...own,
    id: newId(),
    origin: 'gateway',
    sentAt: at,
    createdAt: at,
    updatedAt: at,
  };
  return { ...operation, askAt: nextAskOf(operation, now) };
}

/** Ours, with all that was told of it while it was taken for somebody else's; its key and shares stay. */
export function joined(asked: Operation, named: Operation): Operation {
  const { status, statusCode, statusDescription, settledBy, receiptUrl, gatewayOperationId, held } = named;
  const told = { status, statusCode, statusDescription, settledBy, receiptUrl, gatewayOperationId, held };
  return { ...asked, ...told, amountMinor: status === 'success' ? named.amountMinor : asked.amountMinor };
}

/** What is left of the other one: the merchant, who was told of it, sees that it has moved nothing. */
export function merged(named: Operation, asked: Operation): Operation {
  return {
    ...named,
    status: 'failure',
    statusCode: null,
    statusDescription: `This is operation ${asked.id}.`,
    settledBy: 'merged',
    gatewayOperationId: null,
    guessed: null,
    held: null,
  };
}
