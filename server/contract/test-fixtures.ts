import type { CardInput, Fingerprint } from './checkout-api.ts';
import type { Customer } from './customer.ts';

/** For tests: who pays, and with what. The number is a public test number; nobody was born as this customer. */

export const CARD = {
  number: '4242424242424242',
  expMonth: 12,
  expYear: 2030,
  cvv: '927',
} satisfies CardInput;

/** What a form asks for as a rule. */
export const CUSTOMER = {
  firstName: 'Olena',
  lastName: 'Koval',
  email: 'olena@shop.example',
  phone: '+380501234567',
} satisfies Customer;

/** Everything that a merchant can state of a customer. */
export const WHOLE_CUSTOMER = {
  ...CUSTOMER,
  id: 'customer-1',
  patronymic: 'Ivanivna',
  country: 'UA',
  birthday: '1990-02-28',
  taxId: '1234567890',
  referrer: 'https://shop.example/cart',
} satisfies Customer;

/** The eight fields that a browser knows of itself. */
export const FINGERPRINT = {
  browserColorDepth: '24',
  browserScreenHeight: '860',
  browserScreenWidth: '1536',
  browserJavaEnabled: 'false',
  browserLanguage: 'uk-UA',
  browserTimeZone: 'Europe/Kyiv',
  browserTimeZoneOffset: '-120',
  browserUserAgent: 'Mozilla/5.0',
} satisfies Fingerprint;

/** What the companion adds to it: whole, as the gateway gets it. */
export const WHOLE_FINGERPRINT = {
  ...FINGERPRINT,
  browserAcceptHeader: 'application/json',
  browserIpAddress: '198.51.100.7',
};
