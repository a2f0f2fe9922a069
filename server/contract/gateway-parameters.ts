import { z } from 'zod';
import { CUSTOMER_FIELDS, type CustomerField } from './customer-inputs.ts';
import { isCustomerLang } from './customer-lang.ts';
import type { WireCreatePayment, WireFingerprint } from './gateway-api.ts';
import { fromGatewayAmount } from './money.ts';
import { daySchema, RECEIPT_DELIVERIES } from './receipts.ts';
import { isCurrency } from './text-schemas.ts';
import { PAYMENT_METHODS, PAYMENT_MODES, THREE_DS } from './words.ts';

/**
 * The requests of the gateway: each parameter by its wire name, whether a variant needs it, its type and its limit
 * (interface 1.2, 2.1, 3.1, 4.1, 5.1, 6.1, 7.1). The client checks what it sends by these tables, the sandbox what it
 * gets.
 */

/** Required, optional, conditional (see {@link requiredCustomer} and {@link cardFaults}), or not sent. */
export type Need = 'R' | 'O' | 'C' | '-';

/** The fields of a request, by wire name. */
export type SentFields = Readonly<Record<string, unknown>>;

/** The type of a parameter; that of an amount depends on the currency. */
export type Type = z.ZodType | ((sent: SentFields) => z.ZodType);

export interface Parameter<Name extends string = string> {
  readonly name: Name;
  readonly need: Need;
  readonly type: Type;
}

/** What is wrong with a field, without its value. */
export interface Fault {
  /** as "amount" or "split.0.amount" */
  readonly field: string;
  /** for programs: `required`, `too-long`, `format`, … */
  readonly rule: string;
  /** for people: "must be a UUID" */
  readonly text: string;
}

type Rows<Name extends string> = Readonly<Record<Name, readonly [needs: string, type: Type]>>;

/** The parameters of every column of a table that is written by rows. */
function byColumn<Column extends string, Name extends string>(columns: readonly Column[], rows: Rows<Name>) {
  const cells = Object.entries(rows) as [Name, Rows<Name>[Name]][];
  const table = {} as Record<Column, readonly Parameter<Name>[]>;
  for (const [index, column] of columns.entries()) {
    table[column] = cells.map(([name, [needs, type]]) => ({
      name,
      need: needs.split(' ')[index] as Need,
      type,
    }));
  }
  return table as Readonly<typeof table>;
}

// The types of parameters (interface 16.1, 16.2, 16.3, 16.4, 16.5).

/** At most so many UTF-16 units: the document does not say what it counts, and this is the stricter reading. */
const text = (most = Number.POSITIVE_INFINITY) =>
  z.string('must be a string').refine((value) => value.length <= most, {
    error: `must have at most ${most} characters`,
    params: { code: 'too-long' },
  });
const filled = (most?: number) => text(most).min(1, 'must not be empty');
const pattern = (expression: RegExp, error: string) => z.string(error).regex(expression, error);
export const words = <const Words extends readonly string[]>(list: Words) =>
  z.enum(list, `must be one of ${list.join(', ')}`);
const integer = (least: number, most: number) => {
  const error = `must be a whole Number from ${least} to ${most}`;
  return z.int(error).min(least, error).max(most, error);
};

export const uuid = z.guid('must be a UUID');
const url = z.url({ protocol: /^https?$/, error: 'must be a URL' });
const object = z.looseObject({}, 'must be an object');
const currency = z.string('must be an ISO 4217 code').refine(isCurrency, 'must be an ISO 4217 code');

/**
 * A JSON Number with no more decimals than the currency of the request has (interface 16.5), from `least` minor
 * units.
 */
function amount(sent: SentFields, least = 1): z.ZodType {
  const stated = sent['currency'] ?? sent['order_currency'];
  const minorOf = (value: number) => fromGatewayAmount(value, typeof stated === 'string' ? stated : 'XTS');
  return z
    .number('must be a Number')
    .refine((value) => minorOf(value) !== null, 'must be an amount with at most 2 decimal digits')
    .refine((value) => (minorOf(value) ?? 1) >= least, 'must be positive');
}

const strict = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `must not have ${issue.keys[0]}` : 'must be an object',
  });

/** The amounts are in the currency of the request (interface 16.2). */
const split = (sent: SentFields) =>
  z
    .array(strict({ amount: amount(sent), sub_merchant_id: uuid }), 'must be an array of shares')
    .min(1, 'must be an array of at least one share');

/** The ten texts of a browser (interface 16.1). */
export const FINGERPRINT_FIELDS = [
  'browserColorDepth',
  'browserScreenHeight',
  'browserScreenWidth',
  'browserJavaEnabled',
  'browserLanguage',
  'browserTimeZone',
  'browserTimeZoneOffset',
  'browserAcceptHeader',
  'browserIpAddress',
  'browserUserAgent',
] as const satisfies (keyof WireFingerprint)[];

