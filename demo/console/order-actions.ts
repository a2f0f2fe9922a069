import type { PaymentView } from '../../server/contract/checkout-api.ts';
import type { OperationView, OrderView, ShareView } from '../../server/contract/merchant-api.ts';
import { formatAmount, parseAmount } from '../../server/contract/money.ts';
import type { Failure } from './api.ts';
import { amountText } from './plain-text.ts';
import { ruleText } from './problem-text.ts';
import type { Badge } from './statuses.ts';

/** What can be done with an order and its money, in words, as requests, and how it ended. Pure. */

/** The last segment of an order's address while the action's form is open, and the action's name and meaning. */
export const ACTIONS = {
  capture: {
    name: 'Capture',
    about: 'Takes the authorized amount or a part of it. The rest is released and cannot be captured later.',
  },
  refund: { name: 'Refund', about: 'Returns money to the customer’s card. A refund cannot be undone.' },
  void: {
    name: 'Void the authorization',
    about: 'Releases the authorized amount. Nothing is taken, and the customer has to pay again.',
  },
  cancel: {
    name: 'Cancel the payment',
    about: 'Closes a hosted page on which the customer has not started to pay. A new one is needed to pay.',
  },
  close: {
    name: 'Close order',
    about: 'Its payment link and all its tokens stop working. A payment in progress ends as it ends.',
  },
} as const;
export type Action = keyof typeof ACTIONS;
export const isAction = (text: string): text is Action => Object.hasOwn(ACTIONS, text);

/** Whether an action takes neither amount nor comment, and can be repeated without harm. */
export const isPlain = (action: Action): action is 'cancel' | 'close' =>
  action === 'cancel' || action === 'close';

/** The actions that the merchant API allows now. `most`: the maximum amount; null if the action takes no amount. */
export function possibleActions({
  allowed,
}: Pick<OrderView, 'allowed'>): { action: Action; most: string | null }[] {
  const names = Object.keys(ACTIONS) as Action[];
  return names.flatMap((action) => {
    const most = allowed[action];
    if (most === null || most === false) return [];
    return [{ action, most: most === true ? null : most }];
  });
}

/** The shares of a payment that was split: those of its capture if there is one, otherwise the order's. */
export const sharesOf = ({
  order,
  operations,
}: Pick<OrderView, 'order' | 'operations'>): ShareView[] | null =>
  operations.find(({ method, status, split }) => method === 'capture' && status !== 'failure' && split)
    ?.split ?? order.split;

/** The body of a capture, void or refund. */
export interface MoneyRequest {
  amount?: string;
  split?: ShareView[];
  comment?: string;
  receiptDelivery?: string;
  paymentId?: string;
}

/** The field name of a share. */
export const shareField = (subMerchantId: string): string => `share ${subMerchantId}`;

/** An amount as it was typed, perhaps with a decimal comma. */
export const typedAmount = (text: string): string => text.trim().replace(',', '.');

/** Reads a form. Empty fields, and shares without an amount, are left out. */
export function readRequest(form: FormData, paymentId: string | null): MoneyRequest {
  const given = [...form].flatMap(([name, value]) => {
    const text = typeof value === 'string' ? value.trim() : '';
    return text ? [[name, text] as const] : [];
  });
  const split = given
    .filter(([name]) => name.startsWith(shareField('')))
    .map(([name, text]) => ({
      subMerchantId: name.slice(shareField('').length),
      amount: typedAmount(text),
    }));
  const { amount, comment, receiptDelivery } = Object.fromEntries(given);
  return {
    ...(amount && { amount: typedAmount(amount) }),
    ...(split.length > 0 && { split }),
    ...(comment && { comment }),
    ...(receiptDelivery && { receiptDelivery }),
    ...(paymentId && { paymentId }),
  };
}

/** The amount of a request, decimal text; null if it is the full amount. */
export function amountOf({ amount, split }: MoneyRequest, currency: string): string | null {
  if (!split) return amount ?? null;
  const sum = split.reduce((total, share) => total + (parseAmount(share.amount, currency) ?? 0), 0);
  return formatAmount(sum, currency);
}

/** The companion's refusals of fields of the form: sentences by field name. */
export function refusedFields(
  { errors = [] }: Failure,
  { split = [] }: MoneyRequest,
): Record<string, string> {
  return Object.fromEntries(
    errors.flatMap(({ path, code }) => {
      const [name = '', index] = path.split('.');
      const share = name === 'split' && index ? split[Number(index)] : undefined;
      const isField = name === 'amount' || name === 'split';
      return isField ? [[share ? shareField(share.subMerchantId) : name, ruleText(code)]] : [];
    }),
  );
}

const DONE = { capture: 'captured', void: 'voided', refund: 'refunded' };

/** The outcome of an operation. */
export function operationResult(operation: OperationView): Badge {
  const { method, currency, status, statusCode, statusDescription } = operation;
  const amount = amountText(operation.amount, currency);
  if (status === 'success') return { text: `${amount} ${DONE[method]}.`, tone: 'good' };
  if (status === 'failure') {
    const why = [statusDescription, statusCode && `code ${statusCode}`].filter(Boolean).join(', ');
    return { text: `The gateway refused the ${method}: ${why || 'no reason given'}.`, tone: 'bad' };
  }
  const text = `The outcome of the ${method} of ${amount} is not known yet. Please wait, and do not start another ${method}.`;
  return { text, tone: 'warning' };
}

/** The outcome of cancelling: the customer may have paid meanwhile. */
export const cancelResult = ({ status }: PaymentView): Badge =>
  status === 'failure'
    ? { text: 'The payment is cancelled. Its page accepts no payments any more.', tone: 'good' }
    : { text: 'Not cancelled: the customer has paid or is paying now.', tone: 'warning' };

export const CLOSED: Badge = { text: 'The order is closed. It takes no further payment.', tone: 'good' };
