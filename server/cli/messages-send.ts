import { type MessageView, messageViewSchema } from '../contract/merchant-api.ts';
import { EXIT } from './exit-codes.ts';
import { JSON_OPTION, merchantCommand, printJson, URL_OPTION } from './merchant-command.ts';
import { segment } from './path-segment.ts';
import { pairs, shortTime } from './plain-text.ts';

/** `POST /api/messages/{id}/send` */
export const sendMessage = merchantCommand({
  name: 'messages send',
  summary: 'Sends a message to your webhook again, delivered or not',
  usage: ['messages send <messageId> [options]'],
  positionals: ['<messageId>'],
  options: { ...URL_OPTION, ...JSON_OPTION },
  fields: { id: '<messageId>' },
  notes: 'The companion sends it within about a second. The response shows the current state of the message.',
  examples: [['messages send msg_5f0c6c1e-0a43-4c52-8a3e-6d1f7b0e9a11', 'Your server lost the message.']],
  async run({ values: { json }, positionals: [id = ''] }, { api, world }, expecting) {
    const path = `/messages/${segment(id, '<messageId>')}/send`;
    expecting({
      whether: 'the message will be sent again',
      remedy: 'Repeat the command: your server recognizes the message by its id.',
    });
    const { value, text } = await api.post(path, messageViewSchema, null);
    if (json) await printJson(world, text);
    else await world.stdout.write(messageText(value));
    return EXIT.done;
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
