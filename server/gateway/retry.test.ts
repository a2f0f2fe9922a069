import { describe, expect, it } from 'vitest';
import { createGatewayClient } from './client.ts';
import { coded, NotSentError } from './failure.ts';
import { ACCOUNT_ID, CHARGES, READS } from './testing/calls.ts';
import { json, PAYMENT, SETTINGS, scriptedFetch } from './testing/payments.ts';

const account = { id: ACCOUNT_ID, name: 'Main', currency: 'UAH', balances: { available: 1 } };
const GOOD: Readonly<Record<keyof typeof READS, () => Response>> = {
  accounts: () => json({ accounts: [account] }),
  account: () => json(account),
  terminals: () => json({ terminals: [account] }),
  terminal: () => json(account),
  receipt: () => new Response('%PDF-1.7'),
  receiptsOfDay: () => new Response('PK\u0003\u0004'),
  readOperation: () => json(PAYMENT),
  readOrder: () => json([PAYMENT]),
};

type Step = (() => Response) | Error;
const failed =
  (status: number, headers = {}) =>
  () =>
    new Response('{"message":"later","args":{}}', { status, headers });
const REFUSED = new NotSentError('Not sent', { cause: coded('ECONNREFUSED') });
const RESET = coded('ECONNRESET');

/** A client whose gateway follows the steps, and whose clock advances only by pauses and by `tookMs` per try. */
function clientAfter(steps: Step[], { tookMs = 0, timeoutMs = 2000, random = 0.5 } = {}) {
  const pauses: number[] = [];
  let time = 1000;
  const left = [...steps];
  const settings = { ...SETTINGS, timeoutMs };
  const { fetch, calls } = scriptedFetch(() => {
    time += tookMs;
    const step = left.shift();
    if (!step) throw new Error('more tries than steps');
    if (step instanceof Error) throw step;
    return step();
  });
  const client = createGatewayClient(settings, {
    fetch,
    now: () => time,
    random: () => random,
    sleep: async (ms) => {
      pauses.push(ms);
      time += ms;
    },
  });
  return { client, calls, pauses };
}

describe.each(Object.keys(READS) as (keyof typeof READS)[])('%s', (name) => {
  it.each<[string, Step]>([
    ['a refused connection', REFUSED],
    ['a reset connection', RESET],
    ['HTTP 429', failed(429)],
    ['HTTP 500', failed(500)],
  ])('is tried again after %s', async (_, failure) => {
    const { client, calls, pauses } = clientAfter([failure, failure, GOOD[name]]);
    expect(await READS[name](client)).toMatchObject({ kind: 'answered' });
    expect(pauses).toEqual([125, 500]);
    expect(new Set(calls.map(({ url }) => url)).size).toBe(1);
    expect(calls).toHaveLength(3);
  });

  it('is tried three times, and ends with what the last one brought', async () => {
    const { client, pauses } = clientAfter([failed(500), RESET, failed(429)]);
    expect(await READS[name](client)).toMatchObject({ kind: 'refused', refusal: { status: 429 } });
    expect(pauses).toHaveLength(2);
  });

  it.each<[string, Step, string]>([
    ['HTTP 400', failed(400), 'refused'],
    ['HTTP 404', failed(404), 'refused'],
    ['a rejected answer', () => json({}), 'unknown'],
    ['an answer that is too large', () => new Response(' '.repeat(1_048_577), { status: 500 }), 'unknown'],
  ])('is not tried again after %s', async (_, answer, kind) => {
    const { client, calls } = clientAfter([answer]);
    expect((await READS[name](client)).kind).toBe(kind);
    expect(calls).toHaveLength(1);
  });
});

describe('a read', () => {
  it('is not tried again past the deadline', async () => {
    const { client, calls } = clientAfter([failed(500), failed(500)], { tookMs: 900 });
    expect((await client.accounts()).kind).toBe('unknown');
    expect(calls).toHaveLength(2);
    const exactly = clientAfter([failed(500)], { tookMs: 875, timeoutMs: 1000 });
    expect((await exactly.client.accounts()).kind).toBe('unknown');
    expect(exactly.pauses).toEqual([]);
  });

  it.each([
    [0, [0, 0]],
    [1 - Number.EPSILON, [249, 999]],
  ])('pauses for a random part of a ceiling that grows fourfold: %d', async (random, expected) => {
    const { client, pauses } = clientAfter([failed(500), failed(500), failed(500)], { random });
    await client.accounts();
    expect(pauses).toEqual(expected);
  });

  it('waits as long as the gateway’s Retry-After says, and no longer than the deadline', async () => {
    const patient = clientAfter([failed(429, { 'retry-after': '1' }), GOOD.account]);
    expect((await patient.client.account(ACCOUNT_ID)).kind).toBe('answered');
    expect(patient.pauses).toEqual([1000]);
    const hurried = clientAfter([failed(429, { 'retry-after': '2' })]);
    expect(await hurried.client.account(ACCOUNT_ID)).toMatchObject({
      kind: 'refused',
      refusal: { status: 429, retryAfterMs: 2000 },
    });
    const soon = clientAfter([failed(429, { 'retry-after': '0' }), GOOD.account]);
    await soon.client.account(ACCOUNT_ID);
    expect(soon.pauses).toEqual([125]);
  });

  it('gives each try what is left of the deadline', async () => {
    let [time, tries] = [0, 0];
    const fetch = () => ((tries += 1) === 1 ? Promise.reject(REFUSED) : new Promise<Response>(() => {}));
    const sleep = async () => {
      time = 999_970;
    };
    const deps = { fetch, now: () => time, random: () => 0, sleep };
    const client = createGatewayClient({ ...SETTINGS, timeoutMs: 1_000_000 }, deps);
    expect(await client.accounts()).toEqual({ kind: 'unknown', reason: 'deadline' });
    expect(tries).toBe(2);
  });
});

describe.each(Object.keys(CHARGES) as (keyof typeof CHARGES)[])('%s', (name) => {
  it.each<[string, Step, string]>([
    ['a refused connection', REFUSED, 'not-sent'],
    ['a reset connection', RESET, 'unknown'],
    ['HTTP 429', failed(429), 'refused'],
    ['HTTP 503', failed(503, { 'retry-after': '0' }), 'unknown'],
  ])('is never tried again, not even after %s', async (_, failure, kind) => {
    const { client, calls, pauses } = clientAfter([failure]);
    expect((await CHARGES[name](client)).kind).toBe(kind);
    expect(calls).toHaveLength(1);
    expect(pauses).toEqual([]);
  });
});
