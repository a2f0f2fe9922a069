import { refundSchema } from '../contract/merchant-requests.ts';
import { JSON_OPTION, merchantCommand, URL_OPTION } from './merchant-command.ts';
import { KEY_OPTION, operate } from './operate.ts';
import { partText, readShares, SPLIT_OPTION } from './shares.ts';
import { DECIMAL, oneOf } from './value-rules.ts';

/** `POST /api/orders/{orderId}/refund` */
export const refund = merchantCommand({
  name: 'refund',
  summary: 'Refunds a purchase or capture, in full or in part',
  usage: ['refund <orderId> [options]'],
  positionals: ['<orderId>'],
  options: {
    amount: {
      type: 'string',
      value: '<decimal>',
      rule: DECIMAL,
      help: 'amount to refund (default: the remaining amount)',
    },
    ...SPLIT_OPTION,
    comment: { type: 'string', value: '<text>', help: 'stored with the refund' },
    'receipt-delivery': {
      type: 'string',
      value: '<way>',
      rule: oneOf(refundSchema.shape.receiptDelivery.unwrap().options),
      help: 'how the customer receives the receipt: email, sms, viber or none',
    },
    ...KEY_OPTION,
    ...URL_OPTION,
    ...JSON_OPTION,
  },
  fields: {
    amount: '--amount',
    split: '--split',
    comment: '--comment',
    receiptDelivery: '--receipt-delivery',
    orderId: '<orderId>',
  },
  examples: [
    ['refund A-1001', 'Refunds the remaining amount of order A-1001.'],
    ['refund A-1001 --amount 5.00 --comment "scratched"', 'Refunds part of it.'],
    [
      'refund A-1001 --amount 5.00 --split 0f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11=5.00',
      'Refunds part of one sub-merchant’s share of a split purchase.',
    ],
  ],
  run({ values, positionals: [orderId = ''], argv }, session, expecting) {
    const { amount, comment, 'receipt-delivery': receiptDelivery, key, json } = values;
    const split = readShares(values.split);
    return operate(
      session,
      {
        method: 'refund',
        orderId,
        whether: 'the refund was made',
        doing: `refund ${partText(amount, split, 'the remaining amount')} order ${orderId}`,
        body: { amount, split, comment, receiptDelivery },
        key,
        json,
        argv,
      },
      expecting,
    );
  },
});
