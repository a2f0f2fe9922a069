import type { Store } from '../payments/ports/store.ts';
import type { StoreSecrets } from './seal.ts';

/** For tests: one database, which several stores may be opened on. */
export interface TestDatabase {
  open(secrets?: StoreSecrets): Promise<Store>;
  drop(): Promise<void>;
}

/** What a test of the battery gets: stores that are closed after it. */
export interface Stores {
  /** on an empty database */
  open(): Promise<Store>;
  /** another one, on the database of the last `open` */
  openAnother(secrets?: StoreSecrets): Promise<Store>;
}
