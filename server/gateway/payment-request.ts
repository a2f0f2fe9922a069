import { passesLuhn } from '../contract/card.ts';
import type { WireCreatePayment } from '../contract/gateway-api.ts';
import {
  CREATE_PARAMETERS,
  cardFaults,
  customerFaults,
  FINGERPRINT_FIELDS,
  variantOf,
} from '../contract/gateway-parameters.ts';
import type { Share } from '../contract/split.ts';
import type { PaymentMode } from '../contract/words.ts';
import type {
  Card,
  NewDirectPayment,
  NewHostedPayment,
  NewPayment,
  SplitTerms,
} from '../payments/gateway-port.ts';
import {
  type Candidates,
  checkedFields,
  isMissing,
  isOrderId,
  refuseViolations,
  shareViolations,
  type Violation,
  violationsIn,
  wireAmount,
  wireShares,
} from './request-rules.ts';

/**
 * Bodies of the payments (interface 1.3, 1.4, 1.5, 1.6, 2.1, 2.2). Each throws a GatewayRequestError that names wire
 * fields and rules, without values.
 */

/** The settings that the client adds to a payment. */
export interface PaymentSettings {
  posId: string;
  /** digits of `exp_year`: the gateway's samples send two */
  yearDigits: 2 | 4;
}

export function directPaymentBody(payment: NewDirectPayment, settings: PaymentSettings): WireCreatePayment {
  return checkedBody(payment, directFields(payment, settings));
}

export function hostedPaymentBody(payment: NewHostedPayment, settings: PaymentSettings): WireCreatePayment {
  return checkedBody(payment, hostedFields(payment, settings));
}

export function directSplitBody(
  payment: NewDirectPayment & SplitTerms,
  settings: PaymentSettings,
): WireCreatePayment {
  return splitBody(payment, directFields(payment, settings));
}

export function hostedSplitBody(
  payment: NewHostedPayment & SplitTerms,
  settings: PaymentSettings,
): WireCreatePayment {
  return splitBody(payment, hostedFields(payment, settings));
}

function splitBody(payment: NewPayment & SplitTerms, fields: Fields): WireCreatePayment {
  const { split, currency } = payment;
  return checkedBody(payment, { ...fields, split: wireShares(split, currency) }, split);
}

/** Dropping these would change the meaning of the payment, so they are refused in variants that do not send them. */
const NEVER_DROPPED = ['cc_number', 'exp_month', 'exp_year', 'card_cvv', 'cc_token', 'cryptogram'] as const;

type Fields = Candidates<keyof WireCreatePayment>;

function checkedBody(
  { amountMinor, microfinance, microfinanceOrIgaming: igaming }: NewHostedPayment,
  fields: Fields,
  split?: readonly Share[],
): WireCreatePayment {
  const variant = variantOf(fields.split !== undefined, fields.mode, fields.method);
  const { body, violations } = checkedFields(CREATE_PARAMETERS[variant], fields);
  const dropped = NEVER_DROPPED.filter((name) => !isMissing(fields[name]) && body[name] === undefined);
  refuseViolations([
    ...violations,
    ...dropped.map((field) => ({ field, rule: 'not-sent' })),
    ...cardFaults(variant, body),
    ...customerFaults(variant, body, { microfinance, igaming }),
  ]);
  refuseViolations([...ownViolations(body), ...(split ? shareViolations(split, amountMinor) : [])]);
  return body as unknown as WireCreatePayment;
}

/** Stricter than the tables, or a duty of the merchant (interface 1.9, 2.1). */
function ownViolations({ order_id: orderId, cc_number: number, method, split }: Fields): Violation[] {
  return [
    ...violationsIn(orderId, isOrderId, 'order_id'),
    ...(typeof number === 'string' && !passesLuhn(number) ? [{ field: 'cc_number', rule: 'format' }] : []),
    ...(split && method !== 'purchase' ? [{ field: 'method', rule: 'purchase-only' }] : []),
  ];
}

function directFields(payment: NewDirectPayment, settings: PaymentSettings): Fields {
  return {
    ...sharedFields(payment, 'direct', settings),
    ...cardFields(payment.card, settings),
    cc_token: payment.cardToken,
    customer_ip: payment.customerIp,
    customer_referrer: payment.customer.referrer,
    browser_fingerprint: payment.fingerprint && fingerprintFields(payment.fingerprint),
    cryptogram: payment.cryptogram,
  };
}

function hostedFields(payment: NewHostedPayment, settings: PaymentSettings): Fields {
  return {
    ...sharedFields(payment, 'hosted', settings),
    ...cardFields(payment.card, settings),
    customer_lang: payment.lang?.toUpperCase(),
    order_timeout: payment.orderTimeout,
  };
}

function sharedFields(payment: NewPayment, mode: PaymentMode, settings: PaymentSettings): Fields {
  const { customer } = payment;
  return {
    pos_id: settings.posId,
    mode,
    method: payment.method,
    amount: wireAmount(payment.amountMinor, payment.currency),
    currency: payment.currency,
    description: payment.description,
    order_id: payment.gatewayOrderId,
    order_3ds_bypass: payment.threeDs,
    products: payment.products && [...payment.products],
    customer_id: customer.id,
    customer_fname: customer.firstName,
    customer_lname: customer.lastName,
    customer_patronym: customer.patronymic,
    customer_email: customer.email,
    customer_phone: customer.phone,
    customer_country: customer.country,
    customer_birthday: customer.birthday,
    customer_tax_id: customer.taxId,
    server_url: payment.serverUrl,
    result_url: payment.resultUrl,
    merchant_mcc: payment.mcc,
    payload: payment.payload,
    validation_url: payment.validationUrl,
  };
}

function cardFields(card: Card | undefined, { yearDigits }: PaymentSettings): Fields {
  if (!card) return {};
  return {
    cc_number: card.number,
    exp_month: card.expMonth,
    exp_year: wireYear(card.expYear, yearDigits),
    card_cvv: card.cvv,
  };
}

/** A year of another century becomes NaN, which the rules refuse: two digits cannot express it. */
function wireYear(year: number, digits: 2 | 4): number {
  if (!(year >= 2000 && year <= 2099)) return Number.NaN;
  return digits === 2 ? year % 100 : year;
}

/** The ten fields; an empty one counts as missing. */
function fingerprintFields(given: NewDirectPayment['fingerprint']) {
  return Object.fromEntries(FINGERPRINT_FIELDS.map((name) => [name, given[name] || undefined]));
}
