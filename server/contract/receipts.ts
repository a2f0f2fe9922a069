import { z } from 'zod';

/** Receipts and credit references of the gateway (interface 10.1, 11.1). */

/** `signed_pdf` is for credit references only. */
export const RECEIPT_FORMATS = ['html', 'pdf', 'signed_pdf'] as const;
export type ReceiptFormat = (typeof RECEIPT_FORMATS)[number];

/** How the gateway delivers the receipt of a refund. */
export const RECEIPT_DELIVERIES = ['email', 'sms', 'viber', 'none'] as const;
export type ReceiptDelivery = (typeof RECEIPT_DELIVERIES)[number];

/** A calendar day, yyyy-MM-dd. */
export const daySchema = z.iso.date('must be a day that exists, as yyyy-MM-dd');

/** A rule over several parameters that is broken; all rules of a request at once. */
export interface ReceiptFault {
  path: 'format' | 'transactionId' | 'creditReference' | 'method';
  code: 'signed-pdf-required' | 'required-with-signed-pdf' | 'required' | 'credit-required';
}

/** A credit reference is `signed_pdf` with `creditReference`, of one credit transaction (interface 10.1). */
export function receiptFaults(request: {
  format: ReceiptFormat;
  transactionId?: string | undefined;
  creditReference?: boolean | undefined;
}): ReceiptFault[] {
  const { format, transactionId, creditReference = false } = request;
  const signed = format === 'signed_pdf';
  const faults: (ReceiptFault | false)[] = [
    creditReference && !signed && { path: 'format', code: 'signed-pdf-required' },
    signed && !creditReference && { path: 'creditReference', code: 'required-with-signed-pdf' },
    creditReference && transactionId === undefined && { path: 'transactionId', code: 'required' },
  ];
  return faults.filter((fault) => fault !== false);
}

/** Credit references of a day are `signed_pdf` with the method `credit` (interface 11.1). */
export function dayReceiptsFaults(request: {
  format: ReceiptFormat;
  method?: string | undefined;
}): ReceiptFault[] {
  const isBroken = request.format === 'signed_pdf' && request.method !== 'credit';
  return isBroken ? [{ path: 'method', code: 'credit-required' }] : [];
}
