import { setImmediate as nextTurn } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { payDirect } from '../paying/pay.ts';
import { sendMessageAgain } from '../messages.ts';
import { listMessages } from '../queries/lists.ts';
import { handleWebhook } from '../reports.ts';
import { gatewayPayment } from '../testing/gateway.ts';
import { answers, withTestDeps, deps } from '../testing/running-deps.ts';
import { CLIENT, gate, input, key, refusal, signed } from '../testing/test-deps.ts';
import { deliverWebhooks, type DeliveryDeps, deliveryPause } from './deliver.ts';

const merchant = {
  url: 'https://shop.example/webhooks',
  secret: `whsec_${Buffer.from('a key that only the tests know').toString('base64')}`,
};

interface Posted {
  url: string;
  body: string;
  headers: Record<string, string>;
}
type Answer = (posted: Posted) => Response | Promise<Response>;

withTestDeps({ notify: true });

let posted: Posted[];
let merchantAnswers: Answer;
let companions: { end: AbortController; over: Promise<void> }[];
/** The companions that have nothing to do. */
let sleepers: (() => void)[];

const taken = () => new Response('taken');

beforeEach(() => {
  posted = [];
  companions = [];
  sleepers = [];
  merchantAnswers = taken;
  answers({ status: 'pending' });
});
afterEach(async () => {
  for (const { end, over } of companions) {
    end.abort();
    await over;
  }
});

/** Companions sleep until the test wakes them. */
const sleep = (_ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    sleepers.push(resolve);
    signal?.addEventListener('abort', () => resolve());
  });

/** Wakes the companions, and lets them do what is due. */
async function round(): Promise<void> {
  for (const wake of sleepers.splice(0)) wake();
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await round();
}

const deliveryDeps = (over: Partial<DeliveryDeps> = {}): DeliveryDeps => ({
  outbox: deps.store.outbox,
  clock: { now: deps.clock.now, monotonic: deps.clock.monotonic, sleep },
  log: deps.log,
  random: () => 0.5,
  merchant,
  async fetch(url, init) {
    const headers = Object.fromEntries(new Headers(init?.headers));
    const one = { url: url as string, body: init?.body as string, headers };
    posted.push(one);
    return answerOr(init?.signal as AbortSignal, merchantAnswers(one));
  },
  ...over,
});

/** Like fetch: an aborted request ends immediately. */
function answerOr(signal: AbortSignal, answer: Response | Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    Promise.resolve(answer).then(resolve, reject);
  });
}

/** A companion that delivers until the test is over, or until it is stopped. */
function companion(over: Partial<DeliveryDeps> = {}) {
  const end = new AbortController();
  const one = { end, over: deliverWebhooks(deliveryDeps(over), end.signal) };
  companions.push(one);
  return one;
}

const pay = async (id = 'order-1') => {
  await payDirect(deps, signed({ id }), key(), input(), CLIENT);
  // Entries of one moment are a millisecond apart, so the last one's messages are due after that.
  deps.clock.pass(0.1);
};
const succeed = async (gatewayOrderId = 'order-1') => {
  await handleWebhook(deps, gatewayPayment({ gatewayOrderId }));
  deps.clock.pass(0.1);
};
const backlog = async () => (await deps.store.backlog(0)).messages;
const delivered = () => until(async () => (await backlog()) === 0);
const failed = async () => (await listMessages(deps, { state: 'failed' })).data;
const statusIn = ({ body }: Posted) => {
  const { data } = JSON.parse(body) as { data: { orderId: string; status: string } };
  return `${data.orderId} ${data.status}`;
};
const received = () => posted.map(statusIn);

