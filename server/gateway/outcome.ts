import type { GatewayRefusal, CallResult } from '../payments/gateway-port.ts';
import type { Answer, Exchange } from './http.ts';
import type { Scrub } from './scrub.ts';
import { isObject, type WireObject } from './wire-values.ts';

/** What an answer means for the call: answered, refused or unknown (ARCHITECTURE.md, decision 1). */

/** The content of an answer, the gateway's refusal in another form than an error's, or why it is rejected. */
export type Reading<T> = { value: T } | { refusal: GatewayRefusal } | { rejection: string };

export type Read<T> = (answer: Answer, scrub: Scrub) => Reading<T>;

/** "order_id already exists", as the status code of a payment that was never made. */
export const ID_TAKEN = '4119';

/** Classifies the result of a call: a refusal, a valid answer, or `unknown`. */
export function outcomeOf<T>(found: Exchange, read: Read<T>, scrub: Scrub): CallResult<T> {
  if (found.kind !== 'answer') return found;
  const { answer } = found;
  if (answer.status >= 400 && answer.status <= 499) {
    const refusal = readRefusal(answer, scrub);
    if (isRefused(refusal)) return { kind: 'refused', refusal };
  }
  const reading = read(answer, scrub);
  if ('value' in reading) return { kind: 'answered', value: reading.value };
  if ('refusal' in reading) return { kind: 'refused', refusal: reading.refusal };
  return { kind: 'unknown', reason: `HTTP ${answer.status}: ${reading.rejection}${wordsOf(answer, scrub)}` };
}

/** The gateway's description of its own failure, if the answer has its error form. */
function wordsOf(answer: Answer, scrub: Scrub): string {
  if (!isErrorForm(answer.json)) return '';
  const { message, code } = readRefusal(answer, scrub);
  return `: ${message}${code === null ? '' : ` (${code})`}`;
}

/**
 * As {@link outcomeOf}, for a request that may have moved money. Only the gateway itself can say that it did nothing: a
 * proxy may have passed the request on before it answered in its own form. "Too many requests" is safe in any form,
 * because a limit is checked before the work.
 */
export function outcomeOfCharge<T>(found: Exchange, read: Read<T>, scrub: Scrub): CallResult<T> {
  const outcome = outcomeOf(found, read, scrub);
  if (outcome.kind !== 'refused' || found.kind !== 'answer') return outcome;
  if (outcome.refusal.means === 'busy' || isErrorForm(found.answer.json)) return outcome;
  return { kind: 'unknown', reason: `HTTP ${found.answer.status}: undocumented-refusal` };
}

/** The gateway's own error form in place of a file, with HTTP status 200. */
export function refusedInstead(found: Exchange, scrub: Scrub): CallResult<never> | null {
  if (found.kind !== 'answer' || found.answer.status !== 200) return null;
  const refusal = readRefusal(found.answer, scrub);
  return refusal.documented ? { kind: 'refused', refusal } : null;
}

/** Statuses with which the gateway says that it did nothing. After any other failure something may have been done. */
const REFUSALS = new Set([400, 401, 404, 405, 406, 409, 429]);

/** A 403 may come from a proxy, unless the gateway itself uses it to reject the credentials. */
function isRefused({ status, documented, means }: GatewayRefusal): boolean {
  return REFUSALS.has(status) || (status === 403 && documented && means === 'credentials');
}

/**
 * Whether a body has the form of the gateway's errors, which a proxy is unlikely to produce: an object with a message,
 * `args` or a code of the gateway's own, of which any may be missing.
 */
const isErrorForm = (body: unknown): boolean =>
  isObject(body) && (isDocumented(body) || messageIn(body) !== null);

/** Proxies and frameworks write messages too, and codes of other forms, but neither `args` nor such a code. */
const isDocumented = ({ args, code }: WireObject): boolean =>
  args !== undefined || (typeof code === 'string' && OWN_CODE.test(code));

function messageIn({ message }: WireObject): string | null {
  return typeof message === 'string' && message.trim() !== '' ? message.trim() : null;
}

const MAX_MESSAGE = 512;
const MAX_DETAILS = 20;
const MAX_DETAIL = 256;
const MAX_DEPTH = 6;

