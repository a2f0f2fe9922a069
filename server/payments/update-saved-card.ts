import { errorFacts } from './error-facts.ts';
import { sameMask } from './order/agreement.ts';
import type { Attempt } from './order/attempt.ts';
import type { Snapshot } from './order/order.ts';
import { earnsItsCard, isSavedCardRefused } from './order/attempt-end.ts';
import type { PaymentDeps } from './ports/deps.ts';
import type { GatewayPayment } from './ports/gateway.ts';

type Deps = Pick<PaymentDeps, 'store' | 'clock' | 'log' | 'newId'>;

/** The fields of a report about the charged card. */
type Reported = Pick<GatewayPayment, 'status' | 'cardToken' | 'cardMask'>;

/**
 * Applies a processed report of an attempt to saved cards. If the payment succeeded and its card was to be saved, the
 * card is saved with the token of the report; a saved card that the gateway refuses is deleted. The token goes into no
 * journal. Never throws: the payment is valid even if the card cannot be saved, and as the wish remains, the next
 * report of the same success saves it.
 * @param reported of this very attempt; null if its call brought no report
 */
export async function updateSavedCard(
  deps: Deps,
  { orderId, state }: Snapshot,
  attemptId: string,
  reported: Reported | null,
): Promise<void> {
  const attempt = state.attempts.find((one) => one.id === attemptId);
  if (!attempt) return;
  try {
    if (reported?.status === 'success' && earnsItsCard(attempt)) await save(deps, orderId, attempt, reported);
    if (reported?.status === 'success' && attempt.savedCard !== undefined)
      await deps.store.savedCards.used(attempt.savedCard, deps.clock.now().getTime());
    if (isSavedCardRefused(attempt)) await drop(deps, orderId, attempt);
  } catch (error) {
    deps.log('card.failed', { orderId, paymentId: attemptId, ...errorFacts(error) });
  }
}

async function save(
  { store, clock, log, newId }: Deps,
  orderId: string,
  { id, mode }: Attempt,
  { cardToken, cardMask }: Reported,
): Promise<void> {
  const face = cardToken && (await store.savedCards.wished(id));
  if (!face || !cardToken) return;
  // On the hosted page the customer may have used another card than the one typed here.
  const isSame = cardMask === null ? mode === 'direct' : sameMask(face.mask, cardMask);
  if (!isSame) return;
  const isSaved = await store.savedCards.save(id, newId(), cardToken, clock.now().getTime());
  if (isSaved) log('card.saved', { orderId, paymentId: id });
}

async function drop(
  { store, log }: Deps,
  orderId: string,
  { id, savedCard, sentAt, statusCode }: Attempt,
): Promise<void> {
  if (savedCard === undefined || !(await store.savedCards.drop(savedCard, sentAt))) return;
  log('card.refused', { orderId, paymentId: id, statusCode });
}
