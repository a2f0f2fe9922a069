/** At most `most` declined attempts within `windowMs` milliseconds; the next attempt is refused. */
export interface Limit {
  most: number;
  windowMs: number;
}

/** The limits against card testing (contract, section 5). */
export interface LimitRules {
  card: Limit;
  order: Limit;
  address: Limit;
}

/** The limit that refuses an attempt; `declines` is the brake on the share of declines among all attempts. */
export type LimitName = keyof LimitRules | 'declines';

/** The kinds of subjects that attempts are counted by across orders. */
export type SubjectKind = 'card' | 'address';

/** The secret key of the hashes in one window of a limit. */
export type WindowKeys = (window: string) => Buffer;

/**
 * Counts attempts by card and address, for all companions that share the store. It stores both only as keyed hashes.
 */
export interface LimitStore {
  /** The attempts under any of these names that count: declined, or in flight. `now` in milliseconds since 1970. */
  counted(names: readonly string[], now: number): Promise<CountedAttempt[]>;
  /**
   * The share of declines among the latest attempts from all addresses that expire after `after`, at most `most` of
   * them.
   */
  share(after: number, most: number): Promise<DeclineShare>;
  /** The same for finished attempts from the addresses of a network, under either of its names. */
  networkShare(names: readonly [string, string], after: number, most: number): Promise<NetworkShare>;
  /** Deletes expired attempts, including their hashes. */
  forget(now: number): Promise<void>;
}

export interface CountedAttempt {
  kind: SubjectKind;
  /** which of the limit's places it holds; beyond them if it is open, or was declined late */
  place: number;
  declined: boolean;
  /** when it no longer counts, milliseconds since 1970 */
  expiresAt: number;
}

export interface DeclineShare {
  attempts: number;
  declines: number;
}

export interface NetworkShare extends DeclineShare {
  /** of the latest of these attempts that was declined or is in flight; null if there is none */
  expiresAt: number | null;
}

/**
 * The place that an attempt takes among those of its card or address. Two attempts that race for one place conflict, in
 * one process or in many.
 */
export interface TakenPlace {
  attemptId: string;
  kind: SubjectKind;
  /** keyed hash of the card or the address */
  name: string;
  /** keyed hash of the network that an address is in; null for a card */
  network: string | null;
  place: number;
  /** when it was taken, and when it expires, milliseconds since 1970 */
  at: number;
  expiresAt: number;
}

/** The end of a counted attempt: `open` (beyond the places, as it may still be declined), `declined`, or `over`. */
export interface CountedEnd {
  attemptId: string;
  as: 'open' | 'declined' | 'over';
}

/** The changes that an append makes to the counts. */
export interface CountChanges {
  takes: readonly TakenPlace[];
  ends: readonly CountedEnd[];
}
