/**
 * For tests: the request tables of the interface document as it prints them, written down by hand, field by field. After
 * the name stands the type, then R required, O optional, C conditional, - not sent.
 */

/** Endpoints 1 and 2. Columns: direct, hosted, direct lookup, hosted lookup, split direct, split hosted. */
export const CREATE_TABLE = `
pos_id              UUID         R R R R R R
mode                MODE         R R R R R R
method              METHOD       R R R R R R
amount              Number       R R R R R R
currency            CURRENCY     R R R R R R
description         String(2048) R R R R R R
order_id            String(256)  R R R R R R
order_3ds_bypass    3DS          R R R R R R
split               Split        - - - - R R
cc_number           CC_NUMBER    C - O R C -
exp_month           Month        C - O R C -
exp_year            Year         C - O R C -
card_cvv            CVV          C - O R C -
cc_token            String       C - - - C -
products            Objects      O O O O O O
customer_id         String       O O O O O O
customer_fname      String       R C O O R O
customer_lname      String       R C O O R O
customer_patronym   String       O O O O O O
customer_email      String       R R O O R R
customer_phone      String       R R O O R R
customer_ip         String       R - O - R O
customer_lang       LANG         - O - - - O
customer_country    Alpha-2      O O O O O O
customer_birthday   Date         O O O O O O
customer_referrer   URL          O - O - O -
customer_tax_id     String       C C O O C C
server_url          URL          O O O O O O
result_url          URL          O O O O O O
merchant_mcc        MCC          O O O O O O
payload             Text(4000)   O O O O O O
validation_url      URL          O O O O O O
browser_fingerprint Fingerprint  R - R - R -
cryptogram          JSON         O - - - O -
order_timeout       Integer      - O - O - O`;

/**
 * Endpoints 3 to 7. Columns: capture, split capture, void, refund, split refund. The document does not say what a
 * split capture requires (interface 17.5).
 */
export const OPERATION_TABLE = `
pos_id              UUID         R R R R R
order_id            String(32)   R R R R R
order_currency      CURRENCY     R R R R -
currency            CURRENCY     - - - - R
charge_amount       Number       O R - - -
refund_amount       Number       - - - O R
split               Split        - R - - R
comment             Text(2048)   O O O O O
server_url          URL          O O O O O
f_receipt_delivery  Delivery     - - - O -`;

export interface Row {
  name: string;
  type: string;
  /** one mark for each column */
  needs: string[];
}

export function rowsOf(table: string): Row[] {
  const lines = table.trim().split('\n');
  return lines.map((line) => {
    const [name = '', type = '', ...needs] = line.split(/\s+/);
    return { name, type, needs };
  });
}
