import { JSON_OPTION, merchantCommand, URL_OPTION } from './merchant-command.ts';
import { KEY_OPTION, operate } from './operate.ts';
import { partText, readShares, SPLIT_OPTION } from './shares.ts';
import { DECIMAL } from './value-rules.ts';

/** `POST /api/orders/{orderId}/capture` */
export const capture = merchantCommand({
  name: 'capture',
  summary: 'Captures an authorized payment, in full or in part',
  usage: ['capture <orderId> [options]'],
  positionals: ['<orderId>'],
  options: {
    amount: {
      type: 'string',
      value: '<decimal>',
      rule: DECIMAL,
      help: 'amount to capture (default: the full authorized amount)',
    },
    ...SPLIT_OPTION,
    comment: { type: 'string', value: '<text>', help: 'stored with the capture' },
    ...KEY_OPTION,
    ...URL_OPTION,
    ...JSON_OPTION,
  },
  fields: { amount: '--amount', split: '--split', comment: '--comment', orderId: '<orderId>' },
  notes: 'A partial capture voids the rest of the authorization.',
  examples: [
    ['capture A-1001', 'Captures the full authorized amount of order A-1001.'],
    [
      'capture A-1001 --amount 18.00 --comment "one mug is out of stock"',
      'Captures part of it; the rest is released.',
    ],
  ],
  run({ values, positionals: [orderId = ''], argv }, session, expecting) {
    const { amount, comment, key, json } = values;
    const split = readShares(values.split);
    return operate(
      session,
      {
        method: 'capture',
        orderId,
        whether: 'the capture was made',
        doing: `capture ${partText(amount, split, 'the full amount')} order ${orderId}`,
        body: { amount, split, comment },
        key,
        json,
        argv,
      },
      expecting,
    );
  },
});
