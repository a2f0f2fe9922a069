import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalidToken } from './token-claims.ts';

/** Header, payload and signature (RFC 7515, section 7.1). */
const COMPACT = /^([\w-]+)\.([\w-]+)\.([\w-]*)$/;

/**
 * The payload of a token that one of the secrets signed with HS256. For any other token only a different algorithm is
 * reported, so that a sender without the secret learns nothing.
 * @throws ProblemError `order-token-invalid`
 */
export function signedContent(token: string, secrets: readonly string[]): Uint8Array {
  const [, header = '', payload = '', signature = ''] = COMPACT.exec(token) ?? [];
  const { alg, crit, b64 } = readHeader(header);
  if (typeof alg === 'string' && alg !== 'HS256') throw invalidToken([{ path: 'alg', code: 'not-hs256' }]);
  // Critical extensions are unknown here, and a JWT never has an unencoded payload (RFC 7797).
  const isPlain = alg === 'HS256' && crit === undefined && b64 !== false;
  const given = Buffer.from(signature, 'base64url');
  const isSigned = secrets.some((secret) => isSame(given, hmac(secret, `${header}.${payload}`)));
  if (!isPlain || !isSigned) throw invalidToken();
  return Buffer.from(payload, 'base64url');
}

function readHeader(text: string): { alg?: unknown; crit?: unknown; b64?: unknown } {
  try {
    const header: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return typeof header === 'object' && header !== null ? header : {};
  } catch {
    return {};
  }
}

/** By `node:crypto`: WebCrypto takes ten times as long, because it leaves the thread. */
const hmac = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(text).digest();

const isSame = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected);
