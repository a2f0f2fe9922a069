import type {
  CaptureRequest,
  DayReceiptsRequest,
  Gateway,
  GatewayPayment,
  GatewayRefusal,
  NewDirectPayment,
  NewHostedPayment,
  CallResult,
  ReceiptRequest,
  RefundRequest,
  SecondaryRequest,
  SplitOperationRequest,
  SplitTerms,
} from '../gateway-port.ts';
import type { Report } from '../order/journal.ts';
import { report } from '../order/testing/entries.ts';

export { POS_ID } from '../order/testing/entries.ts';

/** For tests: a gateway that answers from a script. */

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
    const cancelled = gatewayPayment({ gatewayOrderId: orderId, mode: 'hosted', status: 'failure' });
    const answer = answered([{ ...cancelled, statusCode: '6007' }]);
    return this.#ask('cancelHosted', orderId, this.script.cancelHosted?.(orderId), answer);
  };
  readOperation = (orderId: string, operation: string, transactionId?: string) =>
    this.#ask('readOperation', orderId, this.script.readOperation?.(orderId, operation, transactionId));
  readOrder = (orderId: string) => this.#ask('readOrder', orderId, this.script.readOrder?.(orderId));
  accounts = () => this.#ask('accounts', '', this.script.accounts?.());
  account = (id: string) => this.#ask('account', '', this.script.account?.(id));
  terminals = () => this.#ask('terminals', '', this.script.terminals?.());
  terminal = (id: string) => this.#ask('terminal', '', this.script.terminal?.(id));
  receipt = (request: ReceiptRequest) =>
    this.#ask('receipt', request.gatewayOrderId, this.script.receipt?.(request));
  receiptsOfDay = (request: DayReceiptsRequest) =>
    this.#ask('receiptsOfDay', '', this.script.receiptsOfDay?.(request));

  #operation(method: string, request: CaptureRequest | SplitOperationRequest): CallResult<GatewayPayment> {
    this.#operations += 1;
    const { gatewayOrderId, currency, amountMinor = 1010, comment = null } = request;
    const operationId = `operation-${this.#operations}`;
    return answered(gatewayPayment({ gatewayOrderId, currency, amountMinor, comment, method, operationId }));
  }

  /** Without a script, the gateway knows nothing. */
  #ask<Told>(
    method: keyof Gateway,
    orderId: string,
    scripted: Promise<CallResult<Told>> | undefined,
    usual: CallResult<Told> = refused(404, 'S-404'),
  ): Promise<CallResult<Told>> {
    this.calls.push({ method, orderId, request: null });
    return scripted ?? Promise.resolve(usual);
  }

  #state<Told>(
    method: Stating,
    request: { gatewayOrderId: string },
    usual: () => CallResult<Told>,
  ): Promise<CallResult<Told>> {
    this.calls.push({ method, orderId: request.gatewayOrderId, request: request as Request });
    const act = this.script[method] as ((request: unknown) => Promise<CallResult<Told>>) | undefined;
    return act ? act(request) : Promise.resolve(usual());
  }
}

function pageOf({ gatewayOrderId }: NewHostedPayment): CallResult<{ location: string }> {
  return answered({ location: `https://gateway.example/pay/${gatewayOrderId}` });
}

export const answered = <Told>(value: Told): CallResult<Told> => ({ kind: 'answered', value });
export const refused = (
  status: number,
  code: string | null = null,
  over: Partial<GatewayRefusal> = {},
): CallResult<never> => ({
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

export const unknown: CallResult<never> = { kind: 'unknown', reason: 'ECONNRESET' };
export const notSent: CallResult<never> = { kind: 'not-sent', reason: 'ECONNREFUSED' };

/** The gateway's report of a payment of `order-1`: by default a success over 10.10 UAH. */
export function gatewayPayment(over: Partial<GatewayPayment> = {}): GatewayPayment {
  const told = report({ gatewayOrderId: 'order-1' });
  return { ...inFull(told), ...over };
}

/** A report with what a gateway tells beside it. */
export const inFull = (told: Report): GatewayPayment => ({
  ...told,
  cardToken: null,
  fee: null,
  limit: null,
  processedAt: null,
  raw: {},
});

/** As above, for the payment of a request. */
export function gatewayPaymentOf(
  { gatewayOrderId, method, amountMinor, currency }: NewDirectPayment | NewHostedPayment,
  over: Partial<GatewayPayment> = {},
): GatewayPayment {
  return gatewayPayment({ gatewayOrderId, method, amountMinor, currency, ...over });
}
