/** Cards of the sandbox (`server/sandbox/README.md`). Public test numbers. */
export const CARDS = {
  success: '4242 4242 4242 4242',
  challenge: '5454 5454 5454 5454',
  amex: '3782 822463 10005',
  mastercard: '5555 5555 5555 4444',
  rejected: '4000 0000 0000 0002',
  insufficientFunds: '4000 0000 0000 9995',
  expired: '4000 0000 0000 0069',
  invalid: '4000 0000 0000 0127',
  pendingThenSuccess: '4000 0000 0000 0119',
  chargedButError: '4000 0000 0000 0341',
  chargedButCut: '4000 0000 0000 0259',
  notChargedCut: '4000 0000 0000 0101',
} as const;
