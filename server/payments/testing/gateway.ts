import type {
  CaptureRequest,
  Gateway,
  GatewayPayment,
  GatewayRefusal,
  NewDirectPayment,
  NewHostedPayment,
  CallResult,
  RefundRequest,
  SplitOperationRequest,
} from '../gateway-port.ts';
import type { Report } from '../order/journal.ts';
import { report } from '../order/testing/entries.ts';

export { POS_ID } from '../order/testing/entries.ts';

/** For tests: a gateway that answers from a script. */

/** What a test says instead of the usual answers. */
export type Script = Partial<Gateway>;

/** The parameters of any call. */
type Request = NewDirectPayment & NewHostedPayment & RefundRequest & Partial<SplitOperationRequest>;

/**
 * A gateway that follows the test's script. By default it charges, and knows no order, account or receipt. Every
 * operation in its answers has its own id.
 */
export class TestGateway implements Gateway {
  readonly calls: { method: keyof Gateway; orderId: string; request: Request | null }[] = [];
  /** Replaces the default behaviour of calls. */
  script: Script = {};
  #operations = 0;

  of(method: keyof Gateway): string[] {
    return this.calls.filter((call) => call.method === method).map((call) => call.orderId);
  }

  createDirect = this.#scripted('createDirect', (request) => answered(gatewayPaymentOf(request)));
  createHosted = this.#scripted('createHosted', (request) => pageOf(request));
  createSplitDirect = this.#scripted('createSplitDirect', (request) => answered(gatewayPaymentOf(request)));
  createSplitHosted = this.#scripted('createSplitHosted', (request) => pageOf(request));
  capture = this.#scripted('capture', (request) => this.#operation('capture', request));
  splitCapture = this.#scripted('splitCapture', (request) => this.#operation('capture', request));
  voidAuth = this.#scripted('voidAuth', (request) => this.#operation('void', request));
  refund = this.#scripted('refund', (request) => this.#operation('refund', request));
  splitRefund = this.#scripted('splitRefund', (request) => this.#operation('refund', request));
  cancelHosted = this.#scripted('cancelHosted', (gatewayOrderId) =>
    answered([gatewayPayment({ gatewayOrderId, mode: 'hosted', status: 'failure', statusCode: '6007' })]),
  );
  readOperation = this.#scripted('readOperation', unheardOf);
  readOrder = this.#scripted('readOrder', unheardOf);
  accounts = this.#scripted('accounts', unheardOf);
  account = this.#scripted('account', unheardOf);
  terminals = this.#scripted('terminals', unheardOf);
  terminal = this.#scripted('terminal', unheardOf);
  receipt = this.#scripted('receipt', unheardOf);
  receiptsOfDay = this.#scripted('receiptsOfDay', unheardOf);

  #operation(method: string, request: CaptureRequest | SplitOperationRequest): CallResult<GatewayPayment> {
    this.#operations += 1;
    const { gatewayOrderId, currency, amountMinor = 1010, comment = null } = request;
    const operationId = `operation-${this.#operations}`;
    return answered(gatewayPayment({ gatewayOrderId, currency, amountMinor, comment, method, operationId }));
  }

  /** Notes the call, and does what the script says; without one, the usual. */
  #scripted<Method extends keyof Gateway>(method: Method, usual: Usual<Method>): Gateway[Method] {
    const call = (...asked: Parameters<Gateway[Method]>) => {
      const first: string | Request = (asked as [(string | Request)?])[0] ?? '';
      const request = typeof first === 'string' ? null : first;
      const orderId = typeof first === 'string' ? first : first.gatewayOrderId;
      this.calls.push({ method, orderId, request });
      const act = (this.script[method] as Usual<Method> | undefined) ?? usual;
      return Promise.resolve(act(...asked));
    };
    return call as Gateway[Method];
  }
}

type Usual<Method extends keyof Gateway> = (
  ...asked: Parameters<Gateway[Method]>
) => Awaited<ReturnType<Gateway[Method]>>;

const unheardOf = () => refused(404, 'S-404');

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
