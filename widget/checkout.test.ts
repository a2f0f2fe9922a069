import { describe, expect, test } from 'vitest';
import type { PaymentView, SessionView } from '../server/contract/checkout-api.ts';
import { type Api, ApiError } from './api.ts';
import { backoff, canPay, Checkout, type CheckoutState, isOffer, reduce, START, wayOf } from './checkout.ts';
import { declined, payment, session } from './fake-companion.ts';
import { fingerprint } from './fingerprint.ts';
import { type PayProblem, widgetProblem } from './problem.ts';

const card = { number: '4242424242424242', expMonth: 1, expYear: 2040, cvv: '123' };
const toBank = { action: { url: 'https://bank.example/3ds' } };
const offer = { mode: 'hosted', status: 'init', ...toBank } as const;

function refusal(status: number, code: PayProblem['code']): ApiError {
  return new ApiError({ ...widgetProblem('no-answer', ''), status, code });
}
const lost = () => new ApiError(widgetProblem('no-answer', ''));

/**
 * A checkout over an API that answers in turn from lists. The last answer stays, but no news comes after the
 * last; an empty list never answers.
 */
function open(answers: {
  session?: (SessionView | Error)[];
  pay?: (PaymentView | Error)[];
  hosted?: (PaymentView | Error)[];
  news?: (PaymentView | Error)[];
}) {
  const seen = { keys: [] as string[], since: [] as string[], sessions: 0, pauses: [] as number[] };
  const told = { events: [] as string[], phases: [] as string[], left: [] as string[], stay: false };
  const next = <T>(list: (T | Error)[] | undefined): Promise<T> => {
    const answer = list && list.length > 1 ? list.shift() : list?.[0];
    if (answer instanceof Error) return Promise.reject(answer);
    return answer ? Promise.resolve(answer) : new Promise(() => {});
  };
  const api: Api = {
    session: () => {
      seen.sessions += 1;
      return next(answers.session ?? [session()]);
    },
    pay: (_body, key) => {
      seen.keys.push(key);
      return next(answers.pay);
    },
    hosted: async () => ({ payment: await next(answers.hosted), location: toBank.action.url }),
    news: (_id, since) => {
      seen.since.push(since);
      const news = answers.news?.shift();
      return next(news && [news]);
    },
    returnUrl: (id) => `/pay/return/${id}`,
  };
  let keys = 0;
  const checkout = new Checkout(
    {
      navigate: (url) => void told.left.push(url),
      newKey: () => `key-${(keys += 1)}`,
      fingerprint,
      pause: async (ms) => void seen.pauses.push(ms),
    },
    {
      changed: ({ phase }) => void told.phases.push(phase),
      ready: () => {
        told.events.push('ready');
        return null;
      },
      action: (url) => {
        told.events.push(`action ${url}`);
        return !told.stay;
      },
      result: ({ status }) => {
        told.events.push(`result ${status}`);
        return !told.stay;
      },
      error: ({ code }) => void told.events.push(`error ${code}`),
    },
  );
  return { checkout, api, seen, told };
}

/** Lets everything that is due happen. */
const settle = () => new Promise<void>((done) => setTimeout(done));

async function loaded(answers: Parameters<typeof open>[0]) {
  const opened = open(answers);
  void opened.checkout.load(opened.api);
  await settle();
  return opened;
}

describe('the phase that a session begins in', () => {
  test.each<[string, PaymentView | null, string]>([
    ['no payment', null, 'ready'],
    ['a success', payment({ status: 'success' }), 'done'],
    ['a decline', declined(), 'failed'],
    ['3-D Secure left half-way', payment(toBank), 'action'],
    ['a payment at the bank', payment(), 'waiting'],
    ['an unknown outcome', payment({ status: 'unknown' }), 'waiting'],
    ['an untouched hosted payment', payment(offer), 'ready'],
    ['a hosted payment without an address yet', payment({ ...offer, action: null }), 'waiting'],
  ])('of %s', (_what, of, phase) => {
    const state = reduce(START, { type: 'session', session: session({ payment: of }) });
    expect(state).toMatchObject({ phase, payment: of, problem: null });
  });
});

