/** A sub-merchant's part of a payment or operation, in minor units of its currency. */
export interface Share {
  readonly subMerchantId: string;
  readonly amountMinor: number;
}
