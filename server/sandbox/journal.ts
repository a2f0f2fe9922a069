import { maskCardNumbers } from '../contract/card-like.ts';
import { maskOf } from '../contract/card.ts';
import type { Violation } from './refusal.ts';

/** A violation of the interface document, and whether the request was accepted anyway. */
export interface ListedViolation {
  field: string;
  violation: string;
  accepted: boolean;
}

/** A request as the control API shows it: card numbers masked, CVVs removed, tokens shortened. */
export interface JournalEntry {
  sequence: number;
  /** milliseconds of the sandbox's clock */
  at: number;
  method: string;
  path: string;
  contentType: string | null;
  /** the body as JSON, form fields as an object, or null */
  body: unknown;
  /** its violations of the interface document; at most 50 */
  violations: ListedViolation[];
  /** whether the request is still being answered */
  open: boolean;
  /** HTTP status of the answer; null while the request is open, or if the connection was reset */
  status: number | null;
}

const CAPACITY = 1000;
const MOST_VIOLATIONS = 50;
/** Includes the names that other gateways use, which arrive as unknown fields. */
const SECRET = /cv[vc]2?$|security_?code|secret|api_?key/i;
const TOKEN = /token$/i;

type NewEntry = Pick<JournalEntry, 'at' | 'method' | 'path' | 'contentType'> & { rawBody: string };

/** The last requests to the sandbox, oldest first. */
export class Journal {
  #entries: JournalEntry[] = [];
  #sequence = 0;
  #byRequest = new WeakMap<Request, JournalEntry>();

  add(request: Request, entry: NewEntry): JournalEntry {
    const { rawBody, ...rest } = entry;
    this.#sequence += 1;
    const body = readBody(rawBody, rest.contentType ?? '');
    const path = mask(rest.path);
    const written: JournalEntry = {
      ...rest,
      sequence: this.#sequence,
      path,
      body,
      violations: [],
      open: true,
      status: null,
    };
    this.#byRequest.set(request, written);
    this.#entries.push(written);
    if (this.#entries.length > CAPACITY) this.#entries.shift();
    return written;
  }

  /** Adds the violations of the interface document to a request. */
  addViolations(request: Request, violations: readonly Violation[], accepted: boolean): void {
    const listed = this.#byRequest.get(request)?.violations;
    for (const { field_name, violation } of violations) {
      if (!listed || listed.length >= MOST_VIOLATIONS) return;
      listed.push({ field: shortened(field_name, 64), violation: shortened(violation, 256), accepted });
    }
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

/** Removes card numbers, CVVs and tokens from anything that will be shown. */
export function redact(value: unknown): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value === 'number') return redact(String(value)) === String(value) ? value : '(a card number)';
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== 'object' || value === null) return value;
  const shown = Object.entries(value).filter(([key]) => !SECRET.test(key));
  return Object.fromEntries(shown.map(([key, inner]) => [mask(key), hideField(key, inner)]));
}

function hideField(name: string, value: unknown): unknown {
  if (TOKEN.test(name)) return typeof value === 'string' ? `${value.slice(0, 6)}…` : '(no text)';
  if (name === 'cryptogram') return '(hidden)';
  if (name === 'cc_number') return maskOf(String(value).replaceAll(/\D/g, '').padEnd(10, '*'));
  return redact(value);
}

function mask(text: string): string {
  return maskCardNumbers(text);
}

/** Unknown names are arbitrary text: one line, masked, and at most this many characters. */
function shortened(text: string, most: number): string {
  const line = mask(text).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
