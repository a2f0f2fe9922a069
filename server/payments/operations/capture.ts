import type { OperationView } from '../../contract/merchant-api.ts';
import type { CaptureInput } from '../../contract/merchant-requests.ts';
import { formatAmount } from '../../contract/money.ts';
import { unknownSubMerchants } from '../checkout/checks.ts';
import type { Attempt } from '../order/attempt.ts';
import { chargedAsOrdered } from '../order/duplicate.ts';
import { captureCeiling, movements } from '../order/ledger.ts';
import type { OrderState } from '../order/state.ts';
import type { PaymentConfig, PaymentDeps } from '../ports/deps.ts';
import { invalid, invalidAll, notAllowed } from '../refusals.ts';
import { operate, type Plan, requireNothingOpen } from './operate.ts';
import { requestedAmounts } from './requested-amounts.ts';

/**
 * Captures an order's auth: in full, in part (which releases the rest), or beyond it as far as the setting allows. A
 * capture may be split among sub-merchants although the auth was not (interface document, endpoints 3 and 4).
 * @throws ProblemError as `operate` does; states `not-an-auth`, `not-successful`, `already-captured`, `already-voided`;
 *   values those of `requestedAmounts`, `exceeds-authorized`, `unknown-sub-merchant`
 */
export function captureOrder(
  deps: PaymentDeps,
  orderId: string,
  key: string,
  input: CaptureInput,
): Promise<OperationView> {
  const plan = (state: OrderState, attempt: Attempt) => planCapture(state, attempt, input, deps.config);
  return operate(deps, { method: 'capture', orderId, key, input, plan });
}

/**
 * Capture and void require a successful auth (States, rule 2) that neither was nor may have been captured or voided.
 * @throws ProblemError `operation-not-allowed`, `operation-open`
 */
export function requireAuthorized(state: OrderState, attempt: Attempt): void {
  if (attempt.method !== 'auth') throw notAllowed('not-an-auth');
  if (attempt.status !== 'success') throw notAllowed('not-successful');
  requireNothingOpen(state, attempt);
  if (movements(state, attempt, 'takes').length > 0) throw notAllowed('already-captured');
  if (movements(state, attempt, 'releases').length > 0) throw notAllowed('already-voided');
}

function planCapture(state: OrderState, attempt: Attempt, input: CaptureInput, config: PaymentConfig): Plan {
  requireAuthorized(state, attempt);
  const { amountMinor: requested, shares: split } = requestedAmounts(input, attempt.currency);
  const unknown = unknownSubMerchants(split, config);
  if (unknown.length > 0) throw invalidAll(unknown);
  const amountMinor = requested ?? attempt.amountMinor;
  const most = captureCeiling(attempt.amountMinor, config.overCapturePercent);
  if (amountMinor > most) {
    const detail = `At most ${formatAmount(most, attempt.currency)} ${attempt.currency} can be captured.`;
    throw invalid(input.amount === undefined ? 'split' : 'amount', 'exceeds-authorized', detail);
  }
  return { amountMinor, split, full: amountMinor === attempt.amountMinor && chargedAsOrdered(attempt) };
}