describe('the reducer', () => {
  const ready: CheckoutState = { ...START, phase: 'ready', session: session() };

  test('keeps the form when an untouched hosted payment beside it runs out', () => {
    const beside = { ...ready, payment: payment(offer) };
    expect(reduce(beside, { type: 'payment', payment: declined({ mode: 'hosted' }) }).phase).toBe('ready');
  });

  test('lets the customer pay again after a decline only where that is possible', () => {
    const after = (canRetry: boolean) => reduce(ready, { type: 'payment', payment: declined({ canRetry }) });
    expect(canPay({ ...after(true), phase: 'failed' })).toBe(true);
    expect(canPay(after(false))).toBe(false);
  });

  test.each<[number, PayProblem['code'], string]>([
    [0, 'no-answer', 'ready'],
    [422, 'invalid-input', 'ready'],
    [503, 'gateway-unreachable', 'ready'],
    [401, 'order-token-expired', 'failed'],
    [403, 'origin-not-allowed', 'failed'],
    [429, 'too-many-attempts', 'failed'],
    [409, 'order-changed', 'failed'],
    [0, 'unsafe-action-url', 'failed'],
  ])('after the refusal %i %s of a payment is %s', (status, code, phase) => {
    const { problem } = refusal(status, code);
    expect(reduce({ ...ready, phase: 'submitting' }, { type: 'problem', problem }).phase).toBe(phase);
  });

  test('forgets a problem with whatever comes next', () => {
    const failed = reduce(ready, { type: 'problem', problem: lost().problem });
    expect(reduce(failed, { type: 'load' }).problem).toBeNull();
  });
});

describe('the way of paying', () => {
  test.each<[string[], string, boolean, string | null]>([
    [['direct', 'hosted'], 'auto', true, 'direct'],
    [['hosted', 'direct'], 'auto', true, 'direct'],
    [['direct', 'hosted'], 'auto', false, 'hosted'],
    [['hosted'], 'auto', true, 'hosted'],
    [['direct'], 'auto', false, null],
    [['direct', 'hosted'], 'direct', true, 'direct'],
    [['direct', 'hosted'], 'direct', false, null],
    [['hosted'], 'direct', true, null],
    [['direct', 'hosted'], 'hosted', true, 'hosted'],
    [['direct'], 'hosted', true, null],
  ])('of %j with mode %s and a secure page %s is %s', (modes, mode, secure, way) => {
    expect(wayOf(modes as SessionView['modes'], mode, secure)).toBe(way);
  });
});

test('an offer is a hosted payment that nobody has touched', () => {
  expect(isOffer(payment(offer))).toBe(true);
  expect(isOffer(payment({ ...offer, status: 'pending' }))).toBe(false);
  expect(isOffer(payment(toBank))).toBe(false);
  expect(isOffer(null)).toBe(false);
});

test('patience doubles from one second up to thirty', () => {
  expect([0, 1, 2, 4, 5, 50].map(backoff)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000]);
});

