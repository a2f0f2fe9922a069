import { REASONS_EN } from '../../server/contract/reasons-en.ts';

/** What the customer reads in English of a payment that was sent. */
export const outcome = {
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
  order: 'Order {}',
  receipt: 'Receipt',
  back: 'Back to the shop',
  done: { purchase: 'Paid', auth: 'Amount reserved', lookup: 'Card confirmed' },
  nothing: 'Nothing has been paid yet.',
  notCharged: 'Nothing was charged.',
  failure: REASONS_EN,
  /** by a problem's code; `{}` is a span of time, as “8 minutes” */
  problem: {
    other: 'This did not work. Please try again in a minute.',
    'order-token-invalid': 'This checkout is no longer valid. Please go back to the shop and start again.',
    'order-token-expired': 'The time for this checkout has run out. What you entered stays here.',
    renew: 'Continue',
    'order-changed': 'The order was changed. Please reload the shop’s page.',
    'invalid-input': 'Please check what you entered.',
    'too-many-attempts': 'There were too many attempts to pay. Please ask the shop for help.',
    'limit-reached': 'Too many attempts. Try again in {} or pay another way.',
    'gateway-unreachable': 'The bank cannot be reached. Please try again in a minute.',
    'unsafe-action-url': 'The bank’s page is not safe to open. Please ask the shop for help.',
    'order-unsupported': 'This order cannot be paid here. Please ask the shop for help.',
    'card-needed': 'This needs a card, which cannot be entered here. Please ask the shop for help.',
    'mode-not-available': 'This way to pay is not possible here. Please ask the shop for help.',
  },
};

type Texts<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : Texts<T[Key]> };

export type Outcome = Texts<typeof outcome>;
