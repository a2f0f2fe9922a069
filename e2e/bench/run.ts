import { mkdirSync, writeFileSync } from 'node:fs';
import { measureBigStore } from './big-store.ts';
import { measureChallenge } from './challenge.ts';
import { measureCreate } from './create.ts';
import { type Figure, isReached, printFigures } from './figure.ts';
import { measureFilesEntered } from './files-entered.ts';
import { measureHeap } from './heap.ts';
import { measureKeystroke } from './keystroke.ts';
import { measureLongPolls } from './long-polls.ts';
import { measureMemory } from './memory.ts';
import { measureOutbox } from './outbox.ts';
import { measurePage } from './page.ts';
import { measureRivals } from './rivals.ts';
import { measureStart } from './start.ts';
import { measureWebhooks } from './webhooks.ts';

/**
 * `npm run bench`: the measured figures, as a table and as JSON (`test-results/bench.json`), each with its goal.
 * Everything runs on this machine over loopback; only the rivals' scripts come from npm. It ends by itself after about a
 * quarter of an hour. Each measurement also runs by itself, after a build: `tsx e2e/bench/create.ts`. The full store holds
 * few payments here, because it has to be filled first: `BIG_STORE_PAYMENTS=1000000 tsx e2e/bench/big-store.ts` shows more.
 */
const measures = [
  measureStart,
  measureFilesEntered,
  measurePage,
  measureRivals,
  measureKeystroke,
  measureChallenge,
  measureHeap,
  measureCreate,
  measureWebhooks,
  measureLongPolls,
  measureOutbox,
  measureBigStore,
  measureMemory,
];

const figures: Figure[] = [];
for (const measure of measures) {
  const measured = await measure();
  printFigures(measured);
  figures.push(...measured);
}
const goals = figures.filter(({ goal }) => goal);
console.log(`\n${goals.filter(isReached).length} of ${goals.length} goals reached`);
mkdirSync('test-results', { recursive: true });
writeFileSync('test-results/bench.json', `${JSON.stringify(figures, null, 2)}\n`);
console.log('JSON: test-results/bench.json');
