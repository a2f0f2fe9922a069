import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type CallObserver } from './measured-gateway.ts';
import type { Store } from './payments/ports/store.ts';

/** What is counted of a companion. No label carries an order, an address or anything of a card. */
export interface Metrics {
  readonly contentType: string;
  /** Everything, in the text format of Prometheus. */
  text(): Promise<string>;
  /** An answered request; `route` is the pattern of its path, never the path. */
  request(request: { method: string; route: string; status: number; seconds: number }): void;
  gatewayCall: CallObserver;
}

export interface MetricsOptions {
  store: Pick<Store, 'backlog'>;
  now: () => Date;
  /** memory, CPU and event loop of the process as well; default: no */
  process?: boolean;
}

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const CALL_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60];

/** The figures of `GET /metrics` (contract, section 4). */
export function createMetrics({ store, now, process = false }: MetricsOptions): Metrics {
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
    help: 'Calls of the gateway, by what came of them',
    labelNames: ['call', 'result'] as const,
    buckets: CALL_SECONDS,
    registers: [register],
  });
  const showBacklog = backlogGauges(register, store, now);
  return {
    contentType: register.contentType,
    async text() {
      await showBacklog();
      return register.metrics();
    },
    request: ({ seconds, ...labels }) => requests.observe(labels, seconds),
    gatewayCall: (call, result, seconds) => calls.observe({ call, result }, seconds),
  };
}

/** The backlog, read anew each time; where the store does not answer, these figures are missing. */
function backlogGauges(
  register: Registry,
  store: MetricsOptions['store'],
  now: () => Date,
): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [register] });
  const payments = gauge('pay_payments_open', 'Payments without a final state');
  const orders = gauge('pay_orders_due', 'Orders that are polled or have a reversal due');
  const review = gauge('pay_orders_review', 'Orders that wait for a person');
  const messages = gauge('pay_messages_pending', 'Messages that the merchant has not taken yet');
  const oldest = gauge(
    'pay_oldest_message_age_seconds',
    'Age of the oldest of these; 0 where none is pending',
  );
  return async () => {
    const backlog = await store.backlog(now().getTime()).catch(() => null);
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
