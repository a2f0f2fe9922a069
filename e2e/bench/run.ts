import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { measureCompanions } from './companions.ts';
import { type Figure, isReached, printFigures } from './figure.ts';
import { measureMemory } from './memory.ts';
import { measureSpeed } from './speed.ts';
import { measureStore } from './store.ts';

/**
 * `npm run bench`: the measured figures, as a table and as JSON (`test-results/bench.json`), some with a goal. Everything
 * runs on this machine over loopback. `npm run bench -- speed store` runs only these. The store holds few payments,
 * because it has to be filled first: `BIG_STORE_PAYMENTS=1000000` shows more.
 */
const RESULTS = 'test-results';
const BENCHES: Record<string, () => Promise<Figure[]> | Figure[]> = {
  size: () => [
    { name: 'pay-form.js', unit: 'bytes brotli', value: statSync('dist/pay/pay-form.js.br').size },
  ],
  functions: measureFunctions,
  speed: measureSpeed,
  store: measureStore,
  memory: measureMemory,
  companions: measureCompanions,
};

/** The `*.bench.ts` of Vitest. */
function measureFunctions(): Figure[] {
  const report = `${RESULTS}/functions.json`;
  const config = 'e2e/bench/vitest.config.ts';
  execFileSync('npx', ['vitest', 'bench', '--run', '--config', config, `--outputJson=${report}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { files } = JSON.parse(readFileSync(report, 'utf8')) as {
    files: { groups: { benchmarks: { name: string; median: number; p99: number }[] }[] }[];
  };
  return files
    .flatMap(({ groups }) => groups.flatMap(({ benchmarks }) => benchmarks))
    .flatMap(({ name, median, p99 }) => [
      { name: `${name}, median`, unit: 'ms', value: median },
      { name: `${name}, 99th percentile`, unit: 'ms', value: p99 },
    ]);
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in BENCHES));
if (unknown.length > 0)
  throw new Error(`no bench ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}`);

mkdirSync(RESULTS, { recursive: true });
const figures: Figure[] = [];
for (const [name, measure] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const measured = await measure();
  printFigures(measured);
  figures.push(...measured);
}
const goals = figures.filter(({ goal }) => goal);
console.log(`\n${goals.filter(isReached).length} of ${goals.length} goals reached`);
writeFileSync(`${RESULTS}/bench.json`, `${JSON.stringify(figures, null, 2)}\n`);
console.log(`JSON: ${RESULTS}/bench.json`);
