/** Customers that can be signed in at the shop, for saved cards: the token's `customer.id`, and a display name. */
export const CUSTOMERS = [
  ['', 'Guest'],
  ['anna', 'Anna'],
  ['borys', 'Borys'],
] as const;

/** Accepts any id, so that tests can use their own; anything that is not a word is a guest. */
export const customerOf = (id = ''): string => (/^[\w-]{1,64}$/.test(id) ? id : '');
