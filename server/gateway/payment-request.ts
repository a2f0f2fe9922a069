import type { WireCreatePayment, WireFingerprint, WireMode } from '../contract/gateway-api.ts';
import { toGatewayNumber } from '../contract/money.ts';
import type {
  Card,
  NewDirectPayment,
  NewHostedPayment,
  NewPayment,
  SplitTerms,
} from '../payments/gateway-port.ts';
import {
  type Candidates,
  type CustomerRules,
  refuseViolations,
  shareViolations,
  type Violation,
  violationsOf,
  wireShares,
} from './request-rules.ts';

/** The settings that the client adds to a payment. */
export interface PaymentSettings {
  posId: string;
  /** digits of `exp_year`: the gateway's samples send two */
  yearDigits: 2 | 4;
}

/**
 * Body of a direct payment (interface document, Create payment, columns "direct").
 * @throws GatewayRequestError naming wire fields and rules, without values
 */
export function directPaymentBody(payment: NewDirectPayment, settings: PaymentSettings): WireCreatePayment {
  return checkedBody('payment', directFields(payment, settings), payment.amountMinor, directRules(payment));
}

/**
 * Body of a hosted payment (interface document, Create payment, columns "hosted").
 * @throws GatewayRequestError naming wire fields and rules, without values
 */
export function hostedPaymentBody(payment: NewHostedPayment, settings: PaymentSettings): WireCreatePayment {
  const fields = hostedFields(payment, settings);
  const { microfinance } = directRules(payment);
  const rules = { microfinance, namesRequired: payment.microfinanceOrIgaming === true || microfinance };
  return checkedBody('payment', fields, payment.amountMinor, rules);
}

/**
 * Body of a direct split purchase (interface document, endpoint 2, column "Direct").
 * @throws GatewayRequestError naming wire fields and rules, without values
 */
export function directSplitBody(
  payment: NewDirectPayment & SplitTerms,
  settings: PaymentSettings,
): WireCreatePayment {
  return splitBody(payment, directFields(payment, settings));
}

/**
 * Body of a hosted split purchase (interface document, endpoint 2, column "Hosted"). Its own table makes the customer's
 * names optional in every sector.
 * @throws GatewayRequestError naming wire fields and rules, without values
 */
export function hostedSplitBody(
  payment: NewHostedPayment & SplitTerms,
  settings: PaymentSettings,
): WireCreatePayment {
  return splitBody(payment, hostedFields(payment, settings));
}

function splitBody(payment: NewPayment & SplitTerms, fields: Candidates): WireCreatePayment {
  const { method, amountMinor, currency } = payment;
  const shares = shareViolations(payment.split, amountMinor);
  const split = shares.length === 0 ? wireShares(payment.split, currency) : [];
  const others = method === 'purchase' ? shares : [{ field: 'method', rule: 'purchase-only' }, ...shares];
  return checkedBody('split', { ...fields, split }, amountMinor, directRules(payment), others);
}

function directRules({ microfinance = false }: NewPayment): CustomerRules {
  return { microfinance };
}

type Need = 'R' | 'O' | 'C' | '-';
type Needs = `${Need}${Need}${Need}${Need}${Need}${Need}`;

/**
 * The parameter tables of Create payment and Create split purchase. One letter each for direct auth/purchase, hosted
 * auth/purchase, direct lookup, hosted lookup, direct split and hosted split: Required, Optional, Conditional, and "-"
 * for not sent.
 */
