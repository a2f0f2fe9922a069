import type { PaymentView } from '../../server/contract/checkout-api.ts';
import type { OperationView } from '../../server/contract/merchant-api.ts';
import type { Action } from './money-request.ts';
import { amountText } from './plain-text.ts';
import type { Badge } from './statuses.ts';

/** The name of an action, what it does, and the question before it. `amount` is formatted; null if it is unknown. */
interface Words {
  name: string;
  about: string;
  question: (amount: string | null) => string;
  button: (amount: string | null) => string;
}

export const ACTION_WORDS: Readonly<Record<Action, Words>> = {
  capture: {
    name: 'Capture',
    about: 'Takes the authorized amount or a part of it. The rest is released and cannot be captured later.',
    question: (amount) => `${amount ?? 'The full authorized amount'} will be taken from the customer’s card.`,
    button: (amount) => `Capture ${amount ?? 'all'}`,
  },
  void: {
    name: 'Void',
    about: 'Releases the authorized amount. Nothing is taken from the customer.',
    question: () => 'The authorization ends. The customer has to pay again.',
    button: () => 'Void the authorization',
  },
  refund: {
    name: 'Refund',
    about: 'Returns money to the customer’s card. A refund cannot be undone.',
    question: (amount) => `${amount ?? 'The full remaining amount'} will be returned to the customer.`,
    button: (amount) => `Refund ${amount ?? 'all'}`,
  },
  cancel: {
    name: 'Cancel',
    about: 'Closes a hosted page on which the customer has not started to pay.',
    question: () => 'The page stops accepting payments. The customer needs a new one to pay.',
    button: () => 'Cancel the payment',
  },
};

const DONE: Readonly<Record<OperationView['method'], string>> = {
  capture: 'captured',
  void: 'voided',
  refund: 'refunded',
};

/** The outcome of an operation. */
export function operationResult(operation: OperationView): Badge {
  const { method, amount, currency, status, statusCode, statusDescription } = operation;
  const written = amountText(amount, currency);
  if (status === 'success') return { text: `${written} ${DONE[method]}.`, tone: 'good' };
  if (status === 'failure') {
    const why = [statusDescription, statusCode && `code ${statusCode}`].filter(Boolean).join(', ');
    return {
      text: `The gateway refused the ${method}${why ? `: ${why}` : ''}. No money was moved.`,
      tone: 'bad',
    };
  }
  const text =
    status === 'unknown'
      ? `It is not known yet whether ${written} was ${DONE[method]}. The companion keeps asking the gateway. Please wait, and do not start another ${method}.`
      : `The ${method} of ${written} is being processed. The result will appear here.`;
  return { text, tone: 'warning' };
}

/** The outcome of cancelling: the customer may have paid meanwhile. */
export const cancelResult = ({ status }: PaymentView): Badge =>
  status === 'failure'
    ? { text: 'The payment is cancelled. Its page accepts no payments any more.', tone: 'good' }
    : { text: 'Not cancelled: the customer has paid or is paying now.', tone: 'warning' };
