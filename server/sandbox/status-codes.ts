import type { GatewayStatus, PaymentMethod } from '../contract/words.ts';

/** The codes that the sandbox uses; the gateway's catalogue is longer. */
const CODES = {
  '1000': ['success', 'Transaction successful'],
  '1002': ['success', 'Amount reserved'],
  '1004': ['success', 'Refund successful'],
  '1009': ['success', 'Reverse successful'],
  '2119': ['pending', 'Transaction is being processed'],
  '2122': ['pending', '3-D Secure verification required'],
  '4001': ['failure', 'Card expired'],
  '4009': ['failure', 'Insufficient funds'],
  '4010': ['failure', 'Card limit exceeded'],
  '4119': ['failure', 'Order id already exists'],
  '4139': ['failure', 'Amount is not allowed'],
  '4144': ['failure', 'Invalid card data'],
  '4147': ['failure', '3-D Secure verification timed out'],
  '4148': ['failure', 'Payment timed out'],
  '4150': ['failure', 'Operation failed'],
  '4153': ['failure', 'Transaction rejected'],
  '4157': ['failure', 'Cardholder authorization failed'],
  '6001': ['failure', 'Limit exceeded'],
  '6007': ['failure', 'Payment cancelled'],
} as const satisfies Record<string, readonly [GatewayStatus, string]>;

export type StatusCode = keyof typeof CODES;

/** The status of a code. */
export function statusOf(code: StatusCode): GatewayStatus {
  return CODES[code][0];
}

/** The text of a code, or null if the sandbox does not know the code. */
export function descriptionOf(code: string | null): string | null {
  return code !== null && isStatusCode(code) ? CODES[code][1] : null;
}

function isStatusCode(code: string): code is StatusCode {
  return Object.hasOwn(CODES, code);
}

/** The code of a primary payment that succeeded: 1002 for a reservation, 1000 otherwise. */
export function successCode(method: PaymentMethod): StatusCode {
  return method === 'auth' ? '1002' : '1000';
}
