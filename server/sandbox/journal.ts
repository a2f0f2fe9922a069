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
  /** the order named in its body or path, or null */
  orderId: string | null;
  /** the card that it names, masked, or null */
  cardMask: string | null;
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
/** In the letters of a name. Includes the names that other gateways use, which arrive as unknown fields. */
const SECRET = /cv[cvn]|csc|securitycode|secret|apikey/i;
/** Tokens by how they begin, whatever field they stand in. */
const WALLET_TOKEN = /\b(gpay|applepay|rcr):\S+/gi;
/** Only browsers send forms, to these pages. */
const PAGES = /^\/(acs|api\/v1\/checkout)\//;
const TOKEN = /token$/i;
const CARD_NUMBER = /^(cc|card)_?number$/i;

type NewEntry = Pick<JournalEntry, 'at' | 'method' | 'path' | 'contentType'> & { rawBody: string };

/** The last requests to the sandbox, oldest first. */
export class Journal {
  #entries: JournalEntry[] = [];
  #sequence = 0;
  #byRequest = new WeakMap<Request, JournalEntry>();

  add(request: Request, { rawBody, ...rest }: NewEntry): JournalEntry {
    this.#sequence += 1;
    const body = readBody(rawBody, PAGES.test(rest.path));
    const segment = /\/orders?\/([^/]+)/.exec(rest.path)?.[1];
    const entry: JournalEntry = {
      ...rest,
      sequence: this.#sequence,
      path: maskCardNumbers(rest.path),
      contentType: rest.contentType && maskCardNumbers(rest.contentType),
      orderId:
        fieldOf(body, 'order_id') ?? (segment === undefined ? null : maskCardNumbers(decoded(segment))),
      cardMask: fieldOf(body, 'cc_number'),
      body,
      violations: [],
      open: true,
      status: null,
    };
    this.#byRequest.set(request, entry);
    this.#entries.push(entry);
    if (this.#entries.length > CAPACITY) this.#entries.shift();
    return entry;
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

/** Whatever a body's type says, it is kept only if it can be read and redacted field by field. */
function readBody(rawBody: string, isForm: boolean): unknown {
  if (rawBody === '') return null;
  try {
    return redact(JSON.parse(rawBody));
  } catch {
    return isForm ? redact(Object.fromEntries(new URLSearchParams(rawBody))) : '(not JSON)';
  }
}

/** Removes card numbers, CVVs and tokens from anything that will be shown. */
export function redact(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'number')
    return maskCardNumbers(String(value)) === String(value) ? value : '(a card number)';
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== 'object' || value === null) return value;
  const shown = Object.entries(value).filter(([name]) => !SECRET.test(name.replaceAll(/[^a-z]/gi, '')));
  return Object.fromEntries(shown.map(([name, inner]) => [maskCardNumbers(name), redactField(name, inner)]));
}

/** A text may hold JSON; one that looks like it and cannot be read is hidden. */
function redactText(text: string): string {
  if (!/^\s*["[{]/.test(text)) return maskCardNumbers(text).replaceAll(WALLET_TOKEN, '$1:…');
  try {
    return JSON.stringify(redact(JSON.parse(text)));
  } catch {
    return '(hidden)';
  }
}

function redactField(name: string, value: unknown): unknown {
  if (value === null) return null;
  if (TOKEN.test(name)) return typeof value === 'string' ? `${value.slice(0, 6)}…` : '(no text)';
  if (name === 'cryptogram') return '(hidden)';
  if (CARD_NUMBER.test(name)) return maskOf(JSON.stringify(value).replaceAll(/\D/g, '').padEnd(10, '*'));
  return redact(value);
}

/** Unknown names are arbitrary text: one line, masked, and at most this many characters. */
function shortened(text: string, most: number): string {
  const line = maskCardNumbers(text).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

function fieldOf(body: unknown, name: string): string | null {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : null;
  return typeof value === 'string' ? value : null;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
