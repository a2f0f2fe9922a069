import { type DestinationStream, pino } from 'pino';
import { scrubCardNumbers } from './contract/card-like.ts';
import { LOG_EVENTS } from './contract/log-events.ts';
import type { Log } from './payments/ports/deps.ts';

/** No line should carry them; should one ever do, they are taken out. */
const SECRETS = ['authorization', 'card', 'cardToken', 'cvv', 'number', 'token', 'secret', 'password'];

/**
 * The companion's log: a line of JSON for each event, with its stable name as `event`, ISO time and a sentence. Fields that
 * are called as secrets are removed, and whatever could be a card number anywhere in the finished line.
 * @param level as pino's, or `silent`
 * @param destination default: stdout
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '[removed]' },
    hooks: { streamWrite: scrubCardNumbers },
  };
  const logger = destination ? pino(options, destination) : pino(options);
  return (event, fields = {}) => {
    const [kind, sentence] = LOG_EVENTS[event];
    logger[kind]({ event, ...fields }, sentence);
  };
}
