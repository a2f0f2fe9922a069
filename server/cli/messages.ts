import { type MessageView, messageViewSchema, pageOf } from '../contract/merchant-api.ts';
import { messagesQuery } from '../contract/merchant-parameters.ts';
import { PAGE_OPTIONS, printList } from './list-pages.ts';
import { JSON_OPTION, merchantCommand, URL_OPTION } from './merchant-command.ts';
import { shortTime, table } from './plain-text.ts';
import { oneOf } from './value-rules.ts';

const STATES = messagesQuery.shape.state.unwrap().options;

const MESSAGES = {
  path: '/messages',
  schema: pageOf(messageViewSchema),
  textOf: messagesTable,
  none: 'No messages found.',
};

/** `GET /api/messages` */
export const messages = merchantCommand({
  name: 'messages',
  summary: 'Lists messages to your webhook, newest first',
  usage: ['messages [--state waiting|failed] [options]'],
  options: {
    state: {
      type: 'string',
      value: '<state>',
      rule: oneOf(STATES),
      help: 'waiting, or failed: no delivery has succeeded yet',
    },
    ...PAGE_OPTIONS,
    ...URL_OPTION,
    ...JSON_OPTION,
  },
  fields: { state: '--state', cursor: '--cursor' },
  notes: 'A failed message is retried automatically until your server answers 2xx.',
  examples: [['messages --state failed', 'Lists messages that your server did not accept, and why.']],
  run: ({ values: { state, cursor, all, json } }, session) =>
    printList(session, { ...MESSAGES, query: { state, cursor } }, { all, json }),
});

function messagesTable(items: readonly MessageView[]): string {
  const rows = items.map((message) => [
    shortTime(message.createdAt),
    message.orderId,
    message.type,
    message.state,
    String(message.attempts),
    message.id,
    message.lastError ?? '',
  ]);
  return table(['CREATED', 'ORDER', 'TYPE', 'STATE', 'FAILED', 'MESSAGE', 'LAST ERROR'], rows, ['FAILED']);
}
