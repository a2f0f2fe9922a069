import type { PaymentView, SessionView } from '../../server/contract/checkout-api.ts';
import type { PaymentMode } from '../../server/contract/words.ts';
import type { PayProblem } from './problem.ts';

/** The states of a checkout, and the actions that change them. Pure. */

export type Phase = 'loading' | 'ready' | 'submitting' | 'action' | 'waiting' | 'done' | 'failed';

export interface CheckoutState {
  readonly phase: Phase;
  readonly session: SessionView | null;
  readonly payment: PaymentView | null;
  readonly problem: PayProblem | null;
  /** the payment that the customer has gone on from: a decline, or one that waits to be confirmed */
  readonly dismissed?: string | undefined;
}

export type PhaseAction =
  | { type: 'load' | 'submit' | 'leave' | 'reset' }
  | { type: 'session'; session: SessionView }
  | { type: 'payment'; payment: PaymentView }
  | { type: 'problem'; problem: PayProblem };

export const START: CheckoutState = { phase: 'loading', session: null, payment: null, problem: null };

const PHASE_OF = { load: 'loading', submit: 'submitting' } as const;

/** The state after an action. */
export function reduce(state: CheckoutState, action: PhaseAction): CheckoutState {
  const next = { ...state, problem: null };
  if (action.type === 'session') {
    const { session } = action;
    const { payment } = session;
    return {
      ...next,
      session,
      payment,
      phase: isPassable(payment) && payment.id === state.dismissed ? 'ready' : phaseOf(payment),
    };
  }
  if (action.type === 'payment') {
    const { payment } = action;
    return { ...next, payment, phase: phaseAfter(state, payment) };
  }
  if (action.type === 'problem') {
    const { problem } = action;
    const again = (state.phase === 'submitting' || canPay(state)) && mayTryAgain(problem);
    return { ...next, problem, phase: again ? 'ready' : 'failed' };
  }
  if (action.type === 'reset') {
    const { payment, dismissed } = state;
    return { ...next, phase: 'ready', dismissed: isPassable(payment) ? payment.id : dismissed };
  }
  // Who goes to confirm wants no other card.
  if (action.type === 'leave') return { ...next, phase: 'action', dismissed: undefined };
  return { ...next, phase: PHASE_OF[action.type] };
}

function phaseOf(payment: PaymentView | null): Phase {
  if (!payment) return 'ready';
  if (payment.status === 'success') return 'done';
  if (payment.status === 'failure') return 'failed';
  if (!payment.action) return 'waiting';
  return isResumable(payment) ? 'ready' : 'action';
}

/** A change of a payment offered beside the form must not disturb a customer who is typing. */
function phaseAfter({ phase }: CheckoutState, payment: PaymentView): Phase {
  if (phase === 'ready' && isPassable(payment)) return phase;
  return phase === 'action' && isResumable(payment) ? phase : phaseOf(payment);
}

/** A hosted payment that nobody has touched: the customer may resume it, or pay by card here instead. */
export function isResumable(payment: PaymentView | null): boolean {
  return payment?.mode === 'hosted' && payment.status === 'init' && payment.action !== null;
}

/** A direct payment that waits for its customer: another card may be used instead. */
export function isReplaceable(payment: PaymentView | null): payment is PaymentView {
  return payment?.mode === 'direct' && payment.status === 'pending' && payment.action !== null;
}

/** Whether the form may be shown although there is this payment. */
const isPassable = (payment: PaymentView | null): payment is PaymentView =>
  payment?.canRetry === true || isReplaceable(payment);

/** Whether a payment may still change. */
export function isOpen(payment: PaymentView | null): payment is PaymentView {
  return !!payment && payment.status !== 'success' && payment.status !== 'failure';
}

const FINAL: readonly string[] = ['order-changed', 'order-closed', 'too-many-attempts'];

/** Whether the customer may press the button again after a refusal. */
function mayTryAgain({ status, code }: PayProblem): boolean {
  return status ? !FINAL.includes(code) && status !== 401 && status !== 403 : code === 'no-answer';
}

/** Whether a payment may be started now. */
export function canPay({ phase, payment, problem }: CheckoutState): boolean {
  return phase === 'ready' || (phase === 'failed' && !problem && payment?.canRetry === true);
}

/** The payment mode for a `mode` attribute, or null if there is none. */
export function modeOf(modes: readonly PaymentMode[], mode: string, secure: boolean): PaymentMode | null {
  if (mode !== 'hosted' && secure && modes.includes('direct')) return 'direct';
  return mode !== 'direct' && modes.includes('hosted') ? 'hosted' : null;
}
