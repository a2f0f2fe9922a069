import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HostedView, PaymentView, SessionView } from '../contract/checkout-api.ts';
import type { OrderView, Page } from '../contract/merchant-api.ts';
import { CARD } from '../contract/testing/fixtures.ts';
import { createGatewayClient } from '../gateway/client.ts';
import { SingleFlight } from '../payments/queries/single-flight.ts';
import { TestClock } from '../payments/testing/test-deps.ts';
import { pollDue } from '../payments/workers/poll.ts';
import { pay as payPage } from '../sandbox/testing/checkout.ts';
import { type Harness, openSandbox } from '../sandbox/testing/sandbox.ts';
import type { SandboxSettings } from '../sandbox/settings.ts';
import {
  BODY,
  FORM,
  jsonOf as json,
  openCompanion,
  type TestCompanion as Shop,
  webhookForm,
} from '../testing/companion.ts';

/**
 * A gateway that keeps its own clock, writes in its own way, knows order ids already and takes a second card is honest:
 * no order needs a person. Companions and sandbox talk HTTP, on one clock that only the tests move.
 */

const VISA = CARD.number;
const MASTERCARD = '5555555555554444';
const DECLINED = '4000000000009995';
const LOST = '4000000000000259'; // charged, without an answer and without a webhook
const HOURS = 10_800;

type Told = Record<string, unknown>;
let clock: TestClock;
let gateway: Harness;
let shop: Shop;
let other: Shop;
/** Changes what the gateway writes, in answers and webhooks. */
let rewrite: (told: Told) => object;

beforeEach(async () => {
  clock = new TestClock();
  const timers = { now: () => clock.time, after: () => () => {} };
  gateway = openSandbox({ timers, mayPost: () => true, fetch: (url, init) => deliver(url as string, init) });
  rewrite = (told) => told;
  shop = await openShop('shop.example');
  other = await openShop('other.example');
});
afterEach(async () => {
  const reviews = await Promise.all([shop, other].map((one) => json(one.merchant('/review'))));
  await gateway.settled();
  gateway.close();
  for (const { deps } of [shop, other]) await deps.store.close();
  expect(reviews).toMatchObject([{ data: [] }, { data: [] }]);
});

async function openShop(name: string): Promise<Shop> {
  const one = await openCompanion({ config: { publicUrl: `https://${name}/pay`, notify: true } });
  const settings = { ...gateway.credentials, baseUrl: gateway.baseUrl };
  Object.assign(one.deps, { clock, singleFlight: new SingleFlight(clock) });
  one.deps.gateway.script = createGatewayClient(settings, { fetch: send, sleep: async () => {} });
  return one;
}

/** A request of a companion: it is on its way for a while. */
async function send(url: string, init: object): Promise<Response> {
  clock.pass(0.04);
  const answer = await gateway.fetch(url, init);
  clock.pass(0.11);
  if (!answer.headers.get('content-type')?.includes('json')) return answer;
  const told = (await answer.json()) as Told | Told[];
  const written = Array.isArray(told) ? told.map((one) => rewrite(one)) : rewrite(told);
  return new Response(JSON.stringify(written), answer);
}

/** A webhook, signed with the secret of the test companions. */
async function deliver(url: string, init?: RequestInit): Promise<Response> {
  const sent = new URLSearchParams(init?.body as string).get('data') ?? '';
  const told = rewrite(JSON.parse(Buffer.from(sent, 'base64url').toString()) as Told);
  const body = webhookForm(JSON.stringify(told));
  return (url.includes('//other.') ? other : shop).ask('/webhook', { body, headers: FORM });
}
/** Such a gateway does not tell the address for the customer's return, which names our payment. */
const withoutAddress = (told: Told) => ({ ...told, result_url: undefined });
const set = (settings: Partial<SandboxSettings>) => gateway.control('POST', 'settings', settings);
const fault = (on: string, kind: string, times = 1) => gateway.control('POST', 'faults', { on, kind, times });
const books = async () => ((await gateway.control('GET', 'payments')) as Page<PaymentView>).data;
const charges = async () => (await books()).filter(({ status }) => status === 'success').length;
type Order = { id?: string; number?: string; method?: string; at?: Shop };
const ORDER = { id: '1001', amount: '24.50' };
function pay({ number = VISA, at = shop, ...order }: Order = {}): Promise<PaymentView> {
  const body = { ...BODY, card: { ...CARD, number } };
  return json(at.pay({ key: crypto.randomUUID(), order: { ...ORDER, ...order }, body }));
}
async function open({ at = shop, ...order }: Order = {}): Promise<HostedView> {
  return json(at.ask('/hosted', { token: await at.token({ ...ORDER, ...order }), body: {} }));
}
const payOn = ({ location }: HostedView, number: string) => payPage(gateway, location, number);
const refund = (id = '1001') => json<PaymentView>(shop.merchant(`/orders/${id}/refund`, { body: {} }));
const orderOf = (id = '1001', at = shop) => json<OrderView>(at.merchant(`/orders/${id}`));
const statusOf = async (id = '1001', at = shop) =>
  (await orderOf(id, at)).payments.map(({ status }) => status).join();
