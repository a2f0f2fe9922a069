import type { PaymentView } from '../contract/checkout-api.ts';
import type { OperationView, ResendInput } from '../contract/merchant-api.ts';
import { ProblemError } from '../contract/problem.ts';
import type { Verdict } from './apply-news.ts';
import type { PaymentDeps } from './deps.ts';

export interface Resent {
  /** what the gate made of it */
  verdict: Verdict;
  payment: PaymentView;
  /** the operation that it was about, or null */
  operation: OperationView | null;
}

/** Asks the gateway about an order and takes its answer in. */
export async function resendNews(_deps: PaymentDeps, _orderId: string, _input: ResendInput): Promise<Resent> {
  throw new ProblemError('internal-error');
}