/**
 * Reads an error body. The documented form is `{message, args: {code}}`; `args` also comes as an array of `{field_name,
 * violation}`, as an object of field paths with arrays of `{msg: [text]}`, as an object of strings, or not at all. The
 * code may also stand beside `args`, and a proxy may return HTML. The meaning is read from the texts as they came; what
 * is returned of them passes through `scrub` and is then truncated.
 */
function readRefusal({ status, json, retryAfterMs }: Answer, scrub: Scrub): GatewayRefusal {
  const body = isObject(json) ? json : {};
  const { message: _, args, ...others } = body;
  const told = messageIn(body);
  const message = told ?? `The gateway answered HTTP ${status}`;
  const code = (isObject(args) ? errorCodeIn(args['code']) : null) ?? errorCodeIn(body['code']);
  const details = flatten(args ?? (told === null ? others : undefined));
  const documented = isDocumented(body);
  return {
    status,
    documented,
    means: meaningOf({ status, documented, code, message, details }),
    code: code === null || OWN_CODE.test(code) || scrub.text(code) === code ? code : null,
    message: scrub.text(message).slice(0, MAX_MESSAGE),
    details: details.slice(0, MAX_DETAILS).map((detail) => scrub.text(detail).slice(0, MAX_DETAIL)),
    ...(retryAfterMs !== null && { retryAfterMs }),
  };
}

const CREDENTIALS = /credential|\bpos[\s_-]?id\b|\bapi[\s_-]?key\b/i;
const ACCESS = new RegExp(`${CREDENTIALS.source}|\\bauthori[sz]ation\\b`, 'i');
/**
 * Statuses with which a refusal of credentials is recognised by its words. With 400, "authorization" may also refer to
 * one that the card's bank declined.
 */
const ABOUT_CREDENTIALS = new Map([
  [400, CREDENTIALS],
  [403, ACCESS],
  [404, ACCESS],
]);

/**
 * The meaning of a refusal for the payment. The gateway's refusal of a wrong `pos_id` or key has the code S-404,
 * which is also that of "no such order" (interface 17.7). It must not count as such, or a mistyped key would unblock
 * a paid order. Nor may a proxy's 404, which knows no orders.
 */
function meaningOf(refusal: Omit<GatewayRefusal, 'means'>): GatewayRefusal['means'] {
  const { status, code, documented, message, details } = refusal;
  if (status === 429) return 'busy';
  if (code === 'P-409' || code === ID_TAKEN || status === 409) return 'order-id-exists';
  if (status === 401 || code === 'S-403') return 'credentials';
  if (ABOUT_CREDENTIALS.get(status)?.test([message, ...details].join('\n'))) return 'credentials';
  if (status === 404 && documented) return 'not-found';
  return status === 400 && details.length > 0 && details.every(isAboutToken) ? 'card-token' : 'other';
}

/** Only the field `cc_token` is wrong (interface 1.1). */
const isAboutToken = (detail: string): boolean => detail.startsWith('cc_token: ');

/** The form of the gateway's own codes, as "P-409": no secret, even if a CVV has the same digits. */
const OWN_CODE = /^[A-Z]-\d{3}$/;

/** A code: at most 16 characters. */
function errorCodeIn(value: unknown): string | null {
  const code = typeof value === 'number' ? String(value) : value;
  return typeof code === 'string' && /^[\w.-]{1,16}$/.test(code) ? code : null;
}

/** "cc_number: invalid" for every text, at any depth. */
function flatten(value: unknown, path = '', depth = 0): string[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return [path ? `${path}: ${value}` : String(value)];
  }
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => flatten(item, path, depth + 1));
  if (!isObject(value)) return [];
  const field = value['field_name'];
  if (typeof field === 'string')
    return flatten(value['violation'] ?? 'invalid', under(path, field), depth + 1);
  return Object.entries(value)
    .filter(([key]) => path !== '' || key !== 'code')
    .flatMap(([key, item]) => flatten(item, key === 'msg' ? path : under(path, key), depth + 1));
}

function under(path: string, key: string): string {
  return path ? `${path}.${key}` : key;
}
