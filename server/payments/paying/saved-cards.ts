import { brandOf, expiryFault, maskOf, mayBecome, sameMask } from '../../contract/card.ts';
import type { SavedCard } from '../../contract/checkout-api.ts';
import { errorFacts } from '../log-events.ts';
import type { Order } from '../../contract/order.ts';
import { type FieldError, invalid, ProblemError } from '../../contract/problem.ts';
import { isUuid } from '../../contract/uuid.ts';
import type { PaymentMode } from '../../contract/words.ts';
import type { Card, GatewayPayment } from '../gateway-port.ts';
import type { PaymentRequest } from '../order/journal.ts';
import type { OrderState, Snapshot } from '../order/order.ts';
import { isCertain, type Payment } from '../order/payment.ts';
import { readOrder } from '../orders.ts';
import type { CardFace, CardOwner, PaymentDeps, StoredCard } from '../ports.ts';

/** The cards that a customer has saved with the merchant. */

/** An order as its token states it. */
export interface SignedOrder {
  order: Order;
  /** the token's `iat`, seconds since 1970, or null */
  issuedAt: number | null;
  /** whether the token comes from a payment page: anyone with the link has it, so it identifies no customer */
  paymentLink: boolean;
}

type Deps = Pick<PaymentDeps, 'store' | 'clock' | 'config'>;

/**
 * The customer with whose cards an order may be paid; null if its token names no `customer.id`, if a newer token names
 * another one, or if it comes from a payment page. A link may be forwarded, so its user may be someone else. For the
 * same reason no card is saved there: the customer could later charge another payer's card.
 */
function customerOf(
  { order, issuedAt, paymentLink }: SignedOrder,
  { orderTerms }: OrderState,
): string | null {
  const { id = null } = order.customer;
  const isOlder = orderTerms !== null && issuedAt !== null && issuedAt < orderTerms.issuedAt;
  return paymentLink || (isOlder && orderTerms.customerId !== id) ? null : id;
}

function ownerOf({ config }: Deps, signed: SignedOrder, state: OrderState): CardOwner | null {
  const customerId = customerOf(signed, state);
  return customerId === null ? null : { posId: config.posId, customerId };
}

/** The owner of the cards that are offered and charged; null also where the merchant wants none. */
const payingOwner = (deps: Deps, signed: SignedOrder, state: OrderState): CardOwner | null =>
  deps.config.savedCards ? ownerOf(deps, signed, state) : null;

/** Whether a card that is typed for this order may be saved: by a direct payment, or by a lookup in either mode. */
export function isSavable(
  deps: Deps,
  signed: SignedOrder,
  state: OrderState,
  modes: readonly PaymentMode[],
): boolean {
  return (
    payingOwner(deps, signed, state) !== null &&
    (modes.includes('direct') || signed.order.method === 'lookup')
  );
}

/**
 * The customer's cards that this order accepts, newest first. A lookup accepts no token (interface 1.5). A card whose
 * token expired earlier than the card is not offered; an expired card is shown as expired.
 */
