import { brandName, type CardBrand } from '../../server/contract/card.ts';
import type { PaymentView } from '../../server/contract/checkout-api.ts';
import { declineReason, speaksOfPayment } from '../../server/contract/decline-reason.ts';
import type { FieldName } from '../form/fields.ts';
import { either, type Language } from '../language/language.ts';
import type { Plural } from '../messages/en.ts';
import { type CheckoutState, isOpen, isResumable } from './phases.ts';
import type { PayProblem } from './problem.ts';

/** What the form says about typed values and sent payments. Pure. */

/** Texts by key, also by keys that only the page's own texts have. */
type ByKey = Readonly<Partial<Record<string, string>>>;

/**
 * The message for an invalid field.
 * @param brand of the number; null if it is unsure
 * @param accepted brands, or null for all
 */
export function faultText(
  { tag, texts }: Language,
  name: FieldName,
  code: string,
  brand: CardBrand | null,
  accepted: readonly CardBrand[] | null,
): string {
  if (code === 'brand-not-accepted' && accepted) {
    const names = either(tag, accepted.map(brandName));
    return brand ? filled(texts.brands.known, brandName(brand), names) : filled(texts.brands.unsure, names);
  }
  const fault: ByKey = texts.fault;
  return fault[`${name}.${code}`] ?? fault[code] ?? texts.invalid;
}

/** A text with its places filled in, one after the other. */
function filled(text: string, ...words: string[]): string {
  return text.replace(/\{\}/g, () => words.shift() ?? '');
}

/** The plural form for a number, with the number in it. */
export function plural(tag: string, forms: Plural, count: number): string {
  const form = forms[new Intl.PluralRules(tag).select(count)] ?? forms.other;
  return filled(form, String(count));
}

/** A lookup only checks the card. */
export const isCheck = (payment: PaymentView | null): boolean => payment?.method === 'lookup';

/** The state in words, for `role=status`. */
export function statusText({ texts }: Language, { phase, payment }: CheckoutState): string {
  const { outcome, submitting } = texts;
  const { unknown, action } = isCheck(payment) ? outcome.check : outcome;
  if (phase === 'submitting') return submitting;
  if (phase === 'done') return outcome.done[payment?.method ?? 'purchase'];
  if (phase === 'waiting') return payment?.status === 'unknown' ? unknown : outcome.waiting;
  return phase === 'action' ? action : '';
}

/** The error message, for `role=alert`. */
export function alertText(language: Language, { phase, session, payment, problem }: CheckoutState): string {
  const { outcome, noAnswer, noSession } = language.texts;
  if (problem?.code === 'no-answer') return session ? noAnswer : noSession;
  if (problem) return problemText(language, problem);
  if (phase !== 'failed' || !payment) return '';
  return `${reasonText(language, payment)} ${outcome.notCharged}`;
}

function reasonText({ texts: { outcome } }: Language, payment: PaymentView): string {
  const reason = declineReason(payment.statusCode);
  return isCheck(payment) && speaksOfPayment(reason) ? outcome.check.failed : outcome.failure[reason];
}

/** Only these problems guarantee that nothing was sent to the bank. */
const UNSENT: readonly string[] = ['gateway-unreachable', 'limit-reached'];

function problemText({ tag, texts }: Language, { code, retryAfter = 60 }: PayProblem): string {
  const { problem, notCharged } = texts.outcome;
  const minutes = { style: 'unit', unit: 'minute', unitDisplay: 'long' } as const;
  const span = new Intl.NumberFormat(tag, minutes).format(Math.ceil(retryAfter / 60));
  const text = filled((problem as ByKey)[code] ?? problem.other, span);
  return UNSENT.includes(code) ? `${text} ${notCharged}` : text;
}

/** What helps after a failure: to load again, to ask for a fresh order, to return to the shop, or nothing. */
export function wayOn({ phase, payment, problem }: CheckoutState): 'again' | 'renew' | 'back' | null {
  if (phase !== 'failed') return null;
  if (!problem) return payment?.canRetry ? null : 'back';
  const { status, code } = problem;
  if (code === 'order-token-expired') return 'renew';
  // A refused poll says nothing about the payment: it may have ended meanwhile.
  const isAsked = status > 0 && isOpen(payment) && !isResumable(payment);
  return code === 'no-answer' || isAsked || (status > 428 && code !== 'too-many-attempts') ? 'again' : null;
}
