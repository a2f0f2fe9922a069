import type { ShareView } from '../../server/contract/merchant-api.ts';
import { amountFault } from '../../server/contract/money.ts';
import type { Failure } from './api.ts';
import { fieldTexts, ruleText } from './problem-text.ts';

/** What a form that moves money makes of what was typed, and what of it is wrong. */

/** The body of a capture, void or refund. */
export interface MoneyRequest {
  amount?: string;
  split?: { subMerchantId: string; amount: string }[];
  comment?: string;
  receiptDelivery?: string;
  paymentId?: string;
}

/** By the name of the field. */
type Fields = Readonly<Record<string, string>>;

/** The name of the field of a share. */
export const shareField = (index: number): string => `split.${index}.amount`;

/** A field's value as it is kept: an amount may have a comma before its decimals. */
export function typedValue(name: string, value: string): string {
  const trimmed = value.trim();
  return name.endsWith('amount') ? trimmed.replace(/^(\d+),(\d{1,2})$/, '$1.$2') : trimmed;
}

/** What is empty is not said; of shares only those that have an amount. */
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

/** What can be told of the amounts before anything is asked, by field. */
export function typingFaults(typed: Fields, currency: string | null): Record<string, string> {
  const amounts = Object.entries(typed).filter(([name, value]) => name.endsWith('amount') && value);
  return Object.fromEntries(
    amounts.flatMap(([name, value]) => {
      const fault = amountFault(value, currency ?? 'EUR');
      return fault ? [[name, ruleText(fault)]] : [];
    }),
  );
}

/** What the companion refused, by field. A request names only the shares that have an amount: its places are not the form's. */
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
