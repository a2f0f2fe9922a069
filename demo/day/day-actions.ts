import { randomUUID } from 'node:crypto';
import type { Fingerprint } from '../../server/contract/checkout-api.ts';
import { kindOf } from '../kinds.ts';
import { reportStatus, setFault } from '../shop/bank.ts';
import { readChoice } from '../shop/choice.ts';
import { FAULTS } from '../shop/faults.ts';
import { newOrder } from '../shop/new-order.ts';
import type { Orders, ShopOptions } from '../shop/options.ts';
import { mintToken, tokenOrderId } from '../shop/order-token.ts';

/** An order as its token names it. */
export interface DayOrder {
  id: string;
  token: string;
}

const CUSTOMERS = [
  { firstName: 'Olena', lastName: 'Shevchenko', email: 'olena@example.com', phone: '+380501234567' },
  { firstName: 'Taras', lastName: 'Bondar', email: 'taras@example.com', phone: '+380507654321' },
  { firstName: 'Mia', lastName: 'Schmidt', email: 'mia@example.com', phone: '+4915112345678' },
] as const;

const BROWSER: Fingerprint = {
  browserColorDepth: '24',
  browserScreenHeight: '900',
  browserScreenWidth: '1440',
  browserJavaEnabled: 'false',
  browserLanguage: 'en',
  browserTimeZone: 'UTC',
  browserTimeZoneOffset: '0',
  browserUserAgent: 'demo',
};

/** What customers, the bank and the merchant do on a day, each by the API that they really use. */
export class DayActions {
  readonly #options: ShopOptions;
  readonly #orders: Orders;
  /** Sets the clocks to so many seconds after the order. */
  readonly later: (seconds: number) => Promise<void>;

  constructor(options: ShopOptions, orders: Orders, later: (seconds: number) => Promise<void>) {
    this.#options = options;
    this.#orders = orders;
    this.later = later;
  }

  /**
   * @param items quantities by product
   * @param kind of `demo/kinds.ts`
   */
  async order(items: Record<string, string>, kind = ''): Promise<DayOrder> {
    const order = newOrder(items);
    this.#orders.set(order.id, order);
    const choice = { ...readChoice(() => undefined), kind: kindOf(kind) };
    return {
      id: tokenOrderId(order, choice),
      token: await mintToken(this.#options, order, choice),
    };
  }

  async pay(order: DayOrder, number: string): Promise<void> {
    const cvv = number.startsWith('3') ? '1234' : '123';
    const card = { number, expMonth: 12, expYear: 2034, cvv };
    const customer = CUSTOMERS[this.#orders.size % CUSTOMERS.length];
    await this.#send('/payments', order, { card, customer, fingerprint: BROWSER });
  }

  /** Opens the hosted page, and leaves it. */
  async leaveHosted(order: DayOrder): Promise<void> {
    const { email, phone } = CUSTOMERS[0];
    await this.#send('/hosted', order, { customer: { email, phone } });
  }

  /** Has the gateway report another status of the order's payment with the status `was`. */
  async report({ id }: DayOrder, was: string, status: string): Promise<void> {
    await reportStatus(this.#options.sandbox, id, was, status);
  }

  async setFault(name: string): Promise<void> {
    await setFault(this.#options.sandbox, FAULTS.find((one) => one.name === name)?.order ?? {});
  }

  /** @param amount default: all of it */
  async operate(order: DayOrder, method: 'capture' | 'void' | 'refund', amount?: string): Promise<void> {
    const answer = await this.#options.merchantApi(`orders/${order.id}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ ...(amount && { amount }) }),
    });
    requireOk(answer, method);
  }

  async #send(path: string, { token }: DayOrder, body: object): Promise<void> {
    const answer = await fetch(this.#options.companion + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(body),
    });
    requireOk(answer, path);
  }
}

function requireOk({ ok, status }: Response, what: string): void {
  if (!ok) throw new Error(`${what}: ${status}`);
}
