import type { DeclineReason } from '../../server/contract/decline-reason.ts';
import type { dialog } from './en-dialog.ts';
import type { saved } from './en-saved.ts';

/** A text for each plural form that the language has (Unicode CLDR); `{}` is the number. */
export type Plural = { readonly other: string } & Partial<Readonly<Record<Intl.LDMLPluralRule, string>>>;

/** What the customer reads in English, except in the parts that are loaded later: the dialog and the saved cards. */
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
  otherWays: 'Pay another way',
  /** the button of wallets; `{}` is a list of them: “Apple Pay or Google Pay” */
  wallets: 'Pay with {}',
  /** between the wallets and the form */
  orCard: 'or pay by card',
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
  cvvBack: '3 digits on the back',
  cvvFront: '4 digits on the front',
  invalid: 'Please check this',
  /** names the icons of the accepted brands; `{}` is a list of them */
  accepted: 'Accepted cards: {}',
  /** the first `{}` is a brand, the last a list of the accepted ones: “Visa or Mastercard” */
  brands: {
    known: '{} is not accepted here. Please use {}.',
    unsure: 'This card is not accepted here. Please use {}.',
  },
  attention: { one: '{} field needs attention', other: '{} fields need attention' } as Plural,
  fault: {
    'too-long': 'This is too long',
    'looks-like-a-card': 'This looks like a card number. Please do not enter it here',
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
  outcome: {
    action: 'Your bank asks you to confirm the payment.',
    confirm: 'Continue to your bank',
    /** where the customer did not confirm: the way to pay with another card, and what stands above it */
    another: 'Use another card',
    cannot: 'If you cannot confirm there, use another card.',
    waiting: 'Waiting for your bank. This may take a minute.',
    unknown: 'Checking with your bank whether the payment went through. Please do not pay again.',
    /** what stands under `unknown` */
    steps: {
      sent: 'Your payment was sent.',
      asking: 'We keep asking the bank until it answers.',
      close: 'You may close this page: you will not be charged twice, and the shop will learn the result.',
    },
    /** a card check: what it says instead */
    check: {
      action: 'Your bank asks you to confirm the card.',
      unknown: 'Checking with your bank whether the card was confirmed.',
      sent: 'Your card was sent to the bank.',
      close: 'You may close this page: nothing is charged, and the shop will learn the result.',
      failed: 'The card was not confirmed. Please try again or use another card.',
    },
    order: 'Order {}',
    receipt: 'Receipt',
    back: 'Back to the shop',
    done: { purchase: 'Paid', auth: 'Amount reserved', lookup: 'Card confirmed' },
    nothing: 'Nothing has been paid yet.',
    notCharged: 'Nothing was charged.',
    /** by reason: why the payment failed, and what to do next; `notCharged` follows */
    failure: {
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
    } satisfies Readonly<Record<DeclineReason, string>>,
    /** by a problem's code; `{}` is a span of time, as “8 minutes” */
    problem: {
      other: 'This did not work. Please try again in a minute.',
      'order-token-invalid': 'This checkout is no longer valid. Please go back to the shop and start again.',
      'order-token-expired': 'The time for this checkout has run out.',
      /** a page that does not set a fresh order is loaded anew: what was typed may go */
      renew: 'Start again',
      'order-changed': 'The order was changed. Please reload the shop’s page.',
      'invalid-input': 'Please check what you entered.',
      'too-many-attempts': 'There were too many attempts to pay. Please ask the shop for help.',
      'limit-reached': 'Too many attempts. Try again in {} or pay another way.',
      'saved-card-refused': 'This saved card can no longer be used. Please choose another or enter one.',
      'gateway-unreachable': 'The bank cannot be reached. Please try again in a minute.',
      'unsafe-action-url': 'The bank’s page is not safe to open. Please ask the shop for help.',
      'order-unsupported': 'This order cannot be paid here. Please ask the shop for help.',
      'card-needed': 'This needs a card, which cannot be entered here. Please ask the shop for help.',
      'mode-not-available': 'This way to pay is not possible here. Please ask the shop for help.',
    },
  },
};

type Texts<T> = T extends string
  ? string
  : Plural extends T
    ? Plural
    : { readonly [Key in keyof T]: Texts<T[Key]> };

/** The texts that every payer may need; English has them in the first file. */
export type Spoken = Texts<typeof en>;
/** Everything that a language's file contains; the compiler reports what is missing. */
export type Messages = Spoken & {
  readonly dialog: Texts<typeof dialog>;
  readonly saved: Texts<typeof saved>;
};
