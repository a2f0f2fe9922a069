import { createHash, createHmac } from 'node:crypto';
import type { CardInput } from '../contract/checkout-api.ts';

/** For tests: a search for hashes of card numbers, from which the numbers could be recovered (PCI DSS 3.5.1). */

const ALGORITHMS = ['md5', 'sha1', 'sha256', 'sha512'];

/** The beginnings of hashes of a card in many forms, plain and by each key, as hex, Base64 and bytes. */
export function cardHashes({ number, expMonth, expYear, cvv }: CardInput, keys: readonly string[]): string[] {
  const parts = [number, expMonth, expYear];
  const objects = [number, parts, { number, expMonth, expYear }, { number, expMonth, expYear, cvv }];
  const joined = ['', ':', '|', '/'].map((between) => parts.join(between));
  const inputs = [number, ...objects.map((one) => JSON.stringify(one)), ...joined];
  return inputs.flatMap((input) => digestsOf(input, keys).flatMap(spellingsOf));
}

function digestsOf(input: string, keys: readonly string[]): Buffer[] {
  return ALGORITHMS.flatMap((name) => [
    createHash(name).update(input).digest(),
    ...keys.map((key) => createHmac(name, key).update(input).digest()),
  ]);
}

function spellingsOf(digest: Buffer): string[] {
  return [
    digest.toString('hex').slice(0, 24),
    digest.toString('base64').slice(0, 16),
    digest.toString('base64url').slice(0, 16),
    digest.toString('latin1').slice(0, 12),
  ];
}

const PREFIX = 8;
/** Two characters exclude most positions of a text without creating a substring. */
const PAIRS = 65_536;

/** The wanted texts that occur in the others, found in one pass. */
export function occurring(wanted: readonly string[], texts: Iterable<string>): string[] {
  const byPrefix = new Map<string, string[]>();
  const begins = new Uint8Array(PAIRS);
  for (const one of wanted) {
    const prefix = one.slice(0, PREFIX);
    const known = byPrefix.get(prefix);
    if (known) known.push(one);
    else byPrefix.set(prefix, [one]);
    begins[pairAt(one, 0)] = 1;
  }
  const found = new Set<string>();
  for (const text of new Set(texts)) {
    for (let at = 0; at < text.length; at += 1) {
      if (begins[pairAt(text, at)] === 0) continue;
      const candidates = byPrefix.get(text.slice(at, at + PREFIX)) ?? [];
      for (const one of candidates) if (text.startsWith(one, at)) found.add(one);
    }
  }
  return [...found];
}

/** Two characters as one number; others beyond Latin-1 may share it. */
const pairAt = (text: string, at: number): number =>
  ((text.charCodeAt(at) & 0xff) << 8) | (text.charCodeAt(at + 1) & 0xff);
