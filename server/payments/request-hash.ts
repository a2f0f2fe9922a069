import type { CreatePaymentInput } from '../contract/checkout-api.ts';
import { keyedHash } from './hash-text.ts';

/**
 * A keyed hash of a payment request, to tell a repetition from another request under the same idempotency key.
 * The CVV is left out: it may not be kept in any form. So is the fingerprint, which a reload may change.
 * @returns hex text
 */
export async function hashRequest(
  key: string,
  input: Omit<CreatePaymentInput, 'fingerprint'>,
): Promise<string> {
  const { number, expMonth, expYear } = input.card ?? {};
  const text = JSON.stringify([
    number,
    expMonth,
    expYear,
    input.savedCard?.id,
    input.cardToken,
    input.saveCard,
    Object.entries(input.customer).sort(([one], [other]) => (one < other ? -1 : 1)),
  ]);
  return keyedHash(key, text);
}
