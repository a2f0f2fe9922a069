/** The customer's part of an order token. */
interface Customer {
  id: string;
  firstName?: string;
  lastName?: string;
  email?: string;
  phone?: string;
}

/** Customers that can be signed in at the shop. With a saved card they have nothing left to type. */
export const CUSTOMERS: readonly Required<Customer>[] = [
  { id: 'anna', firstName: 'Anna', lastName: 'Koval', email: 'anna@example.com', phone: '+380501112233' },
  { id: 'borys', firstName: 'Borys', lastName: 'Melnyk', email: 'borys@example.com', phone: '+380504445566' },
];

/** Accepts any id, so that tests can use their own; anything that is not a word is a guest (null). */
export function customerOf(id: string): Customer | null {
  if (!/^[\w-]{1,64}$/.test(id)) return null;
  return CUSTOMERS.find((customer) => customer.id === id) ?? { id };
}
