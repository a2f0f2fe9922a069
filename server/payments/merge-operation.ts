import type { PaymentDeps } from './deps.ts';
import { nextAskOf } from './operation.ts';
import type { Operation } from './payment.ts';

/** Operations that turn out to be one, or two. */

/** As it stood before anything was told of it. */
export function unbound(operation: Operation): Operation {
  return {
    ...operation,
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
