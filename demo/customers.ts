/** Who is signed in at the shop, as far as saved cards go: the token's `customer.id`, and a name for people. */
export const CUSTOMERS = [
  ['', 'Guest'],
  ['anna', 'Anna'],
  ['borys', 'Borys'],
] as const;

/** Any id, of a test too; what is no word is a guest. */
export const customerOf = (id = ''): string => (/^[\w-]{1,64}$/.test(id) ? id : '');
