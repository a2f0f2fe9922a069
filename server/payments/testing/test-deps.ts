import type { CreatePaymentInput, PaymentView } from '../../contract/checkout-api.ts';
import type { OperationView } from '../../contract/merchant-api.ts';
import type { FieldError } from '../../contract/problem.ts';
import { type Order, orderSchema } from '../../contract/order.ts';
import { CARD, CUSTOMER, FINGERPRINT } from '../../contract/testing/fixtures.ts';
import { LOG_EVENTS, type LogEvent, type LogLevel } from '../log-events.ts';
import { OrderEvents } from '../queries/order-events.ts';
import { SingleFlight } from '../queries/single-flight.ts';
import type { SignedOrder } from '../paying/saved-cards.ts';
import { readOrder } from '../orders.ts';
import { GatewayClock } from '../gateway-clock.ts';
import type { Gateway, GatewayPayment } from '../gateway-port.ts';
import type { Snapshot } from '../order/order.ts';
import { operationView, paymentView, shownOperations } from '../order/views.ts';
import { payDirect } from '../paying/pay.ts';
import type { Clock, Log, PaymentConfig, PaymentDeps, Store } from '../ports.ts';
import { handleWebhook, type ReportResult } from '../reports.ts';
import { answered, gatewayPayment, gatewayPaymentOf, POS_ID, TestGateway, unknown } from './gateway.ts';
import { pollDue } from '../workers/poll.ts';

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
  return { order: order(over), issuedAt, paymentLink: false };
}

export function input(over: Partial<CreatePaymentInput> = {}): CreatePaymentInput {
  return { card: CARD, customer: {}, fingerprint: FINGERPRINT, ...over };
}

export interface TestDeps extends PaymentDeps {
  gateway: TestGateway;
  clock: TestClock;
  lines: LogLine[];
  /** `order-1`, from its journal */
  order(): Promise<Snapshot>;
  /** The first payment of `order-1` as it is shown, or the one with this order id at the gateway. */
  payment(gatewayOrderId?: string): Promise<PaymentView>;
}

export function createTestDeps(store: Store, config: Partial<PaymentConfig> = {}): TestDeps {
  const lines: LogLine[] = [];
  const log: Log = (event, fields = {}) => void lines.push({ event, level: LOG_EVENTS[event][0], fields });
  const clock = new TestClock();
  return {
    store,
    log,
    lines,
    gateway: new TestGateway(),
    gatewayClock: new GatewayClock(),
    clock,
    orderEvents: new OrderEvents(store),
    singleFlight: new SingleFlight(clock),
    ownCalls: new Set(),
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
      savedCards: true,
      test: true,
      notify: false,
      ...config,
    },
    order: () => readOrder({ store }, 'order-1'),
    async payment(gatewayOrderId = 'order-1') {
      const order = await readOrder({ store }, 'order-1');
      const payment = order.state.payments.find((one) => one.gatewayOrderId === gatewayOrderId);
      if (!payment) throw new Error(`no payment ${gatewayOrderId}`);
      return paymentView(order, payment);
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

// --- Orders that are paid, and operations on them ---

export const ANNA = '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b';
export const BORYS = '1f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8c';

/** Anna's part is 7.00, Borys' 3.10. */
export const SPLIT = [
  { subMerchantId: ANNA, amount: '7.00' },
  { subMerchantId: BORYS, amount: '3.10' },
];

/** Pays (or authorizes) `order-1` over 10.10 UAH, unless the gateway's script differs. */
export const pay = (deps: TestDeps, over: Record<string, unknown> = {}): Promise<PaymentView> =>
  payDirect(deps, signed(over), key(), input(), CLIENT);

/** An idempotency key that was never used. */
export const key = (): string => crypto.randomUUID();

/** The operations of `order-1` as the merchant sees them. */
export async function operations(deps: TestDeps): Promise<OperationView[]> {
  const order = await deps.order();
  return shownOperations(order.state).map((one) => operationView(order, one));
}

/** Takes in a webhook about `order-1`. */
export const hear = async (deps: TestDeps, over: Partial<GatewayPayment> = {}): Promise<ReportResult> =>
  (await handleWebhook(deps, gatewayPayment(over))).result;

/** A use case's refusal: its code and its fields, as "path: code". */
export async function refusal(run: Promise<unknown>): Promise<[code: string, ...fields: string[]]> {
  const error = await run.then(
    () => null,
    (thrown: { code?: string; errors?: FieldError[] }) => thrown,
  );
  if (!error?.code) throw error ?? new Error('nothing was refused');
  return [error.code, ...(error.errors ?? []).map(({ path, code }) => `${path}: ${code}`)];
}

/** The first payment ends as not found, and a second one pays. @returns the second one */
export async function payAgain(
  deps: TestDeps,
  over: Record<string, unknown> = {},
  ends: Gateway['createDirect'] = async (request) => answered(gatewayPaymentOf(request)),
): Promise<PaymentView> {
  deps.gateway.script.createDirect = async () => unknown;
  deps.gateway.script.createSplitDirect = async () => unknown;
  await pay(deps, over);
  deps.clock.pass(61);
  await pollDue(deps);
  deps.gateway.script.createDirect = ends;
  deps.gateway.script.createSplitDirect = ends;
  return pay(deps, over);
}

/** As above, and then the first one turns out to be paid too, as a duplicate. @returns the one that pays the order */
export async function payTwice(
  deps: TestDeps,
  over: Record<string, unknown> & { method?: string } = {},
): Promise<PaymentView> {
  const paying = await payAgain(deps, over);
  await hear(deps, { method: over.method ?? 'purchase' });
  return paying;
}

/** The automatic refunds of the first payment. */
export async function automaticRefunds(deps: TestDeps): Promise<OperationView[]> {
  const { id } = await deps.payment();
  return (await operations(deps)).filter(
    (one) => one.paymentId === id && one.comment === 'Duplicate payment of order order-1',
  );
}
