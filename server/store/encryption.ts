import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Keys for encryption at rest, each a text of at least 32 bytes. */
export interface StoreSecrets {
  /** encrypts and decrypts */
  current: string;
  /** decrypt texts that were encrypted before the secret was changed */
  previous?: readonly string[];
}

/** Encrypts sensitive texts at rest. `row` names the place of a text; in another place it cannot be decrypted. */
export interface Encryption {
  encrypt(text: string, row: string): string;
  /**
   * Null for a text that was altered, comes from another place or was encrypted under another secret. An encrypted text can be
   * recreated or done without, and the rest of its row remains valid.
   */
  decrypt(encrypted: string, row: string): string | null;
  /** A text encrypted under a previous secret, encrypted again under the current one; null for everything else. */
  renew(encrypted: string, row: string): string | null;
}

const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM under a key derived from the store's secret; the row is associated data. */
export function createEncryption(secrets: StoreSecrets): Encryption {
  const current = keyOf(secrets.current);
  const previous = (secrets.previous ?? []).map(keyOf);
  const decryptOlder = (encrypted: string, row: string) =>
    previous.map((key) => decryptWith(key, encrypted, row)).find((text) => text !== null) ?? null;
  return {
    encrypt: (text, row) => encryptWith(current, text, row),
    decrypt: (encrypted, row) => decryptWith(current, encrypted, row) ?? decryptOlder(encrypted, row),
    renew(encrypted, row) {
      if (decryptWith(current, encrypted, row) !== null) return null;
      const text = decryptOlder(encrypted, row);
      return text === null ? null : encryptWith(current, text, row);
    },
  };
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'pay-form', 'store: sealed columns', 32));
}

function encryptWith(key: Buffer, text: string, row: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(row));
  const encrypted = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${encrypted.toString('base64url')}`;
}

function decryptWith(key: Buffer, encrypted: string, row: string): string | null {
  const [version, text = ''] = encrypted.split('.');
  const bytes = Buffer.from(text, 'base64url');
  if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(row)).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([opened, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
