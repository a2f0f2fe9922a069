import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Gateway, CallResult } from '../payments/gateway-port.ts';
import type { LimitName, Store } from '../payments/ports.ts';
import { within } from './clock.ts';

/** The metrics of a companion. No label contains an order, an address or card data. */
export interface Metrics {
  readonly contentType: string;
  /** Everything, in the text format of Prometheus. */
  text(): Promise<string>;
  /** An answered request; `route` is the pattern of its path, never the path. */
  request(request: { method: string; route: string; status: number; seconds: number }): void;
  gatewayCall: CallObserver;
  /** Counts a signed webhook that names no payment of ours, or has an unknown form. */
  webhookUnmatched: () => void;
  /** Counts an attempt that a limit against card testing refused. */
  limitRefused: (limit: LimitName) => void;
}

export interface MetricsOptions {
  store: Pick<Store, 'backlog'>;
  now: () => Date;
  /** how far the gateway's stamps are ahead of our clock, seconds; default: not known */
  clockOffset?: () => number | null;
  /** also memory, CPU and event loop of the process; default: no */
  process?: boolean;
}

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const CALL_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60];

/** The metrics of `GET /metrics`. */
export function createMetrics({
  store,
  now,
  clockOffset = () => null,
  process = false,
}: MetricsOptions): Metrics {
  const register = new Registry();
  if (process) collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'pay_http_request_duration_seconds',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: REQUEST_SECONDS,
    registers: [register],
  });
  const calls = new Histogram({
    name: 'pay_gateway_call_duration_seconds',
    help: 'Calls to the gateway, by result',
    labelNames: ['call', 'result'] as const,
    buckets: CALL_SECONDS,
    registers: [register],
  });
  const refusals = new Counter({
    name: 'pay_limit_refusals_total',
    help: 'Attempts refused by a limit against card testing',
    labelNames: ['limit'] as const,
    registers: [register],
  });
  const unmatched = new Counter({
    name: 'pay_webhooks_unmatched_total',
    help: 'Signed webhooks of an unknown order or of unknown form',
    registers: [register],
  });
  const showClock = clockGauge(register, clockOffset);
  const showBacklog = backlogGauges(register, store, now);
  return {
    contentType: register.contentType,
    async text() {
      showClock();
      await showBacklog();
      return register.metrics();
    },
    request: ({ seconds, ...labels }) => requests.observe(labels, seconds),
    gatewayCall: (call, result, seconds) => calls.observe({ call, result }, seconds),
    webhookUnmatched: () => unmatched.inc(),
    limitRefused: (limit) => refusals.inc({ limit }),
  };
}

/** Read on each scrape; missing while it is not known. */
function clockGauge(register: Registry, offset: () => number | null): () => void {
  const gauge = new Gauge({
    name: 'pay_gateway_clock_offset_seconds',
    help: "How far the gateway's stamps are ahead of this machine's clock; negative if they are behind",
    registers: [register],
  });
  return () => {
    const seconds = offset();
    if (seconds === null) gauge.remove();
    else gauge.set(seconds);
  };
}

/** A scrape must end sooner than a query may. */
const BACKLOG_WITHIN_MS = 2_000;

/** The backlog, read on each scrape; if the store does not answer, these metrics are missing. */
function backlogGauges(
  register: Registry,
  store: MetricsOptions['store'],
  now: () => Date,
): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [register] });
  const payments = gauge('pay_payments_open', 'Payments without a final state');
  const orders = gauge('pay_orders_due', 'Orders that are polled or have an automatic refund due');
  const review = gauge('pay_orders_review', 'Orders that need manual review');
  const messages = gauge('pay_messages_pending', 'Messages not yet accepted by the merchant');
  const oldest = gauge(
    'pay_oldest_message_age_seconds',
    'Age of the oldest pending message; 0 if none is pending',
  );
  return async () => {
    const reading = store.backlog(now().getTime());
    const backlog = await within(BACKLOG_WITHIN_MS, reading, 'no backlog').catch(() => null);
    if (!backlog) {
      for (const one of [payments, orders, review, messages, oldest]) one.remove();
      return;
    }
    payments.set(backlog.openPayments);
    orders.set(backlog.dueOrders);
    review.set(backlog.review);
    messages.set(backlog.messages);
    const since = backlog.oldestMessageAt;
    oldest.set(since === null ? 0 : Math.max(0, (now().getTime() - since) / 1_000));
  };
}

/** Called for every call: its name, its result and its duration in seconds. */
export type CallObserver = (call: keyof Gateway, result: string, seconds: number) => void;

/**
 * The same gateway, with every call reported to `seen`. The result is the status that the gateway reported (`success`,
 * `pending`, …), `answered` if it reported none, `refused`, `not-sent`, `unknown`, or `unsendable` if the call
 * rejected.
 * @param now milliseconds
 */
export function measuredGateway(gateway: Gateway, seen: CallObserver, now: () => number): Gateway {
  return new Proxy(gateway, {
    get: (_target, name) =>
      name in gateway ? measured(gateway, name as keyof Gateway, seen, now) : undefined,
  });
}

type Call = (this: Gateway, ...request: unknown[]) => Promise<CallResult<unknown>>;

function measured(gateway: Gateway, name: keyof Gateway, seen: CallObserver, now: () => number): Call {
  return async (...request) => {
    const start = now();
    let result = 'unsendable';
    try {
      const outcome = await (gateway[name] as Call).apply(gateway, request);
      result = resultOf(outcome);
      return outcome;
    } finally {
      seen(name, result, (now() - start) / 1_000);
    }
  };
}

function resultOf(outcome: CallResult<unknown>): string {
  if (outcome.kind !== 'answered') return outcome.kind;
  const { value } = outcome;
  const status = typeof value === 'object' && value !== null && 'status' in value ? value.status : null;
  return typeof status === 'string' ? status : 'answered';
}
