import type { WireCreatePayment } from '../contract/gateway-api.ts';

/** Wire fields before they are checked; what is undefined or empty counts as not given. */
export type Candidates = { [Field in keyof WireCreatePayment]?: WireCreatePayment[Field] | undefined };

export type Need = 'R' | 'O' | 'C' | '-';
type Needs = `${Need}${Need}${Need}${Need}`;

/**
 * The parameter table of Create payment. A letter each for direct auth/purchase, hosted auth/purchase,
 * direct lookup and hosted lookup: Required, Optional, Conditional, and "-" for not sent.
 */
const PARAMETERS: Readonly<Record<keyof WireCreatePayment, Needs>> = {
  pos_id: 'RRRR',
  mode: 'RRRR',
  method: 'RRRR',
  amount: 'RRRR',
  currency: 'RRRR',
  description: 'RRRR',
  order_id: 'RRRR',
  order_3ds_bypass: 'RRRR',
  cc_number: 'C-OR',
  exp_month: 'C-OR',
  exp_year: 'C-OR',
  card_cvv: 'C-OR',
  cc_token: 'C---',
  products: 'OOOO',
  customer_id: 'OOOO',
  customer_fname: 'RCOO',
  customer_lname: 'RCOO',
  customer_patronym: 'OOOO',
  customer_email: 'RROO',
  customer_phone: 'RROO',
  customer_ip: 'R-O-',
  customer_lang: '-O--',
  customer_country: 'OOOO',
  customer_birthday: 'OOOO',
  customer_referrer: 'O-O-',
  customer_tax_id: 'CCOO',
  server_url: 'OOOO',
  result_url: 'OOOO',
  merchant_mcc: 'OOOO',
  payload: 'OOOO',
  validation_url: 'OOOO',
  browser_fingerprint: 'R-R-',
  cryptogram: 'O---',
  order_timeout: '-O-O',
};

export const PARAMETER_NAMES = Object.keys(PARAMETERS) as (keyof WireCreatePayment)[];

/** Whether a field is required, optional, conditional or not sent in the variant that method and mode select. */
export function needOf(name: keyof WireCreatePayment, { method, mode }: Candidates): Need {
  const column = (method === 'lookup' ? 2 : 0) + (mode === 'hosted' ? 1 : 0);
  return PARAMETERS[name][column] as Need;
}
