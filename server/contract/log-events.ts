/** How much a line matters: `error` is for a person, soon. */
export type LogLevel = 'info' | 'warn' | 'error';

/** Every event that the companion logs: its stable name, its level, and what it says. */
export const LOG_EVENTS = {
  'request.answered': ['info', 'request'],
  'request.failed': ['error', 'unexpected error'],
  'request.body-consumed': [
    'error',
    'request body already read: mount the companion before express.json()',
  ],
  'address.unknown': [
    'error',
    'the server does not pass the peer address: direct payments are refused, all other requests count as one address',
  ],
  'payment.requested': ['info', 'sending a payment to the gateway'],
  'payment.reported': ['info', 'payment reported'],
  'payment.ignored': ['warn', 'report about another transaction of the payment: ignored'],
  'payment.disputed': ['error', 'payment report disputed: needs review'],
  'payment.overcharged': ['warn', 'charged more than ordered'],
  'payment.converted': [
    'warn',
    'paid in another currency than ordered: only the charged amount was compared',
  ],
  'payment.duplicated': ['error', 'duplicate payment: it is being reversed'],
  'payment.resolved': ['warn', 'payment resolved manually'],
  'payment.poll-failed': ['error', 'polling the gateway failed'],
  'card.kept': ['info', 'card saved for the customer'],
  'card.refused': ['warn', 'the gateway refused a saved card: card deleted'],
  'card.forgotten': ['info', 'saved card removed by the customer'],
  'card.failed': ['error', 'saving a card failed; the payment is not affected'],
  'customer.forgotten': ['info', 'saved cards of a customer deleted'],
  'operation.requested': ['info', 'sending an operation to the gateway'],
  'operation.reported': ['info', 'operation reported'],
  'operation.disputed': ['error', 'operation report disputed: needs review'],
  'operation.resolved': ['warn', 'operation resolved manually'],
  'reversal.failed': ['error', 'reversal of a duplicate payment failed: retrying later'],
  'gateway.refused': ['error', 'the gateway refused a request'],
  'gateway.unreachable': ['error', 'the gateway cannot be reached'],
  'gateway.unanswered': ['warn', 'outcome unknown: polling'],
  'gateway.mismatched': ['error', 'the gateway answered with another payment or operation'],
  'gateway.query-failed': ['warn', 'a query to the gateway was not answered'],
  'gateway.query-refused': ['warn', 'a query to the gateway was refused'],
  'gateway.file-broken': ['warn', 'download of a file from the gateway broke off'],
  'origin.refused': ['warn', 'origin refused: add it to ALLOWED_ORIGINS if it is yours'],
  'token.invalid': ['warn', 'signed but invalid order token'],
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
  'store.purged': ['info', 'data older than RETENTION_DAYS deleted'],
  'store.unclosed': ['warn', 'the store did not close in time: uncommitted changes are rolled back'],
  'store.unwritable': ['error', 'the store cannot be written'],
} as const satisfies Record<string, readonly [LogLevel, string]>;

export type LogEvent = keyof typeof LOG_EVENTS;
