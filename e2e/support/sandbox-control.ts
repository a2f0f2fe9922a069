/** A payment as the sandbox shows it. */
export interface SandboxPayment {
  orderId: string;
  transactionId: string;
  mode: 'direct' | 'hosted';
  method: string;
  status: 'init' | 'pending' | 'success' | 'failure';
  statusCode: string | null;
  /** what was charged */
  amount: string;
  /** without the commission that the payer bears */
  ordered: string;
  /** cards that were declined on the hosted page before */
  declines: { status: string }[];
  operations: SandboxOperation[];
}

/** A capture, void or refund as the sandbox shows it. */
export interface SandboxOperation {
  transactionId: string;
  method: string;
  amount: string;
  /** as the request stated it; `portal` for one that was made in the portal */
  comment: string | null;
  status: string;
  statusCode: string;
}

/** A request as the sandbox recorded it. */
export interface SandboxRequest {
  method: string;
  path: string;
  body: { order_id?: string; mode?: string } | null;
  /** of the answer; null if there was none */
  status: number | null;
}

export interface SandboxWebhook {
  orderId: string;
  url: string | null;
  event: { status: string };
  state: 'waiting' | 'delivered' | 'failed' | 'skipped' | 'lost';
  attempts: { result: string }[];
}

/** A fault for later requests, as listed in `server/sandbox/README.md`. */
export interface SandboxFault {
  on: 'create' | 'read' | 'capture' | 'void' | 'refund' | 'cancel' | 'receipt' | 'any' | 'webhook';
  kind: string;
  delayMs?: number;
  times?: number;
  /** webhooks only */
  orderId?: string;
}

/**
 * The control API of a running sandbox. Orders are named by the merchant's id: later payment attempts, which have their
 * own order ids at the gateway, are found by their common prefix.
 */
export class SandboxControl {
  readonly #base: string;

  constructor(sandboxUrl: string) {
    this.#base = `${sandboxUrl}/_sandbox`;
  }

  /** The overview page of the sandbox. */
  get page(): string {
    return this.#base;
  }

  async reset(): Promise<void> {
    await this.#call('POST', '/reset');
  }

  async payments(orderId = ''): Promise<SandboxPayment[]> {
    const all = await this.#list<SandboxPayment>('/payments');
    return all.filter((payment) => payment.orderId.startsWith(orderId));
  }

  /** Requests to create a payment of this order, including failed ones. */
  async creations(orderId: string): Promise<SandboxRequest[]> {
    const all = await this.#list<SandboxRequest>('/requests');
    return all.filter(
      ({ path, body }) => /\/(payment|split\/purchase)$/.test(path) && body?.order_id?.startsWith(orderId),
    );
  }

  /** POST requests about this order. */
  async requestsOf(orderId: string): Promise<SandboxRequest[]> {
    const all = await this.#list<SandboxRequest>('/requests');
    return all.filter(({ method, body }) => method === 'POST' && body?.order_id?.startsWith(orderId));
  }

  async webhooks(orderId = ''): Promise<SandboxWebhook[]> {
    const all = await this.#list<SandboxWebhook>('/webhooks');
    return all.filter((webhook) => webhook.orderId.startsWith(orderId));
  }

  async order(fault: SandboxFault): Promise<void> {
    await this.#call('POST', '/faults', fault);
  }

  async forgetFaults(): Promise<void> {
    await this.#call('DELETE', '/faults');
  }

  async advanceClock(advanceSeconds: number): Promise<void> {
    await this.#call('POST', '/clock', { advanceSeconds });
  }

  /** Ids of the sub-merchants known to the gateway. */
  async subMerchants(): Promise<string[]> {
    return ((await this.#call('GET', '/settings')) as { subMerchants: string[] }).subMerchants;
  }

  async set(settings: Record<string, number | string | boolean | readonly string[]>): Promise<void> {
    await this.#call('POST', '/settings', settings);
  }

  /** Forces the state of an order's first attempt, and sends its webhook. */
  async force(orderId: string, status: string, statusCode: string): Promise<void> {
    await this.#call('POST', `/orders/${orderId}/state`, { status, statusCode });
  }

  /** An external capture, void or refund, as from the gateway's portal. */
  async operate(orderId: string, method: string, amount?: string): Promise<void> {
    await this.#call('POST', `/orders/${orderId}/operations`, amount ? { method, amount } : { method });
  }

  /** Sends the webhook of an order's first attempt again, or that of its last operation of this kind. */
  async resend(orderId: string, operation?: string): Promise<void> {
    await this.#call('POST', `/orders/${orderId}/webhook`, operation ? { operation } : {});
  }

  async #list<T>(path: string): Promise<T[]> {
    return ((await this.#call('GET', path)) as { data: T[] }).data;
  }

  async #call(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(this.#base + path, body ? { method, body: JSON.stringify(body) } : { method });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
}
