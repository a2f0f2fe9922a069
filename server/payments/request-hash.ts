import type { CreatePaymentInput } from '../contract/checkout-api.ts';

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
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', encoder.encode(key), algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', imported, encoder.encode(text));
  return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
