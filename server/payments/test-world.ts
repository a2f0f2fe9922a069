import type { CreatePaymentInput } from '../contract/checkout-api.ts';
import { type Order, orderSchema } from '../contract/order.ts';
import { CARD, CUSTOMER, FINGERPRINT } from '../contract/test-fixtures.ts';
import { LOG_EVENTS, type LogEvent, type LogLevel } from '../contract/log-events.ts';
import { Changes } from './queries/wait.ts';
import { SharedPolls } from './queries/shared-polls.ts';
import type { SignedOrder } from './saved-cards.ts';
import { readOrder } from './orders.ts';
import type { Attempt } from './order/payment.ts';
import type { Snapshot } from './order/order.ts';
import type { Clock, Log, PaymentConfig, PaymentDeps } from './ports.ts';
import type { Store } from './ports.ts';
import { POS_ID, TestGateway } from './test-gateway.ts';

/** For tests: the rules of payment over a real store, with a scripted gateway and a stopped clock. */

/** 2026-06-15, noon. */
const NOON = Date.UTC(2026, 5, 15, 12);
export const STORE_SECRETS = { current: 'a secret of the store for tests, 32 bytes and more' };
export const CLIENT = { ip: '198.51.100.7', acceptHeader: 'application/json' };

export class TestClock implements Clock {
  /** Assigning to it sets the clock: no time passes. */
  time = NOON;
  #passed = 0;

  now = (): Date => new Date(this.time);

  monotonic = (): number => this.#passed;

  /** Advances the time immediately. */
  sleep = async (ms: number): Promise<void> => {
    this.pass(ms / 1_000);
    await new Promise((resolve) => setImmediate(resolve));
  };

  pass(seconds: number): void {
    this.time += seconds * 1_000;
    this.#passed += seconds * 1_000;
  }
}

export interface LogLine {
  event: LogEvent;
  level: LogLevel;
  fields: object;
}

export function order(over: Record<string, unknown> = {}): Order {
  const least = { id: 'order-1', amount: '10.10', currency: 'UAH', description: 'Two books' };
  return orderSchema.parse({ ...least, customer: CUSTOMER, ...over });
}

/** The order of a token, by default without `iat`. */
export function signed(over: Record<string, unknown> = {}, issuedAt: number | null = null): SignedOrder {
  return { order: order(over), issuedAt, viaLink: false };
}

export function input(over: Partial<CreatePaymentInput> = {}): CreatePaymentInput {
  return { card: CARD, customer: {}, fingerprint: FINGERPRINT, ...over };
}

export interface World extends PaymentDeps {
  gateway: TestGateway;
  clock: TestClock;
  lines: LogLine[];
  /** `order-1`, from its journal */
  order(): Promise<Snapshot>;
  /** The first attempt of `order-1`, or the one with this order id at the gateway. */
  attempt(gatewayOrderId?: string): Promise<Attempt>;
}

export function createWorld(store: Store, config: Partial<PaymentConfig> = {}): World {
  const lines: LogLine[] = [];
  const log: Log = (event, fields = {}) => void lines.push({ event, level: LOG_EVENTS[event][0], fields });
  const clock = new TestClock();
  return {
    store,
    log,
    lines,
    gateway: new TestGateway(),
    clock,
    changes: new Changes(store),
    polls: new SharedPolls(clock),
    inFlight: new Set(),
    damagedViews: new Set(),
    closed: new AbortController().signal,
    newId: () => crypto.randomUUID(),
    mintToken: async (claim, { issuedAt, expiresAt }) => `token of ${claim.id} for ${expiresAt - issuedAt} s`,
    limits: null,
    config: {
      posId: POS_ID,
      direct: true,
      hostedMethods: [],
      publicUrl: 'https://pay.shop.example/pay',
      gatewayTimeoutMs: 30_000,
      notFoundGraceS: 60,
      overCapturePercent: 0,
      merchant: null,
      subMerchants: null,
      test: true,
      notify: false,
      ...config,
    },
    order: () => readOrder({ store }, 'order-1'),
    async attempt(gatewayOrderId = 'order-1') {
      const { state } = await readOrder({ store }, 'order-1');
      const attempt = state.attempts.find((one) => one.gatewayOrderId === gatewayOrderId);
      if (!attempt) throw new Error(`no attempt ${gatewayOrderId}`);
      return attempt;
    },
  };
}

/** A promise and the function that resolves it, to hold back the gateway's answer. */
export function gate<T>(): { promise: Promise<T>; open: (value: T) => void } {
  let open: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}
