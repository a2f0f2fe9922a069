import type { PaymentView, SavedCard, SessionView } from '../../server/contract/checkout-api.ts';
import { environment } from '../environment.ts';

/** A companion for element tests: it returns prepared answers and records requests. */

export interface Asked {
  path: string;
  method: string;
  key: string | null;
  authorization: string | null;
  language: string | null;
  body: unknown;
}

/** `held` waits until {@link FakeCompanion.hold} is released, then gives the next prepared answer. */
export type Answer = { status?: number; body: unknown } | 'lost' | 'never' | 'held';

/** A payment that the customer has to confirm at the bank. */
export const toBank = { action: { url: 'https://bank.example/3ds' } };

/** A payment that has changed since {@link payment}. */
export const LATER = { updatedAt: '2030-01-01T00:01:00.000Z' };

/** The hosted page, as the companion answers with it. */
export const hostedPage = () => ({
  body: { location: HOSTED_URL, payment: payment({ mode: 'hosted', status: 'init' }) },
});
export const HOSTED_URL = 'https://bank.example/page';

export const savedCard = (id: string): SavedCard => ({
  id,
  mask: '424242******4242',
  brand: 'visa',
  expires: '12/60',
});

/** An order token as the tag reads it; nothing verifies its signature here. */
export function tokenOf(order: object): string {
  const payload = { order: { id: 'o-1', amount: '10.00', currency: 'EUR', description: 'Tea', ...order } };
  return `x.${btoa(JSON.stringify(payload)).replaceAll('+', '-').replaceAll('/', '_')}.x`;
}

export function session(changes: Partial<SessionView> = {}): SessionView {
  return {
    order: { id: 'o-1', amount: '10.00', currency: 'EUR', description: 'Tea', method: 'purchase' },
    modes: ['direct', 'hosted'],
    customerFields: [],
    hostedCustomerFields: [],
    brands: null,
    savedCards: [],
    savable: false,
    payment: null,
    attemptsLeft: 5,
    hostedMethods: [],
    test: false,
    ...changes,
  };
}

export function payment(changes: Partial<PaymentView> = {}): PaymentView {
  return {
    id: 'p-1',
    orderId: 'o-1',
    mode: 'direct',
    method: 'purchase',
    status: 'pending',
    statusCode: null,
    statusDescription: null,
    amount: '10.00',
    currency: 'EUR',
    action: null,
    cardMask: '424242******4242',
    receiptUrl: null,
    canRetry: false,
    createdAt: '2030-01-01T00:00:00.000Z',
    updatedAt: '2030-01-01T00:00:00.000Z',
    ...changes,
  };
}

export function declined(changes: Partial<PaymentView> = {}): PaymentView {
  return payment({ status: 'failure', statusCode: '4009', canRetry: true, ...changes });
}

export function problem(status: number, code: string, changes: object = {}): Answer {
  return {
    status,
    body: { type: 'about:blank', title: code, status, code, detail: code, requestId: 'r', ...changes },
  };
}

/** Answers `POST /session`, `POST /payments`, `POST /hosted` and, as `poll`, `GET /payments/{id}`. */
export class FakeCompanion {
  readonly asked: Asked[] = [];
  readonly left: string[] = [];
  #held: Promise<void> = Promise.resolve();
  readonly #before = { ...environment };
  readonly #answers = new Map<string, Answer[]>();

  constructor() {
    Object.assign(environment, {
      fetch: (input: string, init: RequestInit = {}) => this.#fetch(input, init),
      navigate: (url: string) => void this.left.push(url),
      secure: () => true,
      moment: 0,
    });
  }

  /** Prepares answers, given in turn; the last one repeats. Those to polls are named `poll`. */
  answers(what: 'session' | 'payments' | 'hosted' | 'poll', ...answers: Answer[]): this {
    this.#answers.set(what, answers);
    return this;
  }

  session(changes: Partial<SessionView> = {}): this {
    return this.answers('session', { body: session(changes) });
  }

  /** Holds back the next answer until the returned function is called; then the following one is given. */
  hold(what: 'session' | 'payments' | 'poll', ...following: Answer[]): () => void {
    let release: () => void = () => {};
    this.#held = new Promise((done) => (release = done));
    this.answers(what, 'held', ...following);
    return release;
  }

  /** Sets how long the first paint waits for an answer, in milliseconds. */
  waitingFor(ms: number): this {
    environment.moment = ms;
    return this;
  }

  /** The requests of one of the four kinds, in order. */
  of(what: string): Asked[] {
    return this.asked.filter(({ path, method }) => nameOf(path, method) === what);
  }

  /** Restores the environment. */
  close(): void {
    Object.assign(environment, this.#before);
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    const method = init.method ?? 'GET';
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    const order = init.body instanceof URLSearchParams ? init.body.get('order') : null;
    const key = headers.get('idempotency-key');
    const authorization = order ? `Bearer ${order}` : headers.get('authorization');
    const language = headers.get('accept-language');
    this.asked.push({ path, method, key, authorization, language, body });
    const name = nameOf(path, method);
    let answer = this.#next(name);
    if (answer === 'held') {
      await this.#held;
      answer = this.#next(name);
    }
    if (answer === 'never') return untilAborted(init.signal);
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    if (answer === 'held') throw new TypeError('held twice');
    return Response.json(answer.body, { status: answer.status ?? 200 });
  }

  #next(name: string): Answer {
    const laid = this.#answers.get(name) ?? [];
    return (laid.length > 1 ? laid.shift() : laid[0]) ?? 'never';
  }
}

function nameOf(path: string, method: string): string {
  if (path.endsWith('/session')) return 'session';
  if (path.endsWith('/hosted')) return 'hosted';
  return method === 'POST' ? 'payments' : 'poll';
}

function untilAborted(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
  });
}
