import { CARD as VISA, CUSTOMER, WHOLE_FINGERPRINT } from '../../contract/testing/fixtures.ts';
import { type Sandbox, createSandbox } from '../app.ts';
import type { Timers } from '../clock.ts';
import { type ReceivedWebhook, opened } from './webhook.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import type { SandboxOptions } from '../state.ts';

/** JSON that is sent or answered. */
export type Fields = Record<string, unknown>;

/** A strict sandbox for tests: its clock moves only when told to, and its webhooks are collected in a list. */
export interface Harness extends Sandbox {
  /** Webhooks as they arrived, decoded; their signatures are valid. */
  received: ReceivedWebhook[];
  /** The answers to the next webhooks: these statuses, then 200; 0 stands for no answer. */
  answers: number[];
  /** Posts JSON with valid credentials. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Posts a form without credentials, as a browser does. */
  submit(url: string, fields: Record<string, string>): Promise<Response>;
  /** Pays `order-1` directly by card. */
  pay(number?: string, more?: Fields): Promise<Response>;
  /** Asks for an operation on `order-1`; the HTTP status stands beside the answer. */
  ask(operation: string, more?: Fields): Promise<Fields & { http: number }>;
  /** Reads `order-1`, or one of its operations. */
  read(path?: string): Promise<Response>;
  /** All transactions of `order-1`. */
  listed(): Promise<Fields[]>;
  /** Status and code of each webhook, in order. */
  states(): string[];
  /** Calls `/_sandbox/…` and returns its JSON. */
  control(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Fields>;
  /** A list of the control: `payments`, `requests`, `webhooks`, `faults`. */
  records(list: string): Promise<Fields[]>;
  /** Orders the next fault. */
  fault(on: string, kind: string, more?: object): Promise<Fields>;
  /** Moves the clock and waits for the webhooks. */
  pass(seconds: number): Promise<void>;
}

/** 2026-06-15, noon. */
const NOW = Date.UTC(2026, 5, 15, 12);
const CREDENTIALS = {
  posId: '0f2b1a52-6d5f-4c0e-9d6b-2f8f0c3a7b11',
  apiKey: 'key',
  apiSecret: 'secret',
  endpointsKey: 'endpoints',
};
export const POS = CREDENTIALS.posId;
export const ORDER = `/api/v1/pos/${POS}/orders/order-1`;
export const AUTH = { 'X-API-AUTH': 'CPAY key:secret', 'X-API-KEY': 'endpoints' };
const standingStill: Timers = { now: () => NOW, after: () => () => {} };

export function openSandbox(options: SandboxOptions = {}): Harness {
  const received: ReceivedWebhook[] = [];
  const answers: number[] = [];
  const sandbox = createSandbox({
    credentials: CREDENTIALS,
    baseUrl: 'http://localhost',
    timers: standingStill,
    fetch: (input, init) => {
      received.push(opened(input, init, CREDENTIALS.apiSecret));
      const status = answers.shift() ?? 200;
      return status === 0 ? Promise.reject(new TypeError('no answer')) : Promise.resolve(answer(status));
    },
    ...options,
    settings: { strict: true, ...options.settings },
  });
  const send = async (path: string, init?: RequestInit) => {
    const response = await sandbox.app.request(path, init);
    await sandbox.settled();
    return response;
  };
  const json = { ...AUTH, 'content-type': 'application/json' };
  const post = (path: string, body: unknown, headers: Record<string, string> = json) =>
    send(path, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });
  const get = (path: string, headers: Record<string, string> = AUTH) => send(path, { headers });
  const read = (path = '') => get(`${ORDER}${path}`);
  const control = async (method: string, path: string, body?: unknown) =>
    told(await send(`/_sandbox/${path}`, { method, body: body ? JSON.stringify(body) : null }));
  return Object.assign(sandbox, {
    received,
    answers,
    post,
    get,
    submit: (url: string, fields: Record<string, string>) =>
      send(url, { method: 'POST', body: new URLSearchParams(fields) }),
    pay: (number = CARD.cc_number, more: Fields = {}) => post('/api/v1/payment', direct(number, more)),
    async ask(operation: string, more: Fields = {}) {
      const currency = operation === 'split/refund' ? 'currency' : 'order_currency';
      const about = { pos_id: POS, order_id: 'order-1', [currency]: 'UAH' };
      const response = await post(`/api/v1/${operation}`, { ...about, ...more });
      return { ...(await told(response)), http: response.status };
    },
    read,
    listed: async () => (await (await read()).json()) as Fields[],
    states: () => received.map(({ event }) => `${String(event['status'])} ${String(event['status_code'])}`),
    control,
    records: async (list: string) => (await control('GET', list))['data'] as Fields[],
    fault: (on: string, kind: string, more: object = {}) => control('POST', 'faults', { on, kind, ...more }),
    async pass(seconds: number) {
      sandbox.clock.advance(seconds * 1000);
      await sandbox.settled();
    },
  });
}

/** The JSON of an answer. */
export const told = async (response: Response) => (await response.json()) as Fields;

function answer(status: number): Response {
  return new Response(null, { status });
}

/** The parameters that every variant requires. */
const everywhere = {
  pos_id: CREDENTIALS.posId,
  amount: 10.5,
  currency: 'UAH',
  description: 'A pair of boots',
  order_id: 'order-1',
  order_3ds_bypass: 'supported',
};
const customer = { customer_email: CUSTOMER.email, customer_phone: CUSTOMER.phone };
export const CARD = { cc_number: VISA.number, exp_month: 12, exp_year: 30, card_cvv: '123' };

/** The smallest bodies of endpoint 1 that the document allows, one for each variant. */
export const MINIMAL = {
  direct: {
    ...everywhere,
    ...customer,
    ...CARD,
    mode: 'direct',
    method: 'purchase',
    customer_fname: 'Olha',
    customer_lname: 'Kobylianska',
    customer_ip: '203.0.113.7',
    browser_fingerprint: WHOLE_FINGERPRINT,
  },
  hosted: { ...everywhere, ...customer, mode: 'hosted', method: 'purchase' },
  'direct-lookup': {
    ...everywhere,
    mode: 'direct',
    method: 'lookup',
    browser_fingerprint: WHOLE_FINGERPRINT,
  },
  'hosted-lookup': { ...everywhere, ...CARD, mode: 'hosted', method: 'lookup' },
} as const satisfies Record<string, Fields>;

const SERVER_URL = 'http://127.0.0.1:9/webhook';
export const RESULT_URL = 'http://shop.example/return/1?try=1';

/** The sub-merchants of the project. */
export const [A = '', B = '', C = ''] = DEFAULT_SETTINGS.subMerchants;
/** Shares of 100. */
export const SPLIT = [
  { amount: 70, sub_merchant_id: A },
  { amount: 30, sub_merchant_id: B },
];

/** A direct payment with this card number. */
export function direct(number: string, more: Fields = {}): Fields {
  return { ...MINIMAL.direct, cc_number: number, server_url: SERVER_URL, result_url: RESULT_URL, ...more };
}

export function hosted(more: Fields = {}): Fields {
  return { ...MINIMAL.hosted, server_url: SERVER_URL, result_url: RESULT_URL, ...more };
}
