import { formatAmount, fromGatewayAmount } from '../contract/money.ts';
import { isObject } from './fields.ts';
import {
  type PrimaryTransaction,
  type SandboxOperation,
  type SandboxPayment,
  type StatedPayment,
  cardMaskOf,
} from './ledger.ts';

/** A receipt as HTML and PDF show it: plain text that has yet to be escaped. */
export interface Receipt {
  title: string;
  number: string;
  merchant: string;
  rows: [label: string, value: string][];
  note: string;
  /** milliseconds of the sandbox's clock */
  issuedAt: number;
}

/** The data for a receipt. */
export interface ReceiptSource {
  payment: SandboxPayment;
  transaction: PrimaryTransaction;
  merchant: string;
  /** when it is issued, milliseconds of the sandbox's clock */
  issuedAt: number;
  /** the number of a credit reference, or null for a receipt */
  referenceNumber: string | null;
}

type Row = [label: string, value: string | null | undefined];

const OPERATIONS: Partial<Record<PrimaryTransaction['method'], string>> = {
  purchase: 'Purchase',
  auth: 'Authorization (two-step payment)',
  credit: 'Credit to the customer',
};
const DONE = { capture: 'Captured', void: 'Voided', refund: 'Refunded' } as const;
const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });
const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' });

/** Whether such a transaction has a receipt (interface 10.2). */
export function hasReceipt({ method, status }: PrimaryTransaction): boolean {
  return status === 'success' && Object.hasOwn(OPERATIONS, method);
}

/** The receipt, or the credit reference, of a transaction that {@link hasReceipt}; without fields that were not sent. */
export function receiptOf(source: ReceiptSource): Receipt {
  const { payment, transaction, merchant, issuedAt, referenceNumber } = source;
  const isFirst = transaction.transactionId === payment.transactionId;
  const changes = isFirst ? payment.operations.filter(({ status }) => status === 'success') : [];
  const rows: Row[] = [
    ['Amount', moneyText(transaction.amountMinor, payment.stated.currency)],
    ['Status', stateOf(transaction, changes)],
    ...transactionRows(payment, transaction, isFirst),
    ...customerRows(payment.stated),
    ...(isFirst ? [...productRows(payment.stated), ...changeRows(payment, changes)] : []),
  ];
  return {
    title: titleOf(transaction, referenceNumber),
    number: referenceNumber ?? `R-${transaction.transactionId.slice(0, 8).toUpperCase()}`,
    merchant,
    rows: rows.filter((row): row is [string, string] => Boolean(row[1])),
    note: `Issued ${dateText(issuedAt)} by a sandbox. No money moved.`,
    issuedAt,
  };
}

function titleOf({ method }: PrimaryTransaction, referenceNumber: string | null): string {
  if (referenceNumber !== null) return 'Credit reference';
  return method === 'auth' ? 'Authorization receipt' : 'Receipt';
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

function transactionRows(payment: SandboxPayment, transaction: PrimaryTransaction, isFirst: boolean): Row[] {
  const { stated, split, eci, recurring } = payment;
  const { method, transactionId, paymentId, processedAt } = transaction;
  return [
    ['Description', stated.description],
    ['Order', stated.order_id],
    ['Date', dateText(processedAt)],
    ['Operation', isFirst && split ? 'Split purchase' : OPERATIONS[method]],
    ['Card', cardMaskOf(payment)],
    ['Approval code', approvalCode(transactionId)],
    ['3-D Secure', isFirst && eci ? `Authenticated, ECI ${eci}` : null],
    ['Merchant category', stated.merchant_mcc],
    ['Subscription', method === 'credit' ? null : recurring?.id],
    ['Transaction', transactionId],
    ['Payment', paymentId],
    ['Point of sale', stated.pos_id],
  ];
}

function customerRows(stated: StatedPayment): Row[] {
  const names = [stated.customer_fname, stated.customer_patronym, stated.customer_lname];
  return [
    ['Customer', names.filter(Boolean).join(' ')],
    ['Email', stated.customer_email],
    ['Phone', stated.customer_phone],
    ['Country', stated.customer_country && COUNTRIES.of(stated.customer_country)],
    ['Tax number', stated.customer_tax_id],
    ['Customer number', stated.customer_id],
  ];
}

/** The products of the request (interface 17.9). */
function productRows({ products, currency }: StatedPayment): Row[] {
  return (products ?? []).filter(isObject).map((product) => {
    const minor = fromGatewayAmount(product['amount'], currency);
    const name = textOf(product['name']) || textOf(product['description']);
    const quantity = `${textOf(product['qty'])} ${textOf(product['unit'])}`.trim();
    return ['Product', joined(name, quantity, minor === null ? '' : moneyText(minor, currency))];
  });
}

/** The shares of sub-merchants, the later operations, and what they leave. An auth has its shares in its capture. */
function changeRows(payment: SandboxPayment, changes: readonly SandboxOperation[]): Row[] {
  const { currency, method } = payment.stated;
  const captured = changes.filter((one) => one.method === 'capture').flatMap((one) => one.split ?? []);
  const shares = (payment.split ?? captured).map((share): Row => {
    return ['Share', joined(share.subMerchantId, moneyText(share.amountMinor, currency))];
  });
  const done = changes.map((one): Row => {
    return [
      DONE[one.method],
      joined(moneyText(one.amountMinor, currency), dateText(one.createdAt), one.comment),
    ];
  });
  const paid = method === 'auth' ? total(changes, 'capture') : payment.amountMinor;
  const left = moneyText(Math.max(0, paid - total(changes, 'refund')), currency);
  return [...shares, ...done, ['Remains paid', changes.length > 0 ? left : null]];
}

function total(changes: readonly SandboxOperation[], method: SandboxOperation['method']): number {
  const amounts = changes.filter((change) => change.method === method).map(({ amountMinor }) => amountMinor);
  return amounts.reduce((sum, amountMinor) => sum + amountMinor, 0);
}

/** Six digits like a bank's; always the same for a transaction. */
function approvalCode(transactionId: string): string {
  return String(Number.parseInt(transactionId.slice(0, 8), 16) % 1_000_000).padStart(6, '0');
}

function joined(...parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(', ');
}

function moneyText(minor: number, currency: string): string {
  return `${formatAmount(minor, currency)} ${currency}`;
}

/** A time for readers: "15 June 2026 at 12:00:00 UTC". */
function dateText(milliseconds: number): string {
  return `${DATE.format(milliseconds)} UTC`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
