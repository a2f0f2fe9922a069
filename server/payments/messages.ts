import type { MessageView } from '../contract/merchant-api.ts';
import { ProblemError } from '../contract/problem.ts';
import type { PaymentDeps } from './ports.ts';
import { messageView } from './queries/lists.ts';

/**
 * Sends a message to the merchant again, whether it was delivered or not.
 * @throws ProblemError `not-found`
 */
export async function sendMessageAgain({ store, clock }: PaymentDeps, id: string): Promise<MessageView> {
  const message = await store.outbox.sendAgain(id, clock.now().getTime());
  if (!message) throw new ProblemError('not-found', 'Message not found');
  return messageView(message);
}
