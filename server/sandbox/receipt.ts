import { formatAmount, fromGatewayAmount } from '../contract/money.ts';
import type { OperationMethod } from '../contract/words.ts';
import { isObject } from './fields.ts';
import {
  type PrimaryTransaction,
  type SandboxOperation,
  type SandboxPayment,
  type StatedPayment,
  cardMaskOf,
} from './ledger.ts';

/** What a receipt shows: plain text that has yet to be escaped. */
export interface Receipt {
  title: string;
  merchant: string;
  rows: [label: string, value: string][];
  note: string;
}

type Row = [label: string, value: string | null | undefined];

const OPERATIONS: Partial<Record<PrimaryTransaction['method'], string>> = {
  purchase: 'Purchase',
  auth: 'Authorization (two-step payment)',
  credit: 'Credit to the customer',
};
const DONE = { capture: 'Captured', void: 'Voided', refund: 'Refunded' } as const;
const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' });

/** Whether such a transaction has a receipt (interface 10.2). */
export function hasReceipt({ method, status }: PrimaryTransaction): boolean {
  return status === 'success' && Object.hasOwn(OPERATIONS, method);
}

/**
 * The receipt of a transaction that {@link hasReceipt}; without fields that were not sent.
 * @param issuedAt milliseconds of the sandbox's clock
 */
export function receiptOf(
  payment: SandboxPayment,
  transaction: PrimaryTransaction,
  merchant: string,
  issuedAt: number,
): Receipt {
  const { stated, split, eci, recurring } = payment;
  const { method, transactionId, paymentId, processedAt } = transaction;
  const isFirst = transactionId === payment.transactionId;
  const changes = isFirst ? payment.operations.filter(({ status }) => status === 'success') : [];
  const names = [stated.customer_fname, stated.customer_patronym, stated.customer_lname];
  const rows: Row[] = [
    ['Amount', moneyText(transaction.amountMinor, stated.currency)],
    ['Status', stateOf(transaction, changes)],
    ['Description', stated.description],
    ['Order', stated.order_id],
    ['Date', dateText(processedAt)],
    ['Operation', isFirst && split ? 'Split purchase' : OPERATIONS[method]],
    ['Card', cardMaskOf(payment)],
    ['3-D Secure', isFirst && eci ? `Authenticated, ECI ${eci}` : null],
    ['Merchant category', stated.merchant_mcc],
    ['Subscription', method === 'credit' ? null : recurring?.id],
    ['Transaction', transactionId],
    ['Payment', paymentId],
    ['Point of sale', stated.pos_id],
    ['Customer', names.filter(Boolean).join(' ')],
    ['Email', stated.customer_email],
    ['Phone', stated.customer_phone],
    ['Country', stated.customer_country],
    ['Tax number', stated.customer_tax_id],
    ['Customer number', stated.customer_id],
    ...(isFirst ? [...productRows(stated), ...changeRows(payment, changes)] : []),
  ];
  return {
    title: method === 'auth' ? 'Authorization receipt' : 'Receipt',
    merchant,
    rows: rows.filter((row): row is [string, string] => Boolean(row[1])),
    note: `Issued ${dateText(issuedAt)} by a sandbox. No money moved.`,
  };
}

function stateOf({ method, amountMinor }: PrimaryTransaction, changes: readonly SandboxOperation[]): string {
  if (method === 'credit') return 'Credited';
  const refunded = total(changes, 'refund');
  const paid = method === 'auth' ? total(changes, 'capture') : amountMinor;
  if (refunded > 0) return refunded < paid ? 'Partly refunded' : 'Refunded';
  if (method === 'purchase') return 'Paid';
  if (total(changes, 'void') > 0) return 'Voided';
  if (paid === 0) return 'Authorized: not a payment until the merchant captures it';
  return paid < amountMinor ? 'Partly captured' : 'Captured';
}

/** The products of the request (interface 17.9). */
function productRows({ products, currency }: StatedPayment): Row[] {
  return (products ?? []).filter(isObject).map(({ name, description, qty, amount }) => {
    const minor = fromGatewayAmount(amount, currency);
    const parts = [name ?? description, qty].filter(
      (one) => typeof one === 'string' || typeof one === 'number',
    );
    return ['Product', joined(...parts.map(String), minor === null ? null : moneyText(minor, currency))];
  });
}

/** The shares of sub-merchants, the later operations, and what they leave. An auth has its shares in its capture. */
function changeRows(payment: SandboxPayment, changes: readonly SandboxOperation[]): Row[] {
  const { currency, method } = payment.stated;
  const captured = changes.filter((one) => one.method === 'capture').flatMap((one) => one.split ?? []);
  const paid = method === 'auth' ? total(changes, 'capture') : payment.amountMinor;
  const left = moneyText(Math.max(0, paid - total(changes, 'refund')), currency);
  return [
    ...(payment.split ?? captured).map(({ subMerchantId, amountMinor }): Row => {
      return ['Share', joined(subMerchantId, moneyText(amountMinor, currency))];
    }),
    ...changes.map(({ method: change, amountMinor, createdAt, comment }): Row => {
      return [DONE[change], joined(moneyText(amountMinor, currency), dateText(createdAt), comment)];
    }),
    ['Remains paid', changes.length > 0 ? left : null],
  ];
}

function total(changes: readonly SandboxOperation[], method: OperationMethod): number {
  return changes.reduce((sum, one) => (one.method === method ? sum + one.amountMinor : sum), 0);
}

const joined = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(', ');

const moneyText = (minor: number, currency: string): string => `${formatAmount(minor, currency)} ${currency}`;

/** A time for readers: "15 June 2026 at 12:00:00 UTC". */
const dateText = (milliseconds: number): string => `${DATE.format(milliseconds)} UTC`;
