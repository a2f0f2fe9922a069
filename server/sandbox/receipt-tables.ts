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
  /** decimal text, or null where none is known */
  amount: string | null;
}

/**
 * Products, shares and what became of the payment, as far as there is anything to tell.
 * @param changes the operations that succeeded
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

/** Of an auth, the shares are with its captures. */
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

/** How much the operations of one method come to, in minor units. */
export function total(changes: readonly SandboxOperation[], method: SandboxOperation['method']): number {
  return changes
    .filter((change) => change.method === method)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/**
 * The products of the request. The document does not show their structure; known from beyond it are `name`,
 * `qty`, `unit` and `amount`, the total of the line. Whatever is missing is left out.
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
