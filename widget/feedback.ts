import type { TemplateResult } from 'lit/html.js';
import { declineReason, fieldAtFault, speaksOfPayment } from '../server/contract/decline-reason.ts';
import type { PaymentView } from '../server/contract/checkout-api.ts';
import type { FieldState } from './field-view.ts';
import type { FieldName } from './fields.ts';
import type { Host } from './host.ts';
import type { en, Plural } from './messages/en.ts';
import type { PayProblem } from './problem.ts';

/**
 * The form's feedback on typed values and on sent payments. Loaded when the customer begins to type, or when there is a
 * payment. It receives what it needs from the element as an argument and shares no code with it: importing shared code
 * would load the whole tag again under another address.
 */

export { feedbackStyles as styles } from './feedback.styles.ts';
export { fieldAtFault };
/** The texts are in the first file. */
export const english = {};

type Feedback = typeof en;

/** The message for an invalid field. */
export function faultText(
  host: Host,
  name: FieldName,
  code: string,
  { brand, accepted }: FieldState,
): string {
  const { tag, texts, own, brandName } = host;
  if (code === 'brand-not-accepted' && accepted && brand) {
    const either = new Intl.ListFormat(tag, { type: 'disjunction' }).format(accepted.map(brandName));
    const words = [brandName(brand), either];
    return texts.brands.known.replace(/\{\}/g, () => words.shift() ?? '');
  }
  const find = (key: string) => textOf(host, texts.fault, own.fault, key);
  return find(`${name}.${code}`) ?? find(code) ?? texts.invalid;
}

/** The text for a key, including keys that only the page's own texts have. */
function textOf({ withOwn }: Host, texts: object, own: unknown, key: string): string | undefined {
  return withOwn<Readonly<Record<string, string | undefined>>>({ [key]: undefined, ...texts }, own)[key];
}

/** "3 fields need attention", with a link to each. */
export function renderSummary(host: Host, names: readonly FieldName[], goTo: (name: FieldName) => void) {
  const { html, tag, texts } = host;
  const link = (name: FieldName) => (event: Event) => {
    event.preventDefault();
    goTo(name);
  };
  return html`${plural(tag, texts.attention, names.length)}
    <ul>
      ${names.map((name) => html`<li><a href=${`#${name}`} @click=${link(name)}>${texts.label[name]}</a></li>`)}
    </ul>`;
}

/** The plural form for a number, with the number in it. */
export function plural(tag: string, forms: Plural, count: number): string {
  const form = forms[new Intl.PluralRules(tag).select(count)] ?? forms.other;
  return form.replace('{}', () => String(count));
}

/** The state in words, for `role=status`. */
export function statusText({ texts: { outcome }, state: { phase, payment } }: Host): string {
  const { unknown, action } = isCheck(payment) ? outcome.check : outcome;
  if (phase === 'waiting') return payment?.status === 'unknown' ? unknown : outcome.waiting;
  return phase === 'action' ? action : '';
}

/** A lookup only checks the card. */
const isCheck = (payment: PaymentView | null): boolean => payment?.method === 'lookup';

/** The error message, for `role=alert`. */
export function alertText(host: Host): string {
  const { phase, payment, problem } = host.state;
  const { outcome } = host.texts;
  if (problem) return problemText(host, problem);
  if (phase !== 'failed' || !payment) return '';
  return `${reasonText(outcome, payment)} ${outcome.notCharged}`;
}

function reasonText({ failure, check }: Feedback['outcome'], payment: PaymentView): string {
  const reason = declineReason(payment.statusCode);
  return isCheck(payment) && speaksOfPayment(reason) ? check.failed : failure[reason];
}

/** Only these problems guarantee that nothing was sent to the bank. */
const UNSENT: readonly string[] = ['gateway-unreachable', 'limit-reached'];

function problemText(host: Host, { code, retryAfter = 60 }: PayProblem): string {
  const { tag, own } = host;
  const { problem, notCharged } = host.texts.outcome;
  const said = textOf(host, problem, own.outcome?.problem, code) ?? problem.other;
  const minutes = { style: 'unit', unit: 'minute', unitDisplay: 'long' } as const;
  const span = new Intl.NumberFormat(tag, minutes).format(Math.ceil(retryAfter / 60));
  const text = said.replace('{}', () => span);
  return UNSENT.includes(code) ? `${text} ${notCharged}` : text;
}