describe('a message to the merchant', () => {
  it('is signed as Standard Webhooks', async () => {
    deps.clock.time = Date.now();
    await pay();
    companion();
    await delivered();
    const { url, body = '', headers = {} } = posted[0] ?? {};
    expect(url).toBe('https://shop.example/webhooks');
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-timestamp': String(Math.floor(deps.clock.time / 1_000)),
    });
    expect(new Webhook(merchant.secret).verify(body, headers)).toMatchObject({
      type: 'payment.updated',
      timestamp: expect.any(String),
      data: { orderId: 'order-1', status: 'pending', amount: '10.10' },
    });
    const other = new Webhook(`whsec_${Buffer.from('another key').toString('base64')}`);
    expect(() => other.verify(body, headers)).toThrow();
    expect(() => new Webhook(merchant.secret).verify(`${body} `, headers)).toThrow();
  });

  it('is posted once, in order within its order', async () => {
    await pay();
    await pay('order-2');
    await succeed();
    companion();
    await delivered();
    expect(received().filter((one) => one.startsWith('order-1'))).toEqual([
      'order-1 pending',
      'order-1 success',
    ]);
    expect(posted).toHaveLength(3);
  });

  it('is not posted beside an older one of its order if the clock is set forward meanwhile', async () => {
    await pay();
    const slow = gate<Response>();
    merchantAnswers = (one) => (statusIn(one).endsWith('pending') ? slow.promise : taken());
    companion();
    await until(() => posted.length === 1);
    await succeed();
    deps.clock.time += 60_000;
    await round();
    expect(received()).toEqual(['order-1 pending']);
    slow.open(taken());
    await delivered();
    expect(received()).toEqual(['order-1 pending', 'order-1 success']);
  });

  it.each<[string, Answer, string]>([
    ['answers 500', () => new Response(null, { status: 500 }), 'HTTP 500'],
    ['answers 404', () => new Response(null, { status: 404 }), 'HTTP 404'],
    ['leads elsewhere', () => new Response(null, { status: 303, headers: { location: '/' } }), 'HTTP 303'],
    ['cannot be reached', () => Promise.reject(new TypeError('fetch failed')), 'TypeError'],
  ])(
    'is posted again if the merchant’s server %s, and later ones of its order wait',
    async (_what, answer, lastError) => {
      await pay();
      await succeed();
      merchantAnswers = answer;
      companion();
      await until(async () => (await failed()).length === 1);
      await round();
      expect(received()).toEqual(['order-1 pending']);
      expect(await failed()).toMatchObject([
        { orderId: 'order-1', type: 'payment.updated', attempts: 1, lastError, deliveredAt: null },
      ]);
      merchantAnswers = () => new Response(null, { status: 204 });
      deps.clock.pass(0.9);
      await round();
      expect(posted).toHaveLength(1);
      deps.clock.pass(0.11);
      await delivered();
      expect(received()).toEqual(['order-1 pending', 'order-1 pending', 'order-1 success']);
      expect(posted[0]?.headers['webhook-id']).toBe(posted[1]?.headers['webhook-id']);
      expect(posted[1]?.headers['webhook-id']).not.toBe(posted[2]?.headers['webhook-id']);
    },
  );

  it('is not written if no webhook is configured', async () => {
    deps.config.notify = false;
    await pay();
    expect(await listMessages(deps, {})).toEqual({ data: [], nextCursor: null });
  });
});

describe('a receiver that is busy', () => {
  const BUSY_AT = '2026-06-15T12:00:00.100Z';
  const answerWith = (status: number, retryAfter: string) => () =>
    new Response(null, { status, headers: { 'retry-after': retryAfter } });

  it.each<[string, number, string, number]>([
    ['429 and seconds', 429, '4', 4],
    ['503 and seconds', 503, ' 90 ', 90],
    ['429 and a date', 429, 'Mon, 15 Jun 2026 12:00:30 GMT', 29.9],
    ['503 and a date in a far future', 503, 'Mon, 15 Jun 2099 12:00:30 GMT', 3_600],
    ['429 and more than an hour', 429, '86400', 3_600],
    ['429 and more than any number', 429, '9'.repeat(400), 3_600],
    // our own pause, a second, is the least
    ['429 and less than our own pause', 429, '0', 1],
    ['503 and a date that has passed', 503, 'Mon, 15 Jun 2026 11:00:00 GMT', 1],
    ['503 and no time', 503, 'soon', 1],
    ['429 and a negative number', 429, '-60', 1],
    ['500, which names no pause', 500, '60', 1],
  ])('and answers %s is asked again when it said', async (_what, status, retryAfter, seconds) => {
    await pay();
    expect(deps.clock.now().toISOString()).toBe(BUSY_AT);
    merchantAnswers = answerWith(status, retryAfter);
    companion();
    await until(async () => (await failed()).length === 1);
    merchantAnswers = taken;
    deps.clock.pass(seconds - 0.05);
    await round();
    expect(posted).toHaveLength(1);
    deps.clock.pass(0.06);
    await delivered();
    expect(posted).toHaveLength(2);
  });
});

describe('a receiver that hangs for one order', () => {
  it('holds up no other', async () => {
    const hanging = gate<Response>();
    for (let index = 1; index <= 70; index += 1) await pay(`order-${index}`);
    merchantAnswers = (one) => (statusIn(one) === 'order-1 pending' ? hanging.promise : taken());
    companion();
    await until(async () => (await backlog()) === 1);
    expect(posted).toHaveLength(70);
    hanging.open(taken());
    await delivered();
    expect(posted).toHaveLength(70);
  });
});