const fingerprint = strict(Object.fromEntries(FINGERPRINT_FIELDS.map((name) => [name, text()])));

/** The document's samples have two digits (interface 17.15). */
const year = z.union([integer(0, 99), integer(2000, 2099)], 'must be a Number of two or four digits');

/** In upper case (interface 17.2). */
const isLang = (code: string) => code === code.toUpperCase() && isCustomerLang(code);

/** The columns of Create payment (endpoint 1), and those of Create split purchase (2). */
export const CREATE_VARIANTS = [
  'direct',
  'hosted',
  'direct-lookup',
  'hosted-lookup',
  'split-direct',
  'split-hosted',
] as const;
export type CreateVariant = (typeof CREATE_VARIANTS)[number];

/** Create payment and Create split purchase (interface 1.2, 1.3, 1.4, 1.5, 1.6, 2.1, 2.2). */
export const CREATE_PARAMETERS = byColumn<CreateVariant, keyof WireCreatePayment>(CREATE_VARIANTS, {
  pos_id: ['R R R R R R', uuid],
  mode: ['R R R R R R', words(PAYMENT_MODES)],
  method: ['R R R R R R', words(PAYMENT_METHODS)],
  // A card may be verified for nothing.
  amount: ['R R R R R R', (sent) => amount(sent, sent['method'] === 'lookup' ? 0 : 1)],
  currency: ['R R R R R R', currency],
  description: ['R R R R R R', filled(2048)],
  order_id: ['R R R R R R', filled(256)],
  // The document does not list the values (interface 17.3).
  order_3ds_bypass: ['R R R R R R', words(THREE_DS)],
  cc_number: ['C - O R C -', pattern(/^\d{12,19}$/, 'must be 12 to 19 digits')],
  exp_month: ['C - O R C -', integer(1, 12)],
  exp_year: ['C - O R C -', year],
  card_cvv: ['C - O R C -', pattern(/^\d{3,4}$/, 'must be 3 or 4 digits')],
  cc_token: ['C - - - C -', filled()],
  products: ['O O O O O O', z.array(object, 'must be an array of objects')],
  customer_id: ['O O O O O O', filled()],
  customer_fname: ['R C O O R O', filled()],
  customer_lname: ['R C O O R O', filled()],
  customer_patronym: ['O O O O O O', filled()],
  customer_email: ['R R O O R R', filled()],
  customer_phone: ['R R O O R R', filled()],
  customer_ip: ['R - O - R O', filled()],
  customer_lang: ['- O - - - O', z.string().refine(isLang, 'must be a language of the hosted page')],
  customer_country: ['O O O O O O', pattern(/^[A-Z]{2}$/, 'must be an alpha-2 code')],
  customer_birthday: ['O O O O O O', daySchema],
  customer_referrer: ['O - O - O -', url],
  customer_tax_id: ['C C O O C C', filled()],
  server_url: ['O O O O O O', url],
  result_url: ['O O O O O O', url],
  merchant_mcc: ['O O O O O O', pattern(/^\d{4}$/, 'must be 4 digits')],
  payload: ['O O O O O O', text(4000)],
  validation_url: ['O O O O O O', url],
  browser_fingerprint: ['R - R - R -', fingerprint],
  cryptogram: ['O - - - O -', object],
  order_timeout: ['- O - O - O', integer(1, 31_536_000)],
  split: ['- - - - R R', split],
});

/** The column for a request to Create payment, or to Create split purchase. */
export function variantOf(isSplit: boolean, mode: unknown, method: unknown): CreateVariant {
  const shown = mode === 'hosted' ? 'hosted' : 'direct';
  if (isSplit) return `split-${shown}`;
  return method === 'lookup' ? `${shown}-lookup` : shown;
}

export const OPERATION_ENDPOINTS = ['capture', 'split/capture', 'void', 'refund', 'split/refund'] as const;
/** Endpoints 3 to 7, by their paths. */
export type OperationEndpoint = (typeof OPERATION_ENDPOINTS)[number];

export type OperationParameter =
  | 'pos_id'
  | 'order_id'
  | 'order_currency'
  | 'currency'
  | 'charge_amount'
  | 'refund_amount'
  | 'split'
  | 'comment'
  | 'server_url'
  | 'f_receipt_delivery';

