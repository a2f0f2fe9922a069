import { paymentViewSchema } from '../contract/merchant-api.ts';
import { EXIT } from './exit-codes.ts';
import { JSON_OPTION, merchantCommand, printJson, URL_OPTION } from './merchant-command.ts';
import { segment } from './path-segment.ts';
import { paymentText } from './payment-text.ts';
import { UsageError } from './usage-error.ts';

/** `POST /api/payments/{paymentId}/settle` */
export const settle = merchantCommand({
  name: 'settle',
  summary: 'Ends a payment that is in doubt, on the word of a person',
  usage: ['settle <paymentId> --status success|failure --comment <text> [options]'],
  positionals: ['<paymentId>'],
  options: {
    status: { type: 'string', value: '<status>', help: 'how it ended: success or failure' },
    comment: { type: 'string', value: '<text>', help: 'why; kept in the order’s timeline' },
    ...URL_OPTION,
    ...JSON_OPTION,
  },
  fields: { status: '--status', comment: '--comment', paymentId: '<paymentId>' },
  notes: `Only for a payment that is unknown or held and that the gateway cannot tell about. Look at it in the gateway's
portal first: the gateway is not asked, you are believed.`,
  examples: [
    [
      'settle 5f0c6c1e-0a43-4c52-8a3e-6d1f7b0e9a11 --status failure --comment "not in the portal, 21 Nov, O. K."',
      'The customer may try again afterwards.',
    ],
  ],
  async run({ values: { status, comment, json }, positionals: [paymentId = ''] }, { api, world }, expecting) {
    if (status === undefined) throw new UsageError('--status is missing.');
    if (comment === undefined) throw new UsageError('--comment is missing.');
    const path = `/payments/${segment(paymentId, '<paymentId>')}/settle`;
    await world.stderr.write(`Settling payment ${paymentId} as ${status}. The gateway is not asked.\n`);
    expecting({ whether: 'the payment was settled', remedy: 'Repeat it: settling twice does no harm.' });
    const { value, text } = await api.post(path, paymentViewSchema, { status, comment });
    if (json) await printJson(world, text);
    else await world.stdout.write(paymentText(value));
    return EXIT.done;
  },
});
