import type { OperationView, SettleInput } from '../contract/merchant-api.ts';
import { ProblemError } from '../contract/problem.ts';
import { LONGEST_RETRY_MS } from './call-once.ts';
import type { PaymentDeps } from './deps.ts';
import { toGiveBack } from './give-back.ts';
import { detachedOf, unbound } from './merge-operation.ts';
import { CONTRADICTION } from './operation.ts';
import { isUnderWay, type Operation, type Payment } from './payment.ts';
import { drop, isWaiting } from './plan-reversal.ts';
import { notAllowed } from './refusals.ts';
import { saveOperation } from './save-operation.ts';
import type { StoreTransaction } from './store-port.ts';
import { operationViewOf, shownOperationStatus } from './view.ts';

/**
 * Ends an operation that is open or held by the word of a person who has looked at the gateway's portal; others may
 * follow it then. Should the gateway contradict it later, it is held again. A second payment of which he says that it
 * was not given back is given back anew.
 * @throws ProblemError `not-found`; `operation-not-allowed`: `not-open`, `under-way`, `given-back-again` of a success
 *   where another try to give the payment back was sent since
 */
export async function settleOperationByPerson(
  deps: PaymentDeps,
  operationId: string,
  input: SettleInput,
): Promise<OperationView> {
  const { payment, settled } = await deps.store.transaction(async (tx) => {
    const operation = await openOne(deps, tx, operationId);
    const of = await tx.findPayment(operation.paymentId);
    if (!of) throw new ProblemError('internal-error');
    return { payment: of, settled: await end(deps, tx, of, operation, input) };
  });
  const { orderId } = payment;
  deps.log.warn(
    { operationId, orderId, status: input.status },
    'an operation in doubt was ended by a person',
  );
  deps.changes.announce(operationId);
  return operationViewOf(settled, payment);
}

async function openOne(deps: PaymentDeps, tx: StoreTransaction, id: string): Promise<Operation> {
  const operation = await tx.findOperation(id);
  if (!operation) throw new ProblemError('not-found', 'There is no such operation');
  const shown = shownOperationStatus(operation);
  if (shown === 'success' || shown === 'failure') throw notAllowed('not-open', undefined, 'operationId');
  if (mayBeUnderWay(deps, operation)) throw notAllowed('under-way', undefined, 'operationId');
  return operation;
}

/** What gives a payment back is sent again and again: it has changed since it was written down. */
function mayBeUnderWay({ clock, config }: PaymentDeps, operation: Operation): boolean {
  const { sentAt, origin, status } = operation;
  if (sentAt === null || status !== 'unknown') return false;
  const age = clock.now().getTime() - Date.parse(sentAt);
  const called = isUnderWay(operation) || origin === 'reversal';
  return called && age < config.gatewayTimeoutMs + LONGEST_RETRY_MS;
}

async function end(
  deps: PaymentDeps,
  tx: StoreTransaction,
  payment: Payment,
  operation: Operation,
  input: SettleInput,
): Promise<Operation> {
  const { status } = input;
  if (operation.origin === 'reversal' && status === 'success')
    await dropNextTry(deps, tx, payment, operation);
  await tx.insertNews(record(deps, operation, input));
  const other = status === 'failure' && isOfAnother(operation);
  const asked = isWaiting(operation) ? await overWhatIsLeft(tx, payment, operation) : operation;
  const own = other ? unbound(operation, operation.amountMinor) : asked;
  const detached = other ? detachedOf(deps, { ...operation, ...DONE }) : null;
  const told = {
    status,
    statusCode: null,
    statusDescription: null,
    settledBy: 'person',
    held: null,
  } as const;
  return saveOperation(deps, tx, payment, operation, { ...own, ...told }, detached);
}

/** Something may have been given back elsewhere since it was written down. */
async function overWhatIsLeft(
  tx: StoreTransaction,
  payment: Payment,
  operation: Operation,
): Promise<Operation> {
  const others = (await tx.operationsOfPayment(payment.id)).filter((one) => one.id !== operation.id);
  const left = toGiveBack(payment, others);
  if (!left) return operation;
  const { method, amountMinor, clear } = left;
  return { ...operation, method, amountMinor, split: clear ? left.split : null };
}

const DONE = { status: 'success', settledBy: 'gateway', held: null } as const;

/** A success that only fits it was told after he had said that it failed: if he says so again, it was somebody else's. */
function isOfAnother({ status, settledBy, guessed, held }: Operation): boolean {
  return held === CONTRADICTION && settledBy === 'person' && status === 'failure' && guessed !== null;
}

/** The payment was given back by this try after all: the next one is not sent any more. */
async function dropNextTry(
  deps: PaymentDeps,
  tx: StoreTransaction,
  payment: Payment,
  { id, paymentId }: Operation,
): Promise<void> {
  const all = await tx.operationsOfPayment(paymentId);
  const next = all.find((one) => one.id !== id && one.origin === 'reversal' && one.status !== 'failure');
  if (!next) return;
  if (next.sentAt !== null || next.status !== 'unknown')
    throw notAllowed('given-back-again', undefined, 'operationId');
  await drop(deps, tx, payment, next, 'The payment was given back already.');
}

function record(deps: PaymentDeps, operation: Operation, { status, comment }: SettleInput) {
  const id = deps.newId();
  return {
    id,
    paymentId: operation.paymentId,
    operationId: operation.id,
    source: 'person' as const,
    hash: id,
    verdict: 'applied',
    method: operation.method,
    status,
    statusCode: null,
    transactionId: null,
    amountMinor: null,
    body: JSON.stringify({ comment }),
    at: deps.clock.now().toISOString(),
  };
}