export async function offeredCards(
  deps: Deps,
  signed: SignedOrder,
  state: OrderState,
  modes: readonly PaymentMode[],
): Promise<SavedCard[]> {
  const { order } = signed;
  const owner = payingOwner(deps, signed, state);
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
 * The saved card with which an order is to be paid.
 * @throws ProblemError `saved-card-refused` if the customer has no such card (any more), or it has expired;
 *   `invalid-input` for `savedCard.id`: `brand-not-accepted`
 */
export async function chosenCard(
  deps: Deps,
  signed: SignedOrder,
  state: OrderState,
  id: string,
): Promise<ChosenCard> {
  const owner = payingOwner(deps, signed, state);
  const card = owner && isUuid(id) ? await deps.store.savedCards.find(owner, id) : null;
  const now = deps.clock.now();
  if (!card || isOver(card, now) || isTokenOver(card, now)) {
    // The same answer in all cases, so that it does not reveal another customer's card.
    throw new ProblemError('saved-card-refused', 'This saved card cannot be used. Nothing was charged.', [
      { path: 'savedCard.id', code: 'unknown' },
    ]);
  }
  if (!accepts(signed.order, card)) throw invalid('savedCard.id', 'brand-not-accepted');
  return { id, mask: card.mask, token: card.token };
}

interface Typed {
  card?: Card | undefined;
  saveCard?: boolean | undefined;
}

/** Why the card of a request cannot be saved. */
export function savingErrors(signed: SignedOrder, { card, saveCard }: Typed): FieldError[] {
  if (saveCard !== true) return [];
  if (signed.paymentLink) return [{ path: 'saveCard', code: 'not-on-payment-page' }];
  if (signed.order.customer.id === undefined) return [{ path: 'saveCard', code: 'needs-customer-id' }];
  return card ? [] : [{ path: 'saveCard', code: 'needs-card' }];
}

/** What of a typed card is saved if its payment succeeds; null if the customer has not asked for it. */
export function cardToSave(
  deps: Deps,
  signed: SignedOrder,
  state: OrderState,
  { card, saveCard }: Typed,
): PaymentRequest['saves'] {
  const owner = payingOwner(deps, signed, state);
  if (saveCard !== true || !card || owner === null) return null;
  const { number, expMonth, expYear } = card;
  const expires = `${String(expMonth).padStart(2, '0')}/${String(expYear % 100).padStart(2, '0')}`;
  return { customerId: owner.customerId, mask: maskOf(number), brand: brandOf(number), expires };
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
  const { state } = await readOrder(deps, signed.order.id);
  const owner = ownerOf(deps, signed, state);
  const isForgotten = owner && isUuid(id) && (await deps.store.savedCards.remove(owner, id));
  if (!isForgotten) throw new ProblemError('not-found');
  deps.log('card.deleted', { orderId: signed.order.id });
}

/** Deletes all cards of a customer, including those of earlier projects. */
export async function forgetCustomer(
  { store, log }: Pick<PaymentDeps, 'store' | 'log'>,
  customerId: string,
): Promise<void> {
  const cards = await store.savedCards.removeAll(customerId);
  log('customer.forgotten', { cards });
}

/** Card expired, and invalid card data: any other failure (funds, limits, the bank) may be temporary. */
const DEAD_CARD: readonly (string | null)[] = ['4001', '4144'];

/** Whether the gateway has reported that the saved card of this payment is no longer valid. */
export const isSavedCardDead = (one: Payment): boolean =>
  one.savedCard !== null &&
  isCertain(one, 'failure') &&
  one.endedBy === 'gateway' &&
  DEAD_CARD.includes(one.statusCode);

/**
 * Applies a report that is in the journal to the saved cards: a card that was to be saved is saved with the token of
 * the report of its success, and a saved card that is no longer valid is deleted. The token goes into no journal. Never
 * throws: the payment is valid even if its card cannot be saved.
 */
export async function updateSavedCards(
  deps: Pick<PaymentDeps, 'store' | 'clock' | 'log' | 'newId' | 'config'>,
  { orderId, state }: Snapshot,
  reported: GatewayPayment,
): Promise<void> {
  const payment = state.payments.find((one) => one.gatewayOrderId === reported.gatewayOrderId);
  if (!payment || payment.terms.method !== reported.method) return;
  const { id: paymentId, posId, saves, savedCard, sentAt, statusCode } = payment;
  const { savedCards } = deps.store;
  const now = deps.clock.now().getTime();
  const isPaid = reported.status === 'success' && isCertain(payment, 'success');
  try {
    const { cardToken, cardMask } = reported;
    const isSaved = isPaid && saves && deps.config.savedCards;
    if (isSaved && cardToken && isSameCard(payment, saves.mask, cardMask)) {
      await savedCards.save({ id: deps.newId(), posId, ...saves }, cardToken, now);
      deps.log('card.saved', { orderId, paymentId });
    }
    if (isPaid && savedCard !== null) await savedCards.used(savedCard, now);
    if (isSavedCardDead(payment) && savedCard !== null && (await savedCards.drop(savedCard, sentAt)))
      deps.log('card.refused', { orderId, paymentId, statusCode });
  } catch (error) {
    deps.log('card.failed', { orderId, paymentId, ...errorFacts(error) });
  }
}

/** Whether the customer has not used another card on the hosted page than the one that was typed here. */
const isSameCard = ({ mode }: Payment, mask: string, reported: string | null): boolean =>
  reported === null ? mode === 'direct' : sameMask(mask, reported);
