// The companion's contract: schemas, money, cards.
import { brandOf, formatAmount, merchantMessageSchema, parseAmount } from 'pay-form/contract';

console.log(parseAmount('24.50', 'EUR'), parseAmount('24.505', 'EUR'), formatAmount(2450, 'EUR'));
console.log(brandOf('4242424242424242'));

/** The paid order's id, or null. Check the webhook's signature first. Throws if the body is not a message. */
export function paidOrderOf(body) {
  const { type, data } = merchantMessageSchema.parse(JSON.parse(body));
  return type === 'payment.updated' && data.status === 'success' ? data.orderId : null;
}
