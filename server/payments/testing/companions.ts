import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatAmount } from '../../contract/money.ts';
import { ProblemError } from '../../contract/problem.ts';
import { CARD } from '../../contract/testing/fixtures.ts';
import type { FinalStatus, OperationMethod } from '../../contract/words.ts';
import { cancelOrder } from '../paying/cancel.ts';
import { closeOrder } from '../paying/close-order.ts';
import { createOrder } from '../paying/create-order.ts';
import { captureOrder, refundOrder, voidOrder } from '../operations/operate.ts';
import { type Snapshot, snapshot } from '../order/order.ts';
import { waitsForCustomer } from '../order/paying.ts';
import { nextDueAt } from '../order/schedule.ts';
import { type Message, type ReviewItem, reviewItems } from '../order/views.ts';
import { readOrder } from '../orders.ts';
import { payHosted } from '../paying/pay-hosted.ts';
import { payDirect } from '../paying/pay.ts';
import type { Append, PaymentDeps, Store } from '../ports.ts';
import { OrderEvents } from '../queries/order-events.ts';
import { handleWebhook } from '../reports.ts';
import { resolveOperation, resolvePayment } from '../operations/resolve.ts';
import type { SignedOrder } from '../paying/saved-cards.ts';
import { openSession } from '../paying/session.ts';
import { scriptOf } from './bank-gateway.ts';
import { Bank } from './bank.ts';
import { inFull } from './gateway.ts';
import { messageFaults, strangerFault, type Witness } from './invariants.ts';
import { endOpen, type GatewayStep, playAtGateway, type ShopStep, wordOf } from './steps.ts';
import { CLIENT, createTestDeps, gate, input, key, signed, TestClock } from './test-deps.ts';
import { pollDue } from '../workers/poll.ts';

/** For tests: two companions over one store and the hostile gateway, through the real use cases. */

const HOUR = 3_600_000;
const CARDS = ['4242424242424242', '5555555555554444'];

/** At which of its next commits a companion dies, or is held up until others have done their work. */
export interface Fault {
  commit: number;
  when: 'before' | 'after';
  as: 'dies' | 'held-up';
}

export type Action =
  | { do: 'pay'; mode: 'direct' | 'hosted'; replaces: boolean; isRepeated: boolean }
  | { do: 'operate'; method: OperationMethod; amountMinor: number | null; isRepeated: boolean }
  | { do: 'session' | 'cancel' | 'close' | 'work' }
  | GatewayStep
  | ShopStep;

/** Actions at once, each at one of the two companions; the fault is the first one's. */
export interface Step {
  actions: (Action & { at: 0 | 1 })[];
  fault: Fault | null;
}

class Crash extends Error {
  override readonly name = 'Crash';
}

export class Companions {
  order: Snapshot;
  readonly misjudged = new Set<string>();
  readonly bank: Bank;
  readonly #clock = new TestClock();
  readonly #stores: readonly [Store, Store];
  readonly #deps: PaymentDeps[];
  #token: SignedOrder;
  #lastKey = key();
  #commits = 0;
  #leaving = 0;
  #fault: (Fault & { at: 0 | 1 }) | null = null;
  #others: Promise<unknown> = Promise.resolve();
  #count = 0;

  constructor(stores: readonly [Store, Store], orderId: string, options: Bank['options']) {
    this.bank = new Bank(this.#clock.time, options);
    this.#stores = stores;
    this.order = snapshot(orderId, []);
    this.bank.isPageKnown = (id) =>
      this.order.state.payments.some((one) => one.gatewayOrderId === id && one.ownership === 'ours');
    this.#token = signed({ id: orderId, amount: '1.00' }, this.#seconds);
    this.#clock.sleep = (ms) => this.#pass(ms);
    this.#deps = [this.#start(0), this.#start(1)];
  }

  get now(): number {
    return this.#clock.time;
  }

  get #seconds(): number {
    return Math.floor(this.now / 1_000);
  }

  get review(): ReviewItem[] {
    return reviewItems(this.order.state, this.now);
  }

  // --- Companions that die ---

