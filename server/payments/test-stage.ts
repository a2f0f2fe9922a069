import { expect } from 'vitest';
import type { CaptureInput, RefundInput } from '../contract/merchant-requests.ts';
import { formatAmount } from '../contract/money.ts';
import { ProblemError } from '../contract/problem.ts';
import { cancelOrder } from './cancel.ts';
import { createOrder } from './create-order.ts';
import { payDirect } from './pay.ts';
import { payHosted } from './pay-hosted.ts';
import { openSession } from './session.ts';
import { captureOrder } from './operate.ts';
import { refundOrder } from './operate.ts';
import { voidOrder } from './operate.ts';
import type { GatewayPayment } from './gateway-port.ts';
import type { Store } from './ports.ts';
import { handleWebhook } from './reports.ts';
import { TestBank } from './test-bank.ts';
import { Crash, Desk } from './test-desks.ts';
import { OPERATION_ANSWERS, PAYMENT_ANSWERS } from './test-fates.ts';
import { ANNA, BORYS, key } from './test-world.ts';
import { resolveOne } from './test-person.ts';
import type { Action, Placed, SignedTerms, Step } from './test-steps.ts';
import { CLIENT, input, signed, TestClock, type World } from './test-world.ts';
import { pollDue } from './workers/poll.ts';

/** For tests: an order, its gateway, and two companions that process it. */

/** The possible terms of an order; shares are Anna's and Borys'. */
const TERMS = [
  { amount: '10.10', shares: ['7.00', '3.10'] },
  { amount: '20.20', shares: ['14.00', '6.20'] },
  { amount: '5.00', shares: ['3.00', '2.00'] },
] as const;

/** The card is still valid at that time. */
const LATEST_START_MS = 1_400 * 86_400_000;

export interface Kind {
  method: 'purchase' | 'auth';
  split: boolean;
}

const text = (minor: number) => formatAmount(minor, 'UAH');

export class Stage {
  readonly orderId: string;
  readonly clock = new TestClock();
  readonly bank: TestBank;
  readonly desks: readonly [Desk, Desk];
  /** requests that were refused because something is open */
  refusedAsOpen = 0;
  /** the last message to the merchant, by the id of its object */
  readonly lastMessages = new Map<string, { data: Record<string, unknown> }>();
  readonly #kind: Kind;
  #iat = 1_700_000_000;
  #comments = 0;

  /**
   * @param index of the scenario: each has its own days, so that lists of many scenarios stay short
   * @param stores one for each companion, or the same one twice
   */
  constructor(index: number, [one, other]: readonly [Store, Store], kind: Kind) {
    const orderId = `o-${crypto.randomUUID().slice(0, 23)}`;
    this.orderId = orderId;
    this.clock.time += (index * 777_777_777) % LATEST_START_MS;
    this.#kind = kind;
    this.bank = new TestBank(this.clock, (webhook) => this.deliver(0, webhook));
    const open = (store: Store, beside: 0 | 1) =>
      new Desk(
        own(store, orderId),
        this.clock,
        ({ gateway }) => this.bank.serve(gateway),
        () => this.#meanwhile(beside),
      );
    this.desks = [open(one, 1), open(other, 0)];
  }

  world(desk: 0 | 1): World {
    return this.desks[desk].world;
  }

