/** The reasons of failed payments that a payer can act on. Pure and small, since the widget includes it. */

/**
 * The failure codes of the gateway, one family per line. The missing ones (4000 invalid data, 6005) tell a payer
 * nothing to act on. No code is known for a wrong CVV or a blocked card.
 */
const FAMILIES = {
  'expired-card': '4001',
  'card-data': '4144',
  funds: '4009',
  limit: '4010 4012',
  timeout: '4147 4148 4149',
  declined: '4153 4154 4155',
  'not-permitted': '4156',
  confirmation: '4157 4159',
  issuer: '4158',
  cancelled: '6007',
  shop: '4124 4139 4151 4152',
  technical: '4005 4119 4128 4150 4160 4161 6001',
} as const;

type Family = keyof typeof FAMILIES;

/**
 * - `expired-card`, `card-data`, `funds`, `limit`, `not-permitted` (an unsupported kind of card): about the card
 * - `declined`: the bank refused without a reason; `issuer`: the customer must contact the bank first
 * - `confirmation`: 3-D Secure or its password failed; `timeout`: 3-D Secure or the page timed out; `cancelled`: by the
 *   payer or the shop
 * - `shop`: the order or its configuration is wrong; `technical`: not caused by the card or the order, so a later
 *   attempt may succeed
 * - `generic`: everything else
 */
export type DeclineReason = Family | 'generic';

/** The family of a failed payment's `statusCode`; `generic` for an unknown code or none. */
export function declineReason(code: string | null): DeclineReason {
  const families = Object.keys(FAMILIES) as Family[];
  return families.find((family) => FAMILIES[family].split(' ').includes(code ?? '')) ?? 'generic';
}

const OF_PAYMENT: readonly DeclineReason[] = ['generic', 'declined', 'confirmation', 'cancelled'];

/**
 * Whether the reason's text mentions the payment, which does not fit a card verification; the other texts mention the
 * card, the bank or the shop.
 */
export const speaksOfPayment = (reason: DeclineReason): boolean => OF_PAYMENT.includes(reason);

/** The field of the card that a failed payment's `statusCode` blames, or null. */
export function fieldAtFault(code: string | null): 'number' | 'expiry' | null {
  const reason = declineReason(code);
  if (reason === 'card-data') return 'number';
  return reason === 'expired-card' ? 'expiry' : null;
}
