import { maskOf } from '../contract/card.ts';
import type { OperationMethod } from './order/journal.ts';
import type { Share } from '../contract/split.ts';
import { OperationDesk } from './test-bank-operations.ts';
import { type Bank, type BankPayment, GRACE_MS, paymentFaults, tick, timeOf } from './test-bank-books.ts';
import { type CancelFate, type Fate, PAYMENT_STATES, type PaymentFate, type ReadFate } from './test-fates.ts';
import { outcomeOf } from './test-bank-outcome.ts';
import { answered, notSent, refused, type TestGateway, gatewayPayment, unknown } from './test-gateway.ts';
import type {
  GatewayPayment,
  NewDirectPayment,
  NewHostedPayment,
  Outcome,
  SplitTerms,
} from './gateway-port.ts';
import type { TestClock } from './test-world.ts';

type NewPayment = (NewDirectPayment | NewHostedPayment) & { split?: SplitTerms['split'] | null };

/** Milliseconds after its call was given up at which a late one arrives. */
const LATE_MS = 30_000;

/**
 * For tests: a gateway with books that accepts every call and records in `faults` the calls that should never have been
 * made: a refund of more than was charged, a second capture, a void beside it, a duplicate payment of a paid order. Its
 * reports are true; only a read may be denied for a while.
 */
export class TestBank implements Bank {
  /** of the next calls of each kind; default `answered` */
  readonly fates = { create: [] as PaymentFate[], operation: [] as Fate[], cancel: [] as CancelFate[] };
  reads: ReadFate = 'answered';
  step = 0;
  readonly faults: string[] = [];
  /** how often the gateway was called; `declined`: refunds of more than a share */
  readonly calls = { create: 0, operation: 0, declined: 0, read: 0, cancel: 0 };
  readonly payments: BankPayment[] = [];
  /** every webhook that was ever due, as it was at that time */
  readonly webhooks: GatewayPayment[] = [];
  readonly clock: TestClock;
  readonly deliver: (webhook: GatewayPayment) => Promise<void>;
  readonly #desk: OperationDesk;

  /** @param deliver delivers a webhook while a call is in flight */
  constructor(clock: TestClock, deliver: (webhook: GatewayPayment) => Promise<void>) {
    this.clock = clock;
    this.deliver = deliver;
    this.#desk = new OperationDesk(this);
  }

  get operations() {
    return this.#desk.operations;
  }

  serve(gateway: TestGateway): void {
    const call =
      (method: OperationMethod) =>
      (asked: {
        gatewayOrderId: string;
        amountMinor?: number;
        split?: readonly Share[];
        comment?: string | null;
      }) =>
        this.#desk.call(this.#own(asked.gatewayOrderId), method, asked);
    Object.assign(gateway.script, {
      createDirect: (request: NewPayment) => this.#createDirect(request),
      createSplitDirect: (request: NewPayment) => this.#createDirect(request),
      createHosted: (request: NewPayment) => this.#createHosted(request),
      createSplitHosted: (request: NewPayment) => this.#createHosted(request),
      capture: call('capture'),
      splitCapture: call('capture'),
      voidAuth: call('void'),
      refund: call('refund'),
      splitRefund: call('refund'),
      cancelHosted: (id: string) => this.#cancel(id),
      readOperation: (id: string, method: string) => this.#read(id, method),
      readOrder: (id: string) => this.#list(id),
    });
  }

  /** Payments and operations make progress: paid, declined or left at the page, the challenge or the bank. */
  progress(pick: number, to: 'pending' | 'success' | 'failure'): void {
    const open = this.payments.filter(
      (one) => one.state === 'pending' || (one.state === 'init' && one.url !== null),
    );
    const all = [...open, ...this.operations.filter((one) => one.state === 'pending')];
    const one = all[pick % Math.max(1, all.length)];
    if (!one) return;
    if ('id' in one)
      return this.#desk.progress(one, to === 'success' ? 'done' : to === 'failure' ? 'failed' : 'pending');
    this.#move(one, to, to === 'failure' ? '4157' : to === 'pending' ? '2119' : null);
  }

