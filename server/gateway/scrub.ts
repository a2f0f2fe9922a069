import {
  asPeopleWrite,
  couldBeCard,
  holdsCardNumber,
  maskCardNumbers,
  REMOVED,
  scrubCardNumbers,
} from '../contract/card-like.ts';
import { isObject, safeUrl, type WireObject } from './wire-values.ts';

/** Fields with such names are dropped, at any depth: card data, tokens, keys. */
const SECRET_NAME =
  /token|cvv|cvc|cryptogram|cvn|csc|security_?code|secret|password|api_?key|card_?number|cc_number|^exp_(month|year)$|(^|_)(pan|pin)$/i;
const NO_SECRETS = new Set(['cc_token_expiration']);
/** Wallet tokens, recognised by their prefix. */
const WALLET_TOKEN = /\b(rcr|gpay|applepay):[\w+/=-]{8,}/g;

/** Identifiers, masks, telephone numbers, which may be long rows of digits too, and words of the gateway. */
const ID_NAME = /(^|_)(id|phone|rrn|code|mask|currency|mode|status)$/;
/** The form of an id or a mask: no blanks, between which people write the digits of a card. */
const ID = /^[\w.+*-]+$/;
/** Longer ids are cut. */
const LONGEST_ID = 256;

/** Nearly all names are plain words. */
const PLAIN_NAME = /^[a-z_]{1,40}$/i;

const MAX_DEPTH = 6;

const SHORTEST_CARD = 12;
/** Shorter credentials and tokens occur in ids and addresses by chance. */
const SHORTEST_TEXT = 8;
/** As many digits as the shortest card number has, with anything between them but letters. Few texts have them. */
const DIGITS = /\d(?:[^0-9A-Za-z]*\d){11}/;

/**
 * What the gateway says, without secrets: card numbers of any card, and what this call sent or received that must not
 * be repeated (card, CVV, tokens, credentials). Every free text of an answer or event passes through here before
 * anything else sees it (ARCHITECTURE.md, decision 7); the other values are numbers, times and words of known form.
 */
export class Scrub {
  readonly #secrets: readonly string[];
  /** card numbers, in digits */
  readonly #cards: readonly string[];
  /** few digits, like a CVV's: a number of their own, since "9-27" and "19270" are not the CVV 927 */
  readonly #codes: readonly RegExp[];
  /** any other secret of some length, plain and percent-encoded */
  readonly #texts: readonly string[];

  /** @param secrets of the call, as they were sent */
  constructor(secrets: readonly string[] = []) {
    this.#secrets = secrets;
    const known = [...secrets].sort((a, b) => b.length - a.length);
    const digits = known.filter((secret) => /^\d+$/.test(secret));
    const texts = known.filter((secret) => /\D/.test(secret) && secret.length >= SHORTEST_TEXT);
    this.#cards = digits.filter((number) => number.length >= SHORTEST_CARD);
    const codes = digits.filter((number) => number.length < SHORTEST_CARD);
    this.#codes = codes.map((code) => new RegExp(`(?<!\\d)${code}(?!\\d)`, 'g'));
    this.#texts = [...new Set(texts.flatMap((secret) => [secret, percentEncoded(secret)]))];
  }

  /** The same, with further secrets. */
  with(...secrets: readonly string[]): Scrub {
    return new Scrub([...this.#secrets, ...secrets]);
  }

  /** A text for people. */
  text(given: string): string {
    return this.#codes.reduce((rest, code) => rest.replaceAll(code, REMOVED), this.#hide(given));
  }

  /** Our own id, which is told as it was sent, unless it repeats a card or token of this call. */
  own(given: string): string {
    return this.#isNamedIn(given) ? REMOVED : given;
  }

  /** An address as {@link safeUrl} reads it; null if a card or token is in it, as it would lead nowhere without. */
  url(value: unknown, base?: string): string | null {
    const url = safeUrl(value, base);
    return url === null || this.#isNamedIn(url) ? null : url;
  }

  /** As {@link url}, for an address that is stored: null, too, with another card number or the CVV in it. */
  storedUrl(value: unknown): string | null {
    const url = this.url(value);
    const plain = percentDecoded(url ?? '');
    return holdsCardNumber(plain) || this.#codes.some((code) => plain.search(code) >= 0) ? null : url;
  }

  /**
   * All fields of an object, under the gateway's names, except those named like card data, a token or a key. A card
   * number in place of an id is masked, because ids are compared and stored.
   */
  fields(wire: WireObject, depth = 0): WireObject {
    const kept = Object.entries(wire).filter(([name]) => !SECRET_NAME.test(name) || NO_SECRETS.has(name));
    return Object.fromEntries(
      kept.map(([name, value]) => [
        PLAIN_NAME.test(name) ? name : this.text(name),
        this.#value(value, name, depth),
      ]),
    );
  }

  #value(value: unknown, name: string, depth: number): unknown {
    if (typeof value === 'string') return ID_NAME.test(name) ? this.#id(value) : this.text(value);
    if (typeof value === 'number')
      return couldBeCard(String(value)) || this.#isNamedIn(String(value)) ? REMOVED : value;
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= MAX_DEPTH) return REMOVED;
    if (Array.isArray(value)) return value.map((item: unknown) => this.#value(item, name, depth + 1));
    return isObject(value) ? this.fields(value, depth + 1) : null;
  }

  #id(given: string): string {
    const masked = maskCardNumbers(given);
    const id = ID.test(masked) && !this.#isNamedIn(masked) ? masked : this.#hide(masked);
    return id.slice(0, LONGEST_ID);
  }

  /** Removes everything but CVVs, whose few digits may be part of a mask or a code. */
  #hide(given: string): string {
    let rest = given;
    for (const text of this.#texts) rest = rest.replaceAll(text, REMOVED);
    rest = scrubCardNumbers(rest.replaceAll(WALLET_TOKEN, REMOVED));
    if (DIGITS.test(rest))
      for (const number of this.#cards) rest = rest.replaceAll(asPeopleWrite(number), REMOVED);
    return this.#isNamedIn(rest) ? REMOVED : rest;
  }

  /** Whether a card number or another long secret is in it, also percent-encoded in part or with separators. */
  #isNamedIn(given: string): boolean {
    const plain = given.includes('%') ? percentDecoded(given) : given;
    if (this.#texts.some((text) => given.includes(text) || plain.includes(text))) return true;
    if (!DIGITS.test(plain)) return false;
    const joined = plain.replaceAll(/[^0-9A-Za-z]/g, '');
    return this.#cards.some((number) => joined.includes(number));
  }
}

/** Half a surrogate pair, which UTF-8 cannot have, becomes its replacement character. */
const percentEncoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

function percentDecoded(text: string): string {
  return text.replaceAll(/%[\da-f]{2}/gi, (pair) => String.fromCharCode(Number.parseInt(pair.slice(1), 16)));
}
