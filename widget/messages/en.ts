import type { DeclineReason } from '../../server/contract/decline-reason.ts';
import type { dialog } from '../challenge/challenge-dialog.texts.ts';
import type { saved } from '../saved-cards/saved-cards.texts.ts';

/** A text for each plural form that the language has (Unicode CLDR); `{}` is the number. */
export type Plural = { readonly other: string } & Partial<Readonly<Record<Intl.LDMLPluralRule, string>>>;

/** What the customer reads in English, except in the parts that are loaded later: the dialog and the saved cards. */
export const texts = {
  card: 'Card payment',
  /** names the group of fields, for assistive technology: of a card, or only of the customer */
  details: {
    card: 'Card details. After the last digit the focus moves on to the next field.',
    customer: 'Your details',
  },
  pay: 'Pay {}',
  reserve: 'Reserve {}',
  check: 'Check the card',
  hosted: 'Continue to payment',
  hostedHint: 'You pay {} on the bank’s secure page.',
  reserveHint: 'You reserve {} on the bank’s secure page.',
  offer: 'A payment page is already open for this order.',
  resume: 'Continue to payment page',
  again: 'Try again',
  test: 'Test mode: no real money moves.',
  connecting: 'Connecting…',
  submitting: 'Processing…',
  /** below the button, if that takes long */
  keepOpen: 'Please keep this page open.',
  otherWays: 'Pay another way',
  /** names the button of a wallet; `{}` is “Apple Pay” or “Google Pay” */
  wallet: 'Pay with {}',
  /** the button below the customer’s fields once a wallet is chosen; `{}` as above */
  continueTo: 'Continue to {}',
  /** the link from there back to the card’s fields */
  byCard: 'Pay by card',
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
  /** below a field: what it is for, and an example */
  hint: {
    email: 'For the receipt: name@example.com',
    phone: 'If we have questions: +380 50 123 45 67',
  },
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
    /** back from another card to the payment that waits; `{}` is the end of its card: “•••• 5454” */
    confirmWith: 'Confirm the payment with {} instead',
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
      'order-closed': 'This order is closed. Please ask the shop for help.',
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

/**
 * What the customer reads on the companion's pages, in English. Sentences that the tag says too are in its texts only, so
 * that both use the same words.
 */
export const pages = {
  /** above the amount on the payment page */
  act: { purchase: 'Pay', auth: 'Reserve' },
  /** beside a lock, on a secure page */
  lock: 'Secure payment · No card number is stored here.',
  needsScript: 'This page needs JavaScript. Please turn it on and reload the page.',
  /** before the merchant's contact */
  questions: 'Questions?',
  link: {
    unknown: [
      'This link does not work',
      'Please check that the address is complete, or ask the shop for a new link.',
    ],
    expired: [
      'This link has expired',
      'It can no longer be used to pay. Please ask the shop for a new link.',
    ],
    closed: ['This order is closed', 'It can no longer be paid. Please ask the shop for help.'],
  },
  /** after a success */
  thanks: 'Thank you. You may close this page.',
  /** a failure without advice: the order cannot be paid again */
  failure: ['Payment not completed', 'The payment did not go through.'],
  /** the title of a payment in progress */
  pending: 'Your payment is being processed',
  /** that a page shows the result by itself */
  soon: 'This page will show the result as soon as it is known.',
  /** a hosted page that was left */
  init: ['Not paid yet', 'You left the payment page before paying. You can continue where you left off.'],
  /** the title of an unknown outcome */
  unknown: 'The result is not known yet',
  /** of an amount on hold */
  authorized: 'Your bank is holding the amount for the shop. You may close this page.',
  voided: ['Hold released', 'The shop has released the amount. Nothing was taken from your card.'],
  refunded: ['Refunded', 'The shop has refunded your payment.'],
  /** the same of a card that is only verified */
  check: {
    failure: ['Card not confirmed', 'The card could not be confirmed.'],
    pending: 'Your card is being checked',
    init: [
      'Card not checked yet',
      'You left the page before the card was confirmed. You can continue where you left off.',
    ],
  },
  goBack: 'Go back to the shop to try again.',
  /** in the dialog, between the bank's page and its end */
  returning: ['One moment…', 'The shop is checking the result of your payment.'],
  problem: {
    title: 'Something went wrong',
    paid: 'This order has already been paid.',
    /** another payment of the order is open */
    open: 'An earlier payment for this order is still being processed. Please do not pay again for now.',
  },
} as const;

type Texts<T> = T extends string
  ? string
  : Plural extends T
    ? Plural
    : { readonly [Key in keyof T]: Texts<T[Key]> };

/** The texts that every payer may need; English has them in the first file. */
export type Spoken = Texts<typeof texts>;
/** All texts of the tag in a language; the compiler reports what is missing. */
export type Messages = Spoken & {
  readonly dialog: Texts<typeof dialog>;
  readonly saved: Texts<typeof saved>;
};
/** All texts of the companion's pages in a language. A pair is a title and the text below it. */
export type Pages = Texts<typeof pages>;
