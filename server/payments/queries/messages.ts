import type { MessageView, Page } from '../../contract/merchant-api.ts';
import { ProblemError } from '../../contract/problem.ts';
import { iso } from '../order/views.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import type { OutboxMessage } from '../ports/outbox.ts';
import { readPage } from './read-page.ts';

const PAGE = 50;

/** Messages to the merchant, newest first: all, or only those that are waiting or failed. */
export async function listMessages(
  { store }: PaymentDeps,
  { state, cursor }: { state?: 'waiting' | 'failed' | undefined; cursor?: string | undefined },
): Promise<Page<MessageView>> {
  const { items, next } = await readPage(() => store.outbox.list({ state, after: cursor, limit: PAGE }));
  return { data: items.map(messageView), nextCursor: next };
}

/**
 * Sends a message again, whether it was delivered or not.
 * @throws ProblemError `not-found`
 */
export async function sendMessageAgain({ store, clock }: PaymentDeps, id: string): Promise<MessageView> {
  const message = await store.outbox.sendAgain(id, clock.now().getTime());
  if (!message) throw new ProblemError('not-found', 'Message not found');
  return messageView(message);
}

function messageView({
  id,
  orderId,
  body,
  state,
  attempts,
  lastError,
  createdAt,
  deliveredAt,
}: OutboxMessage) {
  const { type } = JSON.parse(body) as { type: MessageView['type'] };
  const times = { createdAt: iso(createdAt), deliveredAt: deliveredAt === null ? null : iso(deliveredAt) };
  return { id, orderId, type, state, attempts, lastError, ...times };
}
