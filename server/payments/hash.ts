import { createHash, createHmac } from 'node:crypto';
import { maskOf } from '../contract/card.ts';
import type { CreatePaymentInput } from '../contract/checkout-api.ts';

/** SHA-256 as hex text. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Tells a repeated payment request from another one under the same idempotency key. Mask and expiry stand for the card,
 * since a hash of the full number could be brute-forced (PCI DSS 3.5.1). The CVV may not be stored in any form; the
 * fingerprint may change with a reload.
 * @param key the idempotency key, of which only a hash is stored: without it the expiry and the phone cannot be
 *   brute-forced
 * @returns hex text
 */
export function requestHash(key: string, input: Omit<CreatePaymentInput, 'fingerprint'>): string {
  const { card, savedCard, cardToken, saveCard, customer } = input;
  const parts = [
    card && [maskOf(card.number), card.expMonth, card.expYear],
    savedCard?.id,
    cardToken && sha256(cardToken),
    saveCard,
    Object.entries(customer).sort(([one], [other]) => (one < other ? -1 : 1)),
  ];
  const text = JSON.stringify(parts.map((part) => part ?? null));
  return createHmac('sha256', key).update(text).digest('hex');
}
