import { formatAmount, fromGatewayAmount } from '../contract/money.ts';
import { isObject } from './fields.ts';
import type { SandboxOperation, SandboxPayment, StatedPayment } from './ledger.ts';
import { dateText } from './receipt-facts.ts';

export interface ReceiptTable {
  heading: string;
  lines: ReceiptLine[];
  total: ReceiptLine | null;
}

export interface ReceiptLine {
  name: string;
  detail: string;
  /** decimal text, or null if unknown */
  amount: string | null;
}

/**
 * Tables of products, shares and later operations, as far as there are any.
 * @param changes the successful operations
 */
export function receiptTables(payment: SandboxPayment, changes: readonly SandboxOperation[]): ReceiptTable[] {
  const tables: ReceiptTable[] = [
    { heading: 'Products', lines: productLines(payment.stated), total: null },
    { heading: 'Shares of sub-merchants', lines: shareLines(payment, changes), total: null },
    {
      heading: 'What happened since',
      lines: changeLines(payment, changes),
      total: remainder(payment, changes),
    },
  ];
  return tables.filter(({ lines }) => lines.length > 0);
}

/** An auth has its shares in its captures. */
function shareLines({ stated, split }: SandboxPayment, changes: readonly SandboxOperation[]): ReceiptLine[] {
  const captured = changes.filter(({ method }) => method === 'capture').flatMap((one) => one.split ?? []);
  return (split ?? captured).map(({ subMerchantId, amountMinor }) => ({
    name: subMerchantId,
    detail: '',
    amount: formatAmount(amountMinor, stated.currency),
  }));
}

function changeLines({ stated }: SandboxPayment, changes: readonly SandboxOperation[]): ReceiptLine[] {
  return changes.map(({ method, createdAt, amountMinor, comment }) => ({
    name: { capture: 'Captured', void: 'Released', refund: 'Refunded' }[method],
    detail: [dateText(createdAt), comment ?? ''].filter((text) => text !== '').join(' · '),
    amount: formatAmount(amountMinor, stated.currency),
  }));
}

function remainder(
  { stated, amountMinor }: SandboxPayment,
  changes: readonly SandboxOperation[],
): ReceiptLine {
  const paid = stated.method === 'auth' ? total(changes, 'capture') : amountMinor;
  const refunded = total(changes, 'refund');
  const left = Math.max(0, paid - refunded);
  return {
    name: refunded > 0 ? 'Remains paid' : 'Paid',
    detail: '',
    amount: formatAmount(left, stated.currency),
  };
}

/** The sum of the operations of one method, in minor units. */
export function total(changes: readonly SandboxOperation[], method: SandboxOperation['method']): number {
  return changes
    .filter((change) => change.method === method)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/**
 * The products of the request. The document does not show their structure; `name`, `qty`, `unit` and `amount`, the total
 * of the line, are known from elsewhere. Missing fields are left out.
 */
function productLines({ products, currency }: StatedPayment): ReceiptLine[] {
  return (products ?? []).filter(isObject).map((product, index) => ({
    name: textOf(product['name']) || textOf(product['description']) || `Product ${index + 1}`,
    detail: [textOf(product['qty']), textOf(product['unit'])].filter((text) => text !== '').join(' '),
    amount: amountOf(product['amount'], currency),
  }));
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function amountOf(value: unknown, currency: string): string | null {
  const minor = fromGatewayAmount(value, currency);
  return minor === null ? null : formatAmount(minor, currency);
}
