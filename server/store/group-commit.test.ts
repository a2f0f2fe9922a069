import { describe, expect, it, vi } from 'vitest';
import { ConflictError } from '../payments/ports.ts';
import { GroupCommit, type Transactions } from './group-commit.ts';
import type { Session, Work } from './session.ts';
import { StoreError } from './store-error.ts';

const DEADLOCK = new StoreError('a deadlock', '40P01');
const FULL = new StoreError('the disk is full', 'SQLITE_FULL');

/** Counts transactions, and fails a given number of commits. */
class CountedTransactions implements Transactions {
  readonly lanes: number;
  readonly commits: string[][] = [];
  readonly failures: Error[] = [];
  atOnce = 0;
  mostAtOnce = 0;

  constructor(lanes: number) {
    this.lanes = lanes;
  }

  async transaction<Result>(work: Work<Result>): Promise<Result> {
    this.atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
    const texts: string[] = [];
    try {
      const result = await work(sessionInto(texts));
      await new Promise((resolve) => setTimeout(resolve, 1));
      const failure = this.failures.shift();
      if (failure) throw failure;
      this.commits.push(texts.filter((text) => !text.includes('savepoint')));
      return result;
    } finally {
      this.atOnce -= 1;
    }
  }

  isTransient(error: unknown): boolean {
    return error === DEADLOCK;
  }

  isLocked(): boolean {
    return false;
  }
}

function sessionInto(texts: string[]): Session {
  return {
    all: async () => [],
    run: async (text) => {
      if (text === 'full') throw FULL;
      return texts.push(text);
    },
    lockOrder: async () => undefined,
  };
}

const write = (group: GroupCommit, text: string, order: string | null = text): Promise<number> =>
  group.write(order, (session) => session.run(text));

describe('group commit', () => {
  it('commits together what arrives together, and what waits for a commit', async () => {
    const database = new CountedTransactions(1);
    const group = new GroupCommit(database);
    const first = ['a', 'b', 'c'].map((text) => write(group, text));
    await vi.waitUntil(() => database.atOnce === 1, { interval: 0 });
    const second = ['d', 'e'].map((text) => write(group, text));
    await Promise.all([...first, ...second]);
    expect(database.commits).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
  });

  it('waits as long as each turn of the event loop brings more, up to 64', async () => {
    const database = new CountedTransactions(1);
    const group = new GroupCommit(database);
    const writes: Promise<number>[] = [];
    const arrive = (turn: number) => {
      if (turn < 80) setImmediate(arrive, turn + 1);
      writes.push(write(group, `${turn}`));
    };
    arrive(1);
    await vi.waitUntil(() => writes.length === 80, { interval: 0 });
    await Promise.all(writes);
    expect(database.commits[0]).toHaveLength(64);
    expect(database.commits.flat()).toHaveLength(80);
  });

  it('shares the work among its lanes, and never runs more', async () => {
    const database = new CountedTransactions(4);
    const group = new GroupCommit(database);
    await Promise.all(Array.from({ length: 40 }, (_, index) => write(group, `${index}`)));
    expect(database.commits.map(({ length }) => length)).toEqual([10, 10, 10, 10]);
    expect(database.mostAtOnce).toBe(4);
  });

  it('writes to one order in one lane at a time, in the order of arrival', async () => {
    const database = new CountedTransactions(4);
    const group = new GroupCommit(database);
    await Promise.all(Array.from({ length: 20 }, (_, index) => write(group, `${index}`, 'same')));
    expect(database.commits.flat()).toEqual(Array.from({ length: 20 }, (_, index) => `${index}`));
    expect(database.mostAtOnce).toBe(1);
  });

  it('lets a conflict concern only its own write', async () => {
    const database = new CountedTransactions(1);
    const group = new GroupCommit(database);
    const conflict = group.write('b', () => Promise.reject(new ConflictError('link')));
    const ends = await Promise.allSettled([write(group, 'a'), conflict, write(group, 'c')]);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(database.commits).toEqual([['a', 'c']]);
  });

  it('reports no success if the commit fails', async () => {
    const database = new CountedTransactions(1);
    database.failures.push(FULL);
    const group = new GroupCommit(database);
    const ends = await Promise.allSettled(['a', 'b'].map((text) => write(group, text)));
    expect(ends).toEqual([
      { status: 'rejected', reason: FULL },
      { status: 'rejected', reason: FULL },
    ]);
    expect(database.commits).toEqual([]);
    expect(await write(group, 'c')).toBe(1);
  });

  it('runs a transaction again after a deadlock, and then each write by itself', async () => {
    const database = new CountedTransactions(1);
    database.failures.push(DEADLOCK, DEADLOCK);
    const group = new GroupCommit(database);
    await Promise.all(['a', 'b'].map((text) => write(group, text)));
    expect(database.commits).toEqual([['a', 'b']]);
    database.failures.push(...Array.from({ length: 5 }, () => DEADLOCK));
    await Promise.all(['c', 'd'].map((text) => write(group, text)));
    expect(database.commits.slice(1)).toEqual([['c'], ['d']]);
  });

  it('gives up after some deadlocks in a row', async () => {
    const database = new CountedTransactions(1);
    database.failures.push(...Array.from({ length: 5 }, () => DEADLOCK));
    await expect(write(new GroupCommit(database), 'a')).rejects.toBe(DEADLOCK);
  });

  it('lets only the write fail that fails', async () => {
    const database = new CountedTransactions(1);
    const group = new GroupCommit(database);
    const ends = await Promise.allSettled(['a', 'full', 'c'].map((text) => write(group, text)));
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(database.commits).toEqual([['a'], ['c']]);
  });

  it('lets a write that is alone share no transaction where others run at once, and keeps the order of arrival', async () => {
    const texts = ['a', 'b', 'c', 'd', 'e'];
    const commitsOf = async (lanes: number, orderOf: (text: string) => string) => {
      const database = new CountedTransactions(lanes);
      const group = new GroupCommit(database);
      const isAlone = (text: string) => text === 'b' || text === 'c';
      const run = (text: string) =>
        group.write(orderOf(text), (session) => session.run(text), { alone: isAlone(text) });
      await Promise.all(texts.map(run));
      return database.commits;
    };
    const apart = await commitsOf(2, (text) => text);
    expect(apart).toContainEqual(['b']);
    expect(apart).toContainEqual(['c']);
    expect((await commitsOf(2, () => 'same')).flat()).toEqual(texts);
    expect(await commitsOf(1, (text) => text)).toEqual([texts]);
  });

  it('leaves no write behind that arrives as the last one ends', async () => {
    const database = new CountedTransactions(2);
    const group = new GroupCommit(database);
    async function chain(name: string): Promise<void> {
      for (let index = 0; index < 50; index += 1) await write(group, `${name}-${index}`, name);
    }
    await Promise.all(['a', 'b', 'c'].map(chain));
    expect(database.commits.flat()).toHaveLength(150);
    await group.idle();
  });
});
