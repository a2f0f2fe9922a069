import type { LogEvent } from './contract/log-events.ts';
import type { Log } from './payments/ports.ts';

const EVERY_MS = 60_000;
const MOST_KEYS = 20;

/**
 * A warning that any client can cause, so it must not fill the log: the first of a key is logged immediately, the
 * following ones once a minute, with their `count`.
 * @param later runs a function after a minute
 * @returns a function that takes a key and the fields of the line; beyond twenty keys a minute, all further keys share
 *   one
 */
export function sampledWarning(
  log: Log,
  event: LogEvent,
  later: (run: () => void) => void = afterAMinute,
): (key: string, fields: object) => void {
  const unwritten = new Map<string, { count: number; fields: object }>();
  function write(key: string): void {
    const sample = unwritten.get(key);
    unwritten.delete(key);
    if (!sample || sample.count === 0) return;
    log(event, { ...sample.fields, count: sample.count });
    begin(key, sample.fields);
  }
  function begin(key: string, fields: object): void {
    unwritten.set(key, { count: 0, fields });
    later(() => write(key));
  }
  return (given, fields) => {
    const key = unwritten.has(given) || unwritten.size < MOST_KEYS ? given : '';
    const sample = unwritten.get(key);
    if (sample) {
      unwritten.set(key, { count: sample.count + 1, fields });
      return;
    }
    log(event, fields);
    begin(key, fields);
  };
}

function afterAMinute(run: () => void): void {
  // In browsers a timer is a number.
  const timer: unknown = setTimeout(run, EVERY_MS);
  if (typeof timer === 'object' && timer !== null && 'unref' in timer) (timer as NodeJS.Timeout).unref();
}
