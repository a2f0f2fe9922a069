import type { z } from 'zod';
import { operationViewSchema, paymentViewSchema } from '../contract/merchant-api.ts';
import { resolveSchema } from '../contract/merchant-requests.ts';
import type { Command } from './command.ts';
import { EXIT } from './exit-codes.ts';
import { JSON_OPTION, merchantCommand, printJson, URL_OPTION } from './merchant-command.ts';
import { operationText } from './operate.ts';
import type { OptionSpec } from './options.ts';
import { segment } from './path-segment.ts';
import { paymentText } from './payment-text.ts';
import { UsageError } from './usage-error.ts';
import { DECIMAL, missing, oneOf } from './value-rules.ts';

const STATUS = oneOf(resolveSchema.shape.status.options);

/** `POST /api/payments/{paymentId}/resolve` */
export const resolve = resolveCommand({
  name: 'resolve',
  thing: 'payment',
  summary: 'Resolves a payment manually that is unknown or in review',
  which: 'a payment that is unknown or in review',
  view: paymentViewSchema,
  textOf: paymentText,
  example: [
    'resolve 5f0c6c1e-0a43-4c52-8a3e-6d1f7b0e9a11 --status failure --comment "not in the portal, 21 Nov, O. K."',
    'The customer may try again afterwards.',
  ],
});

/** `POST /api/operations/{operationId}/resolve` */
export const resolveOperation = resolveCommand({
  name: 'resolve operation',
  thing: 'operation',
  summary: 'Resolves an operation manually that is open or in review',
  which: 'a capture, void or refund that stays open or is in review',
  view: operationViewSchema,
  textOf: operationText,
  example: [
    'resolve operation c2a7d9f4-6f0e-4a1c-8a55-1d0b9e6f3c10 --status success --comment "in the portal, 21 Nov, O. K."',
    'Other operations on the payment may follow afterwards.',
  ],
  more: {
    amount: {
      type: 'string',
      value: '<decimal>',
      rule: DECIMAL,
      help: 'the amount that it moved, if the gateway has reported two',
    },
  },
});

interface Resolvable<View> {
  name: string;
  thing: 'payment' | 'operation';
  summary: string;
  which: string;
  view: z.ZodType<View>;
  textOf: (view: View) => string;
  example: readonly [string, string];
  /** options of an operation only */
  more?: { amount: OptionSpec & { type: 'string' } };
}

function resolveCommand<View>({
  name,
  thing,
  summary,
  which,
  view,
  textOf,
  example,
  more,
}: Resolvable<View>): Command {
  const id = `<${thing}Id>`;
  return merchantCommand({
    name,
    summary,
    usage: [`${name} ${id} --status success|failure --comment <text> [options]`],
    positionals: [id],
    options: {
      status: {
        type: 'string',
        value: '<status>',
        rule: STATUS,
        help: 'its outcome: success or failure',
      },
      comment: { type: 'string', value: '<text>', help: 'the reason; stored in the order’s timeline' },
      ...more,
      ...URL_OPTION,
      ...JSON_OPTION,
    },
    fields: { status: '--status', comment: '--comment', amount: '--amount', [`${thing}Id`]: id },
    notes: `Only for ${which},
if the gateway cannot report its outcome. Look it up in the gateway's portal first: this command does not query the gateway.`,
    examples: [example],
    async run(
      { values: { status, comment, amount, json }, positionals: [given = ''] },
      { api, world },
      expecting,
    ) {
      if (status === undefined) throw missing('--status', STATUS);
      if (comment === undefined) throw new UsageError('--comment is missing.');
      const path = `/${thing}s/${segment(given, id)}/resolve`;
      await world.stderr.write(
        `Requesting: resolve ${thing} ${given} as ${status}. The gateway is not queried.\n`,
      );
      expecting({
        whether: `the ${thing} was resolved`,
        remedy: 'Repeat the command: resolving twice is safe.',
      });
      const { value, text } = await api.post(path, view, { status, comment, amount });
      if (json) await printJson(world, text);
      else await world.stdout.write(textOf(value));
      return EXIT.done;
    },
  });
}
