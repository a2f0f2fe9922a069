import { type MessageView, messageViewSchema, pageOf } from '../contract/merchant-api.ts';
import { messagesQuery } from '../contract/merchant-parameters.ts';
import { PAGE_OPTIONS, printList } from './list-pages.ts';
import { merchantCommand } from './merchant-command.ts';
import { pairs, shortTime, table } from './text.ts';
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
  options: {
    state: {
      value: '<state>',
      rule: oneOf(STATES),
      help: 'waiting, or failed: no delivery has succeeded yet',
    },
    ...PAGE_OPTIONS,
  },
  notes: 'A failed message is retried automatically until your server answers 2xx.',
  examples: [['messages --state failed', 'Lists messages that your server did not accept, and why.']],
  run: ({ values: { state, cursor, all } }, session) =>
    printList(session, { ...MESSAGES, query: { state, cursor } }, all),
});

/** `POST /api/messages/{id}/send` */
export const sendMessage = merchantCommand({
  name: 'messages send',
  summary: 'Sends a message to your webhook again, delivered or not',
  positionals: ['<messageId>'],
  options: {},
  notes: 'The companion sends it within about a second. The response shows the current state of the message.',
  examples: [['messages send msg_5f0c6c1e-0a43-4c52-8a3e-6d1f7b0e9a11', 'Your server lost the message.']],
  async run({ positionals: [id = ''] }, { api, expecting, print }) {
    expecting({
      whether: 'the message will be sent again',
      remedy: 'Repeat the command: your server recognizes the message by its id.',
    });
    return print(
      await api.post(`/messages/${encodeURIComponent(id)}/send`, messageViewSchema, null),
      messageText,
    );
  },
});

function messageText({ id, type, orderId, state, attempts, lastError, createdAt }: MessageView): string {
  return `${type} of order ${orderId}: ${state}\n${pairs([
    ['message', id],
    ['created', shortTime(createdAt)],
    ['failed deliveries', String(attempts)],
    ['last error', lastError],
  ])}`;
}

function messagesTable(items: readonly MessageView[]): string {
  return table(
    items,
    {
      CREATED: ({ createdAt }) => shortTime(createdAt),
      ORDER: ({ orderId }) => orderId,
      TYPE: ({ type }) => type,
      STATE: ({ state }) => state,
      FAILED: ({ attempts }) => String(attempts),
      MESSAGE: ({ id }) => id,
      'LAST ERROR': ({ lastError }) => lastError,
    },
    ['FAILED'],
  );
}
