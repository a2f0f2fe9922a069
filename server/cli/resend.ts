import type { z } from 'zod';
import { resentSchema } from '../contract/merchant-api.ts';
import { EXIT } from './exit-codes.ts';
import { JSON_OPTION, merchantCommand, printJson, URL_OPTION } from './merchant-command.ts';
import { operationText } from './operate.ts';
import { segment } from './path-segment.ts';
import { paymentText } from './payment-text.ts';
import { plain } from './plain-text.ts';
import { UsageError } from './usage-error.ts';

/** `POST /api/orders/{orderId}/resend` */
export const resend = merchantCommand({
  name: 'resend',
  summary: 'Asks the gateway how an operation stands, and has its webhook sent again',
  usage: ['resend <orderId> --operation <method> [options]'],
  positionals: ['<orderId>'],
  options: {
    operation: {
      type: 'string',
      value: '<method>',
      help: 'purchase, auth, lookup, capture, void, refund, credit or p2p',
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
  notes:
    'What the gateway answers is believed as a webhook is: a payment whose webhook was lost settles by it.',
  examples: [
    ['resend A-1001 --operation purchase', 'A payment that stays pending although the customer has paid.'],
  ],
  async run({ values, positionals: [orderId = ''] }, { api, world }) {
    const { operation, 'transaction-id': transactionId, json } = values;
    if (operation === undefined) throw new UsageError('--operation is missing.');
    const path = `/orders/${segment(orderId, '<orderId>')}/resend`;
    const { value, text } = await api.post(path, resentSchema, { operation, transactionId });
    if (json) await printJson(world, text);
    else await world.stdout.write(answerText(value));
    return EXIT.done;
  },
});

/** Others are said as the API has them. */
const VERDICTS: Readonly<Record<string, string>> = {
  applied: 'applied, it was new',
  copy: 'known already',
  stale: 'known already, or older than what is known',
  held: 'held: it contradicts the request, a person must look at it (`pay-form settle`)',
};

function answerText({ verdict, payment, operation }: z.infer<typeof resentSchema>): string {
  const said = VERDICTS[verdict] ?? plain(verdict);
  return `The gateway's news: ${said}\n${paymentText(payment)}${operation ? operationText(operation) : ''}`;
}
