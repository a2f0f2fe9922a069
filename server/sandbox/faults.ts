import { OPERATION_METHODS } from '../contract/words.ts';

/** Requests that can be made to fail; `any` stands for all of them. */
export const FAULTY_REQUESTS = [
  'create',
  'read',
  ...OPERATION_METHODS,
  'cancel',
  'balances',
  'receipt',
] as const;
export type FaultyRequest = (typeof FAULTY_REQUESTS)[number];

/** What a gateway may do with the fields of an answer or a webhook, and clients have to cope with. */
const UNUSUAL_FIELDS = [
  /** a capture, void or refund without its own id */
  'without-operation-id',
  /** without created_at, processed_at and processing_time */
  'without-times',
  /** these times with the offset +03:00 */
  'times-zone',
  /** `2026-06-15T12:00` */
  'times-no-seconds',
  /** a blank for T */
  'times-blank',
  /** seconds since 1970, a number */
  'times-epoch',
  /** UUIDs in capitals */
  'upper-case-ids',
] as const;

/** What an operation does may differ from what was asked for, whatever else happens to the request and its answer. */
const OTHER_AMOUNTS = [
  /** a capture or refund of a tenth less than was asked for: `amount` is the actual amount */
  'less-done',
  /** a tenth more, as far as the states allow it */
  'more-done',
] as const;

/** Faults of a request. "after" in a name means that the request has had its full effect. */
export const REQUEST_FAULTS = [
  /** takes effect at once, is answered after delayMs */
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
  /** 404 to a read that names an operation; it waits for one */
  'path-unknown',
  /** processed twice, as if something on the way had repeated it: the second answer is sent */
  'repeated',
  /** an error with its code beside `args` */
  'code-beside-args',
  /** 200, but no JSON */
  'garbage',
  /** 200 without a body */
  'empty',
  /** the connection ends in the middle of the body */
  'cut',
  /** a body of another kind with the headers of a good answer */
  'disguised',
  /** the good answer and 256 MiB more */
  'too-large',
  'wrong-amount',
  'wrong-currency',
  'wrong-order-id',
  'wrong-pos-id',
  'wrong-method',
  ...UNUSUAL_FIELDS,
  /** pending, 2122, without a redirect address */
  'pending-without-url',
  /** pending, 9000 */
  'pending-unknown-error',
  /** hosted: 302 to the form */
  'redirect-302',
  /** hosted: 303 without a Location */
  'redirect-nowhere',
  /** hosted: 303 to another host */
  'redirect-elsewhere',
  /** a capture, void or refund that the bank declines: 200, failure 4150 */
  'decline',
  /** the same because of a limit: failure 6001, and `limit_info` in the webhook of a capture */
  'decline-limit',
  ...OTHER_AMOUNTS,
  /** the card token is no longer valid: failure 4144; requests without one are answered normally */
  'token-refused',
  /** the same, refused with 400 before a payment is created */
  'token-refused-before',
] as const;
export type RequestFault = (typeof REQUEST_FAULTS)[number];

/** Faults of a webhook. */
export const WEBHOOK_FAULTS = [
  'lost',
  /** sent after delayMs */
  'late',
  'duplicate',
  /** held for delayMs, together with the order's further webhooks of this fault; then the newest is sent first */
  'newest-first',
  /** sent after the order's next webhook, or after delayMs at the latest */
  'reordered',
  'forged-signature',
  'unpadded',
  ...UNUSUAL_FIELDS,
  'wrong-amount',
  'wrong-currency',
  'wrong-order-id',
  'wrong-pos-id',
] as const;
export type WebhookFault = (typeof WEBHOOK_FAULTS)[number];

/** A fault, and how many requests or webhooks it still applies to. */
export interface Fault {
  on: FaultyRequest | 'any' | 'webhook';
  kind: RequestFault | WebhookFault;
  delayMs: number;
  times: number;
  /** webhooks only: limits the fault to this order */
  orderId?: string;
}

const isOn = (fault: Fault, on: FaultyRequest): boolean => fault.on === on || fault.on === 'any';

const isOtherAmount = ({ kind }: Fault): boolean => OTHER_AMOUNTS.some((one) => one === kind);

/** The waiting faults, in the order in which they were added. */
export class Faults {
  #waiting: Fault[] = [];

  order(fault: Fault): void {
    this.#waiting.push({ ...fault });
  }

  waiting(): readonly Fault[] {
    return this.#waiting;
  }

  /**
   * Takes the next fault for a request of this kind, if any.
   * @param namesOperation whether its path ends in an operation
   */
  forRequest(on: FaultyRequest, namesOperation: boolean): Fault | undefined {
    return this.#take((fault) => {
      const waits = fault.kind === 'path-unknown' && !namesOperation;
      return isOn(fault, on) && !isOtherAmount(fault) && !waits;
    });
  }

  /** Takes the next other amount for an operation, if any. */
  forAmount(on: FaultyRequest): Fault | undefined {
    return this.#take((fault) => isOn(fault, on) && isOtherAmount(fault));
  }

  /** Takes the next fault for a webhook of this order, if any. */
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
