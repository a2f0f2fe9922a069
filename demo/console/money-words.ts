import type { PaymentView } from '../../server/contract/checkout-api.ts';
import type { OperationView } from '../../server/contract/merchant-api.ts';
import type { Badge } from './order-status.ts';
import { amountText } from './plain-text.ts';
import type { Action } from './route.ts';

/** The name of an action, what it does, and the question before it. `amount` is formatted; null for the full amount. */
interface Words {
  name: string;
  about: string;
  question: (amount: string | null) => string;
  button: (amount: string | null) => string;
}

export const ACTION_WORDS: Readonly<Record<Action, Words>> = {
  capture: {
    name: 'Capture',
    about:
      'Takes the authorized amount, or a part of it. What is not captured is released, and cannot be taken later.',
    question: (amount) => `${amount ?? 'The whole authorized amount'} is taken from the customer’s card.`,
    button: (amount) => (amount ? `Capture ${amount}` : 'Capture all'),
  },
  void: {
    name: 'Void',
    about: 'Releases the authorized amount. Nothing is taken from the customer.',
    question: () => 'The authorization ends. To be paid, the customer has to pay anew.',
    button: () => 'Void the authorization',
  },
  refund: {
    name: 'Refund',
    about: 'Returns money to the customer’s card. A refund cannot be taken back.',
    question: (amount) =>
      `${amount ?? 'All that is left'} goes back to the customer. It cannot be taken back.`,
    button: (amount) => (amount ? `Refund ${amount}` : 'Refund all that is left'),
  },
  cancel: {
    name: 'Cancel',
    about: 'Closes the hosted page that nobody has begun to pay on.',
    question: () => 'The page takes no money any more. The customer needs another one to pay.',
    button: () => 'Cancel the payment',
  },
};

const DONE: Readonly<Record<OperationView['method'], string>> = {
  capture: 'captured',
  void: 'voided',
  refund: 'refunded',
};

/** The outcome of an operation. */
export function operationResult({
  method,
  amount,
  currency,
  status,
  statusCode,
  statusDescription,
}: OperationView): Badge {
  const written = amountText(amount, currency);
  if (status === 'success') return { text: `${written} ${DONE[method]}.`, tone: 'good' };
  if (status === 'failure') {
    const why = [statusDescription, statusCode && `code ${statusCode}`].filter(Boolean).join(', ');
    return {
      text: `The gateway refused the ${method}${why ? `: ${why}` : ''}. No money moved.`,
      tone: 'bad',
    };
  }
  if (status === 'unknown') {
    return {
      text: `Whether ${written} was ${DONE[method]} is not known yet. The companion keeps asking the gateway: wait, and do not begin another ${method}.`,
      tone: 'warning',
    };
  }
  return {
    text: `The ${method} of ${written} is being processed. Its end will stand here.`,
    tone: 'warning',
  };
}

/** The outcome of cancelling: the customer may have paid meanwhile. */
export function cancelResult({ status }: PaymentView): Badge {
  if (status === 'failure')
    return { text: 'The payment is cancelled. Its page takes no money any more.', tone: 'good' };
  return { text: 'It was not cancelled: the customer has paid, or is about to.', tone: 'warning' };
}