  /** Ends everything, and denies no more reads. */
  calm(): void {
    this.reads = 'answered';
    for (const one of this.payments) {
      one.denied = false;
      if (one.state === 'init') this.#move(one, 'failure', '6005');
      if (one.state === 'pending') this.#move(one, one.sentAt % 3 === 0 ? 'failure' : 'success', null);
    }
    for (const one of this.operations) if (one.state === 'pending') this.#desk.progress(one, 'done');
  }

  refundAtPortal(pick: number, amountMinor: number, state: 'done' | 'failed'): void {
    const paid = this.payments.filter((one) => one.own && one.state === 'success');
    const payment = paid[pick % Math.max(1, paid.length)];
    if (payment) this.#desk.refundAtPortal(payment, amountMinor, state);
  }

  /** Records that the companion has certainly processed a webhook. */
  noteTaken(webhook: GatewayPayment): void {
    if (webhook.operationId !== null) return this.#desk.noteHeard(webhook.operationId);
    const payment = this.payments.find((one) => one.gatewayPaymentId === webhook.gatewayPaymentId);
    if (!payment) return;
    payment.known = { state: webhook.status, step: this.step };
    payment.denied = false;
  }

  /** Removes a payment, so that a manual resolution as failed is true. */
  forget(gatewayOrderId: string): void {
    for (const one of this.payments) {
      if (one.gatewayOrderId === gatewayOrderId && one.state === 'lost') one.state = 'none';
    }
  }

  forgetOperation(id: string): void {
    for (const one of this.operations) if (one.id === id && one.state === 'lost') one.state = 'none';
  }

  async #createDirect(request: NewPayment): Promise<Outcome<GatewayPayment>> {
    const fate = this.fates.create.shift() ?? 'answered';
    const payment = await this.#create(request, 'direct', fate, PAYMENT_STATES[fate]);
    if (fate === 'answered-twice') await this.deliver(this.tell(payment));
    return outcomeOf(fate, () => answered(this.#toldNow(payment)), this.clock);
  }

  async #createHosted(request: NewPayment): Promise<Outcome<{ location: string }>> {
    const fate = this.fates.create.shift() ?? 'answered';
    const state = PAYMENT_STATES[fate];
    const isMade =
      fate !== 'exists-other' && fate !== 'refused-recorded' && state !== 'lost' && state !== 'none';
    const payment = await this.#create(request, 'hosted', fate, isMade ? 'init' : state);
    if (fate === 'answered-twice') await this.deliver(this.tell(payment));
    const location = `https://gateway.example/pay/${payment.gatewayOrderId}`;
    const outcome = outcomeOf(fate, () => answered({ location }), this.clock);
    if (outcome.kind === 'answered') payment.url = location;
    return outcome;
  }

