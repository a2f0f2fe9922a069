import { type DestinationStream, pino } from 'pino';
import { REMOVED, scrubLine } from './contract/card-like.ts';
import { LOG_EVENTS } from './contract/log-events.ts';
import type { Log } from './payments/ports.ts';

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
  const stdout = () => pino.destination({ dest: 1, sync: false, maxLength: MOST_WAITING });
  const logger = pino(options, destination ?? stdout());
  return (event, fields = {}) => {
    const [kind, sentence] = LOG_EVENTS[event];
    logger[kind]({ event, ...fields }, sentence);
  };
}

/** The line, or only its event if it would be no JSON any more. */
function withoutCards(line: string): string {
  const scrubbed = scrubLine(line);
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