describe('paying', () => {
  test('leads to the result and back to the shop', async () => {
    const { checkout, told } = await loaded({ pay: [payment({ status: 'success' })] });
    await checkout.pay(card, {});
    expect(told.events).toEqual(['ready', 'result success']);
    expect(told.left).toEqual(['/pay/return/p-1']);
    expect(checkout.state.phase).toBe('done');
  });

  test('stays here after a success when the page wants it', async () => {
    const { checkout, told } = await loaded({ pay: [payment({ status: 'success' })] });
    told.stay = true;
    await checkout.pay(card, {});
    expect(told.left).toEqual([]);
  });

  test('leaves for 3-D Secure, and tells no result yet', async () => {
    const { checkout, told } = await loaded({ pay: [payment(toBank)] });
    void checkout.pay(card, {});
    await settle();
    expect(told.events).toEqual(['ready', `action ${toBank.action.url}`]);
    expect(told.left).toEqual([toBank.action.url]);
    expect(checkout.state.phase).toBe('action');
  });

  test('follows the payment while the page keeps the customer here', async () => {
    const done = payment({ status: 'success', updatedAt: '2030-01-01T00:01:00.000Z' });
    const { checkout, told, seen } = await loaded({ pay: [payment(toBank)], news: [done] });
    told.stay = true;
    await checkout.pay(card, {});
    expect(told.left).toEqual([]);
    expect(seen.since).toEqual(['2030-01-01T00:00:00.000Z']);
    expect(told.events.at(-1)).toBe('result success');
  });

  test.each(['javascript:alert(1)', 'http://bank.example/', 'nowhere'])(
    'refuses to leave for %s',
    async (url) => {
      const { checkout, told } = await loaded({ pay: [payment({ action: { url } })] });
      void checkout.pay(card, {});
      await settle();
      expect(told.left).toEqual([]);
      expect(told.events).toEqual(['ready', 'error unsafe-action-url']);
      expect(checkout.state.phase).toBe('failed');
    },
  );

  test('tells a payment that is still pending, and later its end', async () => {
    const end = declined({ updatedAt: '2030-01-01T00:01:00.000Z' });
    const { checkout, told } = await loaded({ pay: [payment()], news: [payment(), end] });
    await checkout.pay(card, {});
    expect(told.events).toEqual(['ready', 'result pending', 'result failure']);
    expect(checkout.state.phase).toBe('failed');
  });

  test('leads on when the bank asks for confirmation only later', async () => {
    const asked = payment({ ...toBank, updatedAt: '2030-01-01T00:01:00.000Z' });
    const { checkout, told } = await loaded({ pay: [payment()], news: [asked] });
    void checkout.pay(card, {});
    await settle();
    expect(told.left[0]).toBe(toBank.action.url);
  });

  test('does nothing while a payment is under way', async () => {
    const { checkout, seen } = await loaded({ pay: [] });
    void checkout.pay(card, {});
    void checkout.pay(card, {});
    void checkout.hosted({});
    await settle();
    expect(seen.keys).toHaveLength(1);
  });
});

describe('the idempotency key', () => {
  test('stays the same after a lost answer, also when the card was changed', async () => {
    const { checkout, seen } = await loaded({ pay: [lost(), lost(), payment({ status: 'success' })] });
    await checkout.pay(card, {});
    expect(checkout.state).toMatchObject({ phase: 'ready', problem: { code: 'no-answer' } });
    await checkout.pay(card, {});
    checkout.edited();
    await checkout.pay(card, {});
    expect(seen.keys).toEqual(['key-1', 'key-1', 'key-1']);
  });

  test('is new after a decline', async () => {
    const { checkout, seen } = await loaded({ pay: [declined()] });
    await checkout.pay(card, {});
    await checkout.pay(card, {});
    expect(seen.keys).toEqual(['key-1', 'key-2']);
  });

  test('is new after a refusal only where something was changed', async () => {
    const { checkout, seen } = await loaded({ pay: [refusal(503, 'gateway-unreachable')] });
    await checkout.pay(card, {});
    await checkout.pay(card, {});
    checkout.edited();
    await checkout.pay(card, {});
    expect(seen.keys).toEqual(['key-1', 'key-1', 'key-2']);
  });

  test('of a request that differs is given up, and the session asked what became of it', async () => {
    const { checkout, seen, told } = await loaded({ pay: [refusal(422, 'idempotency-key-reused')] });
    await checkout.pay(card, {});
    expect(seen.sessions).toBe(2);
    expect(told.events.at(-1)).toBe('error idempotency-key-reused');
    expect(checkout.state.phase).toBe('ready');
    await checkout.pay(card, {});
    expect(seen.keys).toEqual(['key-1', 'key-2']);
  });
});

