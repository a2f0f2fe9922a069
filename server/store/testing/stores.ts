import type { Store } from '../../payments/ports.ts';
import type { StoreSecrets } from '../encryption.ts';

/** For tests: one database, on which several stores may be opened. */
export interface TestDatabase {
  open(secrets?: StoreSecrets): Promise<Store>;
  drop(): Promise<void>;
}

/** The stores of a test in the battery, which are closed after it. */
export interface Stores {
  /** on an empty database */
  open(): Promise<Store>;
  /** another one, on the database of the last `open` */
  openAnother(secrets?: StoreSecrets): Promise<Store>;
}
