import { en, type Spoken } from '../../../widget/messages/en.ts';

type Titled = readonly [title: string, text: string];

/**
 * What the customer reads on the companion's pages. Sentences that the tag says too are in the tag's own texts, so that
 * both use the same words. The compiler reports missing keys.
 */
export interface PageTexts {
  /** the tag's texts in the same language */
  readonly tag: Spoken;
  /** above the amount on the payment page */
  readonly act: { readonly purchase: string; readonly auth: string };
  /** beside a lock, on a secure page */
  readonly lock: string;
  readonly needsScript: string;
  /** before the merchant's contact */
  readonly questions: string;
  readonly link: { readonly unknown: Titled; readonly expired: Titled };
  /** after a success */
  readonly thanks: string;
  /** a failure without advice: the order cannot be paid again */
  readonly failure: Titled;
  /** the title of a payment in progress */
  readonly pending: string;
  /** that a page shows the result by itself */
  readonly soon: string;
  /** a hosted page that was left */
  readonly init: Titled;
  /** the title of an unknown outcome */
  readonly unknown: string;
  /** of an amount on hold */
  readonly authorized: string;
  readonly voided: Titled;
  readonly refunded: Titled;
  /** the same of a card that is only verified */
  readonly check: { readonly failure: Titled; readonly pending: string; readonly init: Titled };
  readonly goBack: string;
  /** in the dialog, between the bank's page and its end */
  readonly returning: Titled;
  readonly problem: {
    readonly title: string;
    readonly paid: string;
    /** another payment of the order is open */
    readonly open: string;
  };
}

/** What the customer reads on the companion's pages, in English. */
export const texts: PageTexts = {
  tag: en,
  act: { purchase: 'Pay', auth: 'Reserve' },
  lock: 'Secure payment · Your card details go only to the payment service and are not stored here.',
  needsScript: 'This page needs JavaScript. Please turn it on and reload the page.',
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
  },
  thanks: 'Thank you. You may close this page.',
  failure: ['Payment not completed', 'The payment did not go through.'],
  pending: 'Your payment is being processed',
  soon: 'This page will show the result as soon as it is known.',
  init: ['Not paid yet', 'You left the payment page before paying. You can continue where you left off.'],
  unknown: 'The result is not known yet',
  authorized: 'Your bank is holding the amount for the shop. You may close this page.',
  voided: ['Hold released', 'The shop has released the amount. Nothing was taken from your card.'],
  refunded: ['Refunded', 'The shop has refunded your payment.'],
  check: {
    failure: ['Card not confirmed', 'The card could not be confirmed.'],
    pending: 'Your card is being checked',
    init: [
      'Card not checked yet',
      'You left the page before the card was confirmed. You can continue where you left off.',
    ],
  },
  goBack: 'Go back to the shop to try again.',
  returning: ['One moment…', 'The shop is checking the result of your payment.'],
  problem: {
    title: 'Something went wrong',
    paid: 'This order has already been paid.',
    open: 'An earlier payment for this order is still being processed. Please do not pay again for now.',
  },
};
