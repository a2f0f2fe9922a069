import type { DeclineReason } from './decline-reason.ts';

/** What a payer reads about a failed payment, in English: why, and what to do next. That nothing was charged is said beside it. */
export const REASONS_EN: Readonly<Record<DeclineReason, string>> = {
  generic: 'The payment did not go through. Please try again or use another card.',
  'expired-card': 'This card has expired. Please use another card.',
  'card-data': 'The bank does not know this card. Please check the number, the date and the code.',
  funds: 'There is not enough money on this card. Please top it up or use another card.',
  limit: 'The card’s limit is used up. Raise it in your bank’s app, or use another card.',
  timeout: 'The time to confirm ran out. Please try again.',
  declined: 'The bank declined the payment. Please use another card, or ask your bank why.',
  'not-permitted': 'This kind of card cannot be used here. Please use another card.',
  confirmation: 'The payment was not confirmed. Please try again and check the code from your bank.',
  issuer: 'Your bank wants to talk to you first. Please call it, or use another card.',
  cancelled: 'The payment was cancelled. You can pay again whenever you like.',
  shop: 'Something is wrong on the shop’s side, not with your card. Please tell the shop.',
  technical: 'The bank’s systems failed for a moment. Please try again in a few minutes.',
};
