import type { CardBrand } from '../../contract/card.ts';

/** Whose cards: a customer as the merchant names it, of one project at the gateway. */
export interface CardOwner {
  posId: string;
  customerId: string;
}

/** What is shown of a card. */
export interface CardFace {
  /** first six and last four digits */
  mask: string;
  brand: CardBrand | null;
  /** "MM/YY" */
  expires: string;
}

/** A card that is to be kept if an attempt succeeds. Holds nothing that could be charged. */
export interface CardWish extends CardOwner, CardFace {
  attemptId: string;
  /** milliseconds since 1970 */
  at: number;
}

/** A card as the gateway lets it be charged again: as secret as the card itself. */
export interface CardToken {
  token: string;
  /** ISO 8601, UTC; null where the gateway did not say */
  expiresAt: string | null;
}

export interface KeptCard extends CardFace {
  id: string;
  /** milliseconds since 1970, of the token; null where nobody said */
  tokenExpiresAt: number | null;
}

/**
 * The cards that customers had kept. A wish is written with its attempt, and used up when its card is kept: a report that
 * comes again brings no card back that was removed meanwhile. Tokens are encrypted at rest.
 */
export interface SavedCards {
  /** What is to be kept if an attempt succeeds; null where nothing is, or it was kept already. */
  wished(attemptId: string): Promise<CardFace | null>;
  /**
   * Keeps the card that was wished for with an attempt, under `id`; one that the owner has already keeps its id and gets
   * the new token. @returns whether there was such a wish
   */
  keep(attemptId: string, id: string, token: CardToken, at: number): Promise<boolean>;
  /**
   * The owner's cards that can still be opened, the newest first. What was encrypted under the secret before is encrypted
   * under the current one.
   */
  list(owner: CardOwner): Promise<KeptCard[]>;
  /** null where the owner has no such card, or its token can no longer be opened */
  find(owner: CardOwner, id: string): Promise<(KeptCard & { token: string }) | null>;
  /** Notes that it was paid with. */
  used(id: string, at: number): Promise<void>;
  /** @returns whether the owner had such a card */
  remove(owner: CardOwner, id: string): Promise<boolean>;
  /** Whosever it is. @returns whether it was there */
  drop(id: string): Promise<boolean>;
  /** All cards of a customer, of whatever project, and what would still be kept. @returns how many cards */
  removeAll(customerId: string): Promise<number>;
  /**
   * Deletes cards whose token has expired, or that were not used since `before`.
   * @returns how many, at most `limit`
   */
  deleteOld(times: { now: number; before: number }, limit: number): Promise<number>;
  /** Deletes wishes from before. @returns how many, at most `limit` */
  deleteWishes(before: number, limit: number): Promise<number>;
}
