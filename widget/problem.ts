import type { Problem, ProblemCode } from '../server/contract/problem.ts';

/** What goes wrong on this side of the network. */
export type WidgetProblemCode =
  /** no believable answer came: no connection, a time-out, a proxy's page */
  | 'no-answer'
  /** the address to confirm at is neither https nor on loopback */
  | 'unsafe-action-url'
  /** the way of paying that the page wants is not offered for the order, or takes a card and the page is not a secure context */
  | 'mode-not-available'
  /** `<pay-button>` asks nothing, and the order token lacks customer fields of the hosted page */
  | 'customer-fields-missing'
  /** `<pay-button>` asks nothing, and a lookup takes a card */
  | 'card-needed';

/** The `problem` of a `pay-error`: the companion's own, or one of the widget's (status 0). Carries no input. */
export interface PayProblem extends Omit<Problem, 'code'> {
  code: ProblemCode | WidgetProblemCode;
}

/** The order cannot be paid in this way here. */
export function noWay(mode: string): PayProblem {
  return widgetProblem('mode-not-available', `Mode ${mode} is not possible here.`);
}

/** A problem that the companion did not state. */
export function widgetProblem(code: WidgetProblemCode, detail: string): PayProblem {
  return { type: 'about:blank', title: detail, status: 0, code, detail, requestId: '' };
}
