import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Keys for encryption at rest, each a text of at least 32 bytes. */
export interface StoreSecrets {
  /** encrypts and decrypts */
  current: string;
  /** decrypt texts that were sealed before the secret was changed */
  previous?: readonly string[];
}

/** Encrypts sensitive texts at rest. `row` names the place of a text; in another place it cannot be decrypted. */
export interface Seal {
  seal(text: string, row: string): string;
  /**
   * Null for a text that was altered, comes from another place or was sealed under another secret. A sealed text can be
   * recreated or done without, and the rest of its row remains valid.
   */
  open(sealed: string, row: string): string | null;
  /** A text sealed under a previous secret, sealed again under the current one; null for everything else. */
  renew(sealed: string, row: string): string | null;
}

const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM under a key derived from the store's secret; the row is associated data. */
export function createSeal(secrets: StoreSecrets): Seal {
  const current = keyOf(secrets.current);
  const previous = (secrets.previous ?? []).map(keyOf);
  const openOlder = (sealed: string, row: string) =>
    previous.map((key) => decrypt(key, sealed, row)).find((text) => text !== null) ?? null;
  return {
    seal: (text, row) => encrypt(current, text, row),
    open: (sealed, row) => decrypt(current, sealed, row) ?? openOlder(sealed, row),
    renew(sealed, row) {
      if (decrypt(current, sealed, row) !== null) return null;
      const text = openOlder(sealed, row);
      return text === null ? null : encrypt(current, text, row);
    },
  };
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'pay-form', 'store: sealed columns', 32));
}

function encrypt(key: Buffer, text: string, row: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(row));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${sealed.toString('base64url')}`;
}

function decrypt(key: Buffer, sealed: string, row: string): string | null {
  const [version, text = ''] = sealed.split('.');
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