const learnClock = (at = shop) => pay({ id: `ordinary-${crypto.randomUUID().slice(0, 8)}`, at });

/** The companions work in the background for so many minutes, or until the order has this status. @returns what it had */
async function work(minutes: number, status = '', id = '1001', at = shop): Promise<string> {
  const seen = new Set<string>();
  for (let minute = 0; minute < minutes && !seen.has(status); minute += 1) {
    clock.pass(60);
    await gateway.pass(0);
    for (const { deps } of [shop, other]) await pollDue(deps);
    seen.add(await statusOf(id, at));
  }
  return [...seen].join(', then ');
}

/** By card, on a page, on one without a webhook, by card in place of a page, without an answer; and a refund. */
async function payEveryWay(): Promise<object> {
  await pay({ id: 'card' });
  await payOn(await open({ id: 'page' }), VISA);
  const mute = await open({ id: 'mute' });
  await payOn(mute, LOST);
  await shop.ask(`/return/${mute.payment.id}`);
  await open({ id: 'left' });
  await pay({ id: 'left' });
  await pay({ id: 'lost', number: LOST });
  await work(5, 'success', 'lost');
  const ended = ['card', 'page', 'mute', 'left', 'lost'].map(async (id) => [id, await statusOf(id)]);
  return { ...Object.fromEntries(await Promise.all(ended)), refund: await refund('card') };
}
const PAID = { card: 'success', page: 'success', mute: 'success', left: 'failure,success', lost: 'success' };
const ALL_WELL = { ...PAID, refund: { status: 'success', amount: '24.50' } };

describe.each([-75, -HOURS, HOURS, 50_400, -43_200])('a gateway clock that is %d s off', (offset) => {
  beforeEach(() => set({ clockOffsetSeconds: offset }));

  it('lets pages and cards be paid, finds a payment whose answer was lost, and refunds', async () => {
    expect(await payEveryWay()).toMatchObject(ALL_WELL);
  });

  it('lets an unpaid page be cancelled, and then a card be used', async () => {
    await open();
    const cancelled = shop.merchant('/orders/1001/cancel', { body: {} });
    expect(await json(cancelled)).toMatchObject({ status: 'failure', statusCode: '6007' });
    expect(await pay()).toMatchObject({ status: 'success' });
  });

  it('leaves a lost answer open that names no payment, until another answer shows the clock', async () => {
    rewrite = withoutAddress;
    await pay({ number: LOST });
    expect(await work(30)).toBe('unknown');
    await learnClock();
    expect([await work(60, 'success'), await charges()]).toEqual([expect.stringMatching(/success$/), 2]);
  });
});

const FORMS = ['zone', 'no-seconds', 'blank', 'epoch-seconds', 'epoch-milliseconds'] as const;
const CLOCKED = FORMS.flatMap((form) => [0, HOURS, -75].map((offset) => [form, offset] as const));
it.each(CLOCKED)('times may be written as %s, by a clock %d s off', async (timeForm, clockOffsetSeconds) => {
  await set({ timeForm, clockOffsetSeconds });
  expect(await payEveryWay()).toMatchObject(ALL_WELL);
});

it.each(['zone', 'no-seconds', 'blank', 'epoch'])('some times may be written as %s', async (form) => {
  await learnClock();
  for (const on of ['webhook', 'read', 'cancel']) await fault(on, `times-${form}`, 99);
  expect(await payEveryWay()).toMatchObject(ALL_WELL);
});

