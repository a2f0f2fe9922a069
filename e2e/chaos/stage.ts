import { setTimeout } from 'node:timers/promises';
import type { Secrets } from '../support/built-companion.ts';
import { type Answer, send } from '../support/load.ts';
import type { SandboxControl } from '../support/sandbox-control.ts';
import type { GatewayPlan } from './plan.ts';

/** An outcome of a payment or operation that was reported to someone. */
export interface Told {
  orderId: string;
  id: string;
  status: string;
}

/** State shared by all actors. */
export interface Stage {
  /** the companions behind their front, with the path `/pay` */
  url: string;
  sandboxUrl: string;
  sandbox: SandboxControl;
  /** settings of the sandbox during the run */
  gateway: GatewayPlan;
  /** no order needs a person, so there is none */
  isHonest: boolean;
  /** transactions of the strangers' payments in the current wave */
  strangers: Set<string>;
  secrets: Secrets;
  /** final states reported to customers and the merchant in the current wave */
  told: Told[];
  /** invalid answers seen during the run */
  faults: string[];
  /** reasons of each order that the merchant API listed for review after the gateway had calmed down */
  reviewed: Map<string, ReadonlySet<string>>;
  /** events counted by name */
  counts: Map<string, number>;
}

export function count({ counts }: Stage, name: string, by = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + by);
}

const TRIES = 40;
const PAUSE_MS = 250;
/** Longer than a long poll and two calls of the gateway: a longer wait means that the request hangs. */
const HANGS_MS = 30_000;

type Asked = Parameters<typeof send>[1];

/**
 * Repeats a request until the answer reports no trouble of the companion or the gateway: at once, then with short pauses.
 * Null if there is none.
 */
export async function untilAnswered(stage: Stage, path: string, asked: Asked): Promise<Answer | null> {
  for (let round = 0; round < TRIES; round += 1) {
    const answer = await askOnce(stage, path, asked);
    if (answer && answer.status < 500) return answer;
    if (round > 0) await setTimeout(PAUSE_MS);
  }
  count(stage, 'requests given up');
  return null;
}

/** Null if the connection breaks. */
export async function askOnce(stage: Stage, path: string, asked: Asked): Promise<Answer | null> {
  const late = new AbortController();
  try {
    const answer = await Promise.race([send(stage.url + path, asked), hang(late.signal)]);
    if (answer.status === 500) stage.faults.push(`${asked.method} ${path}: 500 ${answer.body}`);
    if (answer.status >= 500) count(stage, 'answers 5xx');
    return answer;
  } catch (error) {
    if (error instanceof HangError) stage.faults.push(`${asked.method} ${path}: no answer in 30 s`);
    count(stage, 'connections broken');
    return null;
  } finally {
    late.abort();
  }
}

class HangError extends Error {}

async function hang(signal: AbortSignal): Promise<never> {
  await setTimeout(HANGS_MS, undefined, { signal });
  throw new HangError();
}

/** The body of a good answer, or null. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what it asked for
export function bodyOf<T>(answer: Answer | null): T | null {
  return answer?.status === 200 ? (JSON.parse(answer.body) as T) : null;
}

/** Records a final state that was reported. */
export function hear(stage: Stage, view: { orderId: string; id: string; status: string } | null): void {
  if (view?.status !== 'success') return;
  stage.told.push({ orderId: view.orderId, id: view.id, status: view.status });
}
