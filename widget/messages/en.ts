import type { dialog } from './en-dialog.ts';
import type { Feedback } from './en-feedback.ts';
import type { saved } from './en-saved.ts';

/** What the customer reads in English until there is something to say of what was typed or sent: that is loaded when it is needed. */
export const en = {
  card: 'Card payment',
  pay: 'Pay {}',
  reserve: 'Reserve {}',
  check: 'Check the card',
  hosted: 'Continue to payment',
  hostedHint: 'You pay {} on the bank’s secure page.',
  reserveHint: 'You reserve {} on the bank’s secure page.',
  checkHint: 'You confirm the card on the bank’s secure page.',
  offer: 'A payment page is already open for this order.',
  resume: 'Continue to payment page',
  again: 'Try again',
  test: 'Test mode: no real money moves.',
  connecting: 'Connecting…',
  submitting: 'Processing…',
  failed: 'The payment did not go through. Please try again or use another card.',
  otherWays: 'Apple Pay, Google Pay and other ways',
  noSession: 'The payment service cannot be reached. Please check your connection.',
  noAnswer: 'The connection was lost. Please try again: you will not be charged twice.',
  label: {
    number: 'Card number',
    expiry: 'Expiry date',
    cvv: 'Security code (CVV)',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'Email',
    phone: 'Phone',
    birthday: 'Date of birth',
    taxId: 'Tax number',
  },
  expiryHint: 'MM / YY',
  cvvBack: '3 digits on the back of the card',
  cvvFront: '4 digits on the front of the card',
  invalid: 'Please check this',
};

type Texts<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : Texts<T[Key]> };

/** What is loaded when it is needed. */
type Later = Feedback & { readonly dialog: Texts<typeof dialog>; readonly saved: Texts<typeof saved> };

/** Everything that a language says. Whatever is missing, the compiler tells. */
export type Messages = Texts<typeof en> & Later;
/** The same, as far as it is loaded. */
export type Spoken = Texts<typeof en> & Partial<Later>;
