import type { ShareView } from '../../server/contract/merchant-api.ts';
import { amountFault, parseAmount } from '../../server/contract/money.ts';
import type { Failure } from './api.ts';
import { fieldTexts, ruleText } from './problem-text.ts';
import type { Action } from './route.ts';

/** Builds and validates the request of a form that moves money. */

/** The body of a capture, void or refund. */
export interface MoneyRequest {
  amount?: string;
  split?: { subMerchantId: string; amount: string }[];
  comment?: string;
  receiptDelivery?: string;
  paymentId?: string;
}

/** Values by field name. */
type Fields = Readonly<Record<string, string>>;

/** The field name of a share. */
export const shareField = (index: number): string => `split.${index}.amount`;

/** A field's normalized value: an amount may have a decimal comma. */
export function typedValue(name: string, value: string): string {
  const trimmed = value.trim();
  return name.endsWith('amount') ? trimmed.replace(/^(\d+),(\d{1,2})$/, '$1.$2') : trimmed;
}

/** Leaves out empty fields, and shares without an amount. */
export function moneyRequest(
  { amount, comment, receiptDelivery, ...typed }: Fields,
  shares: readonly ShareView[] | null,
  paymentId: string | null,
): MoneyRequest {
  const split = (shares ?? []).flatMap(({ subMerchantId }, index) => {
    const share = typed[shareField(index)];
    return share ? [{ subMerchantId, amount: share }] : [];
  });
  return {
    ...(amount && { amount }),
    ...(split.length > 0 && { split }),
    ...(comment && { comment }),
    ...(receiptDelivery && { receiptDelivery }),
    ...(paymentId && { paymentId }),
  };
}

/** What an action may move at most; null where it is unknown. */
interface Limits {
  action: Action;
  most: string | null;
  currency: string | null;
  shares: readonly ShareView[] | null;
}

/** Faults in the amounts that need no call to detect, by field. */
export function typingFaults(typed: Fields, limits: Limits): Record<string, string> {
  const amounts = Object.entries(typed).filter(([name, value]) => name.endsWith('amount') && value);
  return Object.fromEntries(
    amounts.flatMap(([name, value]) => {
      const fault = amountFault(value, limits.currency ?? 'EUR') ?? excess(name, value, limits);
      return fault ? [[name, ruleText(fault)]] : [];
    }),
  );
}

/** The rule that an amount above the limit breaks. */
function excess(name: string, value: string, { action, most, currency, shares }: Limits): string | null {
  const share = shares?.find((_, index) => shareField(index) === name);
  const limit = share?.amount ?? most;
  if (limit === null || currency === null) return null;
  if ((parseAmount(value, currency) ?? 0) <= (parseAmount(limit, currency) ?? 0)) return null;
  if (share) return 'exceeds-share';
  return action === 'capture' ? 'exceeds-authorized' : 'exceeds-refundable';
}

/**
 * The companion's refusals, by field. A request contains only shares with an amount, so its indexes differ from the
 * form's.
 */
export function refusedFields(
  failure: Failure,
  typed: Fields,
  shares: readonly ShareView[] | null,
): Record<string, string> {
  const all = (shares ?? []).map((_, index) => index);
  const named = all.filter((index) => typed[shareField(index)]);
  const faults = fieldTexts(failure, [...named.map((_, place) => shareField(place)), 'amount', 'split']);
  return Object.fromEntries(
    Object.entries(faults).map(([name, text]) => {
      const place = named.findIndex((_, at) => shareField(at) === name);
      return [place < 0 ? name : shareField(named[place] ?? 0), text];
    }),
  );
}
