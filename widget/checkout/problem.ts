import type { Problem, ProblemCode } from '../../server/contract/problem.ts';

/** Problems found by the widget itself. */
export type WidgetProblemCode =
  /** no valid answer: no connection, a timeout, a proxy's page */
  | 'no-answer'
  /** the address that confirms the payment is neither https nor on loopback */
  | 'unsafe-action-url'
  /** the requested mode is not offered for the order, or takes a card and the page is not a secure context */
  | 'mode-not-available'
  /** `<pay-button>` has no fields, and the order token lacks customer fields of the hosted page */
  | 'customer-fields-missing'
  /** `<pay-button>` has no fields, and a lookup needs a card */
  | 'card-needed';

/** The `problem` of a `pay-error`: the companion's, or one of the widget's (status 0). Contains no input. */
export interface PayProblem extends Omit<Problem, 'code'> {
  code: ProblemCode | WidgetProblemCode;
}

/** The order cannot be paid in this mode here. */
export function noMode(mode: string): PayProblem {
  return widgetProblem('mode-not-available', `Mode ${mode} is unavailable here.`);
}

/** A problem that does not come from the companion. */
export function widgetProblem(code: WidgetProblemCode, detail: string): PayProblem {
  return { type: 'about:blank', title: detail, status: 0, code, detail, requestId: '' };
}
