import { type Order, orderSchema } from '../contract/order.ts';
import type { CreatePaymentInput } from '../contract/checkout-api.ts';
import { Changes } from './changes.ts';
import type { PaymentConfig, PaymentDeps } from './deps.ts';
import type { Payment } from './payment.ts';
import type {
  Gateway,
  GatewayPayment,
  Log,
  NewDirectPayment,
  NewHostedPayment,
  Outcome,
  SecondaryRequest,
} from './ports.ts';
import type { Store } from './store-port.ts';

/** For tests: the rules of payment over a real store, with a gateway that answers from a script and a clock that stands. */

/** 2026-06-15, noon. */
const NOON = Date.UTC(2026, 5, 15, 12);
export const POS_ID = '0f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11';
export const CARD = { number: '4242424242424242', expMonth: 12, expYear: 2030, cvv: '927' };
export const CLIENT = { ip: '198.51.100.7', acceptHeader: 'application/json' };
export const FINGERPRINT = {
  browserColorDepth: '24',
  browserScreenHeight: '860',
  browserScreenWidth: '1536',
  browserJavaEnabled: 'false',
  browserLanguage: 'uk-UA',
  browserTimeZone: 'Europe/Kyiv',
  browserTimeZoneOffset: '-120',
  browserUserAgent: 'Mozilla/5.0',
};
const CUSTOMER = {
  firstName: 'Olena',
  lastName: 'Koval',
  email: 'olena@shop.example',
  phone: '+380501234567',
};

export class TestClock {
  time = NOON;

  now = (): Date => new Date(this.time);

  pass(seconds: number): void {
    this.time += seconds * 1_000;
  }
}

export interface LogLine {
  level: 'info' | 'warn' | 'error';
  fields: object;
  message: string;
}

/** What a call stated, whichever it was. */
type Request = NewDirectPayment & NewHostedPayment & SecondaryRequest;

/** A gateway that does as the test says. Without a word of the test it charges and knows no order. */
export class TestGateway implements Gateway {
  readonly calls: { method: keyof Gateway; orderId: string; request: Request | null }[] = [];
  /** What the next calls do, instead of what is usual. */
  script: Partial<{ [Method in keyof Gateway]: Gateway[Method] }> = {};

  of(method: keyof Gateway): string[] {
    return this.calls.filter((call) => call.method === method).map((call) => call.orderId);
  }

  createDirect = (request: NewDirectPayment) =>
    this.#call('createDirect', request, () => answered(toldOf(request)));
  createHosted = (request: NewHostedPayment) =>
    this.#call('createHosted', request, () =>
      answered({ location: `https://gateway.example/pay/${request.gatewayOrderId}` }),
    );
  voidAuth = (request: SecondaryRequest) =>
    this.#call('voidAuth', request, () => answered(told({ ...request, method: 'void' })));
  refund = (request: SecondaryRequest) =>
    this.#call('refund', request, () => answered(told({ ...request, method: 'refund' })));
  cancelHosted = (orderId: string) => {
    this.calls.push({ method: 'cancelHosted', orderId, request: null });
    if (this.script.cancelHosted) return this.script.cancelHosted(orderId);
    const cancelled = {
      gatewayOrderId: orderId,
      mode: 'hosted',
      status: 'failure',
      statusCode: '6007',
    } as const;
    return Promise.resolve(answered([told(cancelled)]));
  };
  readOperation = (orderId: string, operation: string) => {
    this.calls.push({ method: 'readOperation', orderId, request: null });
    if (this.script.readOperation) return this.script.readOperation(orderId, operation);
    return Promise.resolve(refused(404, 'S-404'));
  };

  #call<Told>(
    method: 'createDirect' | 'createHosted' | 'voidAuth' | 'refund',
    request: NewDirectPayment | NewHostedPayment | SecondaryRequest,
    usual: () => Outcome<Told>,
  ): Promise<Outcome<Told>> {
    this.calls.push({ method, orderId: request.gatewayOrderId, request: request as Request });
    const act = this.script[method] as ((request: unknown) => Promise<Outcome<Told>>) | undefined;
    return act ? act(request) : Promise.resolve(usual());
  }
}

export const answered = <Told>(value: Told): Outcome<Told> => ({ kind: 'answered', value });
export const refused = (status: number, code: string | null = null): Outcome<never> => ({
  kind: 'refused',
  refusal: { status, documented: true, code, message: 'Refused', details: [] },
});
export const unknown: Outcome<never> = { kind: 'unknown', reason: 'ECONNRESET' };
export const notSent: Outcome<never> = { kind: 'not-sent', reason: 'ECONNREFUSED' };

/** What the gateway tells of a payment: a success over 10.10 UAH unless said otherwise. */
export function told(over: Partial<GatewayPayment> = {}): GatewayPayment {
  return {
    posId: POS_ID,
    gatewayOrderId: 'order-1',
    gatewayPaymentId: null,
    operationId: null,
    transactionId: null,
    mode: 'direct',
    method: 'purchase',
    amountMinor: 1010,
    currency: 'UAH',
    status: 'success',
    statusCode: null,
    statusDescription: null,
    actionUrl: null,
    actionRequired: false,
    cardMask: null,
    receiptUrl: null,
    ...over,
  };
}

/** The same, of the payment that a request asked for. */
export function toldOf(
  { gatewayOrderId, method, amountMinor, currency }: NewDirectPayment | NewHostedPayment,
  over: Partial<GatewayPayment> = {},
): GatewayPayment {
  return told({ gatewayOrderId, method, amountMinor, currency, ...over });
}

export function order(over: Record<string, unknown> = {}): Order {
  const least = { id: 'order-1', amount: '10.10', currency: 'UAH', description: 'Two books' };
  return orderSchema.parse({ ...least, customer: CUSTOMER, ...over });
}

export function input(over: Partial<CreatePaymentInput> = {}): CreatePaymentInput {
  return { card: CARD, customer: {}, fingerprint: FINGERPRINT, ...over };
}

export interface World extends PaymentDeps {
  gateway: TestGateway;
  clock: TestClock;
  lines: LogLine[];
  /** The only payment of `order-1`, or the one with this order id at the gateway. */
  payment(gatewayOrderId?: string): Promise<Payment>;
}

export function createWorld(store: Store, config: Partial<PaymentConfig> = {}): World {
  const lines: LogLine[] = [];
  const write = (level: LogLine['level']) => (fields: object, message: string) =>
    void lines.push({ level, fields, message });
  const log: Log = { info: write('info'), warn: write('warn'), error: write('error') };
  return {
    store,
    log,
    lines,
    gateway: new TestGateway(),
    clock: new TestClock(),
    changes: new Changes(),
    newId: () => crypto.randomUUID(),
    config: {
      posId: POS_ID,
      direct: true,
      publicUrl: 'https://pay.shop.example/pay',
      gatewayTimeoutMs: 30_000,
      notFoundGraceS: 60,
      requestHashKey: 'a key for the tests of at least 32 bytes',
      test: true,
      notify: false,
      ...config,
    },
    async payment(gatewayOrderId = 'order-1') {
      const payment = await store.findPaymentByGatewayOrderId(gatewayOrderId);
      if (!payment) throw new Error(`no payment ${gatewayOrderId}`);
      return payment;
    },
  };
}

/** A promise and the way to settle it: to hold the gateway's answer back. */
export function gate<T>(): { promise: Promise<T>; open: (value: T) => void } {
  let open: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}
