import type { SiteState } from './site.ts';

/** The site's state in the browser: one record, for one version of the site. */
export interface SavedState {
  /** Null if there is none for this version: then the shop starts empty. */
  read(): Promise<SiteState | null>;
  write(state: SiteState): Promise<void>;
  delete(): Promise<void>;
}

const STORE = 'state';
const KEY = 'site';

/**
 * Stores the state in IndexedDB, which outlives the worker.
 * @param name of the database: sites in several folders of a host share IndexedDB
 */
export function savedState(name: string, version: string): SavedState {
  let opened: Promise<IDBDatabase> | null = null;
  const database = () => (opened ??= openDatabase(name));
  async function change(work: (store: IDBObjectStore) => IDBRequest): Promise<void> {
    const transaction = (await database()).transaction(STORE, 'readwrite');
    work(transaction.objectStore(STORE));
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')));
    });
  }
  return {
    async read() {
      const store = (await database()).transaction(STORE).objectStore(STORE);
      const kept = await resultOf<{ version: string; state: SiteState } | undefined>(store.get(KEY));
      return kept?.version === version ? kept.state : null;
    },
    write: (state) => change((store) => store.put({ version, state }, KEY)),
    delete: () => change((store) => store.delete(KEY)),
  };
}

function openDatabase(name: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE));
  return resultOf(opening);
}

function resultOf<Result>(request: IDBRequest): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result as Result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')));
  });
}
