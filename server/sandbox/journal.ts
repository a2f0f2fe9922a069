import { maskCardNumbers } from '../contract/card-like.ts';
import { maskOf } from '../contract/card.ts';

/** A request as the control shows it: card numbers masked, CVVs removed, tokens shortened. */
export interface JournalEntry {
  sequence: number;
  /** milliseconds of the sandbox's clock */
  at: number;
  method: string;
  path: string;
  contentType: string | null;
  /** the body as JSON, form fields as an object, or null */
  body: unknown;
  /** HTTP status of the answer; null while none was given, and for a connection that was reset */
  status: number | null;
}

const CAPACITY = 1000;
const SECRET = new Set(['card_cvv', 'cvv']);
const TOKEN = new Set(['cc_token']);

/** The last requests to the sandbox, oldest first. */
export class Journal {
  #entries: JournalEntry[] = [];
  #sequence = 0;

  add(entry: Omit<JournalEntry, 'sequence' | 'status' | 'body'> & { rawBody: string }): JournalEntry {
    const { rawBody, ...rest } = entry;
    this.#sequence += 1;
    const body = readBody(rawBody, rest.contentType ?? '');
    const written: JournalEntry = { ...rest, sequence: this.#sequence, body, status: null };
    this.#entries.push(written);
    if (this.#entries.length > CAPACITY) this.#entries.shift();
    return written;
  }

  all(): readonly JournalEntry[] {
    return this.#entries;
  }

  reset(): void {
    this.#entries = [];
  }
}

function readBody(rawBody: string, contentType: string): unknown {
  if (rawBody === '') return null;
  if (contentType.startsWith('application/x-www-form-urlencoded')) {
    return redact(Object.fromEntries(new URLSearchParams(rawBody)));
  }
  try {
    return redact(JSON.parse(rawBody));
  } catch {
    return '(not JSON)';
  }
}

/** Takes card numbers, CVVs and tokens out of anything that is to be shown. */
export function redact(value: unknown): unknown {
  if (typeof value === 'string') return maskCardNumbers(value, maskOf);
  if (typeof value === 'number') return redact(String(value)) === String(value) ? value : '(a card number)';
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== 'object' || value === null) return value;
  const shown = Object.entries(value).filter(([key]) => !SECRET.has(key));
  return Object.fromEntries(shown.map(([key, inner]) => [key, hideField(key, inner)]));
}

function hideField(name: string, value: unknown): unknown {
  if (TOKEN.has(name)) return typeof value === 'string' ? `${value.slice(0, 6)}…` : '(no text)';
  if (name === 'cryptogram') return '(hidden)';
  if (name === 'cc_number') return maskOf(String(value).replaceAll(/\D/g, '').padEnd(10, '*'));
  return redact(value);
}
