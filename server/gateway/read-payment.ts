import { passesLuhn } from '../contract/card.ts';
import { fromGatewayAmount } from '../contract/money.ts';
import { isUuid } from '../contract/uuid.ts';
import { GATEWAY_STATUSES, isOneOf, PAYMENT_METHODS } from '../contract/words.ts';
import type { GatewayPayment } from '../payments/gateway-port.ts';
import type { Answer } from './http.ts';
import type { Reading } from './outcome.ts';
import type { Scrub } from './scrub.ts';
import {
  isObject,
  parseJson,
  readCurrency,
  readText,
  readTimestamp,
  readWord,
  type WireObject,
} from './wire-values.ts';

/**
 * Reads a payment or operation object as the gateway sends it, in an answer or an event. Any field except order_id,
 * method and status may be null or missing, and either spelling is accepted (`currency`, `order_currency`;
 * `processed_at`, `processing_time`), and words in any case. Returns null for anything else: without those three fields,
 * or with a status that is not in the document and no action for the customer.
 */
export function readPayment(value: unknown, given: Scrub): GatewayPayment | null {
  if (!isObject(value)) return null;
  const { order_id: gatewayOrderId } = value;
  const method = readWord(value['method']);
  if (typeof gatewayOrderId !== 'string' || gatewayOrderId === '' || method === null) return null;
  const cardToken = readCardToken(value);
  // The answer's own token must stand in its own field only.
  const scrub = cardToken ? given.with(cardToken.token) : given;
  const action = readAction(value, scrub);
  const status = readStatus(value['status'], action.actionUrl);
  if (status === null) return null;
  const raw = scrub.fields(value);
  const text = (name: string) => readText(raw[name]);
  const currency = readCurrency(raw['currency']) ?? readCurrency(raw['order_currency']);
  const amountMinor = currency === null ? null : fromGatewayAmount(value['amount'], currency);
  const processed = readProcessed(value, readCurrency(raw['processed_currency']) ?? currency);
  return {
    posId: text('pos_id'),
    gatewayOrderId: scrub.own(gatewayOrderId),
    gatewayPaymentId: text('payment_id'),
    operationId: readOperationId(text('operation_id')),
    transactionId: text('transaction_id'),
    mode: readWord(raw['mode']),
    method: isWord(method) ? method : 'unknown',
    amountMinor,
    currency,
    status,
    statusCode: readStatusCode(value['status_code']),
    statusDescription: text('status_description'),
    ...action,
    cardMask: text('cc_mask'),
    receiptUrl: scrub.storedUrl(value['receipt_url']),
    cardToken,
    comment: text('comment'),
    fee: readFee(value['fee'], scrub),
    processed,
    recurring: readRecurring(raw['recurring']),
    limit: readLimit(value['limit_info'], scrub),
    createdAt: readTimestamp(value['created_at']),
    processedAt: readTimestamp(value['processed_at']) ?? readTimestamp(value['processing_time']),
    ...readResultUrl(value, scrub),
    ...unreadAmounts(raw, { amountMinor, processed }),
    raw,
  };
}

/** Any other word with an action for the customer means that the payment waits for it. */
function readStatus(value: unknown, actionUrl: string | null): GatewayPayment['status'] | null {
  const word = readWord(value);
  if (word === null) return null;
  if (isOneOf(GATEWAY_STATUSES, word)) return word;
  return actionUrl === null ? null : 'pending';
}

/** A status that is not in the document, for the log: null if it is no word, which may be sensitive. */
export function unknownStatusIn(value: unknown, scrub: Scrub): string | null {
  const word = isObject(value) ? readWord(value['status']) : null;
  if (word === null || isOneOf(GATEWAY_STATUSES, word)) return null;
  return isWord(word) && scrub.text(word) === word ? word : null;
}

/** A kind of payment or operation is a word; anything else may be sensitive. */
const isWord = (text: string): boolean => /^[a-z]\w{0,31}$/i.test(text) && !/\d{12}/.test(text);

function readResultUrl(wire: WireObject, scrub: Scrub): Pick<GatewayPayment, 'resultUrl'> {
  const resultUrl = scrub.storedUrl(wire['result_url']);
  return resultUrl === null ? {} : { resultUrl };
}

/** A string of digits (Payment response object); anything else is no code. */
function readStatusCode(value: unknown): string | null {
  const code = typeof value === 'number' ? String(value) : value;
  return typeof code === 'string' && /^\d{1,8}$/.test(code) ? code : null;
}

/** In lower case, because the id identifies the operation, and a UUID is the same in any case. */
const readOperationId = (id: string | null): string | null =>
  id !== null && isUuid(id) ? id.toLowerCase() : id;

/** A value that cannot be read must not count as missing. */
function readProcessed(wire: WireObject, currency: string | null): GatewayPayment['processed'] {
  const stated = wire['processed_amount'];
  if (isNothing(stated) || currency === null) return null;
  return { amountMinor: fromGatewayAmount(stated, currency), currency };
}

/** Unreadable amounts that would decide the payment's state, as they came, for manual review. */
function unreadAmounts(
  raw: WireObject,
  { amountMinor, processed }: Pick<GatewayPayment, 'amountMinor' | 'processed'>,
): Pick<GatewayPayment, 'unread'> {
  const isProcessedRead = processed !== null && processed.amountMinor !== null;
  const names = [
    ...(amountMinor === null ? ['amount'] : []),
    ...(isProcessedRead || isNothing(raw['processed_amount'])
      ? []
      : ['processed_amount', 'processed_currency']),
  ].filter((name) => !isNothing(raw[name]));
  if (names.length === 0) return {};
  return { unread: names.map((name) => `${name} ${JSON.stringify(raw[name])}`).join(', ') };
}

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** An address is null unless the customer must act (Payment response object); only an explicit `false` overrides it. */
function readAction(wire: WireObject, scrub: Scrub): Pick<GatewayPayment, 'actionUrl' | 'actionRequired'> {
  const required = wire['user_action_required'];
  const actionUrl = required === false ? null : scrub.url(wire['user_action_url']);
  const isRequired = actionUrl === null ? null : true;
  return { actionUrl, actionRequired: typeof required === 'boolean' ? required : isRequired };
}

