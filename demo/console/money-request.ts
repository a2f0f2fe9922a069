import type { OperationView, OrderView, ShareView } from '../../server/contract/merchant-api.ts';
import { amountFault, formatAmount, parseAmount } from '../../server/contract/money.ts';
import type { Failure } from './api.ts';
import { ruleText } from './problem-text.ts';

/** What can be done with an order's money, and the request for it. Pure. */

/** Actions on an order's money: the last segment of an order's address. */
export const ACTIONS = ['capture', 'refund', 'void', 'cancel'] as const;
export type Action = (typeof ACTIONS)[number];
export const isAction = (text: string): text is Action => (ACTIONS as readonly string[]).includes(text);

/** The actions that the merchant API allows now. `most`: the maximum amount; null if the action takes no amount. */
export function possibleActions({
  allowed,
}: Pick<OrderView, 'allowed'>): { action: Action; most: string | null }[] {
  const isPossible = (action: Action) => allowed[action] !== null && allowed[action] !== false;
  const mostOf = (value: string | boolean | null) => (typeof value === 'string' ? value : null);
  return ACTIONS.filter(isPossible).map((action) => ({ action, most: mostOf(allowed[action]) }));
}

const minorOf = (amount: string | undefined, currency: string): number =>
  parseAmount(amount ?? '', currency) ?? 0;

/**
 * The most that is left of each sub-merchant's share, decimal text; null if the payment was not split. The shares are
 * those of the capture if there is one, otherwise the order's. It is unknown whose share a refund in the portal returned.
 */
export function sharesLeft({
  order: { split: ordered, currency },
  operations,
  allowed,
}: Pick<OrderView, 'order' | 'operations' | 'allowed'>): ShareView[] | null {
  const counted = operations.filter(({ status }) => status !== 'failure');
  const split = counted.find(({ method, split }) => method === 'capture' && split)?.split ?? ordered;
  if (!split) return null;
  const refunds = counted.filter(({ method }) => method === 'refund');
  const most = minorOf(allowed.refund ?? '', currency);
  return split.map(({ subMerchantId, amount }) => {
    const returned = refunds.reduce((sum, refund) => sum + returnedOf(refund, subMerchantId), 0);
    const left = Math.max(0, minorOf(amount, currency) - returned);
    return { subMerchantId, amount: formatAmount(Math.min(left, most), currency) };
  });
}

function returnedOf({ split, currency }: OperationView, subMerchantId: string): number {
  const share = split?.find((one) => one.subMerchantId.toLowerCase() === subMerchantId.toLowerCase());
  return minorOf(share?.amount, currency);
}

/** The body of a capture, void or refund. */
export interface MoneyRequest {
  amount?: string;
  split?: ShareView[];
  comment?: string;
  receiptDelivery?: string;
  paymentId?: string;
}

/** What an action may move at most; null where it is unknown. */
export interface Limits {
  most: string | null;
  currency: string;
  /** what is left of each sub-merchant's share; null if the payment was not split */
  shares: readonly ShareView[] | null;
}

/** Sentences by field name. */
export type Faults = Readonly<Record<string, string>>;

/** The field name of a share. */
export const shareField = (subMerchantId: string): string => `share ${subMerchantId}`;

/** An amount as it was typed, perhaps with a decimal comma. */
export const typedAmount = (text: string): string => text.trim().replace(/^(\d+),(\d{1,2})$/, '$1.$2');

/** Reads a form. Empty fields, and shares without an amount, are left out. */
export function readRequest(form: FormData, { shares }: Limits, paymentId: string | null): MoneyRequest {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const amountIn = (name: string) => typedAmount(text(name));
  const [amount, comment, receiptDelivery] = [amountIn('amount'), text('comment'), text('receiptDelivery')];
  const split = (shares ?? [])
    .map(({ subMerchantId }) => ({ subMerchantId, amount: amountIn(shareField(subMerchantId)) }))
    .filter((share) => share.amount !== '');
  return {
    ...(amount && { amount }),
    ...(split.length > 0 && { split }),
    ...(comment && { comment }),
    ...(receiptDelivery && { receiptDelivery }),
    ...(paymentId && { paymentId }),
  };
}

/** The amount of a request, decimal text; null if it is the full amount. */
export function amountOf({ amount, split }: MoneyRequest, currency: string): string | null {
  if (!split) return amount ?? null;
  return formatAmount(
    split.reduce((sum, share) => sum + minorOf(share.amount, currency), 0),
    currency,
  );
}

/** Faults in the amounts that need no call to detect. */
export function amountFaults(
  request: MoneyRequest,
  action: Action,
  { most, currency, shares }: Limits,
): Faults {
  const check = (field: string, amount: string, limit: string | null | undefined, excess: string) => {
    const isTooMuch = !!limit && minorOf(amount, currency) > minorOf(limit, currency);
    const fault = amountFault(amount, currency) ?? (isTooMuch ? excess : null);
    return fault ? [[field, ruleText(fault)]] : [];
  };
  const { amount, split = [] } = request;
  const excess = action === 'capture' ? 'exceeds-authorized' : 'exceeds-refundable';
  return Object.fromEntries([
    ...(amount ? check('amount', amount, most, excess) : []),
    ...split.flatMap((share) => {
      const left = shares?.find(({ subMerchantId }) => subMerchantId === share.subMerchantId);
      return check(shareField(share.subMerchantId), share.amount, left?.amount, 'exceeds-share');
    }),
  ]);
}

/** The companion's refusals of fields of the form. */
export function refusedFields(failure: Failure, { split = [] }: MoneyRequest): Faults {
  const errors = failure.kind === 'problem' ? (failure.problem.errors ?? []) : [];
  return Object.fromEntries(
    errors.flatMap(({ path, code }) => {
      const [name = '', index] = path.split('.');
      const share = name === 'split' && index ? split[Number(index)] : undefined;
      const isField = name === 'amount' || name === 'split';
      return isField ? [[share ? shareField(share.subMerchantId) : name, ruleText(code)]] : [];
    }),
  );
}
