import type { AttemptRequest } from './order/journal.ts';
import { sameId } from './order/shares.ts';
import type { PaymentDeps } from './ports/deps.ts';
import { UnsendableError } from './ports/gateway.ts';
import { notAllowed } from './refusals.ts';

/**
 * Whether a payment was made under the project of the settings. Nothing about any other payment is sent to the gateway:
 * under the current project its order id may belong to no payment, or to another one.
 */
export function isOfProject(
  { config }: Pick<PaymentDeps, 'config'>,
  { posId }: Pick<AttemptRequest, 'posId'>,
): boolean {
  return sameId(posId, config.posId);
}

/** @throws ProblemError `operation-not-allowed`: `other-project` */
export function requireProject(
  deps: Pick<PaymentDeps, 'config'>,
  attempt: Pick<AttemptRequest, 'posId'>,
  path = 'orderId',
): void {
  if (isOfProject(deps, attempt)) return;
  throw notAllowed('other-project', 'The payment was made under another project of the gateway.', path);
}

/** The same check before a request is sent. @throws UnsendableError */
export function requireSendable(
  deps: Pick<PaymentDeps, 'config'>,
  attempt: Pick<AttemptRequest, 'posId'>,
): void {
  if (isOfProject(deps, attempt)) return;
  const broken = { field: 'pos_id', rule: 'the payment was made under another project' };
  throw new UnsendableError('Not sent', [broken]);
}
