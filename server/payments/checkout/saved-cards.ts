import { brandOf, expiryFault, maskOf } from '../../contract/card.ts';
import type { PaymentMode, SavedCard } from '../../contract/checkout-api.ts';
import type { Order } from '../../contract/order.ts';
import { type FieldError, ProblemError } from '../../contract/problem.ts';
import { isUuid } from '../../contract/uuid.ts';
import { readOrder } from '../desk.ts';
import { invalid } from '../refusals.ts';
import type { PaymentDeps } from '../ports/deps.ts';
import type { Card } from '../ports/gateway.ts';
import type { CardFace, CardOwner, KeptCard } from '../ports/saved-cards.ts';
import type { CardToSave, StatedOrder } from './begin.ts';

type Deps = Pick<PaymentDeps, 'store' | 'clock' | 'config'>;

/**
 * The customer whose cards an order may be paid with; null where its token names no `customer.id`, or stands on a payment
 * page: a link travels, and whoever has it may be somebody else. For the same reason nothing is saved there: the card of
 * whoever pays would be charged by the customer later.
 */
function customerOf({ order, viaLink }: StatedOrder): string | null {
  return viaLink ? null : (order.customer.id ?? null);
}

function ownerOf({ config }: Pick<PaymentDeps, 'config'>, stated: StatedOrder): CardOwner | null {
  const customerId = customerOf(stated);
  return customerId === null ? null : { posId: config.posId, customerId };
}

/** Whether a card that is typed for this order may be kept: by a payment here, or by a lookup on either way. */
export function isSavable(stated: StatedOrder, modes: readonly PaymentMode[]): boolean {
  return customerOf(stated) !== null && (modes.includes('direct') || stated.order.method === 'lookup');
}

/**
 * The customer's cards that this order takes, the newest first. A lookup takes no token (interface document, Create
 * payment, parameter table). A token that is over before its card is of no use; a card that is over is shown as such.
 */
export async function offeredCards(
  deps: Deps,
  stated: StatedOrder,
  modes: readonly PaymentMode[],
): Promise<SavedCard[]> {
  const { order } = stated;
  const owner = ownerOf(deps, stated);
  if (!owner || order.method === 'lookup' || !modes.includes('direct')) return [];
  const now = deps.clock.now();
  const cards = await deps.store.savedCards.list(owner);
  return cards
    .filter((card) => accepts(order, card) && (isOver(card, now) || !isTokenOver(card, now)))
    .map(({ id, mask, brand, expires }) => ({ id, mask, brand, expires }));
}

function accepts({ brands }: Order, { brand }: CardFace): boolean {
  return !brands || (brand !== null && brands.includes(brand));
}

function isOver({ expires }: CardFace, now: Date): boolean {
  const [month, year] = expires.split('/').map(Number);
  return expiryFault(month ?? 0, 2000 + (year ?? 0), now) !== null;
}

function isTokenOver({ tokenExpiresAt }: KeptCard, now: Date): boolean {
  return tokenExpiresAt !== null && tokenExpiresAt <= now.getTime();
}

/** What a payment is charged with in place of a card. */
export interface ChosenCard {
  id: string;
  mask: string;
  token: string;
}

/**
 * The saved card with which an order is to be paid; null where the same request came before, which is answered with what
 * became of it, the card still there or not.
 * @throws ProblemError `saved-card-refused` where the customer has no such card (any more), or it has expired;
 *   `invalid-input` for `savedCard.id`: `brand-not-accepted`
 */
export async function chosenCard(
  deps: Deps,
  stated: StatedOrder,
  id: string,
  idempotencyKey: string,
): Promise<ChosenCard | null> {
  const { order } = stated;
  const { state } = await readOrder(deps, order.id);
  if (state.attempts.some((one) => one.idempotencyKey === idempotencyKey)) return null;
  const owner = ownerOf(deps, stated);
  const card = owner && isUuid(id) ? await deps.store.savedCards.find(owner, id) : null;
  const now = deps.clock.now();
  if (!card || isOver(card, now) || isTokenOver(card, now)) throw gone();
  if (!accepts(order, card)) throw invalid('savedCard.id', 'brand-not-accepted');
  return { id, mask: card.mask, token: card.token };
}

/** One answer for all: of somebody else's card nobody learns that there is one. */
function gone(): ProblemError {
  return new ProblemError('saved-card-refused', 'This saved card cannot be used. Nothing was charged.', [
    { path: 'savedCard.id', code: 'unknown' },
  ]);
}

/** Why the card of a request cannot be kept. */
export function savingErrors(
  stated: StatedOrder,
  { card, saveCard }: { card?: Card | undefined; saveCard?: boolean | undefined },
): FieldError[] {
  if (saveCard !== true) return [];
  if (stated.viaLink) return [{ path: 'saveCard', code: 'not-on-payment-page' }];
  if (customerOf(stated) === null) return [{ path: 'saveCard', code: 'needs-customer-id' }];
  return card ? [] : [{ path: 'saveCard', code: 'needs-card' }];
}

/** What is to be kept of a typed card if its payment succeeds; null where the customer has not asked for it. */
export function cardToSave(
  stated: StatedOrder,
  { card, saveCard }: { card?: Card | undefined; saveCard?: boolean | undefined },
): CardToSave | null {
  const customerId = customerOf(stated);
  if (saveCard !== true || !card || customerId === null) return null;
  const { number, expMonth, expYear } = card;
  const expires = `${String(expMonth).padStart(2, '0')}/${String(expYear % 100).padStart(2, '0')}`;
  return { customerId, mask: maskOf(number), brand: brandOf(number), expires };
}

/**
 * Forgets a saved card of the order's customer.
 * @throws ProblemError `not-found`, for another customer's card too
 */
export async function forgetSavedCard(
  deps: Deps & Pick<PaymentDeps, 'log'>,
  stated: StatedOrder,
  id: string,
): Promise<void> {
  const owner = ownerOf(deps, stated);
  const isForgotten = owner && isUuid(id) && (await deps.store.savedCards.remove(owner, id));
  if (!isForgotten) throw new ProblemError('not-found');
  deps.log('card.forgotten', { orderId: stated.order.id });
}

/** Forgets all cards of a customer, also of projects before, and those that open payments would still keep. */
export async function forgetCustomer(
  { store, log }: Pick<PaymentDeps, 'store' | 'log'>,
  customerId: string,
): Promise<void> {
  const cards = await store.savedCards.removeAll(customerId);
  log('customer.forgotten', { cards });
}
