/** What the customer reads in English around the bank's page, where it opens over the shop's. */
export const dialog = {
  title: 'Confirm your payment',
  /** names the bank's page for assistive technology */
  frame: 'Page of your bank',
  close: 'Close',
  /** asked once, before the bank's page goes */
  leave: 'Close without confirming? You can come back to it on this page.',
  stay: 'Continue',
  late: 'This takes longer than usual. You can wait, or confirm in full page.',
  refused: 'Your bank’s page cannot be shown here.',
  fullPage: 'Open in full page',
};
