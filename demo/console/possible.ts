import type { OperationView, OrderView, ShareView } from '../../server/contract/merchant-api.ts';
import { formatAmount, parseAmount } from '../../server/contract/money.ts';
import type { Action } from './route.ts';

/** An action that is currently possible. */
export interface Possible {
  action: Action;
  /** the maximum amount, decimal text; null if the action takes no amount */
  most: string | null;
}

/** The actions that the merchant API currently allows for an order (`allowed`). */
export function possibleActions({ allowed }: Pick<OrderView, 'allowed'>): Possible[] {
  const all: (Possible | null)[] = [
    allowed.capture === null ? null : { action: 'capture', most: allowed.capture },
    allowed.refund === null ? null : { action: 'refund', most: allowed.refund },
    allowed.void ? { action: 'void', most: null } : null,
    allowed.cancel ? { action: 'cancel', most: null } : null,
  ];
  return all.filter((one) => one !== null);
}

/**
 * The most that is left of each sub-merchant's share, decimal text; null if the payment was not split. The shares are
 * those of the capture if there is one, otherwise the order's. It is unknown whose share a refund in the portal returned.
 */
export function sharesLeft({
  order,
  operations,
  allowed,
}: Pick<OrderView, 'order' | 'operations' | 'allowed'>): ShareView[] | null {
  const counted = operations.filter((one) => one.status !== 'failure');
  const split = counted.find((one) => one.method === 'capture' && one.split)?.split ?? order.split;
  if (!split) return null;
  const refunds = counted.filter((one) => one.method === 'refund');
  const most = minorOf(allowed.refund ?? '', order.currency);
  return split.map(({ subMerchantId, amount }) => {
    const left = refunds.reduce(
      (rest, refund) => rest - returned(refund, subMerchantId, order.currency),
      minorOf(amount, order.currency),
    );
    return { subMerchantId, amount: formatAmount(Math.min(Math.max(0, left), most), order.currency) };
  });
}

function returned({ split }: OperationView, subMerchantId: string, currency: string): number {
  const shares = (split ?? []).filter(
    (share) => share.subMerchantId.toLowerCase() === subMerchantId.toLowerCase(),
  );
  return shares.reduce((sum, share) => sum + minorOf(share.amount, currency), 0);
}

const minorOf = (amount: string, currency: string): number => parseAmount(amount, currency) ?? 0;

/** The sum of decimal amounts; null if one of them is not an amount. Empty texts count as zero. */
export function sumOf(amounts: readonly string[], currency: string): string | null {
  const minors = amounts.map((amount) => (amount === '' ? 0 : parseAmount(amount, currency)));
  if (minors.includes(null)) return null;
  return formatAmount(
    minors.reduce<number>((sum, minor) => sum + (minor ?? 0), 0),
    currency,
  );
}
