import { isUuid } from '../../contract/uuid.ts';

/** The gateway's report on one payment or operation, in the form in which the journal keeps it. */

/** The gateway's own statuses (interface document, States). */
export type GatewayStatus = 'init' | 'pending' | 'success' | 'failure';

/** A payment or operation as the gateway reported it, normalised; null for values that it left out. */
export interface Report {
  posId: string | null;
  gatewayOrderId: string;
  gatewayPaymentId: string | null;
  /** set for capture, void and refund */
  operationId: string | null;
  transactionId: string | null;
  mode: string | null;
  method: string;
  /** minor units; null if the amount cannot be read or its currency is not reported */
  amountMinor: number | null;
  currency: string | null;
  status: GatewayStatus;
  statusCode: string | null;
  statusDescription: string | null;
  /** where the customer must go, if the customer has to act */
  actionUrl: string | null;
  /** null if not reported */
  actionRequired: boolean | null;
  cardMask: string | null;
  receiptUrl: string | null;
  comment: string | null;
  /** the amount paid, if the payer may change it; minor units, null if it is reported and cannot be read */
  processed: { amountMinor: number | null; currency: string } | null;
  /** set for a transaction of a subscription */
  recurring: { id: string; status: string } | null;
  /** ISO 8601, UTC */
  createdAt: string | null;
  /** unreadable amounts, as the gateway wrote them, for operators; left out if there are none */
  unread?: string;
}

const MAX_DESCRIPTION = 512;
const MAX_COMMENT = 2048;
const MAX_UNREAD = 128;

/** The report without values that must not be stored: card tokens and unknown fields are left out. */
export function reportOf(reported: Report): Report {
  return {
    posId: reported.posId,
    gatewayOrderId: reported.gatewayOrderId,
    gatewayPaymentId: reported.gatewayPaymentId,
    operationId: reported.operationId,
    transactionId: sanitizeId(reported.transactionId),
    mode: reported.mode,
    method: sanitizeWord(reported.method) ?? 'unknown',
    amountMinor: reported.amountMinor,
    currency: reported.currency,
    status: reported.status,
    statusCode: sanitizeCode(reported.statusCode),
    statusDescription: reported.statusDescription?.slice(0, MAX_DESCRIPTION) ?? null,
    actionUrl: reported.actionUrl,
    actionRequired: reported.actionRequired,
    cardMask: reported.cardMask,
    receiptUrl: reported.receiptUrl,
    comment: reported.comment?.slice(0, MAX_COMMENT) ?? null,
    processed: reported.processed,
    recurring: reported.recurring,
    createdAt: reported.createdAt,
    ...(reported.unread !== undefined && { unread: reported.unread.slice(0, MAX_UNREAD) }),
  };
}

/** A status code is a string of digits (interface document, Payment response object); anything else is dropped. */
export function sanitizeCode(code: string | null): string | null {
  return code !== null && /^\d{1,8}$/.test(code) ? code : null;
}

/** A method or a status; any other text may contain sensitive data. */
export function sanitizeWord(text: string | null): string | null {
  return text !== null && /^[a-z][a-z0-9_]{0,31}$/i.test(text) && !/\d{12}/.test(text) ? text : null;
}

/** Returns only text that looks like an id: a UUID, or a short word without a long number. */
export function sanitizeId(id: string | null): string | null {
  const text = id ?? '';
  return isUuid(text) || (/^[\w-]{1,64}$/.test(text) && !/\d{12}/.test(text)) ? text : null;
}
