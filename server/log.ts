import { type DestinationStream, pino } from 'pino';
import { scrubCardNumbers } from './contract/card-like.ts';
import { LOG_EVENTS } from './contract/log-events.ts';
import type { Log } from './payments/ports.ts';

/** No line should contain these fields; if one does, they are removed. */
const SECRETS = new Set('authorization card cardToken cvv number token secret password'.split(' '));
/** Fields are flat; a cyclic value must not stop a payment. */
const DEEPEST = 4;

/**
 * The companion's log: a line of JSON for each event, with its stable name as `event`, ISO time and a sentence. Fields
 * with the names of secrets are removed, as are possible card numbers anywhere in the finished line.
 * @param level as pino's, or `silent`
 * @param destination default: stdout
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { streamWrite: scrubCardNumbers },
  };
  const logger = pino(options, destination ?? stdout());
  return (event, fields = {}) => {
    const [kind, sentence] = LOG_EVENTS[event];
    if (logger.isLevelEnabled(kind)) logger[kind]({ event, ...withoutSecrets(fields) }, sentence);
  };
}

/**
 * Writes each line to a pipe at once if its reader keeps up, else when it can: no payment waits for it. Files and terminals
 * are written to before anything else goes on. pino's own writer uses another thread for each line, and copies all lines
 * that wait for it with each new one.
 */
function stdout(): DestinationStream {
  // A reader that has gone stops no payment either.
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', () => undefined);
  return process.stdout;
}

/** pino's own redaction parses its paths for each line, which would be a tenth of a payment's allocations. */
function withoutSecrets(fields: object, depth = 1): object {
  if (Array.isArray(fields)) return fields.map((value) => shown(value, depth));
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields))
    kept[name] = SECRETS.has(name) ? '[removed]' : shown(value, depth);
  return kept;
}

function shown(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || isWrittenByItself(value)) return value;
  return depth < DEEPEST ? withoutSecrets(value, depth + 1) : '[deep]';
}

/** A date, for example. */
const isWrittenByItself = (value: object): boolean => 'toJSON' in value && typeof value.toJSON === 'function';
