import { setTimeout } from 'node:timers/promises';
import { freePort } from '../support/process.ts';
import { startFront } from './front.ts';
import type { Random } from './random.ts';
import { type Child, type CompanionSettings, startCompanion } from './servers.ts';

/** Companions behind one address that are killed by SIGKILL and restarted. */
export interface Fleet {
  /** of the front, with the path `/pay` */
  url: string;
  /** of each companion itself */
  urls: readonly string[];
  /** Kills a companion every few seconds. Returns a function that stops this and resolves when all are back. */
  beginKilling(random: Random): () => Promise<void>;
  /** Runs the work while no companion is killed. */
  undisturbed<T>(work: () => Promise<T>): Promise<T>;
  kills(): number;
  close(): Promise<void>;
}

const LEAST_LIFE_MS = 2_500;
const LIFE_SPREAD_MS = 3_000;

/** Starts the companions and waits until each one is ready. */
export async function startFleet(companions: number, settings: CompanionSettings): Promise<Fleet> {
  const ports = await Promise.all(Array.from({ length: companions }, freePort));
  const front = await startFront(() => ports);
  const start = (index: number) =>
    startCompanion(settings, {
      port: ports[index] ?? 0,
      publicPort: front.port,
      name: `companion-${index + 1}`,
    });
  // One after another: the first creates the tables.
  const running: Child[] = [];
  let kills = 0;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
  const close = async () => {
    await Promise.all(running.map((one) => one.end('SIGKILL')));
    await front.close();
  };

  async function killUntil(random: Random, ending: AbortSignal): Promise<void> {
    while (!ending.aborted) {
      await setTimeout(LEAST_LIFE_MS + random.below(LIFE_SPREAD_MS), undefined, { signal: ending }).catch(
        () => {},
      );
      if (!ending.aborted) await inTurn(() => killSome(random));
    }
  }

  async function killSome(random: Random): Promise<void> {
    // Sometimes all of them, so that none is reachable for a while.
    const all = [...running.keys()];
    const victims = random.chance(0.2) ? all : [random.pick(all)];
    await Promise.all(victims.map(async (index) => running[index]?.end('SIGKILL')));
    kills += victims.length;
    for (const index of victims) running[index] = await start(index);
  }

  try {
    for (const index of ports.keys()) running.push(await start(index));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url: `http://127.0.0.1:${front.port}/pay`,
    urls: ports.map((port) => `http://127.0.0.1:${port}/pay`),
    undisturbed: inTurn,
    kills: () => kills,
    close,
    beginKilling(random) {
      const ending = new AbortController();
      const killing = killUntil(random, ending.signal);
      return async () => {
        ending.abort();
        await killing;
      };
    },
  };
}
