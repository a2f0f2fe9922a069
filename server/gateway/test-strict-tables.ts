/**
 * The interface document's tables of request bodies, transcribed again by hand and used only by the strict validator,
 * so that the client's requests are compared with the document, not with the client's own tables. R required, O
 * optional, C conditional, "-" not sent; followed by a type.
 */

type Need = 'R' | 'O' | 'C' | '-';
export interface Parameter {
  name: string;
  need: Need;
  type: string;
}

/** Columns: direct auth/purchase, hosted auth/purchase, direct lookup, hosted lookup, split direct, split hosted. */
const CREATE = `
  pos_id              R R R R R R  uuid
  mode                R R R R R R  mode
  method              R R R R R R  primary-method
  amount              R R R R R R  amount
  currency            R R R R R R  currency
  description         R R R R R R  text-2048
  order_id            R R R R R R  text-256
  order_3ds_bypass    R R R R R R  bypass
  cc_number           C - O R C -  card-number
  exp_month           C - O R C -  month
  exp_year            C - O R C -  year
  card_cvv            C - O R C -  cvv
  cc_token            C - - - C -  text
  products            O O O O O O  products
  customer_id         O O O O O O  text
  customer_fname      R C O O R O  text
  customer_lname      R C O O R O  text
  customer_patronym   O O O O O O  text
  customer_email      R R O O R R  text
  customer_phone      R R O O R R  text
  customer_ip         R - O - R O  text
  customer_lang       - O - - - O  lang
  customer_country    O O O O O O  country
  customer_birthday   O O O O O O  date
  customer_referrer   O - O - O -  url
  customer_tax_id     C C O O C C  text
  server_url          O O O O O O  url
  result_url          O O O O O O  url
  merchant_mcc        O O O O O O  mcc
  payload             O O O O O O  text-4000
  validation_url      O O O O O O  url
  browser_fingerprint R - R - R -  fingerprint
  cryptogram          O - - - O -  json
  order_timeout       - O - O - O  seconds
  split               - - - - R R  split`;

const SECONDARY = `
  pos_id              R  uuid
  order_id            R  text-32
  order_currency      R  currency
  comment             O  text-2048
  server_url          O  url`;

const CAPTURE = `${SECONDARY}
  charge_amount       O  amount`;

const SPLIT_CAPTURE = `${SECONDARY}
  charge_amount       R  amount
  split               R  split`;

const REFUND = `${SECONDARY}
  refund_amount       O  amount
  f_receipt_delivery  O  delivery`;

const SPLIT_REFUND = `
  pos_id              R  uuid
  order_id            R  text-32
  currency            R  currency
  refund_amount       R  amount
  comment             O  text-2048
  server_url          O  url
  split               R  split`;

/** Fields that are not sent stay in the list, so that sending one is a named fault. */
function column(table: string, index: number): Parameter[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', ...cells] = line.trim().split(/\s+/);
      return { name, need: cells[index] as Need, type: cells.at(-1) ?? '' };
    });
}

/** The body of Create payment or Create split purchase, by the variant that it declares. */
export function createTable(endpoint: 'payment' | 'split', body: Record<string, unknown>): Parameter[] {
  const pair = endpoint === 'split' ? 4 : body['method'] === 'lookup' ? 2 : 0;
  return column(CREATE, pair + (body['mode'] === 'hosted' ? 1 : 0));
}

export const OPERATION_TABLES = {
  capture: column(CAPTURE, 0),
  'split/capture': column(SPLIT_CAPTURE, 0),
  void: column(SECONDARY, 0),
  refund: column(REFUND, 0),
  'split/refund': column(SPLIT_REFUND, 0),
} as const;
