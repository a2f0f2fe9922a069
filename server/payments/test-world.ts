import { type Order, orderSchema } from '../contract/order.ts';
import type { CreatePaymentInput } from '../contract/checkout-api.ts';
import { Changes } from './changes.ts';
import type { PaymentConfig, PaymentDeps } from './deps.ts';
import type { Payment } from './payment.ts';
import type {
  CaptureRequest,
  DayReceiptsRequest,
  Gateway,
  GatewayPayment,
  Log,
  NewDirectPayment,
  NewHostedPayment,
  Outcome,
  ReceiptRequest,
  RefundRequest,
  SecondaryRequest,
  SplitOperationRequest,
  SplitTerms,
} from './ports.ts';
import type { Store } from './store-port.ts';

/** For tests: the rules of payment over a real store, with a gateway that answers from a script and a clock that stands. */

/** 2026-06-15, noon. */
const NOON = Date.UTC(2026, 5, 15, 12);
export const STORE_SECRETS = { current: 'a secret of the store for tests, 32 bytes and more' };
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
type Request = NewDirectPayment & NewHostedPayment & RefundRequest & Partial<SplitOperationRequest>;

/** Calls that state something; the others are named by an order id or nothing. */
type Stating =
  | 'createDirect'
  | 'createHosted'
  | 'createSplitDirect'
  | 'createSplitHosted'
  | 'capture'
  | 'splitCapture'
  | 'voidAuth'
  | 'refund'
  | 'splitRefund';

/**
 * A gateway that does as the test says. Without a word of the test it charges and knows no order, account or
 * receipt. Every operation that it answers has an id of its own.
 */
export class TestGateway implements Gateway {
  readonly calls: { method: keyof Gateway; orderId: string; request: Request | null }[] = [];
  /** What the next calls do, instead of what is usual. */
  script: Partial<{ [Method in keyof Gateway]: Gateway[Method] }> = {};
  #operations = 0;

  of(method: keyof Gateway): string[] {
    return this.calls.filter((call) => call.method === method).map((call) => call.orderId);
  }

  createDirect = (request: NewDirectPayment) =>
    this.#state('createDirect', request, () => answered(toldOf(request)));
  createHosted = (request: NewHostedPayment) => this.#state('createHosted', request, () => pageOf(request));
  createSplitDirect = (request: NewDirectPayment & SplitTerms) =>
    this.#state('createSplitDirect', request, () => answered(toldOf(request)));
  createSplitHosted = (request: NewHostedPayment & SplitTerms) =>
    this.#state('createSplitHosted', request, () => pageOf(request));
  capture = (request: CaptureRequest) =>
    this.#state('capture', request, () => this.#operation('capture', request));
  splitCapture = (request: SplitOperationRequest) =>
    this.#state('splitCapture', request, () => this.#operation('capture', request));
  voidAuth = (request: SecondaryRequest) =>
    this.#state('voidAuth', request, () => this.#operation('void', request));
  refund = (request: RefundRequest) =>
    this.#state('refund', request, () => this.#operation('refund', request));
  splitRefund = (request: SplitOperationRequest) =>
    this.#state('splitRefund', request, () => this.#operation('refund', request));

  cancelHosted = (orderId: string) => {
    this.#note('cancelHosted', orderId);
    const cancelled = { gatewayOrderId: orderId, mode: 'hosted', statusCode: '6007' };
    return (
      this.script.cancelHosted?.(orderId) ??
      Promise.resolve(answered([told({ ...cancelled, status: 'failure' })]))
    );
  };
  readOperation = (orderId: string, operation: string, transactionId?: string) => {
    this.#note('readOperation', orderId);
    return this.script.readOperation?.(orderId, operation, transactionId) ?? nothing();
  };
  readOrder = (orderId: string) => {
    this.#note('readOrder', orderId);
    return this.script.readOrder?.(orderId) ?? nothing();
  };
  accounts = () => {
    this.#note('accounts', '');
    return this.script.accounts?.() ?? nothing();
  };
  account = (id: string) => {
    this.#note('account', '');
    return this.script.account?.(id) ?? nothing();
  };
  terminals = () => {
    this.#note('terminals', '');
    return this.script.terminals?.() ?? nothing();
  };
  terminal = (id: string) => {
    this.#note('terminal', '');
    return this.script.terminal?.(id) ?? nothing();
  };
  receipt = (request: ReceiptRequest) => {
    this.#note('receipt', request.gatewayOrderId);
    return this.script.receipt?.(request) ?? nothing();
  };
  receiptsOfDay = (request: DayReceiptsRequest) => {
    this.#note('receiptsOfDay', '');
    return this.script.receiptsOfDay?.(request) ?? nothing();
  };

  #operation(method: string, request: CaptureRequest | SplitOperationRequest): Outcome<GatewayPayment> {
    this.#operations += 1;
    const { gatewayOrderId, currency, amountMinor = 1010, comment = null } = request;
    const operationId = `operation-${this.#operations}`;
    return answered(told({ gatewayOrderId, currency, amountMinor, comment, method, operationId }));
  }

  #note(method: keyof Gateway, orderId: string): void {
    this.calls.push({ method, orderId, request: null });
  }

  #state<Told>(
    method: Stating,
    request: { gatewayOrderId: string },
    usual: () => Outcome<Told>,
  ): Promise<Outcome<Told>> {
    this.calls.push({ method, orderId: request.gatewayOrderId, request: request as Request });
    const act = this.script[method] as ((request: unknown) => Promise<Outcome<Told>>) | undefined;
    return act ? act(request) : Promise.resolve(usual());
  }
}

const nothing = (): Promise<Outcome<never>> => Promise.resolve(refused(404, 'S-404'));

function pageOf({ gatewayOrderId }: NewHostedPayment): Outcome<{ location: string }> {
  return answered({ location: `https://gateway.example/pay/${gatewayOrderId}` });
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
    cardToken: null,
    comment: null,
    fee: null,
    processed: null,
    recurring: null,
    limit: null,
    createdAt: null,
    processedAt: null,
    raw: {},
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
    mintToken: async (claim, expiresInS) => `token of ${claim.id} for ${expiresInS} s`,
    config: {
      posId: POS_ID,
      direct: true,
      publicUrl: 'https://pay.shop.example/pay',
      gatewayTimeoutMs: 30_000,
      notFoundGraceS: 60,
      overCapturePercent: 0,
      subMerchants: null,
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
