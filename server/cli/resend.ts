import type { z } from 'zod';
import { resentSchema } from '../contract/merchant-api.ts';
import { resendSchema } from '../contract/merchant-requests.ts';
import { EXIT } from './exit-codes.ts';
import { JSON_OPTION, merchantCommand, printJson, URL_OPTION } from './merchant-command.ts';
import { operationText } from './operate.ts';
import { segment } from './path-segment.ts';
import { paymentText } from './payment-text.ts';
import { plain } from './plain-text.ts';
import { listed, missing, oneOf } from './value-rules.ts';

const OPERATIONS = resendSchema.shape.operation.options;
const OPERATION = oneOf(OPERATIONS);

/** `POST /api/orders/{orderId}/resend` */
export const resend = merchantCommand({
  name: 'resend',
  summary: 'Queries the state of an operation at the gateway, and has its webhook sent again',
  usage: ['resend <orderId> --operation <method> [options]'],
  positionals: ['<orderId>'],
  options: {
    operation: {
      type: 'string',
      value: '<method>',
      rule: OPERATION,
      help: listed(OPERATIONS),
    },
    'transaction-id': {
      type: 'string',
      value: '<id>',
      help: 'one transaction of a recurring payment, with purchase (default: the latest)',
    },
    ...URL_OPTION,
    ...JSON_OPTION,
  },
  fields: { operation: '--operation', transactionId: '--transaction-id', orderId: '<orderId>' },
  notes: 'The response is applied like a webhook: it completes a payment whose webhook was lost.',
  examples: [
    [
      'resend A-1001 --operation purchase',
      'For a payment that stays pending although the customer has paid.',
    ],
  ],
  async run({ values, positionals: [orderId = ''] }, { api, world }) {
    const { operation, 'transaction-id': transactionId, json } = values;
    if (operation === undefined) throw missing('--operation', OPERATION);
    const path = `/orders/${segment(orderId, '<orderId>')}/resend`;
    const { value, text } = await api.post(path, resentSchema, { operation, transactionId });
    if (json) await printJson(world, text);
    else await world.stdout.write(answerText(value));
    return EXIT.done;
  },
});

/** Texts for known results; others are shown as the API names them. */
const RESULTS: Readonly<Record<string, string>> = {
  applied: 'new, and applied',
  copy: 'already known',
  unchanged: 'already known, or older than the current state',
  'in-review': 'it contradicts the request or an earlier report and needs review (`pay-form review`)',
};

function answerText({ result, payment, operation }: z.infer<typeof resentSchema>): string {
  const shown = RESULTS[result] ?? plain(result);
  return `The gateway's report: ${shown}\n${paymentText(payment)}${operation ? operationText(operation) : ''}`;
}