/** The operations (interface 3.1, 4.1, 5.1, 6.1, 7.1, 17.5). Without an amount, all is captured or refunded. */
export const OPERATION_PARAMETERS = byColumn<OperationEndpoint, OperationParameter>(OPERATION_ENDPOINTS, {
  pos_id: ['R R R R R', uuid],
  order_id: ['R R R R R', filled(32)],
  order_currency: ['R R R R -', currency],
  currency: ['- - - - R', currency],
  charge_amount: ['O R - - -', amount],
  refund_amount: ['- - - O R', amount],
  split: ['- R - - R', split],
  comment: ['O O O O O', text(2048)],
  server_url: ['O O O O O', url],
  f_receipt_delivery: ['- - - O -', words(RECEIPT_DELIVERIES)],
});

/** What is wrong with the value of a parameter. */
export function typeFaults(field: string, type: Type, value: unknown, sent: SentFields): Fault[] {
  const schema = typeof type === 'function' ? type(sent) : type;
  const { error } = schema.safeParse(value, { reportInput: true });
  return (error?.issues ?? []).map((issue) => ({
    field: [field, ...issue.path].join('.'),
    rule: ruleOf(issue),
    text: issue.message,
  }));
}

function ruleOf(issue: z.core.$ZodIssue): string {
  if (issue.input === undefined) return 'required';
  return issue.code === 'custom' && issue.params?.['code'] === 'too-long' ? 'too-long' : 'format';
}

const CARD_PARAMETERS = ['cc_number', 'exp_month', 'exp_year', 'card_cvv'] as const;

/** All four fields of the card, or a token and none of them (interface 1.1). */
export function cardFaults(variant: CreateVariant, sent: SentFields): Fault[] {
  if (variant !== 'direct' && variant !== 'split-direct') return [];
  const hasToken = sent['cc_token'] !== undefined;
  const fault = hasToken
    ? { rule: 'card-or-token', text: 'must not be sent with cc_token' }
    : { rule: 'required', text: 'is required without cc_token' };
  return CARD_PARAMETERS.filter((field) => (sent[field] !== undefined) === hasToken).map((field) => ({
    field,
    ...fault,
  }));
}

const CUSTOMER_PARAMETERS = {
  firstName: 'customer_fname',
  lastName: 'customer_lname',
  email: 'customer_email',
  phone: 'customer_phone',
  birthday: 'customer_birthday',
  taxId: 'customer_tax_id',
} as const satisfies Record<CustomerField, keyof WireCreatePayment>;

const TAX_ID_ABOVE_MINOR = 3_000_000;

/** What of a payment decides which customer fields it requires. */
export interface CustomerTerms {
  amountMinor: number;
  currency: unknown;
  hasTaxId: boolean;
  /** the merchant's sector */
  microfinance?: boolean | undefined;
  igaming?: boolean | undefined;
}

/**
 * The customer fields that a payment requires: those of the table; the names of a hosted payment in the microfinance
 * or iGaming sector (interface 1.7); birthday or tax id in microfinance, above 30 000 UAH the tax id (interface 1.8).
 */
export function requiredCustomer(variant: CreateVariant, terms: CustomerTerms): CustomerField[] {
  const { amountMinor, currency, hasTaxId, microfinance = false, igaming = false } = terms;
  const needOf = (name: CustomerField) =>
    CREATE_PARAMETERS[variant].find((parameter) => parameter.name === CUSTOMER_PARAMETERS[name])?.need;
  const isAbove = currency === 'UAH' && amountMinor > TAX_ID_ABOVE_MINOR;
  const ruled = {
    firstName: needOf('firstName') === 'C' && (microfinance || igaming),
    lastName: needOf('lastName') === 'C' && (microfinance || igaming),
    email: false,
    phone: false,
    birthday: needOf('taxId') === 'C' && microfinance && !isAbove && !hasTaxId,
    taxId: needOf('taxId') === 'C' && microfinance && isAbove,
  };
  return CUSTOMER_FIELDS.filter((name) => needOf(name) === 'R' || ruled[name]);
}

/** The conditional fields of the customer that are required (interface 1.7, 1.8) and missing. */
export function customerFaults(
  variant: CreateVariant,
  sent: SentFields,
  sector: Pick<CustomerTerms, 'microfinance' | 'igaming'>,
): Fault[] {
  const { amount: charged, currency: stated, customer_tax_id: taxId } = sent;
  const amountMinor = fromGatewayAmount(charged, String(stated)) ?? 0;
  const terms = { amountMinor, currency: stated, hasTaxId: taxId !== undefined, ...sector };
  const byTable = requiredCustomer(variant, { ...terms, microfinance: false, igaming: false });
  return requiredCustomer(variant, terms)
    .filter((name) => !byTable.includes(name))
    .map((name) => CUSTOMER_PARAMETERS[name])
    .filter((field) => sent[field] === undefined)
    .map((field) => ({ field, rule: 'required', text: 'is required in this sector' }));
}
