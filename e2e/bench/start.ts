import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { environment, makeFolder, newSecrets, removeFolder } from './companion.ts';
import { type Figure, median, printWhenStarted } from './figure.ts';
import { end } from './process.ts';

/** From the start of the built companion over a new store until it listens, alternating with an idle Node. */

const ROUNDS = 9;
const MOST_MS = 300;
/** Nothing is sent to this address. */
const NOWHERE = 'http://127.0.0.1:9';

export async function measureStart(): Promise<Figure[]> {
  const folder = makeFolder();
  try {
    const bare: number[] = [];
    const ready: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await bareNode());
      ready.push(await companion(join(folder, `${round}.db`)));
    }
    const load = `load ${loadavg()[0]?.toFixed(1)}`;
    return [
      { name: `start of Node with nothing to do, median, ${load}`, unit: 'ms', value: median(bare) },
      {
        name: `start of the companion over that, median, ${load}`,
        unit: 'ms',
        value: median(ready.map((ms, round) => ms - (bare[round] ?? Number.NaN))),
        goal: { most: MOST_MS },
      },
      {
        name: 'start of the companion over that, the least of each',
        unit: 'ms',
        value: Math.min(...ready) - Math.min(...bare),
      },
      {
        name: 'start of the companion to Node with nothing to do',
        unit: 'times',
        value: median(ready) / median(bare),
      },
    ];
  } finally {
    removeFolder(folder);
  }
}

/** Milliseconds until it has ended. */
async function bareNode(): Promise<number> {
  const start = performance.now();
  await once(spawn(process.execPath, ['-e', '0']), 'exit');
  return performance.now() - start;
}

/** Milliseconds until it has printed its address. */
async function companion(databaseFile: string): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, ['dist/server/node.js'], {
    env: environment(NOWHERE, newSecrets(), databaseFile),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await firstOutput(child);
  const ms = performance.now() - start;
  await end(child, 'SIGKILL');
  return ms;
}

function firstOutput(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`the companion ended with ${code}`)));
  });
}

await printWhenStarted(import.meta.url, measureStart);
