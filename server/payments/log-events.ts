/** The level of a line; `error` requires an operator's attention soon. */
export type LogLevel = 'info' | 'warn' | 'error';

/** Every event that the companion logs: its stable name, its level and its message. */
export const LOG_EVENTS = {
  'request.answered': ['info', 'request'],
  'request.failed': ['error', 'unexpected error'],
  'request.body-consumed': ['error', 'request body already read: mount the companion before express.json()'],
  'address.unknown': [
    'error',
    'the server does not pass the peer address: direct payments are refused, all other requests count as one address',
  ],
  'payment.requested': ['info', 'sending a payment to the gateway'],
  'payment.reported': ['info', 'payment reported'],
  'payment.unproven': ['warn', 'a report may be about another payment under the same order id: polling'],
  'payment.in-review': ['error', 'a report does not fit the payment: a person must look at it'],
  'payment.overcharged': ['warn', 'charged more than ordered'],
  'payment.duplicated': ['error', 'duplicate payment: it is being refunded'],
  'payment.resolved': ['warn', 'payment resolved manually'],
  'payment.unreadable': ['error', 'a payment cannot be read and is left out of lists: run pay-form rebuild'],
  'card.saved': ['info', 'card saved for the customer'],
  'card.refused': ['warn', 'the gateway refused a saved card: card deleted'],
  'card.deleted': ['info', 'saved card removed by the customer'],
  'card.failed': ['error', 'saving a card failed; the payment is not affected'],
  'customer.dropped': ['warn', 'fields of the customer cannot be used: the form asks for them'],
  'customer.forgotten': ['info', 'saved cards of a customer deleted'],
  'operation.requested': ['info', 'sending an operation to the gateway'],
  'operation.reported': ['info', 'operation reported'],
  'operation.in-review': [
    'error',
    'an operation cannot be told apart or contradicts: a person must look at it',
  ],
  'operation.resolved': ['warn', 'operation resolved manually'],
  'automatic-refund.failed': ['error', 'automatic refund of a duplicate payment failed: retrying later'],
  'gateway.refused': ['error', 'the gateway refused a request'],
  'gateway.id-taken': [
    'warn',
    'the gateway already knows the order id: the payment goes on under the next one',
  ],
  'gateway.clock-off': ['warn', "the gateway's stamps and our clock differ by more than a minute"],
  'gateway.unreachable': ['error', 'the gateway cannot be reached: check GATEWAY_URL and the network'],
  'gateway.unanswered': ['warn', 'outcome unknown: polling'],
  'gateway.mismatched': ['error', 'the gateway answered with another payment or operation'],
  'gateway.query-failed': ['warn', 'a query to the gateway was not answered'],
  'gateway.query-refused': ['warn', 'a query to the gateway was refused'],
  'file.broken': ['warn', 'a download broke off'],
  'origin.refused': ['warn', 'origin refused: add it to ALLOWED_ORIGINS if it is yours'],
  'token.invalid': ['warn', 'signed but invalid order token'],
  'limit.proxies-missing': [
    'warn',
    'PUBLIC_URL is https and TRUSTED_PROXIES is empty: behind a proxy all customers count as one address',
  ],
  'limit.reached': ['warn', 'limit reached: payment attempts are refused'],
  'webhook.signature-invalid': ['warn', 'webhook with an invalid signature'],
  'webhook.order-unknown': ['warn', 'signed webhook of an unknown order'],
  'webhook.form-unknown': ['warn', 'signed webhook of unknown form'],
  'message.failed': ['warn', 'webhook not delivered: retrying later'],
  'order.reused': ['warn', 'a token states another order under the id of a paid one'],
  'order.unreadable': ['error', 'an order cannot be read: it is left out'],
  'order.poll-failed': ['error', 'polling an order failed'],
  'worker.failed': ['error', 'background work failed'],
  'store.purged': ['info', 'data older than RETENTION_DAYS deleted'],
  'store.unclosed': ['warn', 'the store did not close in time: uncommitted changes are rolled back'],
  'store.unwritable': ['error', 'the store cannot be written'],
} as const satisfies Record<string, readonly [LogLevel, string]>;

export type LogEvent = keyof typeof LOG_EVENTS;

/**
 * The loggable facts of an error: its name, but never its message, which may quote the request. A `StoreError` is the
 * exception: its message names the setting to check, and no secret.
 */
export function errorFacts(error: unknown): { error: string; reason?: string } {
  if (!(error instanceof Error)) return { error: 'unknown' };
  return { error: error.name, ...(isStoreError(error) && { reason: error.message }) };
}

/** Whether the store itself failed, by the name of its errors: their class belongs to the store. */
export const isStoreError = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'StoreError';
