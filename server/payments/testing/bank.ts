import type { GatewayStatus, OperationMethod, PaymentMethod, PaymentMode } from '../../contract/words.ts';
import type { CallResult } from '../gateway-port.ts';
import type { Report } from '../order/journal.ts';
import { report } from '../order/testing/entries.ts';
import {
  ODD_OPERATION_VALUES,
  ODD_VALUES,
  type OperationFault,
  type PaymentFault,
  type Random,
} from './faults.ts';
import { answered, notSent, refused, unknown } from './gateway.ts';

/**
 * For tests: a small gateway in memory, with everything that a hostile network, payers and a busy portal do. Amounts are
 * minor units, times milliseconds. The same seed brings the same faults.
 */

/** A request for a payment, as the gateway sees it. */
export interface PaymentOrder {
  gatewayOrderId: string;
  mode: PaymentMode;
  method: PaymentMethod;
  amountMinor: number;
  currency: string;
  cardMask: string | null;
  /** until when its page can be paid */
  expiresAt: number | null;
  /** the address for the payer's return */
  resultUrl: string;
}

export interface BankPayment extends PaymentOrder {
  id: string;
  /** not a stranger's under our order id */
  isOurs: boolean;
  status: GatewayStatus;
  statusCode: string;
  actionUrl: string | null;
  createdAt: number;
  /** its end was changed into the opposite */
  hasFlipped: boolean;
  /** each card that is tried on a page is a transaction of its own, and perhaps a payment */
  transactionId: string;
  /** another card was tried on its page after a decline */
  hasSecondCard: boolean;
  /** it arrived after any grace time */
  cameTooLate: boolean;
  operations: BankOperation[];
}

export interface BankOperation {
  id: string;
  method: OperationMethod;
  amountMinor: number;
  status: GatewayStatus;
  /** the id of our request; null if it was made in the portal */
  request: string | null;
  createdAt: number;
}

export interface BankOptions {
  random: Random;
  /** how often what may go wrong does, 0 to 1 */
  hostility: number;
  /** its clock beside ours */
  skewMs: number;
  /** what the payer pays on top */
  commissionMinor: number;
  /** what its lists tell as the address for the payer's return, which webhooks do not */
  tellsAddress: 'as sent' | 'its own' | 'none';
  /** it refuses to give back more than was taken, or to capture twice, itself */
  enforces: boolean;
}

/** An event appears in lists this much later. */
const LIST_LAG_MS = 8_000;
const LATE_MS = 40_000;
const TOO_LATE_MS = 100_000;
const CODES: Record<GatewayStatus, string> = { init: '', pending: '2122', success: '1000', failure: '4153' };

export class Bank {
  payments: BankPayment[] = [];
  webhooks: { at: number; report: Report }[] = [];
  /** requests that have left us and are not there yet; `about`: an order id or an operation request */
  travelling: { at: number; about: string; isTooLate: boolean; arrive: () => void }[] = [];
  /** what must never happen, and did */
  readonly faults: string[] = [];
  /** whether somebody was led to the page of this order id: only then it can be paid */
  isPageKnown: (gatewayOrderId: string) => boolean = () => true;
  readonly #sent = new Set<string>();
  #count = 0;

  constructor(
    public now: number,
    readonly options: BankOptions,
  ) {}

  chance = (share: number): boolean => this.options.random() < share;
  /** Something goes wrong: more often where all is hostile. */
  mishap = (): boolean => this.chance(this.options.hostility);
  pick = <T>(all: readonly T[]): T => all[Math.floor(this.options.random() * all.length)] as T;
  ours = (gatewayOrderId: string): BankPayment | undefined =>
    this.payments.find((one) => one.isOurs && one.gatewayOrderId === gatewayOrderId);

  /** Requests arrive, and pages expire. */
  advance(to: number): void {
    for (const one of this.travelling.filter(({ at }) => at <= to).sort((a, b) => a.at - b.at)) {
      this.now = Math.max(this.now, one.at);
      this.travelling = this.travelling.filter((other) => other !== one);
      one.arrive();
    }
    this.now = to;
    const expired = this.payments.filter((one) => one.status === 'init' && (one.expiresAt ?? to) < to);
    for (const one of expired) this.progress(one, 'failure', '4149');
  }

  // --- Payments ---

