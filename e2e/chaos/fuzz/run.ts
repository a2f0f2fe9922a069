import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { newSecrets, type Secrets } from '../../bench/companion.ts';
import { freePort } from '../../bench/process.ts';
import { type CleanUp, runProgram, someSeed, wholeNumber } from '../program.ts';
import { createRandom } from '../random.ts';
import { filesWithCardNumbers } from '../search-files.ts';
import { type Child, startCompanion, startSandbox } from '../servers.ts';
import { fuzz, type Tally } from './fuzz.ts';

/**
 * `npm run fuzz -- --inputs N --seed S`: mutated requests and noise for every route of the built companion. Exits 1 if a
 * request was answered 5xx without a documented reason or not at all, if a card number came back or is in a file, if the
 * companion ended, or if its memory grew. Everything stays on this machine and is deleted at the end, even after Ctrl-C.
 */

/** What the companion may keep after some thousand requests: compiled code, bounded caches. */
const GROWTH_BYTES = 24 * 1_048_576;

function readOptions(): { inputs: number; seed: number } {
  const { values } = parseArgs({
    options: {
      inputs: { type: 'string', default: '20000' },
      seed: { type: 'string', default: someSeed() },
    },
  });
  return {
    inputs: wholeNumber('inputs', values.inputs, 1, 10_000_000),
    seed: wholeNumber('seed', values.seed, 0, 2 ** 32 - 1),
  };
}

interface Target {
  companion: Child;
  port: number;
  folder: string;
  secrets: Secrets;
}

async function startTarget(cleanUp: CleanUp): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'pay-form-fuzz-'));
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
  const secrets = newSecrets();
  const sandbox = await startSandbox(secrets, folder);
  cleanUp.push(() => sandbox.child.end('SIGKILL'));
  const port = await freePort();
  const companion = await startCompanion(
    {
      secrets,
      folder,
      gatewayUrl: sandbox.url,
      databaseUrl: `file:${join(folder, 'fuzz.db')}`,
      // No receiver accepts the messages: they wait, and nothing else waits for them.
      merchant: { url: 'http://127.0.0.1:9/webhook', secret: `whsec_${randomBytes(24).toString('base64')}` },
    },
    { port, publicPort: port, name: 'companion' },
  );
  cleanUp.push(() => companion.end('SIGKILL'));
  return { companion, port, folder, secrets };
}

async function run({ inputs, seed }: { inputs: number; seed: number }, cleanUp: CleanUp) {
  const target = await startTarget(cleanUp);
  const tally = await fuzz(target.port, target.secrets, createRandom(seed, 'fuzz'), inputs, () =>
    target.companion.memory(),
  );
  const faults = [...tally.complaints];
  if (target.companion.hasEnded()) faults.push('the companion ended');
  const grown = (tally.memory.at(-1) ?? 0) - (tally.memory[0] ?? 0);
  if (grown > GROWTH_BYTES) faults.push(`memory grew by ${megabytes(grown)} MB`);
  const log = readFileSync(join(target.folder, 'companion.log'), 'utf8');
  const unexpected = log.split('\n').filter((line) => line.includes('unexpected error'));
  faults.push(...unexpected.slice(0, 5).map((line) => `in the log: ${line.slice(0, 400)}`));
  faults.push(...(await filesWithCardNumbers([target.folder])).map((file) => `a card number in ${file}`));
  return { tally, faults };
}

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1);

function print(options: { inputs: number; seed: number }, tally: Tally, faults: readonly string[]): void {
  const { inputs, seed } = options;
  const rate = Math.round(inputs / tally.seconds);
  console.log(`fuzz: ${inputs} inputs, seed ${seed}, ${tally.seconds.toFixed(0)} s, ${rate} a second`);
  for (const [status, count] of [...tally.statuses].sort(([one], [other]) => one.localeCompare(other)))
    console.log(`  ${status.padEnd(24)} ${String(count).padStart(8)}`);
  console.log(`  memory, MB: ${tally.memory.map(megabytes).join(' → ')}`);
  for (const fault of faults.slice(0, 20)) console.log(`  ✕ ${fault}`);
  console.log(
    faults.length === 0
      ? '✓ nothing was found'
      : `✕ ${faults.length} found; again: npm run fuzz -- --inputs ${inputs} --seed ${seed}`,
  );
}

await runProgram(async (cleanUp) => {
  const options = readOptions();
  const { tally, faults } = await run(options, cleanUp);
  print(options, tally, faults);
  return faults.length === 0;
});
