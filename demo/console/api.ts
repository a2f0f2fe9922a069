import type { PaymentView } from '../../server/contract/checkout-api.ts';
import type {
  AccountView,
  MessageView,
  OperationView,
  OrderView,
  Page,
  ReviewView,
  TerminalsView,
} from '../../server/contract/merchant-api.ts';
import type { FieldError } from '../../server/contract/problem.ts';

/** A problem document of the companion, as far as it is shown. */
export interface Refusal {
  title: string;
  status: number;
  code: string;
  detail?: string;
  requestId?: string;
  errors?: FieldError[];
}

/**
 * Why there is no usable answer.
 * - `problem`: refused by the companion
 * - `lost`: no answer arrived, so it is unknown whether a change was made
 * - `elsewhere`: the answer came from something other than the merchant API
 */
export type Failure =
  | { kind: 'problem'; problem: Refusal }
  | { kind: 'lost' }
  | { kind: 'elsewhere'; status: number };

export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** Answer of `POST /api/orders/{orderId}/resend`. */
export interface Resent {
  result: string;
  payment: PaymentView;
  operation: OperationView | null;
}

/** A manual resolution: the status that an operator found, and a reason. */
export interface Resolution {
  status: 'success' | 'failure';
  comment: string;
  amount?: string;
}

export type Query = Readonly<Record<string, string | null>>;

/** The merchant API (contract, section 4), as the console uses it. Calls throw only {@link ApiFailure} and AbortError. */
export interface ConsoleApi {
  payments(query: Query, signal: AbortSignal): Promise<Page<PaymentView>>;
  order(orderId: string, signal: AbortSignal): Promise<OrderView>;
  /** @param key the Idempotency-Key; the same for a repetition of the same intent */
  operate(
    orderId: string,
    method: 'capture' | 'void' | 'refund',
    body: object,
    key: string,
  ): Promise<OperationView>;
  cancel(orderId: string): Promise<PaymentView>;
  resend(orderId: string, operation: string): Promise<Resent>;
  /** @param path of the payment or operation, below `/api/` */
  resolve(path: string, resolution: Resolution): Promise<PaymentView | OperationView>;
  review(cursor: string | null, signal: AbortSignal): Promise<Page<ReviewView>>;
  messages(query: Query, signal: AbortSignal): Promise<Page<MessageView>>;
  sendMessage(id: string): Promise<MessageView>;
  accounts(signal: AbortSignal): Promise<Page<AccountView>>;
  terminals(signal: AbortSignal): Promise<TerminalsView>;
  /** The address of a file, to be loaded by a frame. */
  address(path: string, query?: Query): string;
  /** Requests a file. Its body is still to be read. */
  file(path: string, query: Query, signal: AbortSignal): Promise<Response>;
}

/** Milliseconds; longer than the companion's longest call to the gateway, so that its answer is not missed. */
const PATIENCE_MS = 150_000;

interface Call {
  method?: string;
  body?: object;
  key?: string;
  signal?: AbortSignal;
}

/**
 * @param base address of the proxy that adds the merchant's key, with a trailing slash
 * @param ask the browser's fetch
 */
export function createApi(
  base: string,
  ask: (url: string, init: RequestInit) => Promise<Response>,
): ConsoleApi {
  const address = (path: string, query: Query = {}) => `${base}${path}${queryText(query)}`;

  async function send(path: string, { method = 'GET', body, key, signal }: Call): Promise<Response> {
    const patience = AbortSignal.timeout(PATIENCE_MS);
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    };
    const answer = await ask(base + path, {
      method,
      headers,
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw signal?.aborted ? error : new ApiFailure({ kind: 'lost' });
    });
    if (!answer.ok) throw new ApiFailure(await failureOf(answer));
    return answer;
  }

  async function json<T>(path: string, call: Call = {}): Promise<T> {
    const answer = await send(path, call);
    return (await answer.json().catch((error: unknown) => {
      if (call.signal?.aborted) throw error;
      const isCut = !(error instanceof SyntaxError);
      throw new ApiFailure(isCut ? { kind: 'lost' } : { kind: 'elsewhere', status: answer.status });
    })) as T;
  }

  const post = <T>(path: string, body?: object, key?: string) =>
    json<T>(path, { method: 'POST', ...(body && { body }), ...(key !== undefined && { key }) });
  const of = (orderId: string) => `orders/${encodeURIComponent(orderId)}`;

  return {
    payments: (query, signal) => json(`payments${queryText(query)}`, { signal }),
    order: (orderId, signal) => json(of(orderId), { signal }),
    operate: (orderId, method, body, key) => post(`${of(orderId)}/${method}`, body, key),
    cancel: (orderId) => post(`${of(orderId)}/cancel`),
    resend: (orderId, operation) => post(`${of(orderId)}/resend`, { operation }),
    resolve: (path, resolution) => post(`${path}/resolve`, resolution),
    review: (cursor, signal) => json(`review${queryText({ cursor })}`, { signal }),
    messages: (query, signal) => json(`messages${queryText(query)}`, { signal }),
    sendMessage: (id) => post(`messages/${encodeURIComponent(id)}/send`),
    accounts: (signal) => json('balances/accounts', { signal }),
    terminals: (signal) => json('balances/terminals', { signal }),
    address,
    file: (path, query, signal) => send(path + queryText(query), { signal }),
  };
}

async function failureOf(answer: Response): Promise<Failure> {
  const body: unknown = await answer.json().catch(() => null);
  const isProblem = typeof body === 'object' && body !== null && 'code' in body && 'title' in body;
  return isProblem
    ? { kind: 'problem', problem: body as Refusal }
    : { kind: 'elsewhere', status: answer.status };
}

function queryText(query: Query): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}
