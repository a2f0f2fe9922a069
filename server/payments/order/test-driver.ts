import { Bank, type PaymentOrder } from '../test-bank.ts';
import { OPERATION_FAULTS, type OperationFault, type PaymentFault } from '../test-faults.ts';
import { messageFaults, operationFault, paymentFault, strangerFault } from '../test-invariants.ts';
import { endOpen, type GatewayStep, playAtGateway, type ShopStep, wordOf } from '../test-steps.ts';
import type {
  CallEnd,
  Fact,
  FinalStatus,
  OperationMethod,
  OperationRequest,
  PaymentRequest,
  Report,
  Sent,
  Terms,
} from './journal.ts';
import {
  capturable,
  isOperationMethod,
  openOperation,
  type Operation,
  refundable,
  statesAmount,
  voidable,
} from './operations.ts';
import { extended, isCopy, type Snapshot, snapshot } from './order.ts';
import {
  chargedPayment,
  dueReversals,
  payingPayment,
  paysFor,
  refusalOf,
  type Return,
  returnOf,
  tokenAge,
  waitsForCustomer,
} from './paying.ts';
import { isFinal, type Payment } from './payment.ts';
import { graceEndsAt, isCallLost, isPageToCancel, nextDueAt, reversalDueAt } from './schedule.ts';
import { type Message, messagesOf, type ReviewItem, reviewItems } from './views.ts';

/**
 * For tests: plays companions over one order: requests, calls, the worker, webhooks and a person. Each flow stops
 * wherever a process may die or be held up.
 */

const START = Date.UTC(2026, 5, 15, 12);
const HOUR = 3_600_000;
const CALL_MS = 35_000;
/** What has waited longer after its commit is not sent. */
const LATEST_SENDING_MS = 5_000;
const GRACE_MS = 60_000;
const OVER_CAPTURE_PERCENT = 10;
const CARDS = ['424242******4242', '555555******4444'];

/** One step of a flow at a time. */
type Flow = Generator<undefined, void>;

/** `which` picks among those that there are; `runs`: the flow is not interrupted. */
export type Step =
  | {
      do: 'pay';
      fault: PaymentFault;
      result: 'success' | 'failure' | 'pending';
      isHosted: boolean;
      replaces: boolean;
      runs: boolean;
    }
  | {
      do: 'operate';
      method: OperationMethod;
      amountMinor: number | null;
      fault: OperationFault;
      runs: boolean;
    }
  | { do: 'work'; fault: OperationFault; runs: boolean }
  | { do: 'go-on' | 'crash'; which: number }
  | GatewayStep
  | ShopStep;

export class Driver {
  order: Snapshot = snapshot('order-1', []);
  now = START;
  readonly lastMessages = new Map<string, Message>();
  readonly misjudged = new Set<string>();
  readonly bank: Bank;
  readonly #flows: Flow[] = [];
  #count = 0;

  constructor(options: Bank['options']) {
    this.bank = new Bank(START, options);
  }

  get review(): ReviewItem[] {
    return reviewItems(this.order.state, this.now);
  }

  // --- The store ---

