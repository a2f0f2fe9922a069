import type { Badge } from './order-status.ts';

/** A form of the console has done what it is for; bubbles, so that views and the counts above them look again. */
export class DoneEvent extends Event {
  static readonly type = 'console-done';
  /** what came of it, in a sentence */
  readonly result: Badge;

  constructor(result: Badge) {
    super(DoneEvent.type, { bubbles: true });
    this.result = result;
  }
}
