const LONGEST = 32;
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/**
 * The order id of a try at the gateway: the merchant's own for the first, then with a short suffix, always
 * within 32 characters (secondary operations take no more; a used id is never accepted again).
 * The suffix is random, so that it meets no order id the merchant has chosen.
 * @param attempt 1 for the first try
 */
export function gatewayOrderIdFor(
  orderId: string,
  attempt: number,
  random: () => number = Math.random,
): string {
  if (attempt === 1) return orderId;
  let suffix = `.${attempt}`;
  for (let index = 0; index < 5; index += 1) suffix += ALPHABET[Math.floor(random() * ALPHABET.length)];
  return orderId.slice(0, LONGEST - suffix.length) + suffix;
}
