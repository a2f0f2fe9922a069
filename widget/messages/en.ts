import { LABELS_EN } from '../../server/contract/labels-en.ts';
import type { Outcome } from './en-outcome.ts';

/** What the customer reads in English until something has been sent. The rest is loaded when it is needed. */
export const en = {
  card: 'Card payment',
  pay: 'Pay {}',
  reserve: 'Reserve {}',
  check: 'Check the card',
  hosted: 'Continue to payment',
  hostedHint: 'You pay {} on the bank’s secure page.',
  checkHint: 'You confirm the card on the bank’s secure page.',
  offer: 'A payment page is already open for this order.',
  resume: 'Continue to payment page',
  again: 'Try again',
  test: 'Test mode: no real money moves.',
  connecting: 'Connecting…',
  submitting: 'Processing…',
  failed: 'The payment did not go through. Please try again or use another card.',
  noSession: 'The payment service cannot be reached. Please check your connection.',
  noAnswer: 'The connection was lost. Please try again: you will not be charged twice.',
  label: {
    number: 'Card number',
    expiry: 'Expiry date',
    cvv: 'Security code (CVV)',
    ...LABELS_EN,
  },
  expiryHint: 'MM / YY',
  cvvBack: '3 digits on the back of the card',
  cvvFront: '4 digits on the front of the card',
  /** the first `{}` is a brand, the second a list of brands; `one` where the list is of one */
  brands: {
    one: '{} is not accepted here. Only {} is.',
    other: '{} is not accepted here. {} are.',
  } as Plural,
  attention: { one: '{} field needs attention', other: '{} fields need attention' } as Plural,
  fault: {
    invalid: 'Please check this',
    'too-long': 'This is too long',
    'looks-like-a-card': 'This looks like a card number: it belongs in the field above',
    expired: 'This card has expired',
    'brand-not-accepted': 'This card is not accepted here',
    'number.required': 'Enter the card number',
    'number.incomplete': 'The card number is too short',
    'number.too-long': 'The card number is too long',
    'number.invalid': 'Check the card number',
    'expiry.required': 'Enter the expiry date',
    'expiry.incomplete': 'Enter month and year',
    'expiry.month': 'Month is 01 to 12',
    'expiry.invalid': 'Check the expiry date',
    'cvv.required': 'Enter the security code',
    'cvv.incomplete': 'The code is too short',
    'cvv.too-long': 'The code is too long',
    'cvv.invalid': 'Check the security code',
    'firstName.required': 'Enter your first name',
    'lastName.required': 'Enter your last name',
    'email.required': 'Enter your email address',
    'email.invalid': 'Check the email address',
    'phone.required': 'Enter your phone number',
    'phone.invalid': 'Check the phone number',
    'birthday.required': 'Enter your date of birth',
    'birthday.invalid': 'Check the date',
    'taxId.required': 'Enter your tax number',
  },
};

/** A text for each plural form that the language has (Unicode CLDR); `{}` is the number. */
export type Plural = { readonly other: string } & Partial<Readonly<Record<Intl.LDMLPluralRule, string>>>;

type Texts<T> = { readonly [Key in keyof T]: T[Key] extends string | Plural ? Text<T[Key]> : Texts<T[Key]> };
type Text<T> = T extends string ? string : Plural;

/** Everything that a language says. Whatever is missing, the compiler tells. */
export type Messages = Texts<typeof en> & { readonly outcome: Outcome };
/** The same, where what follows a payment may not be loaded yet. */
export type Spoken = Texts<typeof en> & { readonly outcome?: Outcome };
