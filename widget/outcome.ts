import type { html as Html, nothing as Nothing } from 'lit/html.js';
import { declineReason, fieldAtFault } from '../server/contract/decline-reason.ts';
import type { PaymentView } from '../server/contract/checkout-api.ts';
import { outcome as english } from './messages/en-outcome.ts';
import type { Outcome } from './messages/en-outcome.ts';
import type { CheckoutState } from './phases.ts';
import type { PayProblem } from './problem.ts';

/**
 * What is shown of a payment that was sent. Loaded when there is one. Takes what it needs of the element as arguments, and
 * shares no code with it: a file that was fetched by another address would bring all of it once more.
 */

export { outcomeStyles as styles } from './outcome.styles.ts';
export { english, fieldAtFault };

/** What the element lends. */
export interface OutcomeHost {
  html: typeof Html;
  nothing: typeof Nothing;
  outcome: Outcome;
  resume: string;
  state: CheckoutState;
  /** an untouched hosted page */
  isOffer: boolean;
  /** the receipt's address, where it is safe */
  receipt: string | null;
  /** "Visa •••• 4242" or empty */
  card: string;
  amount: string;
  tag: string;
  button(text: string, click: () => void, look?: string): unknown;
  leave(): void;
  /** the button that leads on, or nothing */
  back(): unknown;
}

/** The state in words, for `role=status`. */
export function statusText({ outcome, state: { phase, payment } }: OutcomeHost): string {
  if (phase === 'waiting') return payment?.status === 'unknown' ? outcome.unknown : outcome.waiting;
  if (phase === 'done') return outcome.done[payment?.method ?? 'purchase'];
  return phase === 'action' ? outcome.action : '';
}

/** What went wrong, for `role=alert`. */
export function alertText({ outcome, state: { phase, payment, problem }, tag }: OutcomeHost): string {
  const { failure, notCharged } = outcome;
  if (problem) return problemText(outcome, problem, tag);
  if (phase !== 'failed' || !payment) return '';
  return `${failure[declineReason(payment.statusCode)]} ${notCharged}`;
}

/** That nothing was sent to the bank is certain of these alone. */
const UNSENT: readonly string[] = ['gateway-unreachable', 'limit-reached'];

function problemText({ problem, notCharged }: Outcome, { code, retryAfter = 60 }: PayProblem, tag: string) {
  const texts: Readonly<Record<string, string>> = problem;
  const minutes = { style: 'unit', unit: 'minute', unitDisplay: 'long' } as const;
  const span = new Intl.NumberFormat(tag, minutes).format(Math.ceil(retryAfter / 60));
  const text = (texts[code] ?? problem.other).replace('{}', () => span);
  return UNSENT.includes(code) ? `${text} ${notCharged}` : text;
}

/** Below the state in words: amount, card, and what the customer can do. */
export function renderPayment(host: OutcomeHost, payment: PaymentView): unknown {
  const { html, nothing, outcome, state, amount, card, receipt } = host;
  const { phase } = state;
  const goOn = () => host.button(host.isOffer ? host.resume : outcome.confirm, host.leave);
  // Nothing is charged for a lookup.
  return html`${payment.method === 'lookup' ? nothing : html`<p class="amount" part="amount">${amount}</p>`}
    ${card ? html`<p class="hint" dir="ltr">${card}</p>` : nothing}
    ${phase === 'waiting' && payment.status === 'unknown' ? renderSteps(host) : nothing}
    ${phase === 'waiting' ? html`<p class="hint">${outcome.order.replace('{}', () => payment.orderId)}</p>` : nothing}
    ${phase === 'action' ? goOn() : nothing}
    ${receipt ? html`<a part="receipt" href=${receipt} target="_blank" rel="noopener">${outcome.receipt}</a>` : nothing}
    ${phase === 'done' ? host.back() : nothing}`;
}

function renderSteps({ html, outcome: { steps } }: OutcomeHost): unknown {
  return html`<ol class="steps" part="steps">
    <li class="over">${steps.sent}</li>
    <li class="now">${steps.asking}</li>
    <li>${steps.close}</li>
  </ol>`;
}

/** Before the words of the state. */
export function renderSign({ html, nothing, state: { phase } }: OutcomeHost): unknown {
  if (phase === 'waiting') return html`<span class="spinner" aria-hidden="true"></span>`;
  if (phase !== 'done') return nothing;
  return html`<svg class="check" viewBox="0 0 24 24" aria-hidden="true"><path d="m6 12.5 4 4 8-9" /></svg>`;
}