it.each([null, undefined, 'today'])('the time %s proves nothing and harms nothing', async (created_at) => {
  rewrite = (told) => ({ ...told, created_at });
  expect(await payEveryWay()).toMatchObject(ALL_WELL);
  rewrite = (told) => ({ ...withoutAddress(told), created_at });
  await pay({ id: 'last', number: LOST });
  expect(await work(5, '', 'last')).toBe('unknown');
  rewrite = withoutAddress;
  expect(await work(60, 'success', 'last')).toBe('unknown, then success');
});

const CODES = ['in-args', 'beside-args', 'payment'] as const;
const TOLD = CODES.flatMap((code) => ([400, 409] as const).map((status) => [code, status] as const));
describe.each(TOLD)('an order id that exists, told by code %s and HTTP %d,', (errorCodes, takenStatus) => {
  beforeEach(() => set({ errorCodes, takenStatus }));

  /** Two payments, each its own shop's: the first one is refunded, the second one is not. */
  async function expectBothPaid(): Promise<void> {
    const { events, allowed } = await orderOf('1001', other);
    expect(JSON.stringify(events)).toMatch(/already knows this order id|"4119"/);
    const session = await json(other.ask('/session', { token: await other.token(ORDER) }));
    expect(session).toMatchObject({ attemptsLeft: 10, payment: { status: 'success' } } as SessionView);
    expect([await statusOf(), await statusOf('1001', other)]).toEqual(['success', 'failure,success']);
    expect([allowed.refund, await refund()]).toMatchObject(['24.50', { status: 'success' }]);
    const both = (await books()).filter(({ orderId }) => orderId.startsWith('1001'));
    expect(both).toMatchObject([{ operations: [{ status: 'success' }] }, { operations: [] }]);
  }

  it.each(['card', 'page'])('of a stranger’s %s costs the payer of a card or a page nothing', async (way) => {
    for (const id of ['1001', '1002']) await (way === 'card' ? pay({ id }) : payOn(await open({ id }), VISA));
    expect(await pay({ number: MASTERCARD, at: other })).toMatchObject({ status: 'success' });
    await payOn(await open({ id: '1002', at: other }), VISA);
    expect([await statusOf('1002', other), await charges()]).toEqual(['failure,success', 4]);
    await expectBothPaid();
  });

  it.each([0, HOURS])('is told from ours by its address, the clock %d s off', async (clockOffsetSeconds) => {
    await set({ clockOffsetSeconds, timeForm: 'no-seconds' });
    await pay();
    expect(await pay({ at: other })).toMatchObject({ status: 'success' });
    await expectBothPaid();
  });

  it.each([0, HOURS])('is told from ours by seconds, the clock %d s off', async (clockOffsetSeconds) => {
    rewrite = withoutAddress;
    await set({ clockOffsetSeconds });
    await learnClock(other);
    await pay();
    clock.pass(3);
    expect(await pay({ at: other })).toMatchObject({ status: 'success' });
    await expectBothPaid();
  });

  it('is never taken for ours where nothing tells them apart', async () => {
    rewrite = withoutAddress;
    await set({ timeForm: 'no-seconds' });
    await learnClock(other);
    await pay();
    clock.pass(3);
    expect(await pay({ at: other })).toMatchObject({ status: 'unknown' });
    expect(await work(30, '', '1001', other)).toBe('unknown');
    rewrite = (told) => told;
    await work(60, 'failure', '1001', other);
    expect(await pay({ at: other })).toMatchObject({ status: 'success' });
    await expectBothPaid();
  });

  it('is never taken for ours while the clock is not known', async () => {
    rewrite = withoutAddress;
    await pay();
    clock.pass(3);
    expect(await pay({ at: other })).toMatchObject({ status: 'unknown' });
    expect(await work(30, '', '1001', other)).toBe('unknown');
    await learnClock(other);
    await work(60, 'failure', '1001', other);
    expect(await pay({ at: other })).toMatchObject({ status: 'success' });
    await expectBothPaid();
  });

  it('is ours, and charged once, if something has repeated our request', async () => {
    await set({ clockOffsetSeconds: -HOURS });
    await fault('create', 'repeated', 3);
    rewrite = withoutAddress;
    expect(await pay()).toMatchObject({ status: 'unknown' });
    rewrite = (told) => told;
    expect(await pay({ id: '1002' })).toMatchObject({ status: 'success' });
    rewrite = withoutAddress;
    expect(await pay({ id: '1003' })).toMatchObject({ status: 'success' });
    await work(60, 'success');
    expect([await statusOf(), await charges()]).toEqual(['success', 3]);
  });

  it('may be our own page, whose address is lost: the next one is paid', async () => {
    await fault('create', 'repeated');
    await payOn(await open(), VISA);
    clock.pass(86_400);
    await work(2);
    expect([await statusOf(), await charges()]).toEqual(['failure,success', 1]);
  });
});

