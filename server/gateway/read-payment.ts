import { maskOf, passesLuhn } from '../contract/card.ts';
import { maskCardNumbers, scrubCardNumbers } from '../contract/card-like.ts';
import { fromGatewayAmount } from '../contract/money.ts';
import { isUuid } from '../contract/uuid.ts';
import type { GatewayPayment } from '../payments/gateway-port.ts';
import type { Answer, Reading } from './exchange.ts';
import {
  createScrub,
  isObject,
  parseJson,
  rawFields,
  readAmount,
  readFee,
  readName,
  readText,
  readTimestamp,
  safeUrl,
  SHORTEST_TOKEN,
  type WireObject,
} from './wire-values.ts';

const STATUSES: readonly unknown[] = ['init', 'pending', 'success', 'failure'];

/**
 * Reads a payment or operation object as the gateway sends it, in an answer or an event. Any field except order_id,
 * method and status may be null or missing, either spelling is accepted (`currency`, `order_currency`; `processed_at`,
 * `processing_time`), and fields without a property of their own are kept in `raw`. Returns null for anything else:
 * without those three fields, or with a status that is not in the document.
 */
export function readPayment(value: unknown): GatewayPayment | null {
  if (!isObject(value)) return null;
  const { order_id: gatewayOrderId, method, status } = value;
  if (typeof gatewayOrderId !== 'string' || gatewayOrderId === '') return null;
  if (typeof method !== 'string' || method === '' || !isStatus(status)) return null;
  const currency = currencyOf(value);
  const cardToken = readCardToken(value);
  const raw = leftOver(value);
  return withoutToken({
    posId: readName(value['pos_id']),
    gatewayOrderId,
    gatewayPaymentId: readName(value['payment_id']),
    operationId: readOperationId(value['operation_id']),
    transactionId: readName(value['transaction_id']),
    mode: readName(value['mode']),
    method: scrubCardNumbers(maskCardNumbers(method, maskOf)),
    amountMinor: readAmount(value['amount'], currency)?.amountMinor ?? null,
    currency,
    status,
    statusCode: readName(value['status_code']),
    statusDescription: readWords(value['status_description']),
    ...readAction(value),
    cardMask: readMask(value['cc_mask']),
    receiptUrl: safeUrl(value['receipt_url']),
    cardToken,
    comment: readWords(value['comment']),
    fee: readFee(value['fee']),
    processed: readProcessed(value),
    recurring: readRecurring(value['recurring']),
    limit: readLimit(value['limit_info']),
    createdAt: readTimestamp(value['created_at']),
    processedAt: readTimestamp(value['processed_at']) ?? readTimestamp(value['processing_time']),
    ...unreadAmounts(raw),
    raw,
  });
}

/** In lower case, because the id identifies the operation, and a UUID is the same in any case. */
const readOperationId = (value: unknown): string | null =>
  readName(isUuid(value) ? String(value).toLowerCase() : value);

const currencyOf = (wire: WireObject): string | null =>
  readName(wire['currency']) ?? readName(wire['order_currency']);

/** In its own currency, or that of the payment. A value that cannot be read must not count as missing. */
function readProcessed(wire: WireObject): GatewayPayment['processed'] {
  const stated = wire['processed_amount'];
  const currency = readName(wire['processed_currency'])?.trim().toUpperCase() || currencyOf(wire);
  if (isNothing(stated) || currency === null) return null;
  return { amountMinor: fromGatewayAmount(stated, currency), currency };
}

/** Unreadable amounts that would decide the payment's state, as they came, for manual review. */
function unreadAmounts(raw: WireObject): Pick<GatewayPayment, 'unread'> {
  const names = ['amount', 'processed_amount', 'processed_currency'].filter((name) =>
    Object.hasOwn(raw, name),
  );
  if (names.length === 0) return {};
  return { unread: names.map((name) => `${name} ${JSON.stringify(raw[name])}`).join(', ') };
}

