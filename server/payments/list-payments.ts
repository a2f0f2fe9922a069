import type { PaymentView } from '../contract/checkout-api.ts';
import type { Page } from '../contract/merchant-api.ts';
import { ProblemError } from '../contract/problem.ts';
import type { PaymentDeps } from './deps.ts';

/** Which payments to list, as it was asked for. */
export interface ListInput {
  /** as shown: `init`, `pending`, `success`, `failure`, `unknown` */
  status?: string | undefined;
  /** created at or after, and before: yyyy-MM-dd (midnight, UTC) or an instant of ISO 8601 */
  from?: string | undefined;
  to?: string | undefined;
  /** a `nextCursor` of an earlier page */
  cursor?: string | undefined;
  /** 1 to 100; default 50 */
  limit?: number | undefined;
}

/** Lists payments, the newest first. */
export async function listPayments(_deps: PaymentDeps, _input: ListInput): Promise<Page<PaymentView>> {
  throw new ProblemError('internal-error');
}
