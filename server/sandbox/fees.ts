/** The sandbox's own price list: a percentage of the amount, no fixed part. */
const FEE_PERCENT = { purchase: 2, auth: 2, capture: 2, refund: 1 } as const;

/** Commission in minor units. Lookup, void, credit and p2p cost nothing. */
export function feeMinorOf(method: string, amountMinor: number): number {
  const percent = Object.hasOwn(FEE_PERCENT, method) ? FEE_PERCENT[method as keyof typeof FEE_PERCENT] : 0;
  return Math.round((amountMinor * percent) / 100);
}
