// The contract of the companion's APIs: schemas, money, cards.
import { brandOf, decisionOf, formatAmount, merchantMessageSchema, parseAmount } from 'pay-form/contract';

console.log(parseAmount('24.50', 'EUR'), parseAmount('24.505', 'EUR'), formatAmount(2450, 'EUR'));
console.log(brandOf('4242424242424242'));

/**
 * The payment that pays an order: compare its `amount` and `currency` with the order `orderId`. Null if the message pays none.
 * @param {string} body of a webhook with a valid signature. Throws if it is not a message of the companion.
 */
export function paidOrderOf(body) {
  const decision = decisionOf(merchantMessageSchema.parse(JSON.parse(body)));
  return decision.do === 'fulfil' ? decision : null;
}
