import { mkdirSync, writeFileSync } from 'node:fs';
import { measureCreate } from './create.ts';
import { type Figure, isReached, printFigures } from './figure.ts';
import { measureMemory } from './memory.ts';
import { measurePage } from './page.ts';
import { measureSize } from './size.ts';
import { measureStore } from './store.ts';

/**
 * `npm run bench`: the measured figures, as a table and as JSON (`test-results/bench.json`), some with a goal. Everything
 * runs on this machine over loopback; only the rivals' scripts come from npm. `npm run bench -- page create` runs only
 * these. The store holds few payments, because it has to be filled first: `BIG_STORE_PAYMENTS=1000000` shows more.
 */
const BENCHES: Record<string, () => Promise<Figure[]>> = {
  size: measureSize,
  page: measurePage,
  create: measureCreate,
  store: measureStore,
  memory: measureMemory,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in BENCHES));
if (unknown.length > 0)
  throw new Error(`no bench ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}`);

const figures: Figure[] = [];
for (const [name, measure] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const measured = await measure();
  printFigures(measured);
  figures.push(...measured);
}
const goals = figures.filter(({ goal }) => goal);
console.log(`\n${goals.filter(isReached).length} of ${goals.length} goals reached`);
mkdirSync('test-results', { recursive: true });
writeFileSync('test-results/bench.json', `${JSON.stringify(figures, null, 2)}\n`);
console.log('JSON: test-results/bench.json');