/** Removes the card token from all other fields: from texts, and an address that contains it becomes null. */
function withoutToken(payment: GatewayPayment): GatewayPayment {
  const { cardToken, statusDescription, comment, actionUrl, receiptUrl } = payment;
  const { token = '' } = cardToken ?? {};
  if (token.length < SHORTEST_TOKEN) return payment;
  const scrub = createScrub([token]);
  const address = (url: string | null) => (url !== null && holdsToken(url, token) ? null : url);
  return {
    ...payment,
    statusDescription: statusDescription && scrub(statusDescription),
    comment: comment && scrub(comment),
    actionUrl: address(actionUrl),
    receiptUrl: address(receiptUrl),
  };
}

const holdsToken = (url: string, token: string): boolean =>
  url.includes(token) || url.includes(encodeURIComponent(token));

/** An address is null unless the customer must act (Payment response object); only an explicit `false` overrides it. */
function readAction(wire: WireObject): Pick<GatewayPayment, 'actionUrl' | 'actionRequired'> {
  const required = wire['user_action_required'];
  const actionUrl = required === false ? null : safeUrl(wire['user_action_url']);
  const isRequired = actionUrl === null ? null : true;
  return { actionUrl, actionRequired: typeof required === 'boolean' ? required : isRequired };
}

/** Text for people, without card numbers. */
function readWords(value: unknown): string | null {
  const words = readText(value);
  return words === null ? null : scrubCardNumbers(words);
}

/** An unmasked number in place of a mask would reach the store: it is masked here. */
function readMask(value: unknown): string | null {
  const mask = readText(value);
  if (mask === null || scrubCardNumbers(mask) === mask) return mask;
  return maskOf(mask.replaceAll(/\D/g, ''));
}

/** A card number in place of a token is not accepted as one. */
function readCardToken(wire: WireObject): GatewayPayment['cardToken'] {
  const token = wire['cc_token'];
  if (typeof token !== 'string' || token === '') return null;
  const digits = token.replaceAll(/[\s.-]/g, '');
  if (/^\d{12,19}$/.test(digits) && passesLuhn(digits)) return null;
  return { token, expiresAt: readTimestamp(wire['cc_token_expiration']) };
}

function readRecurring(value: unknown): GatewayPayment['recurring'] {
  if (!isObject(value)) return null;
  const id = readName(value['id']);
  const status = readName(value['status']);
  return id === null || status === null ? null : { id, status };
}

/**
 * `limit_info` has the type String but is shown as an object: both are accepted, as is an object serialized as text.
 */
function readLimit(value: unknown): GatewayPayment['limit'] {
  const parsed = typeof value === 'string' ? (parseJson(value) ?? value) : value;
  if (!isObject(parsed)) {
    const description = readWords(parsed);
    return description === null ? null : { description, retryAfter: null };
  }
  const description = readWords(parsed['description']);
  const retryAfter = readTimestamp(parsed['retry_after']);
  return description === null && retryAfter === null ? null : { description, retryAfter };
}

/** Fields that {@link readPayment} always reads without loss. */
const PLACED = new Set(
  [
    'pos_id order_id payment_id operation_id transaction_id mode method currency order_currency status',
    'status_code status_description user_action_required user_action_url cc_mask receipt_url cc_token',
    'comment',
  ].flatMap((line) => line.split(' ')),
);

type Reader = [read: (value: unknown, wire: WireObject) => unknown, parts?: string];

/** Fields that it may be unable to read, with their readers; for objects, the readers of their members. */
const READERS = new Map<string, Reader>(
  Object.entries({
    amount: [(value, wire) => readAmount(value, currencyOf(wire))],
    processed_amount: [(_, wire) => readProcessed(wire)?.amountMinor],
    processed_currency: [
      (_, wire) => isNothing(wire['processed_amount']) || readProcessed(wire)?.amountMinor,
    ],
    created_at: [readTimestamp],
    processed_at: [readTimestamp],
    processing_time: [readTimestamp],
    cc_token_expiration: [readTimestamp],
    fee: [readFee, 'amount currency'],
    recurring: [readRecurring, 'id status'],
    limit_info: [readLimit, 'description retry_after'],
  }),
);

/** Fields that have no property, could not be read, or contain more than was read. */
function leftOver(wire: WireObject): WireObject {
  return rawFields(wire, { has: (name) => PLACED.has(name) || isRead(wire, wire[name], READERS.get(name)) });
}