  create(order: PaymentOrder, fault: PaymentFault, result: GatewayStatus): CallResult<Report> {
    if (fault === 'not-sent') return notSent;
    const about = order.gatewayOrderId;
    if (!this.#isFirst(about)) return unknown;
    // Nobody knows the address of a page whose answer was lost, so it is as if there were none.
    const isPage = order.mode === 'hosted';
    switch (fault) {
      case 'busy':
        return refused(429);
      case 'lost-before':
        return unknown;
      case 'late':
      case 'too-late':
        return this.#travel(about, fault === 'too-late', () => {
          if (!isPage) this.#open(order, result).cameTooLate = fault === 'too-late';
        });
      case 'stranger-lost':
        this.#openStranger(order);
        return unknown;
      case 'exists-stranger':
        this.#openStranger(order);
        return refused(409);
      case 'exists-4119':
        this.#openStranger(order);
        return isPage ? unknown : answered(this.#refusedOrder(order));
      case 'exists-own':
        if (!isPage) this.#open(order, result);
        return refused(409);
      case 'lost-after':
        if (!isPage) this.#open(order, result);
        return unknown;
      case 'none':
      case 'odd-answer': {
        const report = this.reportOf(this.#open(order, result));
        return answered(fault === 'none' || isPage ? report : this.#odd(report));
      }
    }
  }

  /** Money is sent once. */
  #isFirst(about: string): boolean {
    if (this.#sent.has(about)) this.faults.push(`${about} was sent twice`);
    const isFirst = !this.#sent.has(about);
    this.#sent.add(about);
    return isFirst;
  }

  #travel(about: string, isTooLate: boolean, arrive: () => void): CallResult<Report> {
    this.travelling.push({
      at: this.now + (isTooLate ? TOO_LATE_MS : LATE_MS),
      about,
      isTooLate,
      arrive,
    });
    return unknown;
  }

  #open(order: PaymentOrder, result: GatewayStatus): BankPayment {
    const status = order.mode === 'hosted' ? 'init' : result;
    const payment = this.#payment(order, status, true);
    if (status === 'pending' && this.chance(0.7)) payment.actionUrl = 'https://gateway.example/challenge';
    this.payments.push(payment);
    this.#tell(payment);
    return payment;
  }

