import { type PrimaryTransaction, type SandboxPayment, cardMaskOf } from './ledger.ts';

/** Facts under a heading. */
export interface ReceiptFacts {
  heading: string;
  rows: [label: string, value: string][];
}

const METHODS: Partial<Record<PrimaryTransaction['method'], string>> = {
  purchase: 'Purchase',
  auth: 'Reservation (two-step payment)',
  credit: 'Credit to the customer',
};

/** What is known about the payment, without fields that were not sent. */
export function paymentFacts(payment: SandboxPayment, transaction: PrimaryTransaction): ReceiptFacts {
  const { stated } = payment;
  const isFirst = transaction.transactionId === payment.transactionId;
  const isSplit = isFirst && payment.split !== null;
  return {
    heading: 'Payment',
    rows: present([
      ['Order', stated.order_id],
      ['Date', dateText(transaction.processedAt)],
      ['Operation', isSplit ? 'Split purchase' : METHODS[transaction.method]],
      ['Card', cardMaskOf(payment)],
      ['Approval code', approvalCode(transaction.transactionId)],
      ['3-D Secure', payment.eci === null || !isFirst ? null : `Authenticated, ECI ${payment.eci}`],
      ['Merchant category', stated.merchant_mcc],
      ['Subscription', transaction.method === 'credit' ? null : payment.recurring?.id],
      ['Transaction', transaction.transactionId],
      ['Payment', transaction.paymentId],
      ['Point of sale', stated.pos_id],
    ]),
  };
}

/** The customer's data from the request, as far as it belongs on paper. */
export function customerFacts({ stated }: SandboxPayment): ReceiptFacts {
  const names = [stated.customer_fname, stated.customer_patronym, stated.customer_lname];
  return {
    heading: 'Customer',
    rows: present([
      ['Name', names.filter(Boolean).join(' ')],
      ['Email', stated.customer_email],
      ['Phone', stated.customer_phone],
      ['Country', stated.customer_country && COUNTRIES.of(stated.customer_country)],
      ['Tax number', stated.customer_tax_id],
      ['Customer number', stated.customer_id],
    ]),
  };
}

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });
const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' });

/** A time for readers: "15 June 2026 at 12:00:00 UTC". */
export function dateText(milliseconds: number): string {
  return `${DATE.format(milliseconds)} UTC`;
}

/** Six digits like a bank's; always the same for a transaction. */
function approvalCode(transactionId: string): string {
  return String(Number.parseInt(transactionId.slice(0, 8), 16) % 1_000_000).padStart(6, '0');
}

function present(rows: [label: string, value: string | null | undefined][]): [string, string][] {
  return rows.filter((row): row is [string, string] => Boolean(row[1]));
}
