/** What the customer reads in English of cards that are kept for the next time. */
export const saved = {
  title: 'Your saved cards',
  other: 'Another card',
  expired: 'Expired',
  /** `{}` is month and year: “12/30” */
  expires: 'expires {}',
  /** `{}` is a card: “Visa •••• 4242, 12/30” */
  remove: 'Remove {}',
  removed: '{} was removed.',
  undo: 'Undo',
  kept: 'The card could not be removed. Please try again.',
  save: 'Save this card for next time',
  /** below `save` */
  safe: 'The payment service keeps the card number, not the shop.',
};
