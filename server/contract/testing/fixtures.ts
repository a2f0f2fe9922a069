import type { CardInput, Fingerprint } from '../checkout-api.ts';
import type { Customer } from '../customer.ts';

/** For tests: a customer and a card. The number is a public test number; the customer is fictitious. */

export const CARD = {
  number: '4242424242424242',
  expMonth: 12,
  expYear: 2030,
  cvv: '927',
} satisfies CardInput;

/** The fields that a form usually asks for. */
export const CUSTOMER = {
  firstName: 'Olena',
  lastName: 'Koval',
  email: 'olena@shop.example',
  phone: '+380501234567',
} satisfies Customer;

/** All customer fields of an order. */
export const WHOLE_CUSTOMER = {
  ...CUSTOMER,
  id: 'customer-1',
  patronymic: 'Ivanivna',
  country: 'UA',
  birthday: '1990-02-28',
  taxId: '1234567890',
  referrer: 'https://shop.example/cart',
} satisfies Customer;

/** The eight fields that a browser knows about itself. */
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

/** The full fingerprint, with the fields that the companion adds for the gateway. */
export const WHOLE_FINGERPRINT = {
  ...FINGERPRINT,
  browserAcceptHeader: 'application/json',
  browserIpAddress: '198.51.100.7',
};
