/** The level of a line; `error` requires an operator's attention soon. */
export type LogLevel = 'info' | 'warn' | 'error';

/** Every event that the companion logs: its stable name, its level and its message. */
export const LOG_EVENTS = {
  'request.answered': ['info', 'request'],
  'request.failed': ['error', 'unexpected error'],
  'request.body-consumed': [
    'error',
    'the request body was already read: mount the companion before express.json()',
  ],
  'address.unknown': [
    'error',
    'the server does not pass client addresses: direct payments are refused, and all clients count as one address',
  ],
  'payment.requested': ['info', 'sending a payment to the gateway'],
  'payment.reported': ['info', 'report of a payment'],
  'payment.ignored': ['warn', 'report of another transaction of the payment: ignored'],
  'payment.disputed': ['error', 'report of a payment disputed: needs review'],
  'payment.overcharged': ['warn', 'charged more than ordered'],
  'payment.converted': [
    'warn',
    'paid in another currency than ordered: only the charged amount was compared',
  ],
  'payment.duplicated': ['error', 'duplicate payment: it is being reversed'],
  'payment.resolved': ['warn', 'payment resolved manually'],
  'payment.poll-failed': ['error', 'polling the gateway failed'],
  'card.kept': ['info', 'a card was saved for the customer'],
  'card.refused': ['warn', 'the gateway refused a saved card: deleted'],
  'card.forgotten': ['info', 'a customer removed a saved card'],
  'card.failed': ['error', 'saving a card failed; the payment is not affected'],
  'customer.forgotten': ['info', 'the saved cards of a customer were deleted'],
  'operation.requested': ['info', 'sending an operation to the gateway'],
  'operation.reported': ['info', 'report of an operation'],
  'operation.disputed': ['error', 'report of an operation disputed: needs review'],
  'operation.resolved': ['warn', 'operation resolved manually'],
  'reversal.failed': ['error', 'reversal of a duplicate payment failed: retrying later'],
  'gateway.refused': ['error', 'the gateway refused a request'],
  'gateway.unreachable': ['error', 'the gateway cannot be reached'],
  'gateway.unanswered': ['warn', 'outcome unknown: polling'],
  'gateway.mismatched': ['error', 'the gateway answered with another payment or operation'],
  'gateway.query-failed': ['warn', 'a gateway query was not answered'],
  'gateway.query-refused': ['warn', 'the gateway refused a query'],
  'gateway.file-broken': ['warn', 'a file from the gateway was cut off'],
  'origin.refused': ['warn', 'origin refused: add it to ALLOWED_ORIGINS if it is yours'],
  'token.invalid': ['warn', 'a signed order token is invalid'],
  'limit.proxies-missing': [
    'warn',
    'PUBLIC_URL is https and TRUSTED_PROXIES is empty: behind a proxy all customers count as one address',
  ],
  'limit.reached': ['warn', 'limit reached: payment attempts are refused'],
  'webhook.signature-invalid': ['warn', 'webhook with an invalid signature'],
  'webhook.order-unknown': ['warn', 'signed webhook of an unknown order: stored'],
  'webhook.form-unknown': ['warn', 'signed webhook of unknown form: stored'],
  'message.failed': ['warn', 'webhook not delivered: retrying later'],
  'order.reconcile-failed': ['error', 'reconciling an order failed'],
  'worker.failed': ['error', 'background work failed'],
  'store.purged': ['info', 'deleted data older than RETENTION_DAYS'],
  'store.unclosed': ['warn', 'the store did not close in time: uncommitted writes are rolled back'],
  'store.unwritable': ['error', 'the store is not writable'],
} as const satisfies Record<string, readonly [LogLevel, string]>;

export type LogEvent = keyof typeof LOG_EVENTS;
