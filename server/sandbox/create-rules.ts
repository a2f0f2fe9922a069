import type { WireCreatePayment } from '../contract/gateway-api.ts';
import { fromGatewayAmount } from '../contract/money.ts';
import * as field from './fields.ts';
import type { Check, SentFields } from './fields.ts';
import { type Reading, type Table, columnOf, readParameters, withIntolerable } from './parameters.ts';
import type { Violation } from './refusal.ts';
import type { SandboxSettings } from './settings.ts';
import { looseSplit, shareViolations, sharesOf, splitPayments } from './shares.ts';

/** The four columns of the document's table for endpoint 1, and the two of endpoint 2. */
const COLUMNS = [
  'direct',
  'hosted',
  'direct-lookup',
  'hosted-lookup',
  'split-direct',
  'split-hosted',
] as const;
type Variant = (typeof COLUMNS)[number];

/** Endpoint 1 or 2. */
export type CreateEndpoint = 'payment' | 'split';

const FINGERPRINT =
  'browserColorDepth browserScreenHeight browserScreenWidth browserJavaEnabled browserLanguage browserTimeZone browserTimeZoneOffset browserAcceptHeader browserIpAddress browserUserAgent'.split(
    ' ',
  );

/** The document does not list the values; these are known from elsewhere. */
const LANGUAGES =
  'EN RU ES PL AR AZ BG CS DA DE EL FA FI FR HE HI HR HU IT JA KO NL NO PT PT_BR RO SK SL SR SV TH TR UK ZH ZH_HA'.split(
    ' ',
  );

const amount: Check = (value, body) => field.amount({ zero: body['method'] === 'lookup' })(value, body);
const name = field.customer('firstName');

/**
 * Interface document, Create payment and Create split purchase: the parameter, its need in each of {@link COLUMNS} (as
 * {@link Parameter}, and C for conditional), its type, and what the live gateway tolerates instead. A split purchase takes
 * the same parameters as an ordinary one, except for the differences that the document lists.
 */
const PARAMETERS: Table<keyof WireCreatePayment> = {
  pos_id: ['R R R R R R', field.uuid],
  mode: ['R R R R R R', field.oneOf('direct', 'hosted')],
  method: ['R R R R R R', field.oneOf('purchase', 'auth', 'lookup')],
  amount: ['R R R R R R', amount, field.decimalText(amount)],
  currency: ['R R R R R R', field.currency],
  description: ['R R R R R R', field.text(2048)],
  order_id: ['R R R R R R', field.text(256)],
  order_3ds_bypass: ['R R R R R R', field.oneOf('supported', 'always', 'never')],
  cc_number: ['C - O R C -', field.pattern(/^\d{12,19}$/, 'must be 12 to 19 digits')],
  exp_month: ['C - O R C -', field.integer(1, 12)],
  exp_year: ['C - O R C -', year],
  card_cvv: ['C - O R C -', field.pattern(/^\d{3,4}$/, 'must be 3 or 4 digits')],
  cc_token: ['C - - - C -', field.text(8192)],
  products: ['O O O O O O', field.objects],
  customer_id: ['O O O O O O', field.text(256), field.emptyText],
  customer_fname: ['r C O O r O', name, field.emptyText],
  customer_lname: ['r C O O r O', field.customer('lastName'), field.emptyText],
  customer_patronym: ['O O O O O O', name, field.emptyText],
  customer_email: ['r r O O r r', field.customer('email'), field.anyAddress],
  customer_phone: ['r r O O r r', field.customer('phone'), field.emptyText],
  customer_ip: ['r - O - r O', field.ipAddress, field.emptyText],
  customer_lang: ['- O - - - O', field.oneOf(...LANGUAGES)],
  customer_country: ['O O O O O O', field.pattern(/^[A-Z]{2}$/, 'must be an alpha-2 code')],
  customer_birthday: ['O O O O O O', field.customer('birthday')],
  customer_referrer: ['O - O - O -', field.url],
  customer_tax_id: ['C C O O C C', field.customer('taxId')],
  server_url: ['O O O O O O', field.url],
  result_url: ['O O O O O O', field.url],
  merchant_mcc: ['O O O O O O', field.pattern(/^\d{4}$/, 'must be 4 digits')],
  payload: ['O O O O O O', field.text(4000, 0)],
  validation_url: ['O O O O O O', field.url],
  browser_fingerprint: ['r - r - r -', fingerprint, field.furtherFields(FINGERPRINT, fingerprint)],
  cryptogram: ['O - - - O -', field.object],
  order_timeout: ['- O - O - O', field.integer(1, 31_536_000)],
  split: ['- - - - R R', splitPayments, looseSplit],
};

