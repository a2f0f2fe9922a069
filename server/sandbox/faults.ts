/** Requests that can be made to go wrong; `any` is every one of them. */
export const FAULTY_REQUESTS = [
  'create',
  'read',
  'capture',
  'void',
  'refund',
  'cancel',
  'balances',
  'receipt',
] as const;
export type FaultyRequest = (typeof FAULTY_REQUESTS)[number];

/** Fields that an answer or a webhook can state wrongly. */
export const WRONG_FIELDS = [
  'wrong-amount',
  'wrong-currency',
  'wrong-order-id',
  'wrong-pos-id',
  'wrong-method',
] as const;
export type WrongField = (typeof WRONG_FIELDS)[number];

/** What can go wrong with a request. "after" means that the request had its full effect all the same. */
export const REQUEST_FAULTS = [
  /** takes effect now, is answered after delayMs */
  'late',
  /** takes effect and is answered after delayMs */
  'late-before',
  'never',
  'never-before',
  'reset-before',
  'reset-after',
  'error-500-before',
  'error-500-after',
  'error-503-before',
  'rate-limit-before',
  /** the answer to wrong credentials, as 404 */
  'unauthorized-404',
  /** 200, but no JSON */
  'garbage',
  /** 200 without a body */
  'empty',
  /** the connection ends in the middle of the body */
  'cut',
  /** the headers of a good answer over a body of another kind */
  'disguised',
  /** the good answer, and 256 MiB more */
  'too-large',
  ...WRONG_FIELDS,
  /** pending, 2122, and no address to go to */
  'pending-without-url',
  /** pending, 9000 */
  'pending-unknown-error',
  /** hosted: 302 to the form */
  'redirect-302',
  /** hosted: 303 without a Location */
  'redirect-nowhere',
  /** hosted: 303 to another host */
  'redirect-elsewhere',
  /** a capture, void or refund that the bank refuses: 200, failure 4150 */
  'decline',
  /** the same at a limit: failure 6001, and `limit_info` in the webhook of a capture */
  'decline-limit',
  /** a card token is good no more: failure 4144; a request without one is answered as ever */
  'token-refused',
  /** the same, refused with 400 before a payment is made */
  'token-refused-before',
] as const;
export type RequestFault = (typeof REQUEST_FAULTS)[number];

/** What can go wrong with a webhook. */
export const WEBHOOK_FAULTS = [
  'lost',
  /** sent after delayMs */
  'late',
  'duplicate',
  /** sent after the order's next webhook, at the latest after delayMs */
  'reordered',
  'forged-signature',
  'unpadded',
  'wrong-amount',
  'wrong-currency',
  'wrong-order-id',
  'wrong-pos-id',
] as const;
export type WebhookFault = (typeof WEBHOOK_FAULTS)[number];

/** One ordered fault, and how many requests or webhooks it is still good for. */
export interface Fault {
  on: FaultyRequest | 'any' | 'webhook';
  kind: RequestFault | WebhookFault;
  delayMs: number;
  times: number;
  /** webhooks only: those of this order */
  orderId?: string;
}

/** The faults that wait for their turn, in the order in which they were ordered. */
export class Faults {
  #waiting: Fault[] = [];

  order(fault: Fault): void {
    this.#waiting.push({ ...fault });
  }

  waiting(): readonly Fault[] {
    return this.#waiting;
  }

  /** Takes the next fault for such a request, if one waits. */
  forRequest(on: FaultyRequest): Fault | undefined {
    return this.#take((fault) => fault.on === on || fault.on === 'any');
  }

  /** Takes the next fault for a webhook of this order, if one waits. */
  forWebhook(orderId: string): Fault | undefined {
    return this.#take((fault) => fault.on === 'webhook' && (fault.orderId ?? orderId) === orderId);
  }

  reset(): void {
    this.#waiting = [];
  }

  #take(fits: (fault: Fault) => boolean): Fault | undefined {
    const fault = this.#waiting.find(fits);
    if (!fault) return undefined;
    fault.times -= 1;
    if (fault.times <= 0) this.#waiting = this.#waiting.filter((other) => other !== fault);
    return fault;
  }
}
