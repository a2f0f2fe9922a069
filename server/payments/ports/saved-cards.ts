import type { CardBrand } from '../../contract/card.ts';

/** The owner of saved cards: a customer id of the merchant, within one project at the gateway. */
export interface CardOwner {
  posId: string;
  customerId: string;
}

/** The displayed data of a card. */
export interface CardFace {
  /** first six and last four digits */
  mask: string;
  brand: CardBrand | null;
  /** "MM/YY" */
  expires: string;
}

/** A card to save if an attempt succeeds. Contains nothing that could be charged. */
export interface CardWish extends CardOwner, CardFace {
  attemptId: string;
  /** milliseconds since 1970 */
  at: number;
}

/** The token with which the gateway charges a card again: as secret as the card itself. */
export interface CardToken {
  token: string;
  /** ISO 8601, UTC; null if the gateway did not specify it */
  expiresAt: string | null;
}

/** A saved card, without its token. */
export interface StoredCard extends CardFace {
  id: string;
  /** when the token expires, milliseconds since 1970; null if unknown */
  tokenExpiresAt: number | null;
}

/**
 * The cards that customers have saved. A wish is written with its attempt, and used up when its card is saved, so that
 * a repeated report does not restore a card that was removed meanwhile. Tokens are encrypted at rest.
 */
export interface SavedCards {
  /** The card to save if an attempt succeeds; null if there is none, or if it was already saved. */
  wished(attemptId: string): Promise<CardFace | null>;
  /**
   * Saves the card of an attempt's wish under `id`. A card that the owner already has keeps its id and gets the new
   * token. @returns whether there was such a wish
   */
  save(attemptId: string, id: string, token: CardToken, at: number): Promise<boolean>;
  /**
   * The owner's cards that can still be decrypted, newest first. Cards encrypted under the previous secret are
   * re-encrypted under the current one.
   */
  list(owner: CardOwner): Promise<StoredCard[]>;
  /** Null if the owner has no such card, or if its token can no longer be decrypted. */
  find(owner: CardOwner, id: string): Promise<(StoredCard & { token: string }) | null>;
  /** Records that the card was used for a payment. */
  used(id: string, at: number): Promise<void>;
  /** @returns whether the owner had such a card */
  remove(owner: CardOwner, id: string): Promise<boolean>;
  /**
   * Removes a card of any owner, unless it was saved again after `savedBy`, milliseconds since 1970: the refusal of an
   * older token does not concern the newer one. @returns whether it was removed
   */
  drop(id: string, savedBy: number): Promise<boolean>;
  /** Removes all cards and wishes of a customer, in all projects. @returns how many cards */
  removeAll(customerId: string): Promise<number>;
  /**
   * Deletes cards whose token has expired, or that were not used since `before`.
   * @returns how many, at most `limit`
   */
  deleteOld(times: { now: number; before: number }, limit: number): Promise<number>;
  /** Deletes wishes older than `before`. @returns how many, at most `limit` */
  deleteWishes(before: number, limit: number): Promise<number>;
}
