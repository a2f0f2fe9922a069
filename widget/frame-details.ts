import { CARD_BRANDS, type CardBrand } from '../server/contract/card.ts';
import type { PaymentView } from '../server/contract/checkout-api.ts';
import type { PayEventDetails, PayEventName } from './events.ts';
import type { Phase } from './phases.ts';
import type { PayProblem } from './problem.ts';
import { isSafeUrl } from './safe-url.ts';

/** Reads messages from the frame field by field: only documented fields are accepted. Undefined if something is invalid. */

type Fields = Readonly<Record<string, unknown>>;

const PHASES = 'loading ready submitting action waiting done failed';
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const isSafe = (url: unknown): url is string => typeof url === 'string' && isSafeUrl(url);

const oneOf = (words: string, value: unknown): boolean =>
  typeof value === 'string' && words.split(' ').includes(value);

const fieldsOf = (value: unknown): Fields => (value && typeof value === 'object' ? (value as Fields) : {});

/** A text of a few lines, or null. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.length < 3000 ? value : null;

export const phaseOf = (value: unknown): Phase | undefined =>
  oneOf(PHASES, value) ? (value as Phase) : undefined;

/** Null if there is no payment. */
export function paymentOf(value: unknown): PaymentView | null | undefined {
  if (value === null) return null;
  const given = fieldsOf(value);
  const { id, mode, method, status, action, receiptUrl, canRetry } = given;
  const url = fieldsOf(action)['url'];
  if (!UUID.test(String(id)) || !oneOf('direct hosted', mode) || !oneOf('purchase auth lookup', method))
    return undefined;
  if (!oneOf('init pending success failure unknown', status)) return undefined;
  const texts = ['orderId', 'statusCode', 'statusDescription', 'amount', 'amountText', 'currency'];
  const more = ['cardMask', 'createdAt', 'updatedAt'];
  const said = [...texts, ...more].flatMap((name) => (name in given ? [[name, textOf(given[name])]] : []));
  return {
    ...(Object.fromEntries(said) as Partial<PaymentView>),
    id,
    mode,
    method,
    status,
    // The tag never sends the customer to an unsafe address, either.
    action: isSafe(url) ? { url } : null,
    receiptUrl: isSafe(receiptUrl) ? receiptUrl : null,
    canRetry: canRetry === true,
  } as PaymentView;
}

function problemOf(value: unknown): PayProblem | undefined {
  const { type, title, status, code, detail, requestId, retryAfter, errors } = fieldsOf(value);
  if (!/^[a-z-]{2,60}$/.test(String(code)) || typeof status !== 'number') return undefined;
  const wrong = (Array.isArray(errors) ? errors : []).map(fieldsOf);
  return {
    type: textOf(type),
    title: textOf(title),
    status,
    code,
    detail: textOf(detail),
    requestId: textOf(requestId),
    ...(typeof retryAfter === 'number' && { retryAfter }),
    ...(wrong[0] && { errors: wrong.map(({ path, code }) => ({ path: textOf(path), code: textOf(code) })) }),
  } as PayProblem;
}

/** The detail of an event from the frame. */
export function detailOf(name: PayEventName, detail: unknown): PayEventDetails[PayEventName] | undefined {
  const { valid, complete, brand = null, url, payment, problem } = fieldsOf(detail);
  if (name === 'pay-change') {
    if (brand !== null && !oneOf(CARD_BRANDS.join(' '), brand)) return undefined;
    return { valid: valid === true, complete: complete === true, brand: brand as CardBrand | null };
  }
  if (name === 'pay-action') return isSafe(url) ? { url } : undefined;
  if (name === 'pay-result') {
    const known = paymentOf(payment);
    return known ? { payment: known } : undefined;
  }
  if (name === 'pay-error') {
    const known = problemOf(problem);
    return known && { problem: known };
  }
  return oneOf('pay-ready pay-submit pay-expired', name) ? null : undefined;
}

/** Warns the page's developer of a message that is ignored. */
export function refuse(what: string): void {
  console.warn(`pay-form: the frame sent a wrong ${what}`);
}
