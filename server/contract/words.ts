/** The words for a payment and its operations: on the wire, in the journal, in the APIs and on the pages. */

/** The gateway's own statuses (interface 14.1). */
export const GATEWAY_STATUSES = ['init', 'pending', 'success', 'failure'] as const;
export type GatewayStatus = (typeof GATEWAY_STATUSES)[number];

export const FINAL_STATUSES = ['success', 'failure'] as const satisfies GatewayStatus[];
export type FinalStatus = (typeof FINAL_STATUSES)[number];

/** `unknown`: the request was sent, and no valid response came. */
export const PAYMENT_STATUSES = [...GATEWAY_STATUSES, 'unknown'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const PAYMENT_MODES = ['direct', 'hosted'] as const;
export type PaymentMode = (typeof PAYMENT_MODES)[number];

export const PAYMENT_METHODS = ['purchase', 'auth', 'lookup'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** How a payment is changed afterwards. */
export const OPERATION_METHODS = ['capture', 'void', 'refund'] as const;
export type OperationMethod = (typeof OPERATION_METHODS)[number];

/** All methods of the gateway. The companion calls none of the last two. */
export const GATEWAY_METHODS = [...PAYMENT_METHODS, ...OPERATION_METHODS, 'credit', 'p2p'] as const;
export type GatewayMethod = (typeof GATEWAY_METHODS)[number];

/** Whether a text is one of the words of a list. */
export const isOneOf = <Word extends string>(list: readonly Word[], text: string): text is Word =>
  (list as readonly string[]).includes(text);

/** Methods that have receipts of a day (interface 11.1). */
export const DAY_METHODS = ['purchase', 'auth', 'credit'] as const satisfies GatewayMethod[];
export type DayMethod = (typeof DAY_METHODS)[number];

/** What of 3-D Secure the merchant wants: `order_3ds_bypass` of the gateway. */
export const THREE_DS = ['supported', 'always', 'never'] as const;
