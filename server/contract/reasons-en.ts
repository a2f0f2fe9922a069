import type { DeclineReason } from './decline-reason.ts';

/** What a payer reads about a failed payment, in English. A final failure charged nothing. */
export const REASONS_EN: Readonly<Record<DeclineReason, string>> = {
  'expired-card': 'This card has expired. Please use another card.',
  'card-data': 'The bank does not know this card. Please check number, date and code.',
  funds: 'There is not enough money on this card. Please use another card.',
  limit: 'The card’s limit is used up. Raise it at your bank, or use another card.',
  timeout: 'The time ran out before the payment was confirmed. Please try again.',
  declined: 'The bank declined the payment. Please use another card, or ask your bank.',
  'not-permitted': 'This kind of card is not supported. Please use another card.',
  confirmation: 'The payment was not confirmed. Please try again and confirm it at your bank.',
  issuer: 'Your bank wants to talk to you first. Please contact it, or use another card.',
  cancelled: 'The payment was cancelled. Nothing was charged.',
  shop: 'Something is wrong with this order, not with your card. Nothing was charged; please ask the shop for help.',
  technical: 'The payment could not be processed. Nothing was charged; please try again in a few minutes.',
  generic: 'The payment did not go through. Please try again or use another card.',
};
