import type { PaymentStatus } from '../contract/checkout-api.ts';
import { paymentViewSchema } from '../contract/merchant-api.ts';
import { EXIT } from './exit-codes.ts';
import { JSON_OPTION, merchantCommand, printJson, URL_OPTION } from './merchant-command.ts';
import { segment } from './path-segment.ts';
import { paymentText } from './payment-text.ts';
import { shellText } from './shell-text.ts';

/** `POST /api/orders/{orderId}/cancel` */
export const cancel = merchantCommand({
  name: 'cancel',
  summary: 'Cancels an unpaid hosted payment, so that it can no longer be paid',
  usage: ['cancel <orderId> [options]'],
  positionals: ['<orderId>'],
  options: { ...URL_OPTION, ...JSON_OPTION },
  fields: { orderId: '<orderId>' },
  examples: [['cancel A-1001', 'The customer left the hosted page of order A-1001.']],
  async run({ values: { json }, positionals: [orderId = ''] }, { api, world }, expecting) {
    const path = `/orders/${segment(orderId, '<orderId>')}/cancel`;
    await world.stderr.write(`Requesting: cancel the hosted payment of order ${orderId}.\n`);
    expecting({
      whether: 'the payment was cancelled',
      remedy: `See \`${shellText(['pay-form', 'orders', orderId])}\`; repeating the command is safe.`,
    });
    const { value, text } = await api.post(path, paymentViewSchema, null);
    if (json) await printJson(world, text);
    else await world.stdout.write(paymentText(value));
    return exitCodeOf(value.status);
  },
});

/** A cancelled payment has the status `failure`. */
function exitCodeOf(status: PaymentStatus): number {
  if (status === 'failure') return EXIT.done;
  return status === 'success' ? EXIT.failed : EXIT.open;
}