  #payment(order: PaymentOrder, status: GatewayStatus, isOurs: boolean): BankPayment {
    return {
      ...order,
      amountMinor: order.amountMinor + (isOurs ? this.options.commissionMinor : 0),
      id: this.#newId(isOurs ? 'payment' : 'stranger'),
      isOurs,
      status,
      statusCode: CODES[status],
      actionUrl: null,
      createdAt: this.now + this.options.skewMs,
      hasFlipped: false,
      transactionId: this.#newId('transaction'),
      hasSecondCard: false,
      cameTooLate: false,
      operations: [],
    };
  }

  /**
   * Another merchant system's payment under our order id, older than clocks differ: if the refusal of ours is lost, nothing
   * else would tell it from ours.
   */
  #openStranger(order: PaymentOrder): void {
    const age = this.pick([90_000, 600_000, 86_400_000]);
    const isSameCard = this.chance(0.5);
    const stranger = this.#payment(order, this.pick(['success', 'failure', 'pending'] as const), false);
    Object.assign(stranger, {
      mode: this.chance(0.9) ? order.mode : 'hosted',
      amountMinor: this.pick([order.amountMinor, order.amountMinor, 50, 500]),
      resultUrl: 'https://other.example/return/7d1c0b8e-3c52-4a5e-9f0a-6f0d3b2a1c44',
      cardMask: isSameCard ? order.cardMask : '400000******0002',
      createdAt: this.now - age + this.options.skewMs,
    });
    this.payments.push(stranger);
    this.#tell(stranger);
  }

  /** The answer 4119: a failure under our order id, of a payment that was never opened. */
  #refusedOrder(order: PaymentOrder): Report {
    const none = this.#payment(order, 'failure', true);
    return { ...this.reportOf(none), gatewayPaymentId: null, statusCode: '4119' };
  }

  /** A declined page that is known takes another card, which may be a payment of its own. @returns whether it does */
  tryAnotherCard(payment: BankPayment): boolean {
    const { mode, status, statusCode, expiresAt, hasFlipped } = payment;
    const isOpen = mode === 'hosted' && status === 'failure' && statusCode === CODES.failure;
    if (!isOpen || hasFlipped || (expiresAt ?? this.now) < this.now) return false;
    payment.transactionId = this.#newId('transaction');
    payment.hasSecondCard = true;
    if (payment.isOurs && this.chance(0.5)) {
      payment.id = this.#newId('payment');
      payment.createdAt = this.now + this.options.skewMs;
    }
    this.progress(payment, 'success');
    return true;
  }

  /** A payer, or the gateway itself, moves a payment on. */
  progress(payment: BankPayment, status: GatewayStatus, statusCode = CODES[status]): void {
    Object.assign(payment, { status, statusCode, actionUrl: null });
    this.#tell(payment);
  }

  /** An unpaid page is closed on our request. @returns whether it was */
  cancel(gatewayOrderId: string): boolean {
    const payment = this.ours(gatewayOrderId);
    if (payment?.status !== 'init') return false;
    this.progress(payment, 'failure', '6007');
    return true;
  }

  /**
   * The end of a direct payment becomes the opposite, once, unless its money was moved. On a page nothing would tell it from
   * another card's.
   */
  flip(payment: BankPayment): void {
    const isMoved = payment.operations.some(({ status }) => status !== 'failure');
    if (
      isMoved ||
      payment.mode === 'hosted' ||
      payment.hasFlipped ||
      (payment.status !== 'success' && payment.status !== 'failure')
    )
      return;
    payment.hasFlipped = true;
    this.progress(payment, payment.status === 'success' ? 'failure' : 'success');
  }

  // --- Captures, voids, refunds ---

  /** What the payer was charged, and was not given back, is between these two. */
  taken(payment: BankPayment): number {
    if (payment.status !== 'success') return 0;
    if (payment.method !== 'auth') return payment.amountMinor;
    return sum(payment.operations.filter((one) => one.method === 'capture' && one.status === 'success'));
  }

  returned = ({ operations }: BankPayment): number =>
    sum(operations.filter((one) => one.method === 'refund' && one.status !== 'failure'));

  /** Some of its money, or its hold, is still with the merchant. A commission is not the merchant's. */
  isKept(payment: BankPayment): boolean {
    const isDone = (wanted: OperationMethod) =>
      payment.operations.some(({ method, status }) => method === wanted && status === 'success');
    if (payment.status !== 'success') return false;
    if (payment.method === 'auth' && !isDone('capture')) return !isDone('void');
    return this.returned(payment) < this.taken(payment) - this.options.commissionMinor;
  }

  /** @param amountMinor null for everything */
  amountOf(payment: BankPayment, method: OperationMethod, amountMinor: number | null): number {
    return amountMinor ?? (method === 'refund' ? this.taken(payment) : payment.amountMinor);
  }

  operate(
    request: { id: string; gatewayOrderId: string; method: OperationMethod; amountMinor: number | null },
    fault: OperationFault,
  ): CallResult<Report> {
    if (fault === 'not-sent') return notSent;
    const payment = this.ours(request.gatewayOrderId);
    if (!this.#isFirst(request.id) || fault === 'lost-before' || !payment) return unknown;
    if (fault === 'busy') return refused(429);
    const arrive = () => {
      const { id, method, amountMinor } = request;
      return this.#apply(payment, method, this.amountOf(payment, method, amountMinor), id, fault);
    };
    if (fault === 'late') return this.#travel(request.id, false, arrive);
    const report = this.reportOfOperation(payment, arrive());
    if (fault === 'lost-after') return unknown;
    return answered(fault === 'nameless' ? { ...report, operationId: null } : report);
  }

  /** Somebody uses the gateway's portal. */
  operateInPortal(payment: BankPayment, method: OperationMethod, amountMinor: number | null): void {
    const amount = this.amountOf(payment, method, amountMinor);
    if (!this.#isAllowed(payment, method, amount)) return;
    this.#apply(payment, method, amount, null, this.chance(0.8) ? 'none' : 'pending');
  }

  #isAllowed(payment: BankPayment, method: OperationMethod, amountMinor: number): boolean {
    if (payment.status !== 'success' || amountMinor === 0) return false;
    if (method === 'refund') return this.returned(payment) + amountMinor <= this.taken(payment);
    const isHeld = payment.operations.every((one) => one.method === 'refund' || one.status === 'failure');
    return payment.method === 'auth' && isHeld && amountMinor <= payment.amountMinor * 1.1;
  }

  #apply(
    payment: BankPayment,
    method: OperationMethod,
    amountMinor: number,
    request: string | null,
    fault: OperationFault,
  ): BankOperation {
    const isRefused =
      fault === 'declined' || (this.options.enforces && !this.#isAllowed(payment, method, amountMinor));
    const status = isRefused ? 'failure' : fault === 'pending' ? 'pending' : 'success';
    const id = this.#newId('operation');
    const operation = {
      id,
      method,
      amountMinor,
      status,
      request,
      createdAt: this.now + this.options.skewMs,
    } as const;
    payment.operations.push(operation);
    this.#tell(payment, operation);
    return operation;
  }

  endOperation(payment: BankPayment, operation: BankOperation, status: 'success' | 'failure'): void {
    operation.status = status;
    this.#tell(payment, operation);
  }

  // --- Reports ---

  /** All transactions under an order id, but for the latest. */
  list(gatewayOrderId: string): Report[] {
    const isListed = ({ createdAt }: { createdAt: number }) =>
      createdAt - this.options.skewMs <= this.now - LIST_LAG_MS;
    return this.payments
      .filter((one) => one.gatewayOrderId === gatewayOrderId && isListed(one))
      .flatMap((payment) => [
        { ...this.reportOf(payment), ...this.#addressOf(payment) },
        ...payment.operations.filter(isListed).map((one) => this.reportOfOperation(payment, one)),
      ]);
  }

  reportOf(payment: BankPayment): Report {
    const { id, gatewayOrderId, mode, method, amountMinor, currency, status, actionUrl, cardMask } = payment;
    const shown = { gatewayOrderId, mode, method, amountMinor, currency, status, actionUrl, cardMask };
    const statusCode = payment.statusCode || null;
    const createdAt = new Date(payment.createdAt).toISOString();
    const { transactionId } = payment;
    return report({ ...shown, posId: 'pos', gatewayPaymentId: id, transactionId, statusCode, createdAt });
  }

  reportOfOperation(
    payment: BankPayment,
    { id, method, amountMinor, status, createdAt }: BankOperation,
  ): Report {
    return {
      ...this.reportOf(payment),
      operationId: id,
      mode: 'direct',
      method,
      amountMinor,
      status,
      statusCode: CODES[status],
      actionUrl: null,
      transactionId: `${id}-t`,
      createdAt: new Date(createdAt).toISOString(),
    };
  }

  #addressOf({ resultUrl }: BankPayment): Pick<Report, 'resultUrl'> {
    const { tellsAddress } = this.options;
    if (tellsAddress === 'none') return {};
    return { resultUrl: tellsAddress === 'as sent' ? resultUrl : 'https://gateway.example/thanks' };
  }

  #odd(report: Report): Report {
    const values = report.operationId === null ? ODD_VALUES : ODD_OPERATION_VALUES;
    return { ...report, ...this.pick(values)(report) };
  }

  /** A webhook that contradicts what we sent. A capture that is told too high can only be believed. */
  tellOdd(payment: BankPayment): void {
    const operation = this.chance(0.3)
      ? payment.operations.findLast((one) => one.method === 'refund')
      : undefined;
    const report = operation ? this.reportOfOperation(payment, operation) : this.reportOf(payment);
    if (payment.isOurs) this.webhooks.push({ at: this.now, report: this.#odd(report) });
  }

  /** A webhook of every transaction, as it is now. */
  tellAll(): void {
    for (const payment of this.payments) {
      this.webhooks.push({ at: this.now, report: this.reportOf(payment) });
      for (const one of payment.operations) {
        this.webhooks.push({ at: this.now, report: this.reportOfOperation(payment, one) });
      }
    }
  }

  /** Webhooks come late, twice, in another order, with less than lists, or never. */
  #tell(payment: BankPayment, operation?: BankOperation): void {
    if (this.chance(0.25)) return;
    const report = operation ? this.reportOfOperation(payment, operation) : this.reportOf(payment);
    const at = this.now + Math.floor(this.options.random() ** 3 * 200_000);
    this.webhooks.push({ at, report: this.#shortened(report) });
    if (this.chance(0.2)) this.webhooks.push({ at: at + 5_000, report: this.#shortened(report) });
  }

  #shortened(report: Report): Report {
    const kept = <T>(value: T, share: number): T | null => (this.chance(share) ? null : value);
    return {
      ...report,
      posId: kept(report.posId, 0.1),
      cardMask: kept(report.cardMask, 0.2),
      createdAt: kept(report.createdAt, 0.03),
      gatewayPaymentId: kept(report.gatewayPaymentId, 0.03),
      operationId: kept(report.operationId, 0.02),
    };
  }

  #newId(what: string): string {
    this.#count += 1;
    return `bank-${what}-${this.#count}`;
  }
}

const sum = (all: readonly BankOperation[]): number => all.reduce((total, one) => total + one.amountMinor, 0);
