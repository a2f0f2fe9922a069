/**
 * For tests: the request tables of Create payment and Create split purchase as the interface document prints them,
 * written down once more and by hand, for the client's reading of them and the sandbox's. R required, O optional,
 * C conditional, - not sent. Columns: direct, hosted, direct lookup, hosted lookup, split direct, split hosted.
 */
export const CREATE_TABLE = `
pos_id              R R R R R R
mode                R R R R R R
method              R R R R R R
amount              R R R R R R
currency            R R R R R R
description         R R R R R R
order_id            R R R R R R
order_3ds_bypass    R R R R R R
split               - - - - R R
cc_number           C - O R C -
exp_month           C - O R C -
exp_year            C - O R C -
card_cvv            C - O R C -
cc_token            C - - - C -
products            O O O O O O
customer_id         O O O O O O
customer_fname      R C O O R O
customer_lname      R C O O R O
customer_patronym   O O O O O O
customer_email      R R O O R R
customer_phone      R R O O R R
customer_ip         R - O - R O
customer_lang       - O - - - O
customer_country    O O O O O O
customer_birthday   O O O O O O
customer_referrer   O - O - O -
customer_tax_id     C C O O C C
server_url          O O O O O O
result_url          O O O O O O
merchant_mcc        O O O O O O
payload             O O O O O O
validation_url      O O O O O O
browser_fingerprint R - R - R -
cryptogram          O - - - O -
order_timeout       - O - O - O`;