  /** @returns false if another writer was faster */
  #append(from: Snapshot, facts: readonly Fact[]): boolean {
    if (from.entries.length !== this.order.entries.length) return false;
    const before = this.order.state;
    this.order = extended(
      this.order,
      facts.map((fact) => ({ at: this.now, ...fact })),
    );
    const { orderId, state } = this.order;
    for (const one of messagesOf(orderId, before, state)) this.lastMessages.set(one.data.id, one);
    this.#report(strangerFault(state));
    return true;
  }

  /** A fact that is true whatever was written meanwhile. */
  #add = (fact: Fact): boolean => this.#append(this.order, [fact]);

  #report(fault: string | null): void {
    if (fault !== null) this.bank.faults.push(fault);
  }

  #payment = (id: string | undefined): Payment | undefined =>
    this.order.state.payments.find((one) => one.id === id);

  #newId(what: string): string {
    this.#count += 1;
    return `${what}-${this.#count}`;
  }

  #sent = (what: string): Sent => ({
    id: this.#newId(what),
    sentAt: this.now,
    callMs: CALL_MS,
    idempotencyKey: null,
    requestHash: null,
  });

  // --- Payments and operations ---

  *#pay(step: Step & { do: 'pay' }): Flow {
    for (let round = 0; round < 3; round += 1) {
      const from = this.order;
      yield;
      const payment = this.#paymentOf(from, step);
      if (!payment) return;
      if (!this.#append(from, [{ kind: 'payment-started', payment }])) continue;
      return yield* this.#call(payment, () => {
        this.#report(paymentFault(this, payment.id));
        return this.bank.create(orderOf(payment), this.#fault(step.fault), step.result, step.runs);
      });
    }
  }

  #paymentOf({ state }: Snapshot, { isHosted, replaces }: Step & { do: 'pay' }): PaymentRequest | null {
    const waiting = replaces ? (state.payments.find(waitsForCustomer)?.id ?? null) : null;
    if (!state.stated || refusalOf(state, waiting)) return null;
    const sent = this.#sent('payment');
    return {
      ...sent,
      gatewayOrderId: `order-of-${sent.id}`,
      posId: 'pos',
      mode: isHosted ? 'hosted' : 'direct',
      terms: state.stated.terms,
      cardMask: isHosted ? null : this.bank.pick(CARDS),
      replaces: waiting,
      expiresAt: isHosted && this.bank.chance(0.7) ? this.now + HOUR / 3 : null,
      returnUrl: null,
      savedCard: null,
      saves: null,
    };
  }

  *#operate({ method, amountMinor, fault }: Step & { do: 'operate' }): Flow {
    const from = this.order;
    yield;
    const payment = chargedPayment(from.state);
    if (!payment || openOperation(from.state.operations, payment)) return;
    const most = mostOf(from, payment, method);
    const amount = method === 'void' ? most : Math.min(amountMinor ?? most, most);
    if (amount > 0) {
      yield* this.#send(from, payment, { method, amountMinor: amount, split: null }, 'merchant', fault);
    }
  }

  *#send(
    from: Snapshot,
    payment: Payment,
    what: Pick<OperationRequest, 'method' | 'amountMinor' | 'split'>,
    origin: OperationRequest['origin'],
    fault: OperationFault,
  ): Flow {
    const operation = { ...this.#sent('operation'), ...what, paymentId: payment.id, comment: null, origin };
    // A full operation names no amount: the gateway moves what it knows.
    const isFull =
      what.method === 'void' ||
      (what.amountMinor === payment.terms.amountMinor &&
        !statesAmount(payment) &&
        (what.method === 'capture' || refundable(from.state.operations, payment).isFull));
    if (!this.#append(from, [{ kind: 'operation-started', operation }])) return;
    const { id, method } = operation;
    const { gatewayOrderId } = payment;
    const amountMinor = isFull ? null : what.amountMinor;
    yield* this.#call(operation, () => {
      const its = this.bank.ours(gatewayOrderId);
      if (its) this.#report(operationFault(this, id, this.bank.amountOf(its, method, amountMinor)));
      return this.bank.operate({ id, gatewayOrderId, method, amountMinor }, this.#fault(fault));
    });
  }

  *#call({ id, sentAt }: Sent, send: () => CallEnd): Flow {
    yield;
    const isLate = this.now - sentAt > LATEST_SENDING_MS;
    const end: CallEnd = isLate ? { how: 'not-sent' } : send();
    yield;
    this.#add({ kind: 'call-ended', about: id, end });
  }

  #fault = <T extends string>(fault: T): T | 'none' => (this.bank.mishap() ? fault : 'none');

  // --- The worker ---

  *#work(fault: OperationFault): Flow {
    for (const { id } of rowsOf(this.order).filter((one) => isCallLost(one, this.now))) {
      this.#add({ kind: 'call-ended', about: id, end: { how: 'unknown' } });
      yield;
    }
    const open = rowsOf(this.order).filter((one) => !isFinal(one));
    for (const id of new Set(open.map((one) => ('paymentId' in one ? one.paymentId : one.id)))) {
      yield* this.#poll(id);
    }
    for (const page of this.order.state.payments) {
      if (isPageToCancel(this.order.state, page, this.now) && this.bank.cancel(page.gatewayOrderId)) {
        yield* this.#poll(page.id);
      }
    }
    for (const { id } of dueReversals(this.order.state)) yield* this.#reverse(id, fault);
  }

  /** What the gateway lists, and does not list. */
  *#poll(id: string): Flow {
    const payment = this.#payment(id);
    if (!payment || this.bank.chance(0.05)) return;
    const askedAt = this.now;
    const known = operationsOf(this.order, id).flatMap(({ operationId }) => operationId ?? []);
    const list = this.bank.list(payment.gatewayOrderId);
    yield;
    for (const report of list) this.#reported(id, 'query', report);
    const isGone = (one: Sent) => askedAt >= graceEndsAt(one, GRACE_MS);
    const isThere = list.some(({ method }) => !isOperationMethod(method));
    const isComplete = known.every((name) => list.some(({ operationId }) => operationId === name));
    if (!isThere && isGone(payment)) this.#notFound(payment);
    if (this.#payment(id)?.review) return;
    for (const one of operationsOf(this.order, id)) {
      if (isThere && isComplete && isGone(one)) this.#notFound(one);
    }
  }

  #notFound({ id }: Sent): void {
    const one = rowsOf(this.order).find((row) => row.id === id);
    const isOpen = one && one.status === 'unknown' && !one.inFlight && one.review === null;
    if (isOpen) this.#add({ kind: 'not-found', about: id });
  }

  *#reverse(id: string, fault: OperationFault): Flow {
    const from = this.order;
    const payment = dueReversals(from.state).find((one) => one.id === id);
    if (!payment || reversalDueAt(from.state, payment) > this.now) return;
    const what: Return = returnOf(from.state, payment);
    yield* this.#send(from, payment, what, 'reversal', fault);
  }

  // --- Webhooks ---

  #reported(paymentId: string, source: 'webhook' | 'query', report: Report): void {
    const hash = JSON.stringify(report);
    if (!isCopy(this.order, hash)) this.#add({ kind: 'reported', paymentId, source, hash, report });
  }

  #deliver(which: number): void {
    const [webhook] = this.bank.webhooks.splice(which % Math.max(1, this.bank.webhooks.length), 1);
    const orderId = webhook?.report.gatewayOrderId;
    const payment = this.order.state.payments.find((one) => one.gatewayOrderId === orderId);
    if (webhook && payment) this.#reported(payment.id, 'webhook', webhook.report);
  }

  // --- The merchant, and a person ---

  restate({ amountMinor, method, by }: Omit<ShopStep & { do: 'restate' }, 'do'>): void {
    const { state } = this.order;
    const terms: Terms = { amountMinor, currency: 'UAH', method, split: null };
    const issuedAt = Math.floor(this.now / 1_000);
    const isOpen = state.payments.some((one) => !isFinal(one) && !paysFor(one.terms, terms));
    const isRefused =
      by === 'api' ? isOpen || payingPayment(state) : tokenAge(state, terms, issuedAt) !== 'newer';
    if (isRefused) return;
    const stated = { terms, description: '', issuedAt, by, linkId: null, customerId: null };
    this.#add({ kind: 'order-updated', stated });
  }

  /** A person says what is true, or what is not. */
  resolve(item: ReviewItem | undefined, as: FinalStatus | 'truth'): void {
    const word = item && wordOf(this, item, as);
    if (!item || !word) return;
    if (!word.isTrue) this.misjudged.add(item.paymentId);
    const { status, amountMinor } = word;
    const about = item.operationId ?? item.paymentId;
    this.#add({ kind: 'resolved', about, status, amountMinor, comment: '' });
  }

  // --- Time ---

  wait(ms: number): void {
    this.now += ms;
    this.bank.advance(this.now);
    for (const webhook of this.bank.webhooks.filter(({ at }) => at <= this.now)) {
      if (this.bank.chance(0.8)) this.#deliver(this.bank.webhooks.indexOf(webhook));
    }
  }

  #begin(flow: Flow, runs: boolean): void {
    if (runs) finish(flow);
    else if (!flow.next().done) this.#flows.push(flow);
  }

  play(step: Step): void {
    const { bank } = this;
    switch (step.do) {
      case 'pay':
        return this.#begin(this.#pay(step), step.runs);
      case 'operate':
        return this.#begin(this.#operate(step), step.runs);
      case 'work':
        return this.#begin(this.#work(step.fault), step.runs);
      case 'wait':
        return this.wait(step.ms);
      case 'deliver':
        return this.#deliver(step.which);
      case 'restate':
        return this.restate(step);
      case 'resolve':
        return this.resolve(this.review[step.which % Math.max(1, this.review.length)], step.as);
      case 'go-on':
      case 'crash':
        return this.#goOn(step.which, step.do === 'crash' && bank.mishap());
      case 'portal':
      case 'progress':
      case 'odd':
      case 'flip':
        return playAtGateway(bank, step);
    }
  }

  #goOn(which: number, dies: boolean): void {
    const index = which % Math.max(1, this.#flows.length);
    const flow = this.#flows[index];
    if (flow && (dies || flow.next().done)) this.#flows.splice(index, 1);
  }

  /** Flows end or die, the gateway ends what is open and tells all, and the worker runs until nothing is due. */
  rest(): void {
    const { bank } = this;
    for (const flow of this.#flows.splice(0)) if (bank.chance(0.5)) finish(flow);
    this.wait(HOUR);
    endOpen(bank);
    this.work();
    bank.tellAll();
    while (bank.webhooks.length > 0) this.#deliver(bank.chance(0.5) ? 0 : 7);
    this.work();
    for (const fault of messageFaults(this, this.lastMessages)) bank.faults.push(fault);
  }

  /** The worker works for four days, or until nothing is due. */
  work(): void {
    const until = this.now + 96 * HOUR;
    for (;;) {
      const due = nextDueAt(this.order.state, this.now);
      if (due === null || due > until) return;
      // What is old is polled each hour: skip ahead.
      this.wait(Math.max(due - this.now, this.now > until - 72 * HOUR ? 6 * HOUR : 1_000));
      if (this.now > until) return;
      finish(this.#work(this.bank.pick(OPERATION_FAULTS)));
    }
  }
}

function finish(flow: Flow): void {
  while (!flow.next().done);
}

const rowsOf = ({ state }: Snapshot): (Payment | Operation)[] => [...state.payments, ...state.operations];

const operationsOf = ({ state }: Snapshot, paymentId: string): Operation[] =>
  state.operations.filter((one) => one.paymentId === paymentId);

function mostOf({ state }: Snapshot, payment: Payment, method: OperationMethod): number {
  if (method === 'capture') return capturable(state.operations, payment, OVER_CAPTURE_PERCENT);
  if (method === 'refund') return refundable(state.operations, payment).restMinor;
  return voidable(state.operations, payment) ? payment.terms.amountMinor : 0;
}

function orderOf({ gatewayOrderId, mode, terms, cardMask, expiresAt }: PaymentRequest): PaymentOrder {
  const { method, amountMinor, currency } = terms;
  return { gatewayOrderId, mode, method, amountMinor, currency, cardMask, expiresAt };
}
