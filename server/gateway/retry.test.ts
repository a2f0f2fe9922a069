import { describe, expect, it } from 'vitest';
import { createGatewayClient } from './client.ts';
import { MAX_TRIES, nextPause, pauseMs } from './retry.ts';
import { ACCOUNT_ID, CHARGES, READS } from './test-calls.ts';
import { json, PAYMENT, SETTINGS, scriptedFetch } from './test-payments.ts';

const coded = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) });
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

/** A client whose fetch follows the steps, and whose clock advances only by its pauses and by `tookMs` per try. */
function clientAfter(steps: Step[], { tookMs = 0, timeoutMs = 2000 } = {}) {
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
  }, settings);
  const client = createGatewayClient(settings, {
    fetch,
    now: () => time,
    random: () => 0.5,
    sleep: async (ms) => {
      pauses.push(ms);
      time += ms;
    },
  });
  return { client, calls, pauses };
}

const names = Object.keys(READS) as (keyof typeof READS)[];

describe.each(names)('%s', (name) => {
  it.each<[string, Step]>([
    ['a refused connection', coded('ECONNREFUSED')],
    ['a reset connection', coded('ECONNRESET')],
    ['HTTP 429', failed(429)],
    ['HTTP 500', failed(500)],
    ['HTTP 503', failed(503)],
  ])('is tried again after %s', async (_, failure) => {
    const { client, calls, pauses } = clientAfter([failure, failure, GOOD[name]]);
    expect(await READS[name](client)).toMatchObject({ kind: 'answered' });
    expect(pauses).toEqual([125, 500]);
    expect(new Set(calls.map(({ url }) => url)).size).toBe(1);
    expect(calls).toHaveLength(3);
  });

  it('is tried three times, and ends with what the last one brought', async () => {
    const { client, pauses } = clientAfter([failed(500), coded('ECONNRESET'), failed(429)]);
    expect(await READS[name](client)).toMatchObject({ kind: 'refused', refusal: { status: 429 } });
    expect(pauses).toHaveLength(2);
  });

  it.each<[string, Step, string]>([
    ['HTTP 400', failed(400), 'refused'],
    ['HTTP 401', failed(401), 'refused'],
    ['HTTP 404', failed(404), 'refused'],
    ['HTTP 403', failed(403), 'unknown'],
    ['a rejected answer', () => json({}), 'unknown'],
    ['an answer that is no JSON', () => new Response('OK'), 'unknown'],
  ])('is not tried again after %s', async (_, answer, kind) => {
    const { client, calls } = clientAfter([answer]);
    expect((await READS[name](client)).kind).toBe(kind);
    expect(calls).toHaveLength(1);
  });

  it('is not tried again past the deadline', async () => {
    const { client, calls } = clientAfter([failed(500), failed(500)], { tookMs: 900, timeoutMs: 2000 });
    expect((await READS[name](client)).kind).toBe('unknown');
    expect(calls).toHaveLength(2);
  });
});

describe('a read', () => {
  it('waits as long as the gateway’s Retry-After says, and no longer than the deadline', async () => {
    const patient = clientAfter([failed(429, { 'retry-after': '1' }), GOOD.account]);
    expect((await patient.client.account(ACCOUNT_ID)).kind).toBe('answered');
    expect(patient.pauses).toEqual([1000]);
    const hurried = clientAfter([failed(429, { 'retry-after': '2' })]);
    expect(await hurried.client.account(ACCOUNT_ID)).toMatchObject({
      kind: 'refused',
      refusal: { status: 429, retryAfterMs: 2000 },
    });
    const dated = clientAfter([
      failed(429, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }),
      GOOD.account,
    ]);
    expect((await dated.client.account(ACCOUNT_ID)).kind).toBe('answered');
    expect(dated.pauses).toEqual([125]);
  });

  it('gives each try what is left of the deadline', async () => {
    const signals: AbortSignal[] = [];
    let time = 0;
    const fetch: typeof globalThis.fetch = (_, init) => {
      if (init?.signal) signals.push(init.signal);
      return signals.length === 1 ? Promise.reject(coded('ECONNREFUSED')) : new Promise(() => {});
    };
    const client = createGatewayClient(
      { ...SETTINGS, timeoutMs: 1_000_000 },
      {
        fetch,
        now: () => time,
        random: () => 0,
        sleep: async () => {
          time = 999_970;
        },
      },
    );
    expect(await client.accounts()).toEqual({ kind: 'unknown', reason: 'deadline' });
    expect(signals).toHaveLength(2);
  });
});

describe.each(Object.keys(CHARGES) as (keyof typeof CHARGES)[])('%s', (name) => {
  it.each<[string, Step, string]>([
    ['a refused connection', coded('ECONNREFUSED'), 'not-sent'],
    ['a reset connection', coded('ECONNRESET'), 'unknown'],
    ['HTTP 429', failed(429), 'refused'],
    ['HTTP 500', failed(500), 'unknown'],
    ['HTTP 503', failed(503, { 'retry-after': '0' }), 'unknown'],
  ])('is never tried again, not even after %s', async (_, failure, kind) => {
    const { client, calls, pauses } = clientAfter([failure]);
    expect((await CHARGES[name](client)).kind).toBe(kind);
    expect(calls).toHaveLength(1);
    expect(pauses).toEqual([]);
  });
});

const ALMOST_ONE = 1 - Number.EPSILON;

describe('the pause before another try', () => {
  it.each([
    [1, 0, 0],
    [1, 0.5, 125],
    [1, ALMOST_ONE, 249],
    [2, 0, 0],
    [2, 0.5, 500],
    [2, ALMOST_ONE, 999],
    [3, ALMOST_ONE, 3999],
    [4, ALMOST_ONE, 3999],
    [50, ALMOST_ONE, 3999],
  ])('after %i failures, with the random number %d, is %i ms', (failures, random, pause) => {
    expect(pauseMs(failures, random)).toBe(pause);
  });

  it('is none after the last try', () => {
    expect(MAX_TRIES).toBe(3);
    expect([1, 2, 3, 4].map((failures) => nextPause(failures, 0.5, 60_000))).toEqual([125, 500, null, null]);
  });

  it('is none where it would reach the deadline', () => {
    expect(nextPause(1, 0.5, 126)).toBe(125);
    expect(nextPause(1, 0.5, 125)).toBeNull();
    expect(nextPause(1, 0, 0)).toBeNull();
    expect(nextPause(1, 0, -5)).toBeNull();
  });

  it('is at least the gateway’s Retry-After, unless that is too long', () => {
    expect(nextPause(1, 0.5, 10_000, 3000)).toBe(3000);
    expect(nextPause(1, 0.5, 10_000, 100)).toBe(125);
    expect(nextPause(1, 0.5, 3000, 3000)).toBeNull();
    expect(nextPause(1, 0.5, 10_000, null)).toBe(125);
  });
});
