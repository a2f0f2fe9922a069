import type { Badge } from './order-status.ts';

/** A form of the console has finished. Bubbles, so that views and counts are loaded again. */
export class DoneEvent extends Event {
  static readonly type = 'console-done';
  /** the outcome in a sentence */
  readonly result: Badge;

  constructor(result: Badge) {
    super(DoneEvent.type, { bubbles: true });
    this.result = result;
  }
}
