import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { CARDS } from './cards.ts';
import { CUSTOMER, FINGERPRINT } from './payments.ts';
import type { Stack } from './stack.ts';

/** An operation as the merchant API shows it. */
interface Operation {
  method: string;
  amount: string;
  status: string;
  statusCode: string | null;
  split: { subMerchantId: string; amount: string }[] | null;
}

interface Order {
  payments: { id: string; mode: string; method: string; status: string; statusCode: string | null }[];
  operations: Operation[];
  events: { type: string; source: string | null; result: string | null }[];
  allowed: { capture: string | null; void: boolean; refund: string | null; cancel: boolean };
}

interface Answer<T> {
  status: number;
  body: T;
}

/** A refusal as a problem document. */
export interface Refusal {
  code: string;
  errors?: { path: string; code: string }[];
}

/** The merchant's back end: it creates orders and moves their money. */
export class Merchant {
  readonly stack: Stack;

  constructor(stack: Stack) {
    this.stack = stack;
  }

  /** Creates an order of 100 UAH. Returns its id, its token and its payment page. */
  async newOrder(over: Record<string, unknown> = {}): Promise<{ id: string; url: string; token: string }> {
    const id = `e2e-${randomUUID().slice(0, 13)}`;
    const order = {
      id,
      amount: '100.00',
      currency: 'UAH',
      description: 'A lamp',
      customer: CUSTOMER,
      ...over,
    };
    const { status, body } = await this.post<{ url: string; token: string }>('/orders', order);
    expect(status).toBe(200);
    return { id, ...body };
  }

  /** Creates an order and pays it without a page. Returns its id. */
  async chargedOrder(over: Record<string, unknown> = {}, number: string = CARDS.success): Promise<string> {
    const { id, token } = await this.newOrder(over);
    const card = { number: number.replaceAll(' ', ''), expMonth: 12, expYear: 2034, cvv: '123' };
    const answer = await fetch(`${this.stack.companion}/payments`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ card, fingerprint: FINGERPRINT }),
    });
    expect(answer.status).toBe(200);
    return id;
  }

  /** Creates an order, pays it on its page with a card that succeeds, and waits for the result there. */
  async paidOrder(page: Page, over: Record<string, unknown> = {}): Promise<string> {
    const { id, url } = await this.newOrder(over);
    await page.goto(url);
    await typeCard(page);
    await page.locator('pay-form [part=submit]').click();
    await expect.poll(async () => (await this.order(id)).payments.at(-1)?.status).toBe('success');
    await expect(page.locator('[role=status] h1')).toBeVisible();
    return id;
  }

  async order(id: string): Promise<Order> {
    const { status, body } = await this.get<Order>(`/orders/${id}`);
    expect(status).toBe(200);
    return body;
  }

  /** How many payments need review. */
  async inReview(): Promise<number> {
    return (await this.get<{ data: unknown[] }>('/review')).body.data.length;
  }

  /** Creates an order and pays it without a page. Returns the address to which the customer comes back. */
  async returnPage(card: string): Promise<{ id: string; address: string }> {
    const id = await this.chargedOrder({}, card);
    const [payment] = (await this.order(id)).payments;
    return { id, address: `${this.stack.companion}/return/${payment?.id}` };
  }

  /** One operation; the answer's body is the operation or a problem. */
  operate(id: string, name: string, body: object = {}): Promise<Answer<Operation & Refusal>> {
    return this.post(`/orders/${id}/${name}`, body);
  }

  get<T>(path: string): Promise<Answer<T>> {
    return this.#call('GET', path);
  }

  post<T>(path: string, body: object): Promise<Answer<T>> {
    return this.#call('POST', path, JSON.stringify(body));
  }

  /** A file: its content type and bytes. */
  async file(path: string): Promise<{ status: number; type: string; bytes: Uint8Array }> {
    const answer = await this.#fetch('GET', path);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    return { status: answer.status, type: answer.headers.get('content-type') ?? '', bytes };
  }

  async #call<T>(method: string, path: string, body?: string): Promise<Answer<T>> {
    const answer = await this.#fetch(method, path, body);
    return { status: answer.status, body: (await answer.json()) as T };
  }

  #fetch(method: string, path: string, body?: string): Promise<Response> {
    const headers: Record<string, string> = { authorization: `Bearer ${this.stack.merchantApiKey}` };
    if (body) Object.assign(headers, { 'content-type': 'application/json', 'idempotency-key': randomUUID() });
    return fetch(`${this.stack.companion}/api${path}`, { method, headers, ...(body && { body }) });
  }
}

/** Types a card into the form of the page. */
export async function typeCard(page: Page, card: string = CARDS.success): Promise<void> {
  const typed = { number: card, expiry: '12/34', cvv: '123' };
  for (const [name, value] of Object.entries(typed)) {
    await page.locator(`pay-form input[name="${name}"]:visible`).fill(value);
  }
}
