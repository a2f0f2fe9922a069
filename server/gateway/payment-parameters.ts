import type { WireCreatePayment } from '../contract/gateway-api.ts';

/** Wire fields before they are checked; what is undefined or empty counts as not given. */
export type Candidates = { [Field in keyof WireCreatePayment]?: WireCreatePayment[Field] | undefined };

export type Need = 'R' | 'O' | 'C' | '-';
type Needs = `${Need}${Need}${Need}${Need}${Need}${Need}`;

/**
 * The parameter tables of Create payment and Create split purchase. A letter each for direct auth/purchase, hosted
 * auth/purchase, direct lookup, hosted lookup, direct split and hosted split: Required, Optional, Conditional, and
 * "-" for not sent.
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

export const PARAMETER_NAMES = Object.keys(PARAMETERS) as (keyof WireCreatePayment)[];

/** Which endpoint a body is for: Create payment or Create split purchase. */
export type Endpoint = 'payment' | 'split';

/** Whether a field is required, optional, conditional or not sent in the variant that endpoint, method and mode select. */
export function needOf(
  name: keyof WireCreatePayment,
  endpoint: Endpoint,
  { method, mode }: Candidates,
): Need {
  const pair = endpoint === 'split' ? 4 : method === 'lookup' ? 2 : 0;
  return PARAMETERS[name][pair + (mode === 'hosted' ? 1 : 0)] as Need;
}
