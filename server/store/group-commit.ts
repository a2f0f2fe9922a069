import { ConflictError } from '../payments/ports.ts';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Session, Work, WriteOptions } from './session.ts';

/** The database as group commit uses it. */
export interface Transactions {
  /** how many transactions run concurrently */
  readonly lanes: number;
  /**
   * Runs `work` between `begin` and `commit`; rolls back if it fails.
   * @param since when the oldest request came, as `performance.now()`: its timeout counts from then
   */
  transaction<Result>(work: Work<Result>, since: number): Promise<Result>;
  /** Whether a transaction failed only because of concurrent ones. */
  isTransient(error: unknown): boolean;
  /** Whether a transaction could not begin because others held the lock for too long. */
  isLocked(error: unknown): boolean;
}

interface Write {
  order: string | null;
  since: number;
  alone: boolean;
  /** @returns the callback that notifies the caller, to be called after the commit */
  run(session: Session): Promise<() => void>;
  reject(error: unknown): void;
}

const MOST_WRITES = 64;
const TRIES = 5;
const PAUSE_MS = 10;

/**
 * Lets writes that arrive together share a transaction, and so one wait for the disk. If one of them conflicts, all are
 * run again with a savepoint each, so that only that one fails.
 */
export class GroupCommit {
  readonly #database: Transactions;
  #waiting: Write[] = [];
  /** orders that a lane is currently writing */
  readonly #busy = new Set<string>();
  #lanes = 0;
  /** lanes with a transaction */
  #active = 0;

  constructor(database: Transactions) {
    this.#database = database;
  }

  /** Resolves after the commit. Writes of one order are run in sequence. */
  write<Result>(
    order: string | null,
    work: Work<Result>,
    { alone = false }: WriteOptions = {},
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const run = async (session: Session) => {
        const result = await work(session);
        return () => resolve(result);
      };
      // With one lane no transactions run concurrently.
      const isAlone = alone && this.#database.lanes > 1;
      this.#waiting.push({ order, since: performance.now(), alone: isAlone, run, reject });
      this.#openLane();
    });
  }

  /** Resolves when nothing is being written. */
  async idle(): Promise<void> {
    while (this.#lanes > 0) await sleep(1);
  }

  #openLane(): void {
    if (this.#lanes >= this.#database.lanes) return;
    this.#lanes += 1;
    void this.#runLane();
  }

  async #runLane(): Promise<void> {
    await this.#gather();
    for (let batch = this.#take(); batch.length > 0; batch = this.#take()) {
      const orders = batch.map(({ order }) => order).filter((order) => order !== null);
      for (const order of orders) this.#busy.add(order);
      this.#active += 1;
      await this.#commit(batch);
      this.#active -= 1;
      for (const order of orders) this.#busy.delete(order);
    }
    // In the same turn of the event loop as the last check, so that no write can arrive in between and be left waiting.
    this.#lanes -= 1;
  }

  /** Waits a few turns of the event loop for writes that can share the transaction. */
  async #gather(): Promise<void> {
    for (let before = 0; before < this.#waiting.length && before < MOST_WRITES; ) {
      before = this.#waiting.length;
      await nextTurn();
    }
  }

  /** This lane's share of the waiting writes, without orders that other lanes are writing. */
  #take(): Write[] {
    const idle = this.#database.lanes - this.#active;
    const share = Math.min(MOST_WRITES, Math.ceil(this.#waiting.length / idle));
    const taken: Write[] = [];
    const left: Write[] = [];
    // Remaining writes of an order keep their place before later ones.
    const blocked = new Set(this.#busy);
    for (const write of this.#waiting) {
      const free = write.order === null || !blocked.has(write.order);
      const room = write.alone ? taken.length === 0 : taken.length < share && !taken[0]?.alone;
      if (free && room) {
        taken.push(write);
        continue;
      }
      left.push(write);
      if (write.order !== null) blocked.add(write.order);
    }
    this.#waiting = left;
    return taken;
  }

  async #commit(batch: readonly Write[]): Promise<void> {
    let apart = hasOrderTwice(batch);
    for (let tries = 1; ; tries += 1) {
      const failure = await this.#attempt(batch, apart);
      if (!failure) return;
      const { error } = failure;
      if (error instanceof ConflictError && batch.length > 1) {
        apart = true;
      } else if (this.#database.isTransient(error) && tries < TRIES) {
        await sleep(PAUSE_MS * tries * Math.random());
      } else if (failure.uncommitted && batch.length > 1) {
        for (const write of batch) await this.#commit([write]);
        return;
      } else {
        for (const write of batch) write.reject(error);
        return;
      }
    }
  }

  /**
   * @returns null after the commit; `uncommitted` if certainly not committed, so that each write may be retried by
   *   itself
   */
  async #attempt(batch: readonly Write[], apart: boolean): Promise<Failure | null> {
    let failedWithin = false;
    const since = Math.min(...batch.map((write) => write.since));
    try {
      const settled = await this.#database.transaction(async (session) => {
        // An earlier run of this may have failed.
        failedWithin = false;
        try {
          return await (apart ? runApart(session, batch) : runTogether(session, batch));
        } catch (error) {
          failedWithin = true;
          throw error;
        }
      }, since);
      for (const settle of settled) settle();
      return null;
    } catch (error) {
      const uncommitted = failedWithin || this.#database.isLocked(error) || this.#database.isTransient(error);
      return { error, uncommitted };
    }
  }
}

interface Failure {
  error: unknown;
  uncommitted: boolean;
}

function hasOrderTwice(batch: readonly Write[]): boolean {
  const orders = batch.map(({ order }) => order).filter((order) => order !== null);
  return new Set(orders).size < orders.length;
}

/** Without savepoints, and without waiting between writes, since conflicts are rare. */
async function runTogether(session: Session, batch: readonly Write[]): Promise<(() => void)[]> {
  // All have to end before a rollback, or the remaining statements of one would run after it.
  const ends = await Promise.allSettled(batch.map((write) => write.run(session)));
  const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  if (errors.length > 0) throw errors.find((error) => error instanceof ConflictError) ?? errors[0];
  return ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
}

/** In sequence, each within a savepoint. */
async function runApart(session: Session, batch: readonly Write[]): Promise<(() => void)[]> {
  const settled: (() => void)[] = [];
  for (const write of batch) settled.push(await runWithSavepoint(session, write));
  return settled;
}

async function runWithSavepoint(session: Session, write: Write): Promise<() => void> {
  await session.run('savepoint write_apart');
  try {
    const settle = await write.run(session);
    await session.run('release savepoint write_apart');
    return settle;
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    await session.run('rollback to savepoint write_apart');
    await session.run('release savepoint write_apart');
    return () => write.reject(error);
  }
}