  /** Plays one step of the scenario, which may be refused by the rules or end with a crash. */
  async play(step: Step): Promise<void> {
    this.bank.step += 1;
    const steps = step.do === 'at-once' ? step.steps : [step];
    for (const { desk, fault } of steps) this.desks[desk].plan(fault);
    const all = steps.map((one) => this.#act(one, step.do !== 'at-once' && one.fault === null));
    await Promise.all(all.map((one) => one.catch((error: unknown) => this.#bear(error))));
    for (const desk of this.desks) desk.plan(null);
    for (const fates of Object.values(this.bank.fates)) fates.length = 0;
    expect(this.bank.faults).toEqual([]);
  }

  async deliver(desk: 0 | 1, webhook: GatewayPayment, suffix = ''): Promise<void> {
    await handleWebhook(this.world(desk), webhook, JSON.stringify(webhook) + suffix);
    this.bank.noteTaken(webhook);
  }

  /** While one companion is delayed, the other processes the order. */
  async #meanwhile(desk: 0 | 1): Promise<void> {
    this.clock.pass(70);
    await reconcile(this.world(desk));
  }

  #bear(error: unknown): void {
    if (error instanceof Crash) return;
    if (!(error instanceof ProblemError) || error.code === 'internal-error') throw error;
    if (error.code === 'operation-open' || error.code === 'payment-open') this.refusedAsOpen += 1;
  }

  /** @param alone nothing else happens meanwhile, so that the result is the gateway's answer */
  async #act(step: Placed, alone: boolean): Promise<void> {
    const world = this.world(step.desk);
    if ('cancel' in step) this.bank.fates.cancel.push(step.cancel);
    switch (step.do) {
      case 'pay':
        return this.#pay(world, step, alone);
      case 'session':
        return void (await openSession(world, this.#signed(step)));
      case 'state':
        return void (await createOrder(world, { ...this.#over(step.terms), expiresIn: 3_600 }));
      case 'cancel':
        return void (await cancelOrder(world, this.orderId));
      case 'capture':
      case 'void':
      case 'refund':
        return this.#operate(world, step, alone);
      case 'portal':
        this.clock.pass(step.later);
        return this.bank.refundAtPortal(step.pick, step.minor, step.as);
      case 'progress':
        return this.bank.progress(step.pick, step.to);
      case 'webhook':
        return this.#webhook(step);
      case 'reconcile':
        return this.#reconcile(world, step);
      case 'resolve':
        return void (await resolveOne(world, this, step.pick));
      default:
        return unreachable(step);
    }
  }

  async #pay(world: World, step: Extract<Action, { do: 'pay' }>, alone: boolean): Promise<void> {
    this.bank.fates.create.push(step.fate);
    const order = this.#signed(step);
    if (step.mode === 'hosted') return void (await payHosted(world, order, {}));
    const before = this.bank.calls.create;
    const { status } = await payDirect(world, order, `key ${step.key}`, input(), CLIENT);
    const answer = this.bank.calls.create > before && alone ? PAYMENT_ANSWERS[step.fate] : undefined;
    if (answer) expect(status).toBe(answer);
  }

  async #operate(
    world: World,
    step: Extract<Action, { do: 'capture' | 'void' | 'refund' }>,
    alone: boolean,
  ): Promise<void> {
    this.bank.fates.operation.push(step.fate);
    this.#comments += 1;
    const comment = `comment ${this.#comments}`;
    const { declined } = this.bank.calls;
    const { status } = await operate(world, this.orderId, step, comment);
    const answer = OPERATION_ANSWERS[step.fate];
    if (answer && alone) expect(status).toBe(this.bank.calls.declined > declined ? 'failure' : answer);
  }

  async #webhook({ pick, copy, desk }: Extract<Placed, { do: 'webhook' }>): Promise<void> {
    const { webhooks } = this.bank;
    const webhook = webhooks[pick % Math.max(1, webhooks.length)];
    if (webhook) await this.deliver(desk, webhook, copy ? '' : ' again');
  }

  async #reconcile(
    world: World,
    { seconds, reads, fate }: Extract<Action, { do: 'reconcile' }>,
  ): Promise<void> {
    this.bank.reads = reads;
    this.bank.fates.operation.push(fate);
    this.clock.pass(seconds);
    await pollDue(world);
    this.bank.reads = 'answered';
  }

  #signed({ terms, iat }: SignedTerms) {
    if (iat === 'newer') this.#iat += 1;
    const issuedAt = { none: null, same: this.#iat, newer: this.#iat, older: this.#iat - 1 }[iat];
    return signed(this.#over(terms), issuedAt);
  }

  #over(terms: number) {
    const { amount, shares } = TERMS[terms] ?? TERMS[0];
    const { method, split } = this.#kind;
    const parts = [
      { subMerchantId: ANNA, amount: shares[0] },
      { subMerchantId: BORYS, amount: shares[1] },
    ];
    const { customer, description } = signed().order;
    const least = {
      id: this.orderId,
      amount,
      currency: 'UAH',
      description,
      customer,
      threeDs: 'supported' as const,
    };
    return { ...least, rules: {}, method, ...(split && { split: parts }) };
  }
}

/** The store with only this order due, without orders of other scenarios. */
function own(store: Store, orderId: string): Store {
  const dueOrders: Store['dueOrders'] = async (now) =>
    (await store.dueOrders(now, 1_000_000)).filter((one) => one.orderId === orderId);
  return { ...store, dueOrders };
}

function operate(
  world: World,
  orderId: string,
  step: Extract<Action, { do: 'capture' | 'void' | 'refund' }>,
  comment: string,
) {
  if (step.do === 'void') return voidOrder(world, orderId, key(), { comment });
  if (step.do === 'capture') return captureOrder(world, orderId, key(), { ...captureOf(step), comment });
  return refundOrder(world, orderId, key(), { ...refundOf(step), comment });
}

function captureOf({ minor, split }: Extract<Action, { do: 'capture' }>): CaptureInput {
  if (minor === null) return {};
  return { amount: text(minor), ...(split && minor > 1 && { split: halves(minor) }) };
}

function refundOf({ minor, shares }: Extract<Action, { do: 'refund' }>): RefundInput {
  if (!shares) return minor === null ? {} : { amount: text(minor) };
  return { split: shares.map((one) => ({ subMerchantId: one.sub, amount: text(one.minor) })) };
}

function halves(minor: number) {
  const first = Math.floor(minor / 2);
  return [
    { subMerchantId: ANNA, amount: text(first) },
    { subMerchantId: BORYS, amount: text(minor - first) },
  ];
}

function unreachable(step: never): never {
  throw new TypeError(`Unknown step: ${JSON.stringify(step)}`);
}
