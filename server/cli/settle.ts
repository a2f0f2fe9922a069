import type { z } from 'zod';
import { operationViewSchema, paymentViewSchema } from '../contract/merchant-api.ts';
import type { Command } from './command.ts';
import { EXIT } from './exit-codes.ts';
import { JSON_OPTION, merchantCommand, printJson, URL_OPTION } from './merchant-command.ts';
import { operationText } from './operate.ts';
import { segment } from './path-segment.ts';
import { paymentText } from './payment-text.ts';
import { UsageError } from './usage-error.ts';

/** `POST /api/payments/{paymentId}/settle` */
export const settle = settleCommand({
  name: 'settle',
  thing: 'payment',
  which: 'a payment that is unknown or held and that the gateway cannot tell about',
  view: paymentViewSchema,
  textOf: paymentText,
  example: [
    'settle 5f0c6c1e-0a43-4c52-8a3e-6d1f7b0e9a11 --status failure --comment "not in the portal, 21 Nov, O. K."',
    'The customer may try again afterwards.',
  ],
});

/** `POST /api/operations/{operationId}/settle` */
export const settleOperation = settleCommand({
  name: 'settle operation',
  thing: 'operation',
  which: 'a capture, void or refund that stays open or unknown and that the gateway cannot tell about',
  view: operationViewSchema,
  textOf: operationText,
  example: [
    'settle operation c2a7d9f4-6f0e-4a1c-8a55-1d0b9e6f3c10 --status success --comment "in the portal, 21 Nov, O. K."',
    'Other operations on the payment may follow afterwards.',
  ],
});

interface Settled<View> {
  name: string;
  thing: 'payment' | 'operation';
  which: string;
  view: z.ZodType<View>;
  textOf: (view: View) => string;
  example: readonly [string, string];
}

function settleCommand<View>({ name, thing, which, view, textOf, example }: Settled<View>): Command {
  const id = `<${thing}Id>`;
  return merchantCommand({
    name,
    summary: `Ends ${thing === 'payment' ? 'a payment' : 'an operation'} that is in doubt, on the word of a person`,
    usage: [`${name} ${id} --status success|failure --comment <text> [options]`],
    positionals: [id],
    options: {
      status: { type: 'string', value: '<status>', help: 'how it ended: success or failure' },
      comment: { type: 'string', value: '<text>', help: 'why; kept in the order’s timeline' },
      ...URL_OPTION,
      ...JSON_OPTION,
    },
    fields: { status: '--status', comment: '--comment', [`${thing}Id`]: id },
    notes: `Only for ${which}. Look at it in the
gateway's portal first: the gateway is not asked, you are believed.`,
    examples: [example],
    async run({ values: { status, comment, json }, positionals: [given = ''] }, { api, world }, expecting) {
      if (status === undefined) throw new UsageError('--status is missing.');
      if (comment === undefined) throw new UsageError('--comment is missing.');
      const path = `/${thing}s/${segment(given, id)}/settle`;
      await world.stderr.write(`Settling ${thing} ${given} as ${status}. The gateway is not asked.\n`);
      expecting({ whether: `the ${thing} was settled`, remedy: 'Repeat it: settling twice does no harm.' });
      const { value, text } = await api.post(path, view, { status, comment });
      if (json) await printJson(world, text);
      else await world.stdout.write(textOf(value));
      return EXIT.done;
    },
  });
}
