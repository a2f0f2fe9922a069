import { applyNews } from './apply-news.ts';
import type { GatewayPayment, Outcome, Share } from './ports.ts';
import { answered, notSent, refused, told, unknown, type World } from './test-world.ts';

/**
 * How a call ends: what becomes of it at the gateway, and what is heard of that. `answered-late`: after the webhook of an
 * earlier failure; `answered-404`: a read is told that there is none of the kind, though there was; `refused-recorded`: it
 * is refused and yet leaves a failure that is told of; `refused-doubled` and `failed-doubled`: it does nothing, but somebody
 * does the same at the portal meanwhile, which is told first.
 */
export const FATES = [
  'answered',
  'answered-pending',
  'answered-failure',
  'answered-failure-without-id',
  'answered-without-id',
  'done-unheard',
  'lost',
  'answered-late',
  'answered-404',
  'refused',
  'refused-recorded',
  'refused-doubled',
  'failed-doubled',
  'not-sent',
] as const;
export type Fate = (typeof FATES)[number];

/** What was taken in. */
export interface Taking {
  amountMinor: number;
  split: readonly Share[] | null;
}

interface Entry extends Taking {
  id: string;
  method: string;
  /** `lost`: it never arrived, and nobody has said so yet; `none`: nobody will ever hear of it; `refused`: nor was it done */
  state: 'done' | 'pending' | 'failed' | 'lost' | 'none' | 'refused';
  /** begun at the gateway's portal, and whether the companion could know of it for certain */
  portal: boolean;
  heard: boolean;
  told: boolean;
  sentAt: number;
}

/** What a request states of money. */
interface Terms {
  gatewayOrderId: string;
  amountMinor?: number | undefined;
  split?: readonly Share[] | undefined;
}

const RESERVED = 1010;

/**
 * For tests: a gateway with a ledger that does whatever it is told and notes in `faults` where that was too much: more
 * given back than taken in (by our own requests and what was heard of the portal), a second capture, a void beside it.
 */
export class TestBank {
  /** of the next call */
  fate: Fate = 'answered';
  readonly faults: string[] = [];
  /** what was told to the gateway, for coverage */
  readonly sent: string[] = [];
  readonly #entries: Entry[] = [];
  readonly #world: World;
  readonly #purchase: Taking | null;

  /** @param purchase null for a reservation over 10.10 */
  constructor(world: World, purchase: Taking | null) {
    this.#world = world;
    this.#purchase = purchase;
    const call =
      (method: string) =>
      async ({ amountMinor, split }: Terms) =>
        this.#call(method, amountMinor, split ?? null);
    world.gateway.script = {
      capture: call('capture'),
      splitCapture: call('capture'),
      voidAuth: call('void'),
      refund: call('refund'),
      splitRefund: call('refund'),
      readOperation: async (_order, method) => this.#read(method),
      readOrder: async () => this.#list(),
    };
  }

  /** The webhook of an operation, perhaps once more; null where there is none. */
  webhook(pick: number): GatewayPayment | null {
    const all = this.#known();
    const entry = all[pick % Math.max(1, all.length)];
    if (!entry) return null;
    if (entry.state === 'pending') entry.state = 'done';
    entry.heard ||= !this.#isAlike(entry);
    return this.#tell(entry);
  }