describe('two companions on one store', () => {
  it('post each message once, and none before an older one of its order', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `order-${index}`);
    for (const id of ids) await pay(id);
    // The receiver holds the first copy of each first message for a while.
    merchantAnswers = async (one) => {
      if (statusIn(one).endsWith('pending')) await round();
      return taken();
    };
    companion();
    companion();
    for (const id of ids) await succeed(id);
    await delivered();
    expect(posted).toHaveLength(ids.length * 2);
    for (const id of ids) {
      expect(received().filter((one) => one.startsWith(`${id} `))).toEqual([
        `${id} pending`,
        `${id} success`,
      ]);
    }
  });

  it('do not post what the other one has taken over from one that was held up', async () => {
    await pay();
    const asleep = gate<null>();
    const { outbox } = deps.store;
    const held = {
      ...outbox,
      async claim(...claim: Parameters<typeof outbox.claim>) {
        const leases = await outbox.claim(...claim);
        if (leases.length > 0) await asleep.promise;
        return leases;
      },
    };
    companion({ outbox: held });
    await round();
    deps.clock.pass(31);
    companion();
    await delivered();
    asleep.open(null);
    await round();
    expect(received()).toEqual(['order-1 pending']);
  });
});

describe('the end of the process', () => {
  it('aborts what hangs, at once, and neither counts it as failed nor keeps its lease', async () => {
    await pay();
    await succeed();
    merchantAnswers = () => new Promise(() => {});
    const { end, over } = companion();
    await until(() => posted.length === 1);
    end.abort();
    await over;
    expect(await failed()).toEqual([]);
    expect((await listMessages(deps, { state: 'waiting' })).data).toHaveLength(2);
    merchantAnswers = taken;
    companion();
    await delivered();
    expect(received()).toEqual(['order-1 pending', 'order-1 pending', 'order-1 success']);
  });

  it('waits until what was posted is written down', async () => {
    await pay();
    const { outbox } = deps.store;
    const [isWriting, mayWrite] = [gate<void>(), gate<void>()];
    const slow: typeof outbox.delivered = async (...noted) => {
      isWriting.open();
      await mayWrite.promise;
      return outbox.delivered(...noted);
    };
    const { end, over } = companion({ outbox: { ...outbox, delivered: slow } });
    await isWriting.promise;
    end.abort();
    expect(await Promise.race([over.then(() => 'over'), round().then(() => 'waiting')])).toBe('waiting');
    mayWrite.open();
    await over;
    expect((await listMessages(deps, {})).data).toMatchObject([{ state: 'delivered' }]);
  });
});

describe('sending again', () => {
  it('posts a delivered message again, at once', async () => {
    await pay();
    companion();
    await delivered();
    const [message] = (await listMessages(deps, {})).data;
    expect(message).toMatchObject({ state: 'delivered', deliveredAt: '2026-06-15T12:00:00.100Z' });
    expect(await sendMessageAgain(deps, message?.id ?? '')).toMatchObject({ state: 'waiting' });
    await delivered();
    expect(posted).toHaveLength(2);
    expect(posted[0]?.headers['webhook-id']).toBe(posted[1]?.headers['webhook-id']);
    expect(posted[0]?.body).toBe(posted[1]?.body);
  });

  it('is refused of a message that does not exist', async () => {
    expect(await refusal(sendMessageAgain(deps, 'msg_none'))).toEqual(['not-found']);
  });
});

it('an error of the store is logged, and delivery goes on', async () => {
  await pay();
  const { outbox } = deps.store;
  let failures = 2;
  const claim: typeof outbox.claim = (...claimed) => {
    failures -= 1;
    return failures >= 0
      ? Promise.reject(new Error('disk full of 4242424242424242'))
      : outbox.claim(...claimed);
  };
  companion({ outbox: { ...outbox, claim } });
  await delivered();
  expect(deps.lines.filter(({ event }) => event === 'worker.failed')).toHaveLength(2);
  expect(JSON.stringify(deps.lines)).not.toContain('4242424242424242');
});

describe('the pause before the next delivery', () => {
  it.each([
    [0, 1_000],
    [1, 2_000],
    [5, 32_000],
    [11, 2_048_000],
    [12, 3_600_000],
    [500, 3_600_000],
  ])('after %i failed ones is %i ms, give or take a fifth', (attempts, ms) => {
    expect(deliveryPause(attempts, 0.5)).toBe(ms);
    expect(deliveryPause(attempts, 0)).toBeCloseTo(ms * 0.8);
    expect(deliveryPause(attempts, 1)).toBeCloseTo(ms * 1.2);
  });
});
