import type { PaymentDeps } from './deps.ts';
import { announceOperation } from './notify.ts';
import { firstAsk, isAcknowledged, isOpen, nextAskOf } from './operation.ts';
import { isFinal, laterThan, type Operation, type Payment } from './payment.ts';
import { reviewSecond } from './plan-reversal.ts';
import { isSecond } from './second-payment.ts';
import type { StoreTransaction } from './store-port.ts';
import { operationViewOf } from './view.ts';

/** Writes a new operation down and tells the merchant of it. */
export async function insertOperation(
  deps: PaymentDeps,
  tx: StoreTransaction,
  payment: Payment,
  operation: Operation,
): Promise<void> {
  await tx.insertOperation(operation);
  await announceOperation(deps, tx, operation, payment);
}

/**
 * {@link writeOperation}, and decides anew on what is given back of a second payment.
 * @param detached what was taken for this operation and is another: it counts then
 */
export async function saveOperation(
  deps: PaymentDeps,
  tx: StoreTransaction,
  payment: Payment,
  before: Operation,
  after: Operation,
  detached: Operation | null = null,
): Promise<Operation> {
  const saved = await writeOperation(deps, tx, payment, before, after);
  if (detached) await insertOperation(deps, tx, payment, detached);
  if (isSecond(payment)) await reviewSecond(deps, tx, payment.id);
  return saved;
}

/** Writes an operation that changed, with its next question; the merchant is told where he can see the change. */
export async function writeOperation(
  deps: PaymentDeps,
  tx: StoreTransaction,
  payment: Payment,
  before: Operation,
  after: Operation,
): Promise<Operation> {
  const now = deps.clock.now();
  const justSent = before.sentAt === null && after.sentAt !== null;
  const next = isOpenElsewhere(after) ? { ...after, sentAt: now.toISOString() } : after;
  const askAt = justSent ? firstAsk(now, deps.config.gatewayTimeoutMs) : nextAskOf(next, now);
  const saved = { ...next, updatedAt: laterThan(before.updatedAt, now), askAt };
  await tx.updateOperation(saved);
  const seen = (one: Operation) => JSON.stringify({ ...operationViewOf(one, payment), updatedAt: '' });
  if (seen(before) !== seen(saved)) await announceOperation(deps, tx, saved, payment);
  return saved;
}

/** The gateway tells of it as open before we have sent it: somebody else did, and from now on it is asked about. */
function isOpenElsewhere(operation: Operation): boolean {
  return operation.sentAt === null && isAcknowledged(operation) && isOpen(operation);
}

/**
 * Changes an operation by our own conclusion, as it stands now; better news may have come first.
 * @param make null where it wants no change
 * @returns the operation as it was changed, or null
 */
export async function changeOperation(
  deps: PaymentDeps,
  { id }: Pick<Operation, 'id'>,
  make: (operation: Operation) => Operation | null,
): Promise<Operation | null> {
  const changed = await deps.store.transaction(async (tx) => {
    const current = await tx.findOperation(id);
    const next = current && !isFinal(current.status) ? make(current) : null;
    const payment = current && next ? await tx.findPayment(current.paymentId) : null;
    return current && next && payment ? saveOperation(deps, tx, payment, current, next) : null;
  });
  if (changed) deps.changes.announce(id);
  return changed;
}