const PARAMETERS: Readonly<Record<keyof WireCreatePayment, Needs>> = {
  pos_id: 'RRRRRR',
  mode: 'RRRRRR',
  method: 'RRRRRR',
  amount: 'RRRRRR',
  currency: 'RRRRRR',
  description: 'RRRRRR',
  order_id: 'RRRRRR',
  order_3ds_bypass: 'RRRRRR',
  cc_number: 'C-ORC-',
  exp_month: 'C-ORC-',
  exp_year: 'C-ORC-',
  card_cvv: 'C-ORC-',
  cc_token: 'C---C-',
  products: 'OOOOOO',
  customer_id: 'OOOOOO',
  customer_fname: 'RCOORO',
  customer_lname: 'RCOORO',
  customer_patronym: 'OOOOOO',
  customer_email: 'RROORR',
  customer_phone: 'RROORR',
  customer_ip: 'R-O-RO',
  customer_lang: '-O---O',
  customer_country: 'OOOOOO',
  customer_birthday: 'OOOOOO',
  customer_referrer: 'O-O-O-',
  customer_tax_id: 'CCOOCC',
  server_url: 'OOOOOO',
  result_url: 'OOOOOO',
  merchant_mcc: 'OOOOOO',
  payload: 'OOOOOO',
  validation_url: 'OOOOOO',
  browser_fingerprint: 'R-R-R-',
  cryptogram: 'O---O-',
  order_timeout: '-O-O-O',
  split: '----RR',
};

const PARAMETER_NAMES = Object.keys(PARAMETERS) as (keyof WireCreatePayment)[];

/** Which endpoint a body is for: Create payment or Create split purchase. */
type Endpoint = 'payment' | 'split';

/** Whether a field is required, optional, conditional or not sent in the variant that endpoint, method and mode select. */
function needOf(name: keyof WireCreatePayment, endpoint: Endpoint, { method, mode }: Candidates): Need {
  const pair = endpoint === 'split' ? 4 : method === 'lookup' ? 2 : 0;
  return PARAMETERS[name][pair + (mode === 'hosted' ? 1 : 0)] as Need;
}

/** Dropping these would change the meaning of the payment, so they are refused in variants that do not send them. */
const NEVER_DROPPED = new Set(['cc_number', 'exp_month', 'exp_year', 'card_cvv', 'cc_token', 'cryptogram']);

function checkedBody(
  endpoint: Endpoint,
  fields: Candidates,
  amountMinor: number,
  rules: CustomerRules,
  others: readonly Violation[] = [],
): WireCreatePayment {
  const body: Candidates = {};
  const violations: Violation[] = [];
  for (const name of PARAMETER_NAMES) {
    const value = fields[name];
    const need = needOf(name, endpoint, fields);
    if (value === undefined || value === null || value === '') {
      if (need === 'R') violations.push({ field: name, rule: 'required' });
    } else if (need !== '-') {
      Object.assign(body, { [name]: value });
    } else if (NEVER_DROPPED.has(name)) {
      violations.push({ field: name, rule: 'not-sent' });
    }
  }
  refuseViolations([...violations, ...others, ...violationsOf(body, amountMinor, rules)]);
  return body as WireCreatePayment;
}

function directFields(payment: NewDirectPayment, settings: PaymentSettings): Candidates {
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

function hostedFields(payment: NewHostedPayment, settings: PaymentSettings): Candidates {
  return {
    ...sharedFields(payment, 'hosted', settings),
    ...cardFields(payment.card, settings),
    customer_lang: payment.lang?.toUpperCase(),
    order_timeout: payment.orderTimeout,
  };
}

function sharedFields(payment: NewPayment, mode: WireMode, settings: PaymentSettings): Candidates {
  const { customer } = payment;
  return {
    pos_id: settings.posId,
    mode,
    method: payment.method,
    amount: amountNumber(payment),
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

/** NaN for an invalid amount, which the rules refuse. */
function amountNumber({ amountMinor, currency }: NewPayment): number {
  return Number.isSafeInteger(amountMinor) && amountMinor >= 0
    ? toGatewayNumber(amountMinor, currency)
    : Number.NaN;
}

function cardFields(card: Card | undefined, { yearDigits }: PaymentSettings): Candidates {
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

function fingerprintFields(given: NewDirectPayment['fingerprint']): WireFingerprint {
  return {
    browserColorDepth: given.browserColorDepth,
    browserScreenHeight: given.browserScreenHeight,
    browserScreenWidth: given.browserScreenWidth,
    browserJavaEnabled: given.browserJavaEnabled,
    browserLanguage: given.browserLanguage,
    browserTimeZone: given.browserTimeZone,
    browserTimeZoneOffset: given.browserTimeZoneOffset,
    browserAcceptHeader: given.browserAcceptHeader,
    browserIpAddress: given.browserIpAddress,
    browserUserAgent: given.browserUserAgent,
  };
}