  /** A companion with empty memory. */
  #start(at: 0 | 1): PaymentDeps {
    const life = { isOver: false };
    const store = this.#stores[at];
    const append = async (one: Append) => {
      this.#commits += 1;
      const fault = this.#fault?.at === at && this.#fault.commit === this.#commits ? this.#fault : null;
      if (fault?.when === 'before') await this.#suffer(fault, life);
      if (life.isOver) throw new Crash();
      await store.append(one);
      if (fault?.when === 'after') await this.#suffer(fault, life);
    };
    const clock = this.#clock;
    const testDeps = createTestDeps(
      { ...store, append },
      { notify: true, overCapturePercent: 10, posId: 'pos' },
    );
    testDeps.gateway.script = scriptOf(this.bank, async () => {
      if (life.isOver) throw new Crash();
      return this.#witness();
    });
    const log: PaymentDeps['log'] = (event, fields) => this.#log(event, fields);
    const orderEvents = new HastyOrderEvents(store, clock);
    const newId = () => `${this.order.orderId}-${(this.#count += 1)}`;
    return { ...testDeps, clock, log, orderEvents, newId };
  }

  async #suffer({ as, at }: Fault & { at: 0 | 1 }, life: { isOver: boolean }): Promise<void> {
    this.#fault = null;
    if (as === 'held-up') {
      await this.#pass(this.bank.pick([10, 2_000, 40_000, 100_000]));
      // The others may wait for this one, or be at the same companion: so it goes on after some turns.
      await Promise.race([this.#others, manyTurns()]);
      return;
    }
    life.isOver = true;
    this.#deps[at] = this.#start(at);
    throw new Crash();
  }

  /** Work behind the scenes only logs its errors. */
  #log(event: string, fields: object = {}): void {
    const isError = event === 'order.poll-failed' && !('error' in fields && fields.error === 'Crash');
    if (isError) this.bank.faults.push(`${event} ${JSON.stringify(fields)}`);
  }

  /** As it is when a request leaves: no time passes before the gateway has it. */
  async #witness(): Promise<Witness> {
    this.#leaving += 1;
    const order = await this.#read().finally(() => setImmediate(() => (this.#leaving -= 1)));
    const { bank, now, misjudged } = this;
    return { bank, now, misjudged, order };
  }

  #read = (): Promise<Snapshot> => readOrder({ store: this.#stores[0] }, this.order.orderId);

  // --- Actions ---

  async play({ actions: [first, ...rest], fault }: Step): Promise<void> {
    if (!first) return;
    this.#fault = fault && { ...fault, commit: this.#commits + fault.commit, at: first.at };
    const others = gate<void>();
    this.#others = others.promise;
    const running = this.#try(first);
    for (const one of rest) await this.#try(one);
    others.open();
    await running;
    this.#fault = null;
    await this.#look();
  }

  async #look(): Promise<void> {
    this.order = await this.#read();
    const fault = strangerFault(this.order.state);
    if (fault !== null) this.bank.faults.push(fault);
  }

  async #try(action: Action & { at: 0 | 1 }): Promise<void> {
    const deps = this.#deps[action.at];
    if (!deps) return;
    await this.#act(deps, action).catch((error: unknown) => {
      if (!(error instanceof ProblemError || error instanceof Crash)) throw error;
    });
  }

  async #act(deps: PaymentDeps, action: Action): Promise<unknown> {
    const { orderId } = this.order;
    switch (action.do) {
      case 'pay':
        return action.mode === 'hosted' ? payHosted(deps, this.#token, {}) : this.#payDirect(deps, action);
      case 'operate':
        return this.#operate(deps, action);
      case 'session':
        return openSession(deps, this.#token);
      case 'cancel':
        return cancelOrder(deps, orderId);
      case 'close':
        return closeOrder(deps, orderId);
      case 'work':
        return pollDue(deps);
      case 'deliver':
        return this.#deliver(deps, action.which);
      case 'update-order':
        return this.#updateOrder(deps, action);
      case 'resolve':
        return this.resolve(this.review[action.which % Math.max(1, this.review.length)], action.as);
      case 'wait':
        return this.wait(action.ms);
      case 'progress':
      case 'portal':
      case 'odd':
      case 'flip':
        return playAtGateway(this.bank, action);
    }
  }

  async #payDirect(deps: PaymentDeps, { replaces, isRepeated }: Action & { do: 'pay' }): Promise<void> {
    const waiting = this.order.state.payments.find(waitsForCustomer);
    const card = { ...CARD, number: isRepeated ? CARD.number : this.bank.pick(CARDS) };
    if (!isRepeated) this.#lastKey = key();
    const typed = input({ card, ...(replaces && waiting && { replaces: waiting.id }) });
    await payDirect(deps, this.#token, this.#lastKey, typed, CLIENT);
  }

  async #operate(
    deps: PaymentDeps,
    { method, amountMinor, isRepeated }: Action & { do: 'operate' },
  ): Promise<unknown> {
    const { orderId } = this.order;
    if (!isRepeated) this.#lastKey = key();
    const amount = amountMinor === null ? {} : { amount: formatAmount(amountMinor, 'UAH') };
    if (method === 'void') return voidOrder(deps, orderId, this.#lastKey, {});
    return (method === 'capture' ? captureOrder : refundOrder)(deps, orderId, this.#lastKey, amount);
  }

  async #deliver(deps: PaymentDeps, which: number): Promise<void> {
    const [webhook] = this.bank.webhooks.splice(which % Math.max(1, this.bank.webhooks.length), 1);
    if (webhook) await handleWebhook(deps, inFull(webhook.report));
  }

  async #updateOrder(
    deps: PaymentDeps,
    { amountMinor, method, by }: Action & { do: 'update-order' },
  ): Promise<void> {
    const orderTimeout = this.bank.chance(0.7) ? 1_200 : undefined;
    const claim = { id: this.order.orderId, amount: formatAmount(amountMinor, 'UAH'), method, orderTimeout };
    const token = signed(claim, this.#seconds);
    const { amountMinor: _, ...order } = token.order;
    if (by === 'api') await createOrder(deps, { ...order, expiresIn: 86_400 });
    this.#token = token;
  }

  /** A person says what is true, or what is not. */
  async resolve(item: ReviewItem | undefined, as: FinalStatus | 'truth'): Promise<void> {
    const [deps] = this.#deps;
    const word = item && wordOf(this, item, as);
    if (!item || !word || !deps) return;
    if (!word.isTrue) this.misjudged.add(item.paymentId);
    const { status, amountMinor } = word;
    const isAmount = amountMinor !== null && item.operationId !== null && item.reason === 'contradicted';
    const said = {
      status,
      comment: 'Looked up',
      ...(isAmount && { amount: formatAmount(amountMinor, 'UAH') }),
    };
    if (item.operationId === null) await resolvePayment(deps, item.paymentId, said);
    else await resolveOperation(deps, item.operationId, said);
    await this.#look();
  }

  // --- Time ---

  async #pass(ms: number): Promise<void> {
    do await nextTurn();
    while (this.#leaving > 0);
    this.#clock.pass(ms / 1_000);
    this.bank.advance(this.now);
    await nextTurn();
  }

  async wait(ms: number): Promise<void> {
    await this.#pass(ms);
    for (const webhook of this.bank.webhooks.filter(({ at }) => at <= this.now)) {
      if (this.bank.chance(0.8))
        await this.#anyone((deps) => this.#deliver(deps, this.bank.webhooks.indexOf(webhook)));
    }
  }

  #anyone = (act: (deps: PaymentDeps) => Promise<unknown>): Promise<unknown> =>
    act(this.bank.pick(this.#deps));

  /** The gateway ends what is open and tells all, and the workers run until nothing is due. */
  async rest(): Promise<void> {
    await this.wait(HOUR);
    endOpen(this.bank);
    await this.work();
    this.bank.tellAll();
    while (this.bank.webhooks.length > 0) {
      await this.#anyone((deps) => this.#deliver(deps, this.bank.chance(0.5) ? 0 : 7));
    }
    await this.work();
    this.bank.faults.push(...messageFaults(this, await this.#lastMessages()));
  }

  /** The workers work for four days, or until nothing is due. */
  async work(): Promise<void> {
    const until = this.now + 96 * HOUR;
    for (;;) {
      await this.#look();
      const due = nextDueAt(this.order.state, this.now);
      if (due === null || due > until) return;
      await this.wait(Math.max(due - this.now, this.now > until - 72 * HOUR ? 6 * HOUR : 1_000));
      if (this.now > until) return;
      await this.#anyone(pollDue);
    }
  }

  async #lastMessages(): Promise<Map<string, Message>> {
    const { items } = await this.#stores[0].outbox.list({ limit: 10_000 });
    const own = items.filter((one) => one.orderId === this.order.orderId).toReversed();
    return new Map(
      own.map(({ body }) => {
        const message: Message = JSON.parse(body);
        return [message.data.id, message];
      }),
    );
  }

  /** Leaves the store empty. */
  async forget(): Promise<void> {
    await this.#look();
    const { orderId, entries } = this.order;
    await this.#stores[0].retention.deleteOrders([{ orderId, length: entries.length }], {
      keepWaiting: false,
    });
  }
}

async function manyTurns(): Promise<void> {
  for (let turn = 0; turn < 500; turn += 1) await nextTurn();
}

/** Nobody waits in real time. */
class HastyOrderEvents extends OrderEvents {
  readonly #store: Store;
  readonly #clock: TestClock;

  constructor(store: Store, clock: TestClock) {
    super(store);
    this.#store = store;
    this.#clock = clock;
  }

  override async next(seen: Snapshot, ms: number): Promise<Snapshot> {
    await this.#clock.sleep(Math.min(ms, 5_000));
    return readOrder({ store: this.#store }, seen.orderId);
  }
}