const CARD_FIELDS = ['cc_number', 'exp_month', 'exp_year', 'card_cvv'] as const;

/**
 * Reads the body of endpoint 1 or 2 by the column for its `mode` and `method`, and by rules 1, 3 and 4. Without
 * intolerable violations, the request is a {@link WireCreatePayment}.
 */
export function readCreate(
  body: SentFields,
  endpoint: CreateEndpoint,
  settings: Pick<SandboxSettings, 'sector' | 'subMerchants'>,
): Reading {
  const variant = variantOf(body, endpoint);
  const reading = readParameters(body, columnOf(PARAMETERS, COLUMNS.indexOf(variant)));
  const { request } = reading;
  const ruled = withIntolerable(reading, [
    ...(endpoint === 'split' ? purchaseOnly(request) : []),
    ...(variant === 'direct' || variant === 'split-direct' ? cardOrToken(request) : []),
    ...sectorRules(request, variant, settings.sector),
  ]);
  const isSplit = endpoint === 'split' && ruled.intolerable.length === 0;
  return isSplit ? withIntolerable(ruled, sums(request, settings.subMerchants)) : ruled;
}

function variantOf(body: SentFields, endpoint: CreateEndpoint): Variant {
  const mode = body['mode'] === 'hosted' ? 'hosted' : 'direct';
  if (endpoint === 'split') return `split-${mode}`;
  return body['method'] === 'lookup' ? `${mode}-lookup` : mode;
}

/** Create split purchase: "with `method` = `purchase`". */
function purchaseOnly(body: SentFields): Violation[] {
  const other = body['method'] === 'auth' || body['method'] === 'lookup';
  return other ? [{ field_name: 'method', violation: 'must be purchase' }] : [];
}

/** Checks the shares of a body that is otherwise valid. */
function sums(body: SentFields, subMerchants: readonly string[]): Violation[] {
  const { amount, currency, split = [] } = body as unknown as WireCreatePayment;
  const minor = fromGatewayAmount(amount, currency) ?? 0;
  return shareViolations(sharesOf(split, currency), { name: 'amount', minor }, subMerchants);
}

/** Rule 1: all four card fields, or cc_token and none of them. */
function cardOrToken(body: SentFields): Violation[] {
  const hasToken = body['cc_token'] !== undefined;
  return CARD_FIELDS.filter((parameter) => (body[parameter] !== undefined) === hasToken).map((parameter) => ({
    field_name: parameter,
    violation: hasToken ? 'must not be sent with cc_token' : 'is required without cc_token',
  }));
}

/**
 * Rules 3 and 4: customer fields that microfinance and iGaming merchants must send. The names are conditional (C) only in
 * the hosted column of endpoint 1: direct payments require them anyway, and the table of split purchases calls them
 * optional.
 */
function sectorRules(body: SentFields, variant: Variant, sector: SandboxSettings['sector']): Violation[] {
  if (sector === 'retail' || variant === 'direct-lookup' || variant === 'hosted-lookup') return [];
  const wanted = variant === 'hosted' ? ['customer_fname', 'customer_lname'] : [];
  if (sector === 'microfinance' && above30000Uah(body)) wanted.push('customer_tax_id');
  else if (sector === 'microfinance' && body['customer_tax_id'] === undefined)
    wanted.push('customer_birthday');
  return missing(body, wanted);
}

function above30000Uah(body: SentFields): boolean {
  return body['currency'] === 'UAH' && (fromGatewayAmount(body['amount'], 'UAH') ?? 0) > 3_000_000;
}

function missing(body: SentFields, wanted: string[]): Violation[] {
  return wanted
    .filter((parameter) => body[parameter] === undefined)
    .map((parameter) => ({ field_name: parameter, violation: 'is required in this sector' }));
}

/** Samples send two digits; four are accepted too. */
function year(value: unknown, body: SentFields): string | null {
  const twoDigits = field.integer(0, 99)(value, body);
  return twoDigits && field.integer(2000, 2099)(value, body) && 'must be a Number of two or four digits';
}

/** Other shapes, browser_fingerprint: ten String fields and no other. */
function fingerprint(value: unknown): string | null {
  if (!field.isObject(value)) return 'must be an object';
  const wrong = FINGERPRINT.find((key) => typeof value[key] !== 'string');
  if (wrong) return `${wrong} must be a string`;
  const unknown = Object.keys(value).find((key) => !FINGERPRINT.includes(key));
  return unknown ? `${unknown} is unknown` : null;
}