  /** Somebody refunds at the portal, as far as there is something left, or fails to. */
  refundAtPortal(amountMinor: number, state: 'done' | 'failed'): Entry | null {
    const taken = this.#taken();
    const isLeft = taken && sum(this.#of('refund')) + amountMinor <= taken.amountMinor;
    return isLeft || state === 'failed' ? this.#note('refund', amountMinor, null, state, true) : null;
  }

  /** One that could be taken for ours as well is not certain to be known as the portal's. */
  #isAlike(entry: Entry): boolean {
    return this.#entries.some(
      (one) =>
        !one.portal &&
        one.state !== 'refused' &&
        one.method === entry.method &&
        one.amountMinor === entry.amountMinor &&
        (timeOf(entry) === null || Math.abs(one.sentAt - entry.sentAt) <= LONGEST_CALL_MS),
    );
  }

  async #call(
    method: string,
    stated: number | undefined,
    split: readonly Share[] | null,
  ): Promise<Outcome<GatewayPayment>> {
    this.sent.push(method);
    const amountMinor = stated ?? (method === 'refund' ? (this.#taken()?.amountMinor ?? 0) : RESERVED);
    if (method === 'refund') this.#checkRefund(amountMinor, split);
    else this.#checkReserve(method, amountMinor);
    const { fate } = this;
    const state = STATES[fate];
    const entry = this.#note(method, amountMinor, split, state, false);
    if (fate.endsWith('-doubled')) await this.#double(method, amountMinor);
    if (fate.startsWith('refused')) return refused(400);
    if (fate === 'answered-late') await this.#hearOfFailures();
    if (fate === 'done-unheard' || fate === 'lost') return unknown;
    if (fate !== 'not-sent') return answered(this.#tell(entry));
    // So late that it is not tried again.
    this.#world.clock.pass(6);
    return notSent;
  }

  /** Somebody does the same at the portal, and is heard of before our call ends. */
  async #double(method: string, amountMinor: number): Promise<void> {
    const isFree = this.#of('capture').length + this.#of('void').length === 0;
    if (method === 'refund') {
      const entry = this.refundAtPortal(amountMinor, 'done');
      if (entry) await this.#hearOf(entry);
    } else if (isFree) await this.#hearOf(this.#note(method, amountMinor, null, 'done', true));
  }

  async #hearOfFailures(): Promise<void> {
    for (const one of this.#known().filter(({ state }) => state === 'failed')) await this.#hearOf(one);
  }

  async #hearOf(entry: Entry): Promise<void> {
    entry.heard ||= !this.#isAlike(entry);
    const payment = { ...this.#tell(entry), operationId: entry.id };
    await applyNews(this.#world, { source: 'webhook', payment, text: JSON.stringify(payment) });
  }

  #checkRefund(amountMinor: number, split: readonly Share[] | null): void {
    const taken = this.#taken();
    const before = this.#of('refund').filter((one) => !one.portal || one.heard);
    if (!taken) return this.#fault('a refund of what was not taken in');
    if (sum(before) + amountMinor > taken.amountMinor) this.#fault('more refunded than taken in');
    if (taken.split && !split) this.#fault('a divided payment refunded without split');
    if (split && split.reduce((total, one) => total + one.amountMinor, 0) !== amountMinor) {
      this.#fault('shares that do not add up');
    }
    for (const share of split ?? []) {
      const of = [...before.flatMap((one) => one.split ?? []), share];
      const own = of.filter((one) => one.subMerchantId === share.subMerchantId);
      const most = taken.split?.find((one) => one.subMerchantId === share.subMerchantId)?.amountMinor ?? 0;
      if (sum(own) > most) this.#fault('more refunded than the share');
    }
  }

  #checkReserve(method: string, amountMinor: number): void {
    const others = [...this.#of('capture'), ...this.#of('void')];
    if (others.length > 0) this.#fault(`a ${method} after ${others.map((one) => one.method).join()}`);
    if (amountMinor > RESERVED) this.#fault('more captured than reserved');
  }

  #taken(): Taking | null {
    return (
      this.#purchase ?? this.#entries.find((one) => one.method === 'capture' && one.state === 'done') ?? null
    );
  }

  /** What has happened, will, or may have as far as anybody was told. */
  #of(method: string): Entry[] {
    const gone = ['failed', 'none', 'refused'];
    return this.#entries.filter((one) => one.method === method && !gone.includes(one.state));
  }

  /** What the gateway knows of. */
  #known(): Entry[] {
    return this.#entries.filter((one) => !NOWHERE.has(one.state));
  }

  #note(
    method: string,
    amountMinor: number,
    split: readonly Share[] | null,
    state: Entry['state'],
    portal: boolean,
  ): Entry {
    const id = `o-${this.#entries.length}`;
    const sentAt = this.#world.clock.time;
    const entry = { id, method, amountMinor, split, state, portal, heard: false, told: false, sentAt };
    this.#entries.push(entry);
    return entry;
  }

  #tell(entry: Entry): GatewayPayment {
    const { id, method, amountMinor, state } = entry;
    entry.told = true;
    const status = state === 'pending' ? 'pending' : state === 'done' ? 'success' : 'failure';
    const operationId = this.fate.endsWith('without-id') ? null : id;
    return told({ method, amountMinor, status, operationId, createdAt: timeOf(entry) });
  }

  #read(method: string): Outcome<GatewayPayment> {
    if (!this.fate.startsWith('answered')) return this.fate === 'refused' ? refused(401) : unknown;
    const all = this.#known().filter((one) => one.method === method);
    // It tells of one of them, perhaps of an earlier one.
    const one = this.fate === 'answered' ? all.at(-1) : all[0];
    const isDenied = this.fate === 'answered-404' && all.some((other) => other.told);
    if (one && !isDenied) return answered(this.#tell(one));
    if (!one) this.#release();
    return refused(404, 'S-404');
  }

  #list(): Outcome<GatewayPayment[]> {
    if (!this.fate.startsWith('answered')) return unknown;
    this.#release();
    const all = this.#entries.filter((one) => one.state !== 'lost');
    return answered([
      told({ method: this.#purchase ? 'purchase' : 'auth' }),
      ...all.map((one) => this.#tell(one)),
    ]);
  }

  /** What is said not to be there after the grace time will not come any more. */
  #release(): void {
    for (const one of this.#entries) {
      if (one.state === 'lost' && this.#world.clock.time - one.sentAt > 60_000) one.state = 'none';
    }
  }

  #fault(what: string): void {
    this.faults.push(what);
  }
}

const NOWHERE: ReadonlySet<Entry['state']> = new Set(['lost', 'none', 'refused']);

/** How long after its sending a call may be told as begun, with what the clocks may differ by. */
const LONGEST_CALL_MS = 95_000;

/** Some gateways tell of the time, some do not. */
function timeOf({ sentAt }: Entry): string | null {
  return sentAt % 2_000 === 0 ? new Date(sentAt).toISOString() : null;
}

const STATES: Record<Fate, Entry['state']> = {
  answered: 'done',
  'answered-pending': 'pending',
  'answered-failure': 'failed',
  'answered-failure-without-id': 'failed',
  'answered-without-id': 'done',
  'done-unheard': 'done',
  lost: 'lost',
  'answered-late': 'done',
  'answered-404': 'done',
  refused: 'refused',
  'refused-recorded': 'failed',
  'refused-doubled': 'refused',
  'failed-doubled': 'failed',
  'not-sent': 'refused',
};

function sum(of: readonly { amountMinor: number }[]): number {
  return of.reduce((total, one) => total + one.amountMinor, 0);
}