function isRead(wire: WireObject, value: unknown, reader: Reader | undefined): boolean {
  if (!reader) return false;
  const [read, parts = ''] = reader;
  if (isNothing(value)) return true;
  if ((read(value, wire) ?? null) === null) return false;
  return !isObject(value) || Object.keys(value).every((part) => parts.split(' ').includes(part));
}

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';

function isStatus(value: unknown): value is GatewayPayment['status'] {
  return STATUSES.includes(value);
}

/**
 * Endpoint 12 returns one object, or an array if the gateway lists the transactions of an order. In an array the latest
 * element of the given operation counts; if times are equal or missing, the last one. A payment (without a named
 * transaction) may have been tried more than once on its page: a success takes precedence over an open one, and that
 * over a failure. A failure "order id exists" (4119) is about an attempt to create the payment again: it counts only if
 * there is nothing else.
 */
export function readOperationAnswer(
  value: unknown,
  operation: string,
  transactionId?: string,
): GatewayPayment | null {
  if (!Array.isArray(value)) return readPayment(value);
  const elements = (value as readonly unknown[]).map((element) => (element ?? {}) as Record<string, unknown>);
  const ofOperation = elements.filter((element) => element['method'] === operation);
  const others = ofOperation.filter((element) => String(element['status_code']) !== '4119');
  const eligible = others.length > 0 ? others : ofOperation;
  const mayBeRepeated = PAYMENT_METHODS.includes(operation) && transactionId === undefined;
  return readPayment(latestOf(mayBeRepeated ? furthest(eligible) : eligible));
}

const PAYMENT_METHODS: readonly string[] = ['purchase', 'auth', 'lookup'];

/** The successes, otherwise all except the failures, otherwise the failures. */
function furthest(elements: readonly WireObject[]): readonly WireObject[] {
  const successes = elements.filter(({ status }) => status === 'success');
  if (successes.length > 0) return successes;
  const open = elements.filter(({ status }) => status !== 'failure');
  return open.length > 0 ? open : elements;
}

function latestOf(elements: readonly WireObject[]): WireObject | undefined {
  let latest: WireObject | undefined;
  for (const element of elements) {
    if (!latest || timeOf(element) >= timeOf(latest)) latest = element;
  }
  return latest;
}

/** When it was created, as text that sorts; before all others if it is missing. */
function timeOf(element: WireObject): string {
  return readTimestamp(element['created_at']) ?? '';
}

/** A payment of ours in a 2xx answer. It is compared with the request when reports are applied. */
export function validPayment(
  posId: string,
  answer: Answer,
  read: (value: unknown) => GatewayPayment | null = readPayment,
): Reading<GatewayPayment> {
  if (!isSuccess(answer)) return { rejection: 'unexpected-status' };
  const payment = read(parseJson(answer.text));
  if (!payment) return { rejection: 'no-payment' };
  const isOfAnother = payment.posId !== null && payment.posId.toLowerCase() !== posId.toLowerCase();
  return isOfAnother ? { rejection: 'another-pos-id' } : { value: payment };
}

/** Endpoint 8 and the query of an order return an array; it is rejected if any element is invalid. */
export function validPayments(posId: string, answer: Answer): Reading<GatewayPayment[]> {
  const value = parseJson(answer.text);
  const elements: unknown[] = Array.isArray(value) ? value : [value];
  const payments: GatewayPayment[] = [];
  for (const element of elements) {
    const reading = validPayment(posId, answer, () => readPayment(element));
    if (!('value' in reading)) return reading;
    payments.push(reading.value);
  }
  return payments.length > 0 ? { value: payments } : { rejection: 'no-payment' };
}

/** The endpoints that create payments. A redirect to one of them means that the endpoint has moved, not a page. */
const ENDPOINT = /\/api\/v1\/(payment|split\/purchase)\/?$/;

/**
 * Hosted: a redirect, 303 by the interface document, other 3xx because merchants' programs accept them. A 200 may have
 * created a payment whose page is unknown.
 */
export function asLocation({ status, location }: Answer, baseUrl: string): Reading<{ location: string }> {
  if (status < 300 || status > 399) return { rejection: 'unexpected-status' };
  const address = safeUrl(location, `${baseUrl.replace(/\/+$/, '')}/`);
  if (address === null || ENDPOINT.test(new URL(address).pathname)) return { rejection: 'no-location' };
  return { value: { location: address } };
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status <= 299;
}
