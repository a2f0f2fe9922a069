import { UnsendableError } from '../payments/gateway-port.ts';

/** A field that breaks the interface document, and the rule: `required`, `not-sent`, `too-long`, `format`, … */
export interface Violation {
  /** the gateway's name, as "customer_email" or "browser_fingerprint.browserUserAgent" */
  field: string;
  rule: string;
}

/**
 * Thrown before anything is sent, when a request does not follow the interface document. Names arguments, wire fields
 * and rules, but no values, so that it may be logged.
 */
export class GatewayRequestError extends UnsendableError {
  override readonly name = 'GatewayRequestError';

  constructor(violations: readonly Violation[]) {
    const list = violations.map(({ field, rule }) => `${named(field)} (${rule})`).join(', ');
    super(`The request does not follow the gateway's interface: ${list}`, violations);
  }
}

/** Fields whose names differ from this client's arguments. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  order_id: 'gatewayOrderId',
  amount: 'amountMinor',
  charge_amount: 'amountMinor',
  refund_amount: 'amountMinor',
  order_currency: 'currency',
  order_3ds_bypass: 'threeDs',
  cc_number: 'card.number',
  exp_month: 'card.expMonth',
  exp_year: 'card.expYear',
  card_cvv: 'card.cvv',
  cc_token: 'cardToken',
  sub_merchant_id: 'subMerchantId',
  customer_id: 'customer.id',
  customer_fname: 'customer.firstName',
  customer_lname: 'customer.lastName',
  customer_patronym: 'customer.patronymic',
  customer_email: 'customer.email',
  customer_phone: 'customer.phone',
  customer_country: 'customer.country',
  customer_birthday: 'customer.birthday',
  customer_referrer: 'customer.referrer',
  customer_tax_id: 'customer.taxId',
  customer_ip: 'customerIp',
  customer_lang: 'lang',
  server_url: 'serverUrl',
  result_url: 'resultUrl',
  merchant_mcc: 'mcc',
  validation_url: 'validationUrl',
  browser_fingerprint: 'fingerprint',
  order_timeout: 'orderTimeout',
  f_receipt_delivery: 'receiptDelivery',
  account_id: 'id',
  terminal_id: 'id',
};

/** "gatewayOrderId → order_id", or one name if both are the same. */
function named(field: string): string {
  const argument = field
    .split('.')
    .map((piece) => ARGUMENTS[piece] ?? piece)
    .join('.');
  return argument === field ? field : `${argument} → ${field}`;
}
