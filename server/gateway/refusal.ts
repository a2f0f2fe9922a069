import type { GatewayRefusal } from '../payments/ports.ts';
import { parseJson } from './parse-json.ts';
import type { Scrub } from './scrub.ts';

const MAX_MESSAGE = 512;
const MAX_DETAILS = 20;
const MAX_DETAIL = 256;
const MAX_DEPTH = 6;

/**
 * Reads an error body. Documented is `{message, args: {code}}`; `args` also comes as an array of
 * `{field_name, violation}`, as an object of field paths with arrays of `{msg: [text]}`, as an object of
 * strings, or not at all, and a proxy may answer HTML. Every text passes through `scrub`, then is cut.
 */
export function readRefusal(
  answer: { status: number; text: string; retryAfterMs?: number | null },
  scrub: Scrub,
): GatewayRefusal {
  const body = parseJson(answer.text);
  const { message, args, ...others } = isObject(body) ? body : {};
  const said = typeof message === 'string' && message.trim() !== '' ? message.trim() : null;
  const details = flatten(args ?? (said === null ? others : undefined));
  return {
    status: answer.status,
    documented: args !== undefined,
    code: isObject(args) ? errorCodeIn(args['code'], scrub) : null,
    message: scrub(said ?? `The gateway answered HTTP ${answer.status}`).slice(0, MAX_MESSAGE),
    details: details.slice(0, MAX_DETAILS).map((detail) => scrub(detail).slice(0, MAX_DETAIL)),
    ...(answer.retryAfterMs != null && { retryAfterMs: answer.retryAfterMs }),
  };
}

/** `args.code`: at most 16 characters. */
function errorCodeIn(value: unknown, scrub: Scrub): string | null {
  const code = typeof value === 'number' ? String(value) : value;
  return typeof code === 'string' && /^[\w.-]{1,16}$/.test(code) && scrub(code) === code ? code : null;
}

/** "cc_number: invalid" for every text found, however deep. */
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
