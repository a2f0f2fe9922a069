import type { Fingerprint, PaymentView } from '../../server/contract/checkout-api.ts';
import { CONTACT, NAMES } from './fill-form.ts';

/** An order as its token names it. */
export interface DayOrder {
  id: string;
  token: string;
}

/** The ways in which customers, the bank and the merchant act in the demo. All are public: the page has no secret. */
export interface DayWays {
  /** @param kind of `demo/kinds.ts` */
  order(things: Record<string, string>, kind?: string): Promise<DayOrder>;
  pay(order: DayOrder, number: string): Promise<PaymentView>;
  /** Opens the hosted page, and leaves it. */
  leaveHosted(order: DayOrder): Promise<void>;
  /** Has the gateway report another status of the order's payment with the status `was`. */
  report(order: DayOrder, was: string, status: string): Promise<void>;
  setFault(name: string): Promise<void>;
  operate(order: DayOrder, method: 'capture' | 'void' | 'refund', amount?: string): Promise<void>;
}

export interface DayPlace {
  /** address of the shop */
  shop: string;
  /** base address of the companion */
  companion: string;
  /** of this browser */
  fingerprint: Fingerprint;
  ask: (url: string, init: RequestInit) => Promise<Response>;
}

/** The ways over HTTP. */
export function dayWays({ shop, companion, fingerprint, ask }: DayPlace): DayWays {
  async function send(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
    const json = {
      accept: '*/*',
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    };
    const init = { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) };
    const answer = await ask(url, init);
    if (!answer.ok) throw new Error(`${new URL(url, 'http://page').pathname}: ${answer.status}`);
    return answer;
  }
  const bearer = ({ token }: DayOrder) => ({ authorization: `Bearer ${token}` });
  return {
    async order(things, kind = '') {
      const body = new URLSearchParams(things);
      const page = await (await ask(`${shop}/orders?kind=${kind}`, { method: 'POST', body })).text();
      const token = /order="([^"]+)"/.exec(page)?.[1] ?? '';
      return { id: orderIdIn(token), token };
    },
    async pay(order, number) {
      const card = { number, expMonth: 12, expYear: 2034, cvv: number.startsWith('3') ? '1234' : '123' };
      const body = { card, customer: { ...NAMES, ...CONTACT }, fingerprint };
      return (await send(`${companion}/payments`, body, bearer(order))).json() as Promise<PaymentView>;
    },
    async leaveHosted(order) {
      await send(`${companion}/hosted`, { customer: CONTACT }, bearer(order));
    },
    async report({ id }, was, status) {
      // The shop's own order has no kind in its id.
      await send(`${shop}/demo/report`, { order: id.split('.')[0], was, status });
    },
    async setFault(name) {
      await send(`${shop}/demo/faults`, { name });
    },
    async operate({ id }, method, amount) {
      await send(`${shop}/console/api/orders/${id}/${method}`, { ...(amount && { amount }) });
    },
  };
}

/** The payload of a token is readable by anybody. */
function orderIdIn(token: string): string {
  const payload = token.split('.')[1] ?? '';
  const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
  return (JSON.parse(text) as { order: { id: string } }).order.id;
}
