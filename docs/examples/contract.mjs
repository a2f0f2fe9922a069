// The contract of the companion's APIs: schemas, money, cards.
import { brandOf, decisionOf, formatAmount, merchantMessageSchema, parseAmount } from 'pay-form/contract';

console.log(parseAmount('24.50', 'EUR'), parseAmount('24.505', 'EUR'), formatAmount(2450, 'EUR'));
console.log(brandOf('4242424242424242'));

/**
 * The payment that pays an order: compare its `amount` and `currency` with the order `orderId`. Null if the message pays none.
 * @param {string} body of a webhook with a valid signature. A newer companion may send what this version does not know.
 */
export function paidOrderOf(body) {
  const { data: message } = merchantMessageSchema.safeParse(JSON.parse(body));
  const decision = message && decisionOf(message);
  return decision?.do === 'fulfil' ? decision : null;
}
