import type { CaptureInput, OperationView } from '../contract/merchant-api.ts';
import { ProblemError } from '../contract/problem.ts';
import type { PaymentConfig, PaymentDeps } from './deps.ts';
import { ceilingOf, movedBy, openOperation } from './ledger.ts';
import { operate, type Plan } from './operate.ts';
import type { Operation, Payment } from './payment.ts';
import { invalid, invalidAll, notAllowed } from './refusals.ts';
import { statedAmounts } from './stated-amounts.ts';
import { unknownSubMerchants } from './sub-merchants.ts';

/**
 * Captures what an order's auth has reserved: as a whole, in part (which releases the rest), or beyond it as far as
 * the setting allows; perhaps divided among sub-merchants, though the auth was not (interface document, endpoints 3
 * and 4).
 * @throws ProblemError as `operate` does; states `not-an-auth`, `not-successful`, `already-captured`,
 *   `already-voided`; values those of `statedAmounts`, `exceeds-reserved`, `duplicate-sub-merchant`, `does-not-add-up`,
 *   `unknown-sub-merchant`
 */
export function captureOrder(
  deps: PaymentDeps,
  orderId: string,
  key: string,
  input: CaptureInput,
): Promise<OperationView> {
  return operate(deps, {
    method: 'capture',
    orderId,
    key,
    input,
    plan: (payment, operations) => planCapture(payment, operations, input, deps.config),
  });
}

/**
 * Capture and void apply to a successful auth (States, rule 2) of which neither has been done or may have been.
 * @throws ProblemError `operation-not-allowed`, `operation-open`
 */
export function requireReserve(payment: Payment, operations: readonly Operation[]): void {
  if (payment.method !== 'auth') throw notAllowed('not-an-auth');
  if (payment.status !== 'success') throw notAllowed('not-successful');
  if (openOperation(operations)) throw new ProblemError('operation-open');
  if (movedBy(operations, 'capture').length > 0) throw notAllowed('already-captured');
  if (movedBy(operations, 'void').length > 0) throw notAllowed('already-voided');
}

function planCapture(
  payment: Payment,
  operations: readonly Operation[],
  input: CaptureInput,
  config: PaymentConfig,
): Plan {
  requireReserve(payment, operations);
  const { amountMinor: stated, shares: split } = statedAmounts(input, payment.currency);
  const strangers = unknownSubMerchants(split, config);
  if (strangers.length > 0) throw invalidAll(strangers);
  const amountMinor = stated ?? payment.amountMinor;
  if (amountMinor > ceilingOf(payment.amountMinor, config.overCapturePercent)) {
    throw invalid(input.amount === undefined ? 'split' : 'amount', 'exceeds-reserved');
  }
  if (split) {
    const terms = { amountMinor, split };
    return { ...terms, call: (gateway, request) => gateway.splitCapture({ ...request, ...terms }) };
  }
  // Left out for the whole (Capture, charge_amount).
  const charge = amountMinor === payment.amountMinor ? {} : { amountMinor };
  return { amountMinor, split, call: (gateway, request) => gateway.capture({ ...request, ...charge }) };
}