/** A card number in place of a token is not accepted as one. */
function readCardToken(wire: WireObject): GatewayPayment['cardToken'] {
  const token = wire['cc_token'];
  if (typeof token !== 'string' || token === '') return null;
  const digits = token.replaceAll(/[\s.-]/g, '');
  if (/^\d{12,19}$/.test(digits) && passesLuhn(digits)) return null;
  return { token, expiresAt: readTimestamp(wire['cc_token_expiration']) };
}

/** A fee object `{amount, currency}`. The amount is read as it came: `scrub` takes long dust for a card number. */
function readFee(value: unknown, scrub: Scrub): GatewayPayment['fee'] {
  if (!isObject(value)) return null;
  const currency = readCurrency(scrub.fields(value)['currency']);
  const amountMinor = currency === null ? null : fromGatewayAmount(value['amount'], currency);
  return amountMinor === null || currency === null ? null : { amountMinor, currency };
}

function readRecurring(value: unknown): GatewayPayment['recurring'] {
  if (!isObject(value)) return null;
  const id = readText(value['id']);
  const status = readText(value['status']);
  return id === null || status === null ? null : { id, status };
}

/**
 * `limit_info` has the type String but is shown as an object: both are accepted, as is an object serialized as text, in
 * which a secret may be escaped.
 */
function readLimit(value: unknown, scrub: Scrub): GatewayPayment['limit'] {
  const parsed = typeof value === 'string' ? (parseJson(value) ?? value) : value;
  const wire = isObject(parsed) ? parsed : { description: parsed };
  const description = readText(scrub.fields(wire)['description']);
  const retryAfter = readTimestamp(wire['retry_after']);
  return description === null && retryAfter === null ? null : { description, retryAfter };
}

/**
 * Endpoint 12 returns one object, or an array if the gateway lists the transactions of an order. In an array the latest
 * element of the given operation counts; if times are equal or missing, the last one. A payment (without a named
 * transaction) may have been tried more than once on its page: a success takes precedence over an open one, and that
 * over a failure. A failure "order id exists" (4119) is about an attempt to create the payment again: it counts only if
 * there is nothing else.
 */
export function operationIn(value: unknown, operation: string, transactionId?: string): unknown {
  if (!Array.isArray(value)) return value;
  const ofOperation = value.filter(isObject).filter((element) => readWord(element['method']) === operation);
  const others = ofOperation.filter((element) => String(element['status_code']) !== '4119');
  const eligible = others.length > 0 ? others : ofOperation;
  const mayBeRepeated = isOneOf(PAYMENT_METHODS, operation) && transactionId === undefined;
  return latestOf(mayBeRepeated ? furthest(eligible) : eligible);
}

/** The successes, otherwise all except the failures, otherwise the failures. */
function furthest(elements: readonly WireObject[]): readonly WireObject[] {
  const successes = elements.filter(({ status }) => readWord(status) === 'success');
  if (successes.length > 0) return successes;
  const open = elements.filter(({ status }) => readWord(status) !== 'failure');
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
const timeOf = (element: WireObject): string => readTimestamp(element['created_at']) ?? '';

/** A payment of ours in a 2xx answer. It is compared with the request when reports are applied. */
export function validPayment(
  posId: string,
  { status, json }: Pick<Answer, 'status' | 'json'>,
  scrub: Scrub,
): Reading<GatewayPayment> {
  if (status < 200 || status > 299) return { rejection: 'unexpected-status' };
  const payment = readPayment(json, scrub);
  if (!payment) {
    const word = unknownStatusIn(json, scrub);
    return { rejection: word === null ? 'no-payment' : `no-payment (status ${word})` };
  }
  const isOfAnother = payment.posId !== null && payment.posId.toLowerCase() !== posId.toLowerCase();
  return isOfAnother ? { rejection: 'another-pos-id' } : { value: payment };
}

/** Endpoint 8 and the query of an order return an array; it is rejected if any element is invalid. */
export function validPayments(
  posId: string,
  { status, json }: Answer,
  scrub: Scrub,
): Reading<GatewayPayment[]> {
  const payments: GatewayPayment[] = [];
  for (const element of Array.isArray(json) ? json : [json]) {
    const reading = validPayment(posId, { status, json: element }, scrub);
    if (!('value' in reading)) return reading;
    payments.push(reading.value);
  }
  return payments.length > 0 ? { value: payments } : { rejection: 'no-payment' };
}

/** The endpoints that create payments. A redirect to one of them means that the endpoint has moved, not a page. */
const ENDPOINT = /\/api\/v1\/(payment|split\/purchase)\/?$/;

/**
 * Hosted: a redirect (interface 1.10), also one that is no 303, because merchants' programs accept them. A 200 may
 * have created a payment whose page is unknown.
 */
export function asLocation(
  baseUrl: string,
  { status, location }: Answer,
  scrub: Scrub,
): Reading<{ location: string }> {
  if (status < 300 || status > 399) return { rejection: 'unexpected-status' };
  const address = scrub.url(location, `${baseUrl.replace(/\/+$/, '')}/`);
  if (address === null || ENDPOINT.test(new URL(address).pathname)) return { rejection: 'no-location' };
  return { value: { location: address } };
}