describe('a payment that the order has already', () => {
  test.each(['payment-open', 'order-paid'] as const)('is shown after %s', async (code) => {
    const has = payment({ status: code === 'order-paid' ? 'success' : 'unknown' });
    const { checkout, told } = await loaded({
      session: [session(), session({ payment: has })],
      pay: [refusal(409, code)],
    });
    void checkout.pay(card, {});
    await settle();
    expect(checkout.state.payment).toEqual(has);
    expect(checkout.state.phase).toBe(code === 'order-paid' ? 'done' : 'waiting');
    expect(told.events).toEqual(['ready', 'ready', `result ${has.status}`]);
  });

  test('is shown without a result and without leaving when the page opens', async () => {
    const { checkout, told } = await loaded({
      session: [session({ payment: payment({ status: 'success' }) })],
    });
    expect(checkout.state.phase).toBe('done');
    expect(told.events).toEqual(['ready']);
    expect(told.left).toEqual([]);
    checkout.finish();
    expect(told.left).toEqual(['/pay/return/p-1']);
  });

  test('is told when it ended while the page slept', async () => {
    const { checkout, told } = await loaded({
      session: [session({ payment: payment(toBank) }), session({ payment: declined() })],
    });
    checkout.stop();
    await checkout.load();
    expect(told.events).toEqual(['ready', 'ready', 'result failure']);
    expect(checkout.state.phase).toBe('failed');
  });
});

describe('the hosted page', () => {
  test('is where the customer is led', async () => {
    const { checkout, told } = await loaded({ hosted: [payment({ ...offer, action: null })] });
    void checkout.hosted({ email: 'a@b.ua' });
    await settle();
    expect(told.left).toEqual([toBank.action.url]);
    expect(checkout.state.phase).toBe('action');
  });

  test('can be opened a second time when the customer came back', async () => {
    const { checkout, told } = await loaded({
      session: [session({ payment: payment(offer) })],
      hosted: [payment(offer)],
    });
    void checkout.hosted({});
    await settle();
    expect(told.left).toEqual([toBank.action.url]);
  });
});

describe('waiting', () => {
  test('asks on after a lost connection, ever more patiently, and at once when it is back', async () => {
    const end = payment({ status: 'success' });
    const { seen, told } = await loaded({
      session: [session({ payment: payment() })],
      news: [lost(), refusal(502, 'gateway-refused'), lost(), payment(), end],
    });
    await settle();
    expect(seen.pauses).toEqual([0, 1000, 2000, 4000, 1000]);
    expect(told.events).toEqual(['ready', 'result success']);
  });

  test('ends when the token has expired', async () => {
    const { checkout, told } = await loaded({
      session: [session({ payment: payment() })],
      news: [refusal(401, 'order-token-expired')],
    });
    expect(checkout.state.phase).toBe('failed');
    expect(told.events).toEqual(['ready', 'error order-token-expired']);
  });

  test('stops when told, and nothing changes any more', async () => {
    const { checkout, seen } = await loaded({ session: [session({ payment: payment() })] });
    checkout.stop();
    await settle();
    expect(checkout.state.phase).toBe('waiting');
    expect(seen.since).toHaveLength(1);
  });
});

test('a session that cannot be loaded can be loaded again', async () => {
  const { checkout, told } = await loaded({ session: [lost(), session()] });
  expect(checkout.state).toMatchObject({ phase: 'failed', problem: { code: 'no-answer' } });
  await checkout.load();
  expect(checkout.state.phase).toBe('ready');
  expect(told.phases).toEqual(['loading', 'failed', 'loading', 'ready']);
});

test('a reset forgets a decline, but not a payment under way', async () => {
  const { checkout } = await loaded({ session: [session({ payment: declined() })] });
  checkout.reset();
  expect(checkout.state.phase).toBe('ready');
  const busy = await loaded({ session: [session({ payment: payment() })] });
  busy.checkout.reset();
  expect(busy.checkout.state.phase).toBe('waiting');
});
