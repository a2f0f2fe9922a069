import { JSON_OPTION, merchantCommand, URL_OPTION } from './merchant-command.ts';
import { KEY_OPTION, operate } from './operate.ts';

/** `POST /api/orders/{orderId}/void` */
export const voidAuth = merchantCommand({
  name: 'void',
  summary: 'Voids an authorized payment, always in full',
  usage: ['void <orderId> [options]'],
  positionals: ['<orderId>'],
  options: {
    comment: { type: 'string', value: '<text>', help: 'stored with the void' },
    ...KEY_OPTION,
    ...URL_OPTION,
    ...JSON_OPTION,
  },
  fields: { comment: '--comment', orderId: '<orderId>' },
  examples: [['void A-1001 --comment "sold out"', 'Nothing is charged to the card.']],
  run({ values: { comment, key, json }, positionals: [orderId = ''], argv }, session, expecting) {
    return operate(
      session,
      {
        method: 'void',
        orderId,
        whether: 'the authorization was voided',
        doing: `void the authorization of order ${orderId}`,
        body: { comment },
        key,
        json,
        argv,
      },
      expecting,
    );
  },
});
