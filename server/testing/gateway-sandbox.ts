import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createGatewayClient } from '../gateway/client.ts';
import type { GatewaySettings } from '../gateway/settings.ts';
import { createWebhookVerifier } from '../gateway/webhook.ts';
import { DIRECT, HOSTED } from '../gateway/testing/payments.ts';
import type {
  Gateway,
  GatewayPayment,
  NewDirectPayment,
  NewHostedPayment,
  CallResult,
} from '../payments/gateway-port.ts';
import { startSandbox } from '../sandbox/start.ts';

/**
 * The client against the strict sandbox over a real socket: two programs that share the table of parameters. Every webhook is verified and
 * read as by the companion.
 */
export interface Meeting {
  posId: string;
  client: Gateway;
  /** another client of the same gateway */
  clientWith(change: Partial<GatewaySettings>): Gateway;
  /** the received webhooks, in sequence */
  webhooks: GatewayPayment[];
  /** a new order id */
  orderId(): string;
  /** a direct purchase of 10.10 UAH that succeeds, changed */
  direct(change?: Partial<NewDirectPayment>): NewDirectPayment;
  hosted(change?: Partial<NewHostedPayment>): NewHostedPayment;
  /** Charges a new order successfully. @returns its id */
  paid(method?: 'purchase' | 'auth' | 'lookup'): Promise<string>;
  /** the common parameters of operations on an order */
  of(gatewayOrderId: string): { gatewayOrderId: string; currency: string; serverUrl: string };
  control(path: string, body?: object): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/** The sandbox's webhooks go to loopback addresses only. */
const SERVER_URL = 'http://127.0.0.1:9/webhook';

/** One meeting for all tests of a file, with a new sandbox state for each. */
export function useMeeting(): Meeting {
  const met = {} as Meeting;
  beforeAll(async () => void Object.assign(met, await meet()));
  afterAll(() => met.close());
  beforeEach(async () => {
    await met.control('reset');
    met.webhooks.length = 0;
  });
  return met;
}

export async function meet(): Promise<Meeting> {
  const webhooks: GatewayPayment[] = [];
  const sandbox = await startSandbox({
    port: 0,
    settings: { strict: true },
    fetch: async (_, init) => {
      webhooks.push(read(new URLSearchParams(init?.body as string)));
      return new Response(null);
    },
  });
  const { posId, apiKey, apiSecret, endpointsKey } = sandbox.credentials;
  const verifier = createWebhookVerifier({ secrets: [apiSecret] });
  const settings: GatewaySettings = {
    baseUrl: sandbox.url,
    posId,
    apiKey,
    apiSecret,
    endpointsKey,
    authScheme: 'CPAY',
    // Busy machines need seconds for a signed PDF.
    timeoutMs: 15_000,
    yearDigits: 2,
  };

  function read(form: URLSearchParams): GatewayPayment {
    const reading = verifier.readWebhook(form);
    if (reading.kind !== 'event') throw new Error(`A webhook is ${reading.kind}`);
    return reading.payment;
  }

  const clientWith = (change: Partial<GatewaySettings>) =>
    createGatewayClient({ ...settings, ...change }, { sleep: async () => {} });
  let orders = 0;
  const orderId = () => `order-${(orders += 1)}`;
  const client = clientWith({});
  const direct = (change: Partial<NewDirectPayment> = {}): NewDirectPayment => ({
    ...DIRECT,
    gatewayOrderId: orderId(),
    serverUrl: SERVER_URL,
    ...change,
  });
  return {
    posId,
    client,
    clientWith,
    webhooks,
    orderId,
    direct,
    async paid(method = 'purchase') {
      const payment = direct({ method });
      const { status } = answered(await client.createDirect(payment));
      if (status !== 'success') throw new Error(`The payment is ${status}`);
      return payment.gatewayOrderId;
    },
    hosted: (change = {}) => ({ ...HOSTED, gatewayOrderId: orderId(), serverUrl: SERVER_URL, ...change }),
    of: (gatewayOrderId) => ({ gatewayOrderId, currency: 'UAH', serverUrl: SERVER_URL }),
    async control(path, body = {}) {
      const response = await fetch(`${sandbox.url}/_sandbox/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as Record<string, unknown>;
    },
    close: sandbox.close,
  };
}

/** The answer; throws an error with the outcome if there is none. */
export function answered<T>(outcome: CallResult<T>): T {
  if (outcome.kind === 'answered') return outcome.value;
  throw new Error(JSON.stringify(outcome));
}
