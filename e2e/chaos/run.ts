import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { newSecrets } from '../support/built-companion.ts';
import { SandboxControl } from '../support/sandbox-control.ts';
import type { Finding } from './audit.ts';
import { postgresDatabase, sqliteDatabase } from './database.ts';
import { playFailover, postgresPair } from './failover.ts';
import { startFleet } from './fleet.ts';
import { planHonestGateway, planHonestOrder } from './honest.ts';
import { planGateway, planOrder } from './plan.ts';
import { type CleanUp, runProgram, someSeed, wholeNumber } from './program.ts';
import { createRandom } from './random.ts';
import { startChaosReceiver } from './receiver.ts';
import { isClean, type Outcome, reportLines } from './report.ts';
import { filesWithCardNumbers, filesWithSecrets } from './search-files.ts';
import { startSandbox } from './servers.ts';
import type { Stage } from './stage.ts';
import { playWave } from './wave.ts';

/**
 * `npm run chaos -- --orders N --seed S --store sqlite|postgres --companions 1|2`: the built companion over a sandbox with
 * all its faults, killed every few seconds, with impatient customers; then an audit against the sandbox's books. With
 * `--honest`, gateway and network do only what honest ones do, and an order that needs a person is a finding. With
 * `--failover`, the journals are on two Postgres servers, and the primary is killed in the middle. Prints counts and
 * findings, and exits 1 if there are findings. Everything stays on this machine and is deleted at the end, even after
 * Ctrl-C.
 */

/** Orders that are settled and audited together: the sandbox keeps 10,000 payments. */
const WAVE = 1_000;

interface Options {
  orders: number;
  seed: number;
  store: 'sqlite' | 'postgres';
  companions: number;
  failover: boolean;
  honest: boolean;
}

function readOptions(): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      orders: { ...text, default: '150' },
      seed: { ...text, default: someSeed() },
      store: text,
      companions: { ...text, default: '2' },
      failover: { type: 'boolean', default: false },
      honest: { type: 'boolean', default: false },
    },
  });
  const orders = wholeNumber('orders', values.orders, 1, 100_000);
  const seed = wholeNumber('seed', values.seed, 0, 2 ** 32 - 1);
  const companions = wholeNumber('companions', values.companions, 1, 2);
  const { failover, honest, store = failover ? 'postgres' : 'sqlite' } = values;
  if (store !== 'sqlite' && store !== 'postgres') throw new Error('--store is sqlite or postgres');
  if (failover && store !== 'postgres') throw new Error('--failover needs --store postgres');
  return { orders, seed, store, companions, failover, honest };
}

async function run(options: Options, cleanUp: CleanUp): Promise<Outcome> {
  const { seed, store, companions, orders, honest } = options;
  const start = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'pay-form-chaos-'));
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
  const pair = options.failover ? await postgresPair() : null;
  const database = pair ?? (store === 'sqlite' ? sqliteDatabase(folder) : await postgresDatabase());
  cleanUp.push(() => database.drop());
  const secrets = newSecrets();
  const merchantSecret = `whsec_${randomBytes(24).toString('base64')}`;
  const receiver = await startChaosReceiver(merchantSecret, createRandom(seed, 'receiver'));
  cleanUp.push(() => receiver.close());
  const sandbox = await startSandbox(secrets, folder);
  cleanUp.push(() => sandbox.child.end('SIGKILL'));
  const fleet = await startFleet(companions, {
    secrets,
    folder,
    gatewayUrl: sandbox.url,
    databaseUrl: database.url,
    merchant: { url: receiver.url, secret: merchantSecret },
  });
  cleanUp.push(() => fleet.close());
  const stage: Stage = {
    url: fleet.url,
    sandboxUrl: sandbox.url,
    sandbox: new SandboxControl(sandbox.url),
    gateway: honest ? planHonestGateway(seed) : planGateway(seed),
    isHonest: honest,
    strangers: new Set(),
    secrets,
    told: [],
    faults: [],
    reviewed: new Map(),
    counts: new Map(),
  };
  const findings: Finding[] = [];
  const kills = createRandom(seed, 'kills');
  const middle = Math.floor((orders - 1) / WAVE / 2) * WAVE;
  for (let first = 0; first < orders; first += WAVE) {
    const midway = pair && first === middle ? () => playFailover(stage, fleet, pair, seed) : null;
    const numbers = Array.from({ length: Math.min(WAVE, orders - first) }, (_, index) => first + index);
    const plans = numbers.map((number) => (honest ? planHonestOrder : planOrder)(seed, number));
    findings.push(...(await playWave(stage, fleet, receiver, plans, kills, midway)));
  }
  stage.counts.set('companions killed', fleet.kills());
  stage.counts.set('messages to the merchant', receiver.taken());
  stage.counts.set('messages refused at first', receiver.refused());
  if (receiver.forged() > 0) stage.faults.push(`${receiver.forged()} messages with a bad signature`);
  await database.flush();
  const kept = [secrets.orderSecret, secrets.merchantApiKey, secrets.apiSecret, merchantSecret];
  const files = [
    ...(await filesWithCardNumbers([folder, ...database.folders])),
    ...(await filesWithSecrets([folder], '.log', kept)),
  ];
  const seconds = (performance.now() - start) / 1000;
  const { counts, reviewed } = stage;
  return { ...options, seconds, counts, reviewed, findings, faults: stage.faults, files };
}

await runProgram(async (cleanUp) => {
  const outcome = await run(readOptions(), cleanUp);
  console.log(reportLines(outcome).join('\n'));
  return isClean(outcome);
});
