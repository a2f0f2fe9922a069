import type { DeclineReason } from '../../server/contract/decline-reason.ts';

/** A text for each plural form that the language has (Unicode CLDR); `{}` is the number. */
export type Plural = { readonly other: string } & Partial<Readonly<Record<Intl.LDMLPluralRule, string>>>;

/** What the customer reads in English of what was typed, and of a payment that was sent. */
export const feedback = {
  /** the first `{}` is a brand, the second a list of brands; `one` where the list is of one */
  brands: {
    one: '{} is not accepted here. Only {} is.',
    other: '{} is not accepted here. {} are.',
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
    confirm: 'Continue confirmation',
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

type Text<T> = T extends string
  ? string
  : Plural extends T
    ? Plural
    : { readonly [Key in keyof T]: Text<T[Key]> };

export type Feedback = { readonly [Key in keyof typeof feedback]: Text<(typeof feedback)[Key]> };
