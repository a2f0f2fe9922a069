import type { OperationMethod } from './order/journal.ts';
import type { Share } from '../contract/split.ts';
import type { GatewayPayment, Outcome } from './gateway-port.ts';
import {
  type Bank,
  type BankOperation,
  type BankPayment,
  exceedsShare,
  GRACE_MS,
  refundFaults,
  reserveFaults,
  operationsInForce,
  sum,
  taken,
  tick,
  timeOf,
} from './test-bank-books.ts';
import { type Fate, OPERATION_STATES, type OperationState } from './test-fates.ts';
import { answered, notSent, refused, gatewayPayment, unknown } from './test-gateway.ts';

/** The amounts of a request. */
interface Asked {
  amountMinor?: number | undefined;
  split?: readonly Share[] | undefined;
  comment?: string | null | undefined;
}

/** How long after its sending a call may be reported as begun, including the clocks' difference. */
const LONGEST_CALL_MS = 95_000;

/** For tests: the captures, voids and refunds of a bank. */
export class OperationDesk {
  readonly operations: BankOperation[] = [];
  readonly #bank: Bank;

  constructor(bank: Bank) {
    this.#bank = bank;
  }

  async call(payment: BankPayment, method: OperationMethod, asked: Asked): Promise<Outcome<GatewayPayment>> {
    const bank = this.#bank;
    bank.calls.operation += 1;
    const { split = null, comment = null } = asked;
    const full = method === 'refund' ? (taken(bank, payment)?.amountMinor ?? 0) : payment.amountMinor;
    const amountMinor = asked.amountMinor ?? full;
    const faults =
      method === 'refund'
        ? refundFaults(bank, payment, { amountMinor, split })
        : reserveFaults(bank, payment, method, amountMinor);
    bank.faults.push(...faults);
    const fate = bank.fates.operation.shift() ?? 'answered';
    const isDeclined = method === 'refund' && exceedsShare(bank, payment, split);
    if (isDeclined) bank.calls.declined += 1;
    const state = OPERATION_STATES[fate];
    const operation = this.#note({
      payment,
      method,
      amountMinor,
      split,
      comment,
      state: isDeclined && !NOWHERE.has(state) ? 'failed' : state,
      portal: false,
      missed: fate === 'done-missed-doubled',
    });
    await tick();
    if (fate.endsWith('-doubled')) await this.#double(operation);
    if (fate === 'answered-twice') await bank.deliver(this.#tell(operation));
    if (fate.startsWith('refused')) return refused(400);
    if (fate === 'answered-late') await this.#deliverFailures(payment);
    if (fate === 'done-unheard' || fate === 'done-missed-doubled' || fate === 'lost') return unknown;
    if (fate !== 'not-sent') return answered(this.#tell(operation, fate));
    // Too late for a retry.
    bank.clock.pass(6);
    return notSent;
  }

  progress(operation: BankOperation, to: OperationState): void {
    if (operation.state === to) return;
    operation.state = to;
    this.#bank.webhooks.push(this.#tell(operation));
  }

  /** An operator refunds in the portal, as far as there is money left, or fails to. */
  refundAtPortal(payment: BankPayment, amountMinor: number, state: 'done' | 'failed'): BankOperation | null {
    const source = taken(this.#bank, payment);
    const isLeft =
      source && sum(operationsInForce(this.#bank, payment, 'refund')) + amountMinor <= source.amountMinor;
    if (!isLeft && state === 'done') return null;
    return this.#note({
      payment,
      method: 'refund',
      amountMinor,
      split: null,
      comment: null,
      state,
      portal: true,
      missed: false,
    });
  }

  /** An operation that could also be ours is not certainly known as the portal's. */
  noteHeard(id: string): void {
    const operation = this.operations.find((one) => one.id === id);
    if (operation && !this.#isAlike(operation)) operation.heard ??= this.#bank.step;
  }

  #isAlike(operation: BankOperation): boolean {
    return this.operations.some(
      (one) =>
        !one.portal &&
        one.state !== 'refused' &&
        one.payment === operation.payment &&
        one.method === operation.method &&
        one.amountMinor === operation.amountMinor &&
        (timeOf(operation) === null || Math.abs(one.sentAt - operation.sentAt) <= LONGEST_CALL_MS),
    );
  }

  /** Reports one of the operations, perhaps an earlier one. */
  read(payment: BankPayment, method: string): Outcome<GatewayPayment> {
    const { reads } = this.#bank;
    const all = this.#readable(payment).filter((one) => one.method === method);
    const one = reads === 'answered-earlier' ? all[0] : all.at(-1);
    const isDenied = reads === 'answered-404' && all.some((other) => other.told);
    if (one && !isDenied) return answered(this.#tell(one));
    if (!one) this.#release(payment);
    return refused(404, 'S-404');
  }

  list(payment: BankPayment): GatewayPayment[] {
    this.#release(payment);
    return this.#readable(payment).map((one) => this.#tell(one));
  }

  #readable(payment: BankPayment): BankOperation[] {
    return this.operations.filter((one) => one.payment === payment && !NOWHERE.has(one.state));
  }

  /** An operator does the same in the portal, and it is reported before our call ends. */
  async #double({ payment, method, amountMinor }: BankOperation): Promise<void> {
    const others = [
      ...operationsInForce(this.#bank, payment, 'capture'),
      ...operationsInForce(this.#bank, payment, 'void'),
    ];
    const terms = {
      payment,
      method,
      amountMinor,
      // No report says whose shares it was.
      split: null,
      comment: null,
      state: 'done' as const,
      portal: true,
      missed: false,
    };
    const free = method !== 'refund' && others.length === 0 ? this.#note(terms) : null;
    const operation = method === 'refund' ? this.refundAtPortal(payment, amountMinor, 'done') : free;
    if (operation) await this.#bank.deliver(this.#tell(operation));
  }

  async #deliverFailures(payment: BankPayment): Promise<void> {
    const failed = this.#readable(payment).filter((one) => one.state === 'failed');
    for (const one of failed) await this.#bank.deliver(this.#tell(one));
  }

  #note(terms: Omit<BankOperation, 'id' | 'heard' | 'told' | 'sentAt'>): BankOperation {
    const id = `operation-${this.operations.length}`;
    const operation = { ...terms, id, heard: null, told: false, sentAt: this.#bank.clock.time };
    this.operations.push(operation);
    if (!NOWHERE.has(operation.state) && !operation.missed) this.#bank.webhooks.push(this.#tell(operation));
    operation.told = false;
    return operation;
  }

  #tell(operation: BankOperation, fate?: Fate): GatewayPayment {
    const { id, payment, method, amountMinor, state, comment } = operation;
    const { gatewayOrderId, gatewayPaymentId, mode } = payment;
    operation.told = true;
    const status = state === 'pending' ? 'pending' : state === 'done' ? 'success' : 'failure';
    const operationId = fate?.endsWith('without-id') ? null : id;
    const createdAt = timeOf(operation);
    return gatewayPayment({
      gatewayOrderId,
      gatewayPaymentId,
      mode,
      method,
      amountMinor,
      status,
      operationId,
      comment,
      createdAt,
    });
  }

  /** An operation that is reported as missing after the grace time will never arrive. */
  #release(payment: BankPayment): void {
    for (const one of this.operations) {
      const isOver = this.#bank.clock.time - one.sentAt > GRACE_MS;
      if (one.payment === payment && one.state === 'lost' && isOver) one.state = 'none';
    }
  }
}

const NOWHERE: ReadonlySet<OperationState> = new Set(['lost', 'none', 'refused']);
