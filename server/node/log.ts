import { type DestinationStream, pino } from 'pino';
import { REMOVED, scrubCardNumbers } from '../contract/card-like.ts';
import { LOG_EVENTS, type LogEvent } from '../payments/log-events.ts';
import type { Log } from '../payments/ports.ts';

/** No line should contain these fields, which are flat; if one does, they are removed. */
const SECRETS = ['authorization', 'card', 'cardToken', 'cvv', 'number', 'token', 'secret', 'password'];

/** Lines that wait for a reader that has stopped, bytes; further ones are dropped. */
const MOST_WAITING = 16 * 1024 * 1024;

/**
 * The companion's log: a line of JSON for each event, with its stable name as `event`, ISO time and a sentence. Fields
 * with the names of secrets are removed, as are possible card numbers anywhere in the finished line. No payment waits for
 * the reader of the log.
 * @param level as pino's, or `silent`
 * @param destination default: stdout
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: REMOVED },
    hooks: { streamWrite: withoutCards },
  };
  const logger = pino(options, destination ?? stdout());
  return (event, fields = {}) => {
    const [kind, sentence] = LOG_EVENTS[event];
    logger[kind]({ event, ...fields }, sentence);
  };
}

/** After this long a process that ends no longer waits for the reader of its log, milliseconds. */
const LONGEST_END_MS = 1_000;

/** A log that cannot be written keeps neither a payment waiting nor the process from ending. */
function stdout(): DestinationStream {
  let endsAt: number | null = null;
  let isBroken = false;
  process.once('exit', () => (endsAt = Date.now() + LONGEST_END_MS));
  const retryEAGAIN = () => endsAt === null || Date.now() < endsAt;
  const stream = pino.destination({ dest: 1, sync: false, maxLength: MOST_WAITING, retryEAGAIN });
  stream.on('error', () => (isBroken = true));
  const flush = stream.flushSync.bind(stream);
  stream.flushSync = () => {
    try {
      if (!isBroken) flush();
    } catch {
      // Nobody reads it.
    }
  };
  return stream;
}

/** The line, or only its event if it would be no JSON any more. */
function withoutCards(line: string): string {
  const scrubbed = scrubCardNumbers(line);
  if (scrubbed === line || isJson(scrubbed)) return scrubbed;
  const { level, time, event } = JSON.parse(line) as Record<string, unknown>;
  return `${JSON.stringify({ level, time, event, msg: REMOVED })}\n`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

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
