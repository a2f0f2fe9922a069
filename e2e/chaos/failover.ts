import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CARDS } from '../support/cards.ts';
import {
  emptyCluster,
  findOrInstallBinaries,
  type PrivateServer,
  serverUrl,
  startPrivateServer,
} from '../support/postgres.ts';
import { pay } from './customer.ts';
import { type Database, query } from './database.ts';
import type { Fleet } from './fleet.ts';
import { startFront } from './front.ts';
import { stateOrder } from './merchant.ts';
import { type OrderPlan, planOrder, type TabPlan } from './plan.ts';
import type { Stage } from './stage.ts';

/** A primary and its synchronous standby behind one address. */
export interface Pair extends Database {
  /** Kills the primary and resolves once the standby accepts writes at the address. May be called once. */
  failOver(): Promise<void>;
}

/** Not every installation has all of them. */
const PROGRAMS = ['initdb', 'postgres', 'pg_basebackup', 'pg_ctl'];
const STANDBY = 'standby';
const DATABASE = 'pay_form_e2e';
/** Long enough for every kept connection of the companions to meet the dead primary. */
const OUTAGE_MS = 3_000;
const PROMOTION_S = '30';

/** Keeps shared memory in the data directory, which is deleted: a killed server leaves it behind. */
const SETTINGS = { dynamic_shared_memory_type: 'mmap' };

/**
 * Starts both servers. What is acknowledged is on the standby.
 * @throws Error if no Postgres is available
 */
export async function postgresPair(): Promise<Pair> {
  const binaries = await findOrInstallBinaries(PROGRAMS);
  if (!binaries) throw new Error('no Postgres was found');
  const primary = await startPrimary(binaries);
  const standby = await startStandby(binaries, primary.port);
  await query(serverUrl(primary.port), `create database ${DATABASE}`);
  await requireSynchronous(primary.port);
  let leader = primary;
  const front = await startFront(() => [leader.port]);
  const url = new URL(serverUrl(front.port));
  url.pathname = `/${DATABASE}`;
  return {
    url: url.href,
    folders: [primary, standby].flatMap(({ data }) => [join(data, 'base'), join(data, 'pg_wal')]),
    flush: async () => void (await query(serverUrl(leader.port), 'checkpoint')),
    async failOver() {
      await crash(primary);
      await setTimeout(OUTAGE_MS);
      await promote(binaries, standby);
      leader = standby;
    },
    async drop() {
      await front.close();
      await Promise.all([primary.close(), standby.close()]);
    },
  };
}

const startPrimary = (binaries: string): Promise<PrivateServer> =>
  startPrivateServer(binaries, emptyCluster(binaries), {
    ...SETTINGS,
    synchronous_commit: 'on',
    synchronous_standby_names: STANDBY,
  });

/** It does not inherit `synchronous_standby_names`: promoted, it would wait for a standby of its own. */
function startStandby(binaries: string, primaryPort: number): Promise<PrivateServer> {
  const source = ['-h', '127.0.0.1', '-p', String(primaryPort), '-U', 'postgres'];
  const options = [...source, '-c', 'fast', '--write-recovery-conf', '--no-sync'];
  const copy = (data: string) => [join(binaries, 'pg_basebackup'), '-D', data, ...options];
  return startPrivateServer(binaries, copy, { ...SETTINGS, cluster_name: STANDBY });
}

async function requireSynchronous(port: number): Promise<void> {
  const states = await query(serverUrl(port), 'select sync_state as setting from pg_stat_replication');
  if (states[0]?.setting !== 'sync') throw new Error('the standby is not synchronous');
}

/** Ends the postmaster like a loss of power; its processes notice and end. */
async function crash({ data }: PrivateServer): Promise<void> {
  const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(lines[0]), 'SIGKILL');
  // The one segment of shared memory that no setting avoids.
  const [, segment] = lines[6]?.trim().split(/\s+/) ?? [];
  if (segment) await promisify(execFile)('ipcrm', ['-m', segment]);
}

async function promote(binaries: string, standby: PrivateServer): Promise<void> {
  await standby.run([join(binaries, 'pg_ctl'), 'promote', '-D', standby.data, '-w', '-t', PROMOTION_S]);
  await query(serverUrl(standby.port), 'create table accepts_writes ()');
}

const LATEST_MS = 10_000;
/** Ends the measurement of a companion that hangs. */
const GIVEN_UP_MS = 30_000;
const TAB: TabPlan = {
  mode: 'direct',
  cards: [CARDS.success],
  declinedFirst: null,
  copies: 1,
  decision: 'approve',
};
/** More than a run has orders. */
const FIRST_NUMBER = 200_000;

/**
 * Kills the primary under load and measures how soon each companion goes on after the standby accepts writes; no companion
 * is restarted meanwhile. Returns the orders of the measurement.
 */
export function playFailover(stage: Stage, fleet: Fleet, pair: Pair, seed: number): Promise<OrderPlan[]> {
  return fleet.undisturbed(async () => {
    const killed = performance.now();
    await pair.failOver();
    const promoted = performance.now();
    stage.counts.set('failover: ms without a primary', Math.round(promoted - killed));
    const plans = fleet.urls.map((_, index) => planPlain(seed, index));
    await Promise.all(
      plans.map((plan, index) =>
        goOn({ ...stage, url: fleet.urls[index] ?? '' }, plan, `companion ${index + 1}`, promoted),
      ),
    );
    return plans;
  });
}

function planPlain(seed: number, index: number): OrderPlan {
  const { id, amount, currency } = planOrder(seed, FIRST_NUMBER + index);
  const plain = { changedAmount: null, method: 'purchase', isSplit: false, createdBy: 'api' } as const;
  return { id, amount, currency, ...plain, stranger: null, faults: [], tabs: [TAB], steps: [] };
}

/** Counts the time until a new order is written; the payment's own time includes faults of the gateway. */
async function goOn(stage: Stage, plan: OrderPlan, name: string, promoted: number): Promise<void> {
  const late = setTimeout(GIVEN_UP_MS, null, { ref: false });
  const token = await Promise.race([stateOrder(stage, plan, plan.amount), late]);
  const ms = Math.round(performance.now() - promoted);
  stage.counts.set(`failover: ms until ${name} writes`, ms);
  if (token === null || ms > LATEST_MS) stage.faults.push(`${name} does not go on: ${ms} ms`);
  if (token === null) return;
  await Promise.race([pay(stage, token, TAB, CARDS.success), late]);
  stage.counts.set(`failover: ms until ${name} pays`, Math.round(performance.now() - promoted));
}
