import { brandOf, expiryFault, maskOf, mayBecome } from '../../contract/card.ts';
import type { PaymentMode, SavedCard } from '../../contract/checkout-api.ts';
import type { Order } from '../../contract/order.ts';
import { type FieldError, ProblemError } from '../../contract/problem.ts';
import { isUuid } from '../../contract/uuid.ts';
import { readOrder } from '../desk.ts';
import { invalid } from '../refusals.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import type { Card } from '../ports/gateway.ts';
import type { CardFace, CardOwner, StoredCard } from '../ports/saved-cards.ts';
import type { CardToSave, SignedOrder } from './begin.ts';

type Deps = Pick<PaymentDeps, 'store' | 'clock' | 'config'>;

/**
 * The customer with whose cards an order may be paid; null if its token names no `customer.id`, or comes from a payment
 * page. A link may be forwarded, so its user may be someone else. For the same reason no card is saved there: the
 * customer could later charge another payer's card.
 */
function customerOf({ order, viaLink }: SignedOrder): string | null {
  return viaLink ? null : (order.customer.id ?? null);
}

function ownerOf({ config }: Pick<PaymentDeps, 'config'>, signed: SignedOrder): CardOwner | null {
  const customerId = customerOf(signed);
  return customerId === null ? null : { posId: config.posId, customerId };
}

/** Whether a card that is typed for this order may be saved: by a direct payment, or by a lookup in either mode. */
export function isSavable(signed: SignedOrder, modes: readonly PaymentMode[]): boolean {
  return customerOf(signed) !== null && (modes.includes('direct') || signed.order.method === 'lookup');
}

/**
 * The customer's cards that this order accepts, newest first. A lookup accepts no token (interface document, Create
 * payment, parameter table). A card whose token expired earlier than the card is not offered; an expired card is shown
 * as expired.
 */
export async function offeredCards(
  deps: Deps,
  signed: SignedOrder,
  modes: readonly PaymentMode[],
): Promise<SavedCard[]> {
  const { order } = signed;
  const owner = ownerOf(deps, signed);
  if (!owner || order.method === 'lookup' || !modes.includes('direct')) return [];
  const now = deps.clock.now();
  const cards = await deps.store.savedCards.list(owner);
  return cards
    .filter((card) => accepts(order, card) && (isOver(card, now) || !isTokenOver(card, now)))
    .map(({ id, mask, brand, expires }) => ({ id, mask, brand, expires }));
}

/** By the first six digits: some ranges belong to two brands. */
function accepts({ brands }: Order, { mask }: CardFace): boolean {
  return !brands || mayBecome(mask.slice(0, 6), brands);
}

function isOver({ expires }: CardFace, now: Date): boolean {
  const [month, year] = expires.split('/').map(Number);
  return expiryFault(month ?? 0, 2000 + (year ?? 0), now) !== null;
}

function isTokenOver({ tokenExpiresAt }: StoredCard, now: Date): boolean {
  return tokenExpiresAt !== null && tokenExpiresAt <= now.getTime();
}

/** The saved card that a payment is charged to. */
export interface ChosenCard {
  id: string;
  mask: string;
  token: string;
}

/**
 * The saved card with which an order is to be paid; null if the same request came before, which is answered with its
 * payment even if the card no longer exists.
 * @throws ProblemError `saved-card-refused` if the customer has no such card (any more), or it has expired;
 *   `invalid-input` for `savedCard.id`: `brand-not-accepted`
 */
export async function chosenCard(
  deps: Deps,
  signed: SignedOrder,
  id: string,
  idempotencyKey: string,
): Promise<ChosenCard | null> {
  const { order } = signed;
  const { state } = await readOrder(deps, order.id);
  if (state.attempts.some((one) => one.idempotencyKey === idempotencyKey)) return null;
  const owner = ownerOf(deps, signed);
  const card = owner && isUuid(id) ? await deps.store.savedCards.find(owner, id) : null;
  const now = deps.clock.now();
  if (!card || isOver(card, now) || isTokenOver(card, now)) throw gone();
  if (!accepts(order, card)) throw invalid('savedCard.id', 'brand-not-accepted');
  return { id, mask: card.mask, token: card.token };
}

/** The same answer in all cases, so that it does not reveal another customer's card. */
function gone(): ProblemError {
  return new ProblemError('saved-card-refused', 'This saved card cannot be used. Nothing was charged.', [
    { path: 'savedCard.id', code: 'unknown' },
  ]);
}

/** Why the card of a request cannot be saved. */
export function savingErrors(
  signed: SignedOrder,
  { card, saveCard }: { card?: Card | undefined; saveCard?: boolean | undefined },
): FieldError[] {
  if (saveCard !== true) return [];
  if (signed.viaLink) return [{ path: 'saveCard', code: 'not-on-payment-page' }];
  if (customerOf(signed) === null) return [{ path: 'saveCard', code: 'needs-customer-id' }];
  return card ? [] : [{ path: 'saveCard', code: 'needs-card' }];
}

/** The parts of a typed card to save if its payment succeeds; null if the customer has not asked for it. */
export function cardToSave(
  signed: SignedOrder,
  { card, saveCard }: { card?: Card | undefined; saveCard?: boolean | undefined },
): CardToSave | null {
  const customerId = customerOf(signed);
  if (saveCard !== true || !card || customerId === null) return null;
  const { number, expMonth, expYear } = card;
  const expires = `${String(expMonth).padStart(2, '0')}/${String(expYear % 100).padStart(2, '0')}`;
  return { customerId, mask: maskOf(number), brand: brandOf(number), expires };
}

/**
 * Deletes a saved card of the order's customer.
 * @throws ProblemError `not-found`, also for another customer's card
 */
export async function forgetSavedCard(
  deps: Deps & Pick<PaymentDeps, 'log'>,
  signed: SignedOrder,
  id: string,
): Promise<void> {
  const owner = ownerOf(deps, signed);
  const isForgotten = owner && isUuid(id) && (await deps.store.savedCards.remove(owner, id));
  if (!isForgotten) throw new ProblemError('not-found');
  deps.log('card.deleted', { orderId: signed.order.id });
}

/**
 * Deletes all cards of a customer, including those of earlier projects and those that open payments would still save.
 */
export async function forgetCustomer(
  { store, log }: Pick<PaymentDeps, 'store' | 'log'>,
  customerId: string,
): Promise<void> {
  const cards = await store.savedCards.removeAll(customerId);
  log('customer.forgotten', { cards });
}
