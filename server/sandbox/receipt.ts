import { formatAmount } from '../contract/money.ts';
import { type PrimaryTransaction, type SandboxOperation, type SandboxPayment, cardMaskOf } from './ledger.ts';
import { type ReceiptFacts, customerFacts, dateText, paymentFacts } from './receipt-facts.ts';
import { type ReceiptTable, receiptTables, total } from './receipt-tables.ts';

/** A receipt as HTML and PDF show it: plain text that has yet to be escaped. */
export interface Receipt {
  title: string;
  number: string;
  merchant: string;
  /** the payment's state, in a word or two */
  state: string;
  /** decimal text */
  amount: string;
  currency: string;
  description: string;
  /** the statement of a credit reference, or null */
  statement: string | null;
  facts: ReceiptFacts[];
  tables: ReceiptTable[];
  notes: string[];
  /** milliseconds of the sandbox's clock */
  issuedAt: number;
  /** who signs the file, or null if it is not signed */
  signer: string | null;
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

/** The name in the certificate of signed credit references. */
export const SIGNER = 'Pay-form sandbox';

const RESERVED = 'Reserved';
const SANDBOX_NOTE = 'by a sandbox that imitates the gateway. No money moved.';

/** Whether such a transaction has a receipt (interface document, Receipt of one order). */
export function hasReceipt({ method, status }: PrimaryTransaction): boolean {
  return status === 'success' && (method === 'purchase' || method === 'auth' || method === 'credit');
}

/** The receipt, or the credit reference, of a transaction that {@link hasReceipt}. */
export function receiptOf(source: ReceiptSource): Receipt {
  const { payment, transaction, referenceNumber } = source;
  const { currency, description } = payment.stated;
  const isFirst = transaction.transactionId === payment.transactionId;
  const changes = isFirst ? payment.operations.filter(({ status }) => status === 'success') : [];
  const state = stateOf(transaction, changes);
  return {
    title: titleOf(source),
    number: referenceNumber ?? `R-${transaction.transactionId.slice(0, 8).toUpperCase()}`,
    merchant: source.merchant,
    state,
    amount: formatAmount(transaction.amountMinor, currency),
    currency,
    description,
    statement: referenceNumber === null ? null : statementOf(source),
    facts: [paymentFacts(payment, transaction), customerFacts(payment)].filter(({ rows }) => rows.length > 0),
    tables: isFirst ? receiptTables(payment, changes) : [],
    notes: [...notesOf(state), `Issued ${dateText(source.issuedAt)} ${SANDBOX_NOTE}`],
    issuedAt: source.issuedAt,
    signer: referenceNumber === null ? null : SIGNER,
  };
}

function titleOf({ transaction, referenceNumber }: ReceiptSource): string {
  if (referenceNumber !== null) return 'Credit reference';
  return transaction.method === 'auth' ? 'Reservation receipt' : 'Receipt';
}

function stateOf({ method, amountMinor }: PrimaryTransaction, changes: readonly SandboxOperation[]): string {
  if (method === 'credit') return 'Credited';
  const refunded = total(changes, 'refund');
  const paid = method === 'auth' ? total(changes, 'capture') : amountMinor;
  if (refunded > 0) return refunded < paid ? 'Partly refunded' : 'Refunded';
  if (method === 'purchase') return 'Paid';
  if (total(changes, 'void') > 0) return 'Released';
  if (paid === 0) return RESERVED;
  return paid < amountMinor ? 'Partly captured' : 'Captured';
}

function statementOf({ payment, transaction }: ReceiptSource): string {
  const amount = `${formatAmount(transaction.amountMinor, payment.stated.currency)} ${payment.stated.currency}`;
  const mask = cardMaskOf(payment);
  const target = mask === null ? 'to the customer' : `to the card ${mask}`;
  return `This confirms that ${amount} was credited ${target} on ${dateText(transaction.processedAt)}.`;
}

function notesOf(state: string): string[] {
  return state === RESERVED
    ? ['A reservation is not a payment yet: the amount is held until the merchant takes or releases it.']
    : [];
}
