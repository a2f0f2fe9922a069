import { Changes } from './queries/wait.ts';
import { readOrder } from './orders.ts';
import type { Snapshot } from './order/order.ts';
import type { Store } from './ports.ts';
import { tick } from './test-bank-books.ts';
import type { TestClock } from './test-world.ts';
import { createWorld, type World } from './test-world.ts';

/** For tests: companions over one store, each of which may crash or be delayed at any commit. */

/** Waiting for a change lets other tasks continue, and a second passes. */
class HastyChanges extends Changes {
  readonly #store: Store;
  readonly #clock: TestClock;

  constructor(store: Store, clock: TestClock) {
    super(store);
    this.#store = store;
    this.#clock = clock;
  }

  override async next({ orderId }: Snapshot, ms: number): Promise<Snapshot> {
    await tick();
    this.#clock.pass(Math.min(ms, 1_000) / 1_000);
    return readOrder({ store: this.#store }, orderId);
  }
}

/** The fault of a companion at its n-th commit from now. */
export interface Fault {
  /** 1 for the next one */
  commit: number;
  /** `dies`: no later write of it reaches the store; `held-up`: others continue first, and it continues later */
  as: 'dies' | 'held-up';
  when: 'before' | 'after';
}

/** Thrown in a companion that has died. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

export class Desk {
  world: World;
  /** the number of commits */
  commits = 0;
  readonly #store: Store;
  readonly #clock: TestClock;
  readonly #start: (world: World) => void;
  readonly #whileHeldUp: () => Promise<void>;
  #fault: Fault | null = null;

  /** @param start connects a new world to the gateway; each restart creates another one */
  constructor(store: Store, clock: TestClock, start: (world: World) => void, whileHeldUp = async () => {}) {
    this.#store = store;
    this.#clock = clock;
    this.#start = start;
    this.#whileHeldUp = whileHeldUp;
    this.world = this.#open();
  }

  plan(fault: Fault | null): void {
    this.#fault = fault && { ...fault, commit: this.commits + fault.commit };
  }

  /** A companion with empty memory. */
  #open(): World {
    const life = { over: false };
    const append: Store['append'] = async (one) => {
      if (life.over) throw new Crash();
      this.commits += 1;
      const fault = this.#fault?.commit === this.commits ? this.#fault : null;
      if (fault?.when === 'before') await this.#suffer(fault, life);
      await this.#store.append(one);
      if (fault?.when === 'after') await this.#suffer(fault, life);
    };
    const world = {
      ...createWorld({ ...this.#store, append }, { notify: true }),
      clock: this.#clock,
      changes: new HastyChanges(this.#store, this.#clock),
    };
    this.#start(world);
    return world;
  }

  async #suffer({ as }: Fault, life: { over: boolean }): Promise<void> {
    if (as === 'held-up') return this.#whileHeldUp();
    life.over = true;
    this.world = this.#open();
    await tick();
    throw new Crash();
  }
}
