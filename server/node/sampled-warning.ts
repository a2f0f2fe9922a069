import type { LogEvent } from '../contract/log-events.ts';
import type { Log } from '../payments/ports.ts';

const EVERY_MS = 60_000;
const MOST_KEYS = 20;

/**
 * A warning that any client can cause, so it must not fill the log: at most one line a minute for each key, with the
 * `count` of those that were left out since the line before.
 * @param now milliseconds
 * @returns a function that takes a key and the fields of the line; beyond twenty keys a minute, all further keys share
 *   one
 */
export function sampledWarning(
  log: Log,
  event: LogEvent,
  now: () => number = () => performance.now(),
): (key: string, fields: object) => void {
  const written = new Map<string, { at: number; leftOut: number }>();
  const isOver = ({ at }: { at: number }) => now() - at >= EVERY_MS;
  return (given, fields) => {
    for (const [key, line] of written) if (isOver(line) && line.leftOut === 0) written.delete(key);
    const key = written.has(given) || written.size < MOST_KEYS ? given : '';
    const last = written.get(key);
    if (last && !isOver(last)) {
      last.leftOut += 1;
      return;
    }
    log(event, last ? { ...fields, count: last.leftOut + 1 } : fields);
    written.set(key, { at: now(), leftOut: 0 });
  };
}