it.each(['purchase', 'auth'])('a 404 is no failure while the list has the payment: %s', async (method) => {
  await fault('read', 'path-unknown', 4);
  await fault('read', 'error-503-before', 9);
  expect(await pay({ method, number: LOST })).toMatchObject({ status: 'unknown' });
  expect([await work(60, 'success'), await charges()]).toEqual(['unknown, then success', 1]);
  const read = await shop.deps.gateway.readOperation('1001', 'purchase');
  expect(read).toMatchObject({ kind: 'answered', value: { method, status: 'success' } });
});

describe.each(['told', 'told-anew'] as const)('a decline on a page that is %s', (declinedOnPage) => {
  beforeEach(() => set({ declinedOnPage, clockOffsetSeconds: HOURS }));

  it.each([VISA, LOST])('is a failure until another card succeeds: %s', async (number) => {
    const page = await open();
    await payOn(page, DECLINED);
    expect(await statusOf()).toBe('failure');
    await payOn(page, number);
    await work(60, 'success');
    const { data } = await json<Page<{ status: string }>>(shop.merchant('/messages'));
    expect(data.map(({ status }) => status).toReversed()).toEqual(['init', 'failure', 'success']);
  });

  it.each(['card', 'page'])('is followed by a duplicate, which goes back, if a %s has paid', async (way) => {
    const page = await open();
    await payOn(page, DECLINED);
    await (way === 'card' ? pay({ number: MASTERCARD }) : payOn(await open(), MASTERCARD));
    await payOn(page, VISA);
    await work(3);
    const back = { method: 'refund', amount: '24.50', status: 'success' };
    expect(await books()).toMatchObject([{ operations: [back] }, { status: 'success', operations: [] }]);
  });
});

it.each([24.500000000000004, 24.499999999999996, '24.500000000000004'])('%j is 24.50', async (dust) => {
  rewrite = (told) => (told['amount'] === 24.5 ? { ...told, amount: dust, processed_amount: dust } : told);
  expect(await payEveryWay()).toMatchObject(ALL_WELL);
});

it.each<[string, (word: string) => string]>([
  ['SUCCESS', (word) => word.toUpperCase()],
  ['Success', (word) => word.replace(/^./, (first) => first.toUpperCase())],
  [' success ', (word) => ` ${word} `],
])('words may be written as "%s"', async (_, write) => {
  const written = (name: string, value: unknown) =>
    /^(status|method|mode|currency)$/.test(name) ? write(String(value)) : value;
  rewrite = (told) =>
    Object.fromEntries(Object.entries(told).map(([name, one]) => [name, written(name, one)]));
  expect(await payEveryWay()).toMatchObject(ALL_WELL);
});

it('an unknown status with an action for the customer means that the payment waits', async () => {
  rewrite = (told) => (told['status'] === 'pending' ? { ...told, status: 'processing' } : told);
  const { status, action } = await pay({ number: '5454545454545454' });
  expect([status, await statusOf()]).toEqual(['pending', 'pending']);
  await gateway.submit(action?.url ?? '', { decision: 'approve' });
  expect(await statusOf()).toBe('success');
});

it('an unknown status without an action changes nothing, and is logged', async () => {
  rewrite = (told) => (told['status'] === 'success' ? { ...told, status: 'settling' } : told);
  await pay();
  expect(await work(5)).toBe('unknown');
  expect(JSON.stringify(shop.deps.lines)).toContain('settling');
  rewrite = (told) => told;
  expect([await work(60, 'success'), await charges()]).toEqual(['unknown, then success', 1]);
});
