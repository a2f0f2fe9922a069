/** Customers that can be signed in at the shop, for saved cards: the token's `customer.id`, and a display name. */
export const CUSTOMERS = [
  ['', 'Guest'],
  ['anna', 'Anna'],
  ['borys', 'Borys'],
] as const;

/** Accepts any id, so that tests can use their own; anything that is not a word is a guest. */
export const customerOf = (id = ''): string => (/^[\w-]{1,64}$/.test(id) ? id : '');

/** What the shop knows of its customers, by the same id. */
export const CONTACTS: Readonly<
  Record<string, Record<'firstName' | 'lastName' | 'email' | 'phone', string>>
> = {
  anna: { firstName: 'Anna', lastName: 'Kovalenko', email: 'anna@example.com', phone: '+380501234501' },
  borys: { firstName: 'Borys', lastName: 'Tkachenko', email: 'borys@example.com', phone: '+380501234502' },
};
