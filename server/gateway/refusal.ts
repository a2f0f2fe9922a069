import type { GatewayRefusal } from '../payments/gateway-port.ts';
import { isObject, parseJson, type Scrub } from './wire-values.ts';

const MAX_MESSAGE = 512;
const MAX_DETAILS = 20;
const MAX_DETAIL = 256;
const MAX_DEPTH = 6;

/**
 * Reads an error body. The documented form is `{message, args: {code}}`; `args` also comes as an array of `{field_name,
 * violation}`, as an object of field paths with arrays of `{msg: [text]}`, as an object of strings, or not at all, and
 * a proxy may return HTML. Every text passes through `scrub` and is then truncated.
 */
export function readRefusal(
  answer: { status: number; text: string; retryAfterMs?: number | null },
  scrub: Scrub,
): GatewayRefusal {
  const body = parseJson(answer.text);
  const { message, args, ...others } = isObject(body) ? body : {};
  const text = typeof message === 'string' && message.trim() !== '' ? message.trim() : null;
  const details = flatten(args ?? (text === null ? others : undefined));
  const refusal = {
    status: answer.status,
    documented: args !== undefined,
    code: isObject(args) ? errorCodeIn(args['code'], scrub) : null,
    message: scrub(text ?? `The gateway answered HTTP ${answer.status}`).slice(0, MAX_MESSAGE),
    details: details.slice(0, MAX_DETAILS).map((detail) => scrub(detail).slice(0, MAX_DETAIL)),
    ...(answer.retryAfterMs != null && { retryAfterMs: answer.retryAfterMs }),
  };
  return { ...refusal, means: meaningOf(refusal) };
}

/**
 * Whether a body has the form of the gateway's errors, which a proxy is unlikely to produce: an object with a message
 * or `args`, of which either may be missing.
 */
export function isErrorForm(text: string): boolean {
  const body = parseJson(text);
  if (!isObject(body)) return false;
  const { message, args } = body;
  return args !== undefined || (typeof message === 'string' && message.trim() !== '');
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
 * The meaning of a refusal for the payment. The gateway's refusal of a wrong `pos_id` or key has the code S-404, which
 * is also that of "no such order". It must not count as such, or a mistyped key would unblock a paid order. Nor may a
 * proxy's 404, which knows no orders.
 */
function meaningOf(refusal: Omit<GatewayRefusal, 'means'>): GatewayRefusal['means'] {
  const { status, code, documented, message, details } = refusal;
  if (status === 429) return 'busy';
  if (code === 'P-409' || status === 409) return 'order-id-exists';
  if (status === 401 || code === 'S-403') return 'credentials';
  if (ABOUT_CREDENTIALS.get(status)?.test([message, ...details].join('\n'))) return 'credentials';
  if (status === 404 && documented) return 'not-found';
  return status === 400 && details.length > 0 && details.every(isAboutToken) ? 'card-token' : 'other';
}

/** Only the field `cc_token` is wrong (interface document, Create payment, rule 1). */
const isAboutToken = (detail: string): boolean => detail.startsWith('cc_token: ');

/** `args.code`: at most 16 characters. */
function errorCodeIn(value: unknown, scrub: Scrub): string | null {
  const code = typeof value === 'number' ? String(value) : value;
  return typeof code === 'string' && /^[\w.-]{1,16}$/.test(code) && scrub(code) === code ? code : null;
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
