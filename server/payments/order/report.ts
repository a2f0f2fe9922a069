import { isUuid } from '../../contract/uuid.ts';

/** What the gateway reported of one payment or operation, in the form in which the journal keeps it. */

/** The gateway's own statuses (interface document, States). */
export type GatewayStatus = 'init' | 'pending' | 'success' | 'failure';

/** A payment or operation as the gateway reported it, normalised; null where it said nothing. */
export interface Report {
  posId: string | null;
  gatewayOrderId: string;
  gatewayPaymentId: string | null;
  /** set for capture, void and refund */
  operationId: string | null;
  transactionId: string | null;
  mode: string | null;
  method: string;
  /** minor units; null where the amount cannot be read or its currency is not reported */
  amountMinor: number | null;
  currency: string | null;
  status: GatewayStatus;
  statusCode: string | null;
  statusDescription: string | null;
  /** where the customer must go, when a customer's action is required */
  actionUrl: string | null;
  /** null where nothing is said of it */
  actionRequired: boolean | null;
  cardMask: string | null;
  receiptUrl: string | null;
  comment: string | null;
  /** what the payer paid where he may change the amount; minor units, null where it is reported and cannot be read */
  processed: { amountMinor: number | null; currency: string } | null;
  /** set for a transaction of a subscription */
  recurring: { id: string; status: string } | null;
  /** ISO 8601, UTC */
  createdAt: string | null;
  /** amounts that cannot be read, as the gateway wrote them, for people; left out where there are none */
  unread?: string;
}

const MAX_DESCRIPTION = 512;
const MAX_COMMENT = 2048;
const MAX_UNREAD = 128;

/** The report with nothing in it that must not be kept: card tokens and unknown fields are left out. */
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

/** A method or a status; any other text may hold what must not be kept. */
export function sanitizeWord(text: string | null): string | null {
  return text !== null && /^[a-z][a-z0-9_]{0,31}$/i.test(text) && !/\d{12}/.test(text) ? text : null;
}

/** Keeps only what looks like an id: a UUID, or a short word without a long number. */
export function sanitizeId(id: string | null): string | null {
  const text = id ?? '';
  return isUuid(text) || (/^[\w-]{1,64}$/.test(text) && !/\d{12}/.test(text)) ? text : null;
}
