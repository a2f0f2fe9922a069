import type { WireFee } from '../contract/gateway-api.ts';
import { toGatewayNumber } from '../contract/money.ts';
import { type Share, sumOf } from '../contract/split.ts';

/** The sandbox's own prices: a percentage of the amount, no fixed part. */
const FEE_PERCENT: Readonly<Record<string, number>> = { purchase: 2, auth: 2, capture: 2, refund: 1 };

/** Commission in minor units. Lookup, void, credit and p2p cost nothing. */
export function feeMinorOf(method: string, amountMinor: number): number {
  const percent = Object.hasOwn(FEE_PERCENT, method) ? (FEE_PERCENT[method] ?? 0) : 0;
  return Math.round((amountMinor * percent) / 100);
}

/** A fee object (interface 16.6). */
export function feeObject(minor: number, currency: string): WireFee {
  return { amount: toGatewayNumber(minor, currency), currency };
}

/**
 * The `split_fee` of a split refund: "commission by marketplace and sub-merchants". Its shape is not shown; here every
 * sub-merchant bears the commission of its share, and the marketplace the rounding difference.
 */
export function splitFee(shares: readonly Share[], currency: string) {
  const fees = shares.map(({ subMerchantId, amountMinor }) => ({
    subMerchantId,
    amountMinor: Math.floor((amountMinor * (FEE_PERCENT['refund'] ?? 0)) / 100),
  }));
  return {
    marketplace: feeObject(feeMinorOf('refund', sumOf(shares)) - sumOf(fees), currency),
    sub_merchants: fees.map(({ subMerchantId, amountMinor }) => ({
      sub_merchant_id: subMerchantId,
      ...feeObject(amountMinor, currency),
    })),
  };
}
