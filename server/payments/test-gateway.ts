import type {
  CaptureRequest,
  DayReceiptsRequest,
  Gateway,
  GatewayPayment,
  GatewayRefusal,
  NewDirectPayment,
  NewHostedPayment,
  Outcome,
  ReceiptRequest,
  RefundRequest,
  SecondaryRequest,
  SplitOperationRequest,
  SplitTerms,
} from './gateway-port.ts';

/** For tests: a gateway that answers from a script. */

export const POS_ID = '0f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11';

/** The parameters of any call. */
type Request = NewDirectPayment & NewHostedPayment & RefundRequest & Partial<SplitOperationRequest>;

/** Calls with an object of parameters; the others take an order id or nothing. */
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
 * A gateway that follows the test's script. By default it charges, and knows no order, account or receipt. Every
 * operation in its answers has its own id.
 */
export class TestGateway implements Gateway {
  readonly calls: { method: keyof Gateway; orderId: string; request: Request | null }[] = [];
  /** Replaces the default behaviour of calls. */
  script: Partial<{ [Method in keyof Gateway]: Gateway[Method] }> = {};
  #operations = 0;

  of(method: keyof Gateway): string[] {
    return this.calls.filter((call) => call.method === method).map((call) => call.orderId);
  }

  createDirect = (request: NewDirectPayment) =>
    this.#state('createDirect', request, () => answered(gatewayPaymentOf(request)));
  createHosted = (request: NewHostedPayment) => this.#state('createHosted', request, () => pageOf(request));
  createSplitDirect = (request: NewDirectPayment & SplitTerms) =>
    this.#state('createSplitDirect', request, () => answered(gatewayPaymentOf(request)));
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
      Promise.resolve(answered([gatewayPayment({ ...cancelled, status: 'failure' })]))
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
    return answered(gatewayPayment({ gatewayOrderId, currency, amountMinor, comment, method, operationId }));
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
export const refused = (
  status: number,
  code: string | null = null,
  over: Partial<GatewayRefusal> = {},
): Outcome<never> => ({
  kind: 'refused',
  refusal: {
    status,
    documented: true,
    means: meansOf(status, code),
    code,
    message: 'Refused',
    details: [],
    ...over,
  },
});

function meansOf(status: number, code: string | null): GatewayRefusal['means'] {
  if (code === 'P-409' || status === 409) return 'order-id-exists';
  if (status === 401 || status === 403) return 'credentials';
  if (status === 404) return 'not-found';
  return status === 429 ? 'busy' : 'other';
}

export const unknown: Outcome<never> = { kind: 'unknown', reason: 'ECONNRESET' };
export const notSent: Outcome<never> = { kind: 'not-sent', reason: 'ECONNREFUSED' };

/** The gateway's report of a payment: by default a success over 10.10 UAH. */
export function gatewayPayment(over: Partial<GatewayPayment> = {}): GatewayPayment {
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
    // Later than any request of a test: an earlier one would be a stranger's payment.
    createdAt: '2026-12-31T00:00:00.000Z',
    processedAt: null,
    raw: {},
    ...over,
  };
}

/** As above, for the payment of a request. */
export function gatewayPaymentOf(
  { gatewayOrderId, method, amountMinor, currency }: NewDirectPayment | NewHostedPayment,
  over: Partial<GatewayPayment> = {},
): GatewayPayment {
  return gatewayPayment({ gatewayOrderId, method, amountMinor, currency, ...over });
}
