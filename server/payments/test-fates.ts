import type { GatewayStatus } from './order/journal.ts';

/** For tests: how calls of a {@link TestBank} end. */

/**
 * How the call of an operation ends: its state at the gateway, and the reports about it. `answered-twice`: its webhook
 * comes before the answer; `answered-late`: after the webhook of an earlier failure; `answered-404`: a read answers
 * that there is none of the kind, though there is; `refused-recorded`: it is refused but leaves a failure that is
 * reported; `refused-doubled` and `failed-doubled`: it does nothing, but an operator does the same in the portal
 * meanwhile, which is reported first; `done-missed-doubled`: it is done as well, but neither its answer nor a webhook
 * arrives.
 */
export const FATES = [
  'answered',
  'answered-twice',
  'answered-pending',
  'answered-failure',
  'answered-failure-without-id',
  'answered-without-id',
  'done-unheard',
  'lost',
  'answered-late',
  'answered-404',
  'refused',
  'refused-recorded',
  'refused-doubled',
  'failed-doubled',
  'done-missed-doubled',
  'not-sent',
] as const;
export type Fate = (typeof FATES)[number];

/**
 * `lost`: it never arrived, and that is not reported yet; `none`: it will never be reported; `refused`: it was not
 * performed either.
 */
export type OperationState = 'done' | 'pending' | 'failed' | 'lost' | 'none' | 'refused';

/** The final state of an operation. */
export const OPERATION_STATES: Record<Fate, OperationState> = {
  answered: 'done',
  'answered-twice': 'done',
  'answered-pending': 'pending',
  'answered-failure': 'failed',
  'answered-failure-without-id': 'failed',
  'answered-without-id': 'done',
  'done-unheard': 'done',
  lost: 'lost',
  'answered-late': 'done',
  'answered-404': 'done',
  refused: 'refused',
  'refused-recorded': 'failed',
  'refused-doubled': 'refused',
  'failed-doubled': 'failed',
  'done-missed-doubled': 'done',
  'not-sent': 'refused',
};

/**
 * How the call of a new payment ends. `answered-twice`: its webhook comes before the answer; `late`: it arrives half a
 * minute after the call was given up; `denied`: a read answers for a while that there is none, though there is;
 * `refused-done`: it is refused but was created; `exists-other`: the id is taken by another payment; `exists-ours`: the
 * id is taken by this very payment.
 */
export const PAYMENT_FATES = [
  'answered',
  'answered-twice',
  'answered-failure',
  'answered-pending',
  'answered-challenge',
  'done-unheard',
  'failed-unheard',
  'pending-unheard',
  'lost',
  'late',
  'denied',
  'refused',
  'refused-busy',
  'refused-credentials',
  'refused-recorded',
  'refused-done',
  'exists-other',
  'exists-ours',
  'not-sent',
] as const;
export type PaymentFate = (typeof PAYMENT_FATES)[number];

/** `lost` and `none` as for operations. */
export type PaymentState = GatewayStatus | 'lost' | 'none';

/** The state of a direct payment; a created hosted one starts as `init`. */
export const PAYMENT_STATES: Record<PaymentFate, PaymentState> = {
  answered: 'success',
  'answered-twice': 'success',
  'answered-failure': 'failure',
  'answered-pending': 'pending',
  'answered-challenge': 'pending',
  'done-unheard': 'success',
  'failed-unheard': 'failure',
  'pending-unheard': 'pending',
  lost: 'lost',
  late: 'success',
  denied: 'success',
  refused: 'none',
  'refused-busy': 'none',
  'refused-credentials': 'none',
  'refused-recorded': 'failure',
  'refused-done': 'success',
  'exists-other': 'success',
  'exists-ours': 'success',
  'not-sent': 'none',
};

/** The immediate status of a direct payment's view, if the gateway's answer is certain. */
export const PAYMENT_ANSWERS: Partial<Record<PaymentFate, GatewayStatus>> = {
  answered: 'success',
  'answered-twice': 'success',
  'answered-failure': 'failure',
  'answered-pending': 'pending',
  'answered-challenge': 'pending',
  refused: 'failure',
  'refused-busy': 'failure',
  'refused-credentials': 'failure',
  'not-sent': 'failure',
};

/** The immediate status of an operation's view, if the gateway's answer is certain. */
export const OPERATION_ANSWERS: Partial<Record<Fate, GatewayStatus>> = {
  answered: 'success',
  'answered-twice': 'success',
  'answered-late': 'success',
  'answered-without-id': 'success',
  'answered-failure': 'failure',
  'answered-failure-without-id': 'failure',
  refused: 'failure',
  'refused-recorded': 'failure',
  'refused-doubled': 'failure',
  'failed-doubled': 'failure',
  'not-sent': 'failure',
};

/** How a status query ends; of several operations of a kind it returns the last one, or an earlier one. */
export const READ_FATES = ['answered', 'answered-earlier', 'answered-404', 'refused', 'unknown'] as const;
export type ReadFate = (typeof READ_FATES)[number];

/** How the cancellation of a hosted payment ends, if it is not paid meanwhile. */
export const CANCEL_FATES = ['answered', 'done-unheard', 'lost', 'not-sent'] as const;
export type CancelFate = (typeof CANCEL_FATES)[number];
