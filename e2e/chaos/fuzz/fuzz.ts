import { randomUUID } from 'node:crypto';
import type { Secrets } from '../../bench/companion.ts';
import { loadEach, send } from '../../bench/load.ts';
import { createRandom, type Random } from '../random.ts';
import { goodRequests, orderClaim, orderToken, type Subject } from './corpus.ts';
import { complaintAbout, statusOf } from './classify.ts';
import { mutated, noise } from './mutate.ts';
import { bytesOf, exchange } from './wire.ts';

/** The results of a run. */
export interface Tally {
  seconds: number;
  /** answers by status, and connections that ended without one */
  statuses: Map<string, number>;
  complaints: string[];
  /** bytes in use, after the first part and at the end */
  memory: number[];
}

const AT_ONCE = 32;
const NOISE = 0.15;
/** Inputs until a new order is made: with a paid one little is left to do. */
const PER_SUBJECT = 400;
const PARTS = 4;
const MOST_COMPLAINTS = 100;
const SHOWN_BYTES = 500;

/** Sends this many inputs, some in parallel. The random numbers determine the inputs, but not their timing. */
export async function fuzz(
  port: number,
  secrets: Secrets,
  random: Random,
  inputs: number,
  memory: () => Promise<number>,
): Promise<Tally> {
  const tally: Tally = { seconds: 0, statuses: new Map(), complaints: [], memory: [] };
  const url = `http://127.0.0.1:${port}/pay`;
  const start = performance.now();
  for (let sent = 0, part = 1; sent < inputs; part += 1) {
    const until = Math.ceil((inputs * part) / PARTS);
    for (; sent < until && tally.complaints.length < MOST_COMPLAINTS; sent += PER_SUBJECT) {
      const subject = await makeSubject(url, secrets);
      const all = Array.from({ length: Math.min(PER_SUBJECT, until - sent) }, () =>
        nextInput(random, subject, secrets),
      );
      await loadEach(all, AT_ONCE, (input) => tryOne(port, input, tally));
    }
    sent = until;
    tally.memory.push(await memory());
  }
  tally.seconds = (performance.now() - start) / 1000;
  return tally;
}

/**
 * Creates an order with an open hosted payment, to which later requests refer.
 * @throws Error if the companion refuses it
 */
async function makeSubject(url: string, secrets: Secrets): Promise<Subject> {
  const orderId = `fuzz-${randomUUID().slice(0, 18)}`;
  const order = orderClaim(orderId);
  const { url: page } = await post<{ url: string }>(`${url}/api/orders`, secrets.merchantApiKey, order);
  const token = orderToken(createRandom(0, 'good'), order, secrets.orderSecret);
  const { payment } = await post<{ payment: { id: string } }>(`${url}/hosted`, token, {});
  const linkId = page.slice(page.lastIndexOf('/') + 1);
  return { orderId, order, linkId, paymentId: payment.id, operationId: randomUUID() };
}

async function post<T>(url: string, bearer: string, body: object): Promise<T> {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  const answer = await send(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${answer.body}`);
  return JSON.parse(answer.body) as T;
}

interface Input {
  bytes: Buffer;
  /** invalid HTTP: our side of the connection is ended after sending */
  half: boolean;
}

function nextInput(random: Random, subject: Subject, secrets: Secrets): Input {
  const good = random.pick(goodRequests(subject, secrets));
  const request = mutated(random, good, subject, secrets);
  const half = random.chance(NOISE);
  return { half, bytes: half ? noise(random, request) : bytesOf(request) };
}

async function tryOne(port: number, { bytes, half }: Input, tally: Tally): Promise<void> {
  const answer = await exchange(port, bytes, half);
  const status = statusOf(answer.text);
  const name = status === null ? 'ended without an answer' : String(status);
  tally.statuses.set(name, (tally.statuses.get(name) ?? 0) + 1);
  const complaint = complaintAbout(answer, half);
  if (complaint)
    tally.complaints.push(`${complaint}: ${shown(bytes)} → ${answer.text.slice(0, SHOWN_BYTES)}`);
}

/** The input may contain only secrets of this run. */
const shown = (bytes: Buffer): string => JSON.stringify(bytes.toString('latin1', 0, SHOWN_BYTES));