  async #create(
    { gatewayOrderId, amountMinor, method, split = null, card }: NewPayment,
    mode: BankPayment['mode'],
    fate: PaymentFate,
    state: BankPayment['state'],
  ): Promise<BankPayment> {
    this.calls.create += 1;
    this.faults.push(...paymentFaults(this, gatewayOrderId, amountMinor));
    const now = this.clock.time;
    const isOther = fate === 'exists-other';
    const payment: BankPayment = {
      gatewayOrderId,
      gatewayPaymentId: `payment-${this.payments.length}`,
      mode,
      method: method === 'auth' ? 'auth' : 'purchase',
      amountMinor,
      split,
      cardMask: card ? (isOther ? '545454******5454' : maskOf(card.number)) : null,
      state,
      code: fate === 'answered-pending' ? '2119' : null,
      url:
        fate === 'answered-challenge' && mode === 'direct'
          ? `https://gateway.example/3ds/${gatewayOrderId}`
          : null,
      sentAt: isOther ? now - 86_400_000 : now,
      arrivesAt: fate === 'late' ? now + LATE_MS : 0,
      denied: fate === 'denied',
      own: !isOther,
      known: null,
    };
    this.payments.push(payment);
    this.#announce(payment);
    await tick();
    return payment;
  }

  /** Webhooks are sent for every change, of what exists. */
  #announce(payment: BankPayment): void {
    if (payment.state === 'lost' || payment.state === 'none') return;
    this.webhooks.push(this.tell(payment));
  }

  #move(payment: BankPayment, to: 'pending' | 'success' | 'failure', code: string | null): void {
    if (payment.state === to) return;
    payment.state = to;
    payment.code = code;
    this.#announce(payment);
  }

  #toldNow(payment: BankPayment): GatewayPayment {
    payment.known = isReadable(payment) ? { state: payment.state, step: this.step } : null;
    return this.tell(payment);
  }

  tell(payment: BankPayment): GatewayPayment {
    const { gatewayOrderId, gatewayPaymentId, mode, method, amountMinor, cardMask, state, code, url } =
      payment;
    const status = state === 'lost' || state === 'none' ? 'failure' : state;
    const isChallenged = status === 'pending' && mode === 'direct' && url !== null;
    return gatewayPayment({
      gatewayOrderId,
      gatewayPaymentId,
      mode,
      method,
      amountMinor,
      cardMask,
      status,
      statusCode: isChallenged ? '2122' : code,
      actionUrl: isChallenged ? url : null,
      actionRequired: mode === 'hosted' ? null : isChallenged,
      createdAt: payment.own ? timeOf(payment) : new Date(payment.sentAt).toISOString(),
    });
  }

  async #cancel(gatewayOrderId: string): Promise<Outcome<GatewayPayment[]>> {
    this.calls.cancel += 1;
    const fate = this.fates.cancel.shift() ?? 'answered';
    await tick();
    const payment = this.payments.find((one) => one.gatewayOrderId === gatewayOrderId);
    if (fate === 'not-sent') return this.clock.sleep(6_000).then(() => notSent);
    if (payment?.state !== 'init') return refused(400, 'P-400');
    if (fate !== 'lost') this.#move(payment, 'failure', '6007');
    return fate === 'answered' ? answered([this.tell(payment)]) : unknown;
  }

  async #read(gatewayOrderId: string, method: string): Promise<Outcome<GatewayPayment>> {
    this.calls.read += 1;
    await tick();
    if (this.reads === 'refused' || this.reads === 'unknown')
      return this.reads === 'refused' ? refused(401) : unknown;
    const payment = this.payments.find((one) => one.gatewayOrderId === gatewayOrderId);
    if (!payment) return refused(404, 'S-404');
    if (method !== 'purchase' && method !== 'auth') return this.#desk.read(payment, method);
    if (isReadable(payment) && payment.arrivesAt <= this.clock.time && !payment.denied)
      return answered(this.tell(payment));
    if (payment.state === 'lost' && this.clock.time - payment.sentAt > GRACE_MS) payment.state = 'none';
    return refused(404, 'S-404');
  }

  async #list(gatewayOrderId: string): Promise<Outcome<GatewayPayment[]>> {
    this.calls.read += 1;
    await tick();
    if (!this.reads.startsWith('answered')) return unknown;
    const payment = this.#own(gatewayOrderId);
    return answered([this.tell(payment), ...this.#desk.list(payment)]);
  }

  #own(gatewayOrderId: string): BankPayment {
    const payment = this.payments.find((one) => one.gatewayOrderId === gatewayOrderId);
    if (!payment) throw new Error(`${gatewayOrderId} was never sent`);
    return payment;
  }
}

const isReadable = ({ state }: BankPayment): boolean => state !== 'lost' && state !== 'none';
