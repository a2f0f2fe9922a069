import { isUuid } from '../contract/uuid.ts';

/** The types of the interface document's tables, by the names that `test-strict-tables.ts` gives them. */

type Holds = (value: unknown) => boolean;

const text =
  (pattern: RegExp): Holds =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const upTo =
  (most: number): Holds =>
  (value) =>
    typeof value === 'string' && value.length >= 1 && value.length <= most;
const object = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Number, positive, at most two decimal digits; the amount of a lookup may be zero. */
const amount: Holds = (value) => typeof value === 'number' && /^\d+(\.\d{1,2})?$/.test(String(value));
const url: Holds = (value) => typeof value === 'string' && /^https?:\/\/[^\s]+$/.test(value);

export const isDay: Holds = (value) => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(String(value)) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
};

const FINGERPRINT = [
  'browserColorDepth browserScreenHeight browserScreenWidth browserJavaEnabled browserLanguage',
  'browserTimeZone browserTimeZoneOffset browserAcceptHeader browserIpAddress browserUserAgent',
].flatMap((line) => line.split(' '));

const fingerprint: Holds = (value) =>
  object(value) &&
  Object.keys(value).length === FINGERPRINT.length &&
  FINGERPRINT.every((name) => upTo(4096)(value[name]));

const share: Holds = (value) =>
  object(value) &&
  Object.keys(value).sort().join() === 'amount,sub_merchant_id' &&
  amount(value['amount']) &&
  Number(value['amount']) > 0 &&
  isUuid(value['sub_merchant_id']);

export const TYPES: Readonly<Record<string, Holds>> = {
  uuid: isUuid,
  mode: text(/^(direct|hosted)$/),
  'primary-method': text(/^(auth|purchase|lookup)$/),
  amount,
  currency: text(/^[A-Z]{3}$/),
  text: upTo(10_000),
  'text-32': upTo(32),
  'text-256': upTo(256),
  'text-2048': upTo(2048),
  'text-4000': upTo(4000),
  bypass: text(/^(supported|always|never)$/),
  'card-number': text(/^\d{12,19}$/),
  month: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 12,
  year: (value) => Number.isInteger(value) && /^(\d{1,2}|20\d\d)$/.test(String(value)),
  cvv: text(/^\d{3,4}$/),
  products: (value) => Array.isArray(value) && value.every(object),
  lang: text(/^[A-Z]{2}(_[A-Z]{2})?$/),
  country: text(/^[A-Z]{2}$/),
  date: isDay,
  url,
  mcc: text(/^\d{4}$/),
  fingerprint,
  json: object,
  seconds: (value) => Number.isInteger(value) && Number(value) > 0,
  split: (value) => Array.isArray(value) && value.length > 0 && value.every(share),
  delivery: text(/^(email|sms|viber|none)$/),
};