/** The button after a failure: try again, request a fresh order, or return to the shop. */
export function renderWayOn(host: Host): unknown {
  const { nothing, texts, state, load, renew } = host;
  const { phase, problem, payment } = state;
  if (phase !== 'failed') return nothing;
  if (!problem) return payment?.canRetry ? nothing : host.back(texts.outcome.back);
  const { status, code } = problem;
  if (code === 'order-token-expired') return host.button(texts.outcome.problem.renew, renew);
  // A refused poll says nothing about the payment: it may have ended meanwhile.
  const isOpen =
    payment && status && !host.isResumable(payment) && !/^(success|failure)$/.test(payment.status);
  const again = code === 'no-answer' || isOpen || (status > 428 && code !== 'too-many-attempts');
  return again ? host.button(texts.again, load) : nothing;
}

/** Adds an icon above the state's text, and amount, card and buttons below it. */
export function renderPanel(host: Host, words: TemplateResult): TemplateResult {
  const { html, nothing, state } = host;
  return html`${renderSign(host)}${words}${state.payment ? renderPayment(host, state.payment) : nothing}`;
}

function renderSign({ html, nothing, state: { phase } }: Host): unknown {
  if (phase === 'waiting') return html`<span class="spinner" aria-hidden="true"></span>`;
  if (phase !== 'done') return nothing;
  return html`<svg class="check" viewBox="0 0 24 24" aria-hidden="true"><path d="m6 12.5 4 4 8-9" /></svg>`;
}

function renderPayment(host: Host, payment: PaymentView): TemplateResult {
  const { html, nothing, texts, state, leave } = host;
  const { outcome } = texts;
  const { phase } = state;
  const resumable = host.isResumable(payment);
  const [start = '', end = ''] = payment.cardMask?.split(/\*+/) ?? [];
  const receipt = payment.receiptUrl ?? '';
  // Nothing is charged for a lookup.
  return html`${isCheck(payment) ? nothing : html`<p class="amount" part="amount">${host.money(payment)}</p>`}
    ${end ? html`<p class="hint" dir="ltr">${host.brandName(host.brandOf(start))} •••• ${end}</p>` : nothing}
    ${phase === 'waiting' ? renderWaiting(host, payment) : nothing}
    ${phase === 'action' ? host.button(resumable ? texts.resume : outcome.confirm, leave, '', resumable) : nothing}
    ${host.isSafeUrl(receipt) ? html`<a part="receipt" href=${receipt} target="_blank" rel="noopener">${outcome.receipt}</a>` : nothing}
    ${phase === 'done' ? host.back(outcome.back) : nothing}`;
}

function renderWaiting({ html, nothing, texts: { outcome } }: Host, payment: PaymentView) {
  const { steps, check } = outcome;
  const { sent, close } = isCheck(payment) ? check : steps;
  const list = html`<ol class="steps" part="steps">
    <li class="over">${sent}</li>
    <li class="now">${steps.asking}</li>
    <li>${close}</li>
  </ol>`;
  const id = html`<bdi dir="ltr">${payment.orderId}</bdi>`;
  return html`${payment.status === 'unknown' ? list : nothing}
    <p class="hint">${outcome.order.split('{}').map((text, at) => [at ? id : '', text])}</p>`;
}

/**
 * What `<pay-status>` offers before there is a payment, and after a failure that can be retried.
 * @param again opens the hosted page
 */
export function renderStatus(host: Host, again: () => void): unknown {
  const { html, nothing, texts, state, isResumable, button, leave } = host;
  const { phase, session, payment, problem } = state;
  const asksNothing = session?.modes.includes('hosted') && !session.hostedCustomerFields.length;
  if (phase === 'failed' && !problem && payment?.canRetry && payment.method !== 'lookup')
    // The retry needs a form, and only the page knows where that is.
    return asksNothing ? button(texts.again, again, '', true) : html`<slot></slot>`;
  if (phase !== 'ready') return nothing;
  return html`<div class="panel">
    <p>${texts.outcome.nothing}</p>
    ${isResumable(payment) ? button(texts.resume, leave, '', true) : nothing}
  </div>`;
}
