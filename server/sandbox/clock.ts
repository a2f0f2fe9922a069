import type { SandboxSettings } from './settings.ts';

/** The machine's time and timers; tests pass their own. */
export interface Timers {
  /** milliseconds since 1970 */
  now(): number;
  /** Runs `run` once after so many milliseconds. Returns a function that cancels it. */
  after(milliseconds: number, run: () => void): () => void;
}

/** The longest delay of setTimeout in milliseconds; longer waits are split. */
const LONGEST_WAIT = 2_147_483_647;

const systemTimers: Timers = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

interface Task {
  at: number;
  run: () => void;
}

/**
 * The sandbox's clock: the machine's time plus an offset. Everything that the sandbox waits for (abandoned challenges,
 * order_timeout, late webhooks, retries) waits here, so that a test can trigger it at once.
 */
export class SandboxClock {
  readonly #timers: Timers;
  #offset = 0;
  /** in the order in which they are due */
  #tasks: Task[] = [];
  #disarm: () => void = () => {};
  #stopped = false;

  constructor(timers: Timers = systemTimers) {
    this.#timers = timers;
  }

  /** milliseconds since 1970 */
  now(): number {
    return this.#timers.now() + this.#offset;
  }

  /** The number of waiting timers. */
  get waiting(): number {
    return this.#tasks.length;
  }

  /** Runs `run` once after so many milliseconds of this clock. Returns a function that cancels it. */
  after(milliseconds: number, run: () => void): () => void {
    const task: Task = { at: this.now() + milliseconds, run };
    this.#setTasks([...this.#tasks, task].toSorted((one, other) => one.at - other.at));
    return () => this.#setTasks(this.#tasks.filter((other) => other !== task));
  }

  /** Moves the clock forward and runs the timers that fall due, in order, each at its own time. Returns their number. */
  advance(milliseconds: number): number {
    const target = this.now() + milliseconds;
    let ran = 0;
    for (let next = this.#tasks[0]; next && next.at <= target; next = this.#tasks[0]) {
      this.#tasks.shift();
      this.#moveTo(next.at);
      next.run();
      ran += 1;
    }
    this.#moveTo(target);
    this.#arm();
    return ran;
  }

  /** Cancels every timer and returns to the machine's time. */
  reset(): void {
    this.#offset = 0;
    this.#setTasks([]);
  }

  /** Cancels every timer and accepts no more. */
  stop(): void {
    this.#stopped = true;
    this.reset();
  }

  #setTasks(tasks: Task[]): void {
    this.#tasks = tasks;
    this.#arm();
  }

  #moveTo(time: number): void {
    this.#offset += Math.max(0, time - this.now());
  }

  #arm(): void {
    this.#disarm();
    this.#disarm = () => {};
    const next = this.#tasks[0];
    if (!next || this.#stopped) return;
    const wait = Math.min(Math.max(0, next.at - this.now()), LONGEST_WAIT);
    this.#disarm = this.#timers.after(wait, () => this.advance(0));
  }
}

/** A time of this clock as the gateway states it, whose own clock may be off (setting `clockOffsetSeconds`). */
export function statedTime(
  { settings }: { settings: Pick<SandboxSettings, 'clockOffsetSeconds'> },
  milliseconds: number,
): string {
  return timestamp(milliseconds + settings.clockOffsetSeconds * 1000);
}

/** A TIMESTAMP of the gateway: `yyyy-MM-ddTHH:mm:ss.SSS`, UTC without a zone. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, -1);
}
