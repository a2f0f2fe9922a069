import { gcm } from '@noble/ciphers/aes';
import { hkdf } from '@noble/hashes/hkdf';
import { hmac } from '@noble/hashes/hmac';
import { sha1 } from '@noble/hashes/legacy';
import { sha256 } from '@noble/hashes/sha2';
import { Buffer } from './buffer.ts';

/**
 * The part of `node:crypto` that the server uses, for a browser: WebCrypto offers it only asynchronously. Nothing here has
 * to withstand an attack: the visitor owns everything in the site.
 */

type Encoding = 'hex' | 'base64' | 'base64url';
type Data = string | Uint8Array;

const HASHES = { sha1, sha256 };

class Digest {
  #data = Buffer.from('');
  readonly #finish: (data: Uint8Array) => Uint8Array;

  constructor(finish: (data: Uint8Array) => Uint8Array) {
    this.#finish = finish;
  }

  update(data: Data): this {
    this.#data = Buffer.concat([this.#data, bytesOf(data)]);
    return this;
  }

  digest(): Buffer;
  digest(encoding: Encoding): string;
  digest(encoding?: Encoding): Buffer | string {
    const digest = Buffer.from(this.#finish(this.#data));
    return encoding ? digest.toString(encoding) : digest;
  }
}

export const createHash = (name: keyof typeof HASHES): Digest => new Digest(HASHES[name]);

export const createHmac = (name: keyof typeof HASHES, key: Data): Digest =>
  new Digest((data) => hmac(HASHES[name], bytesOf(key), data));

export const hkdfSync = (
  name: keyof typeof HASHES,
  secret: Data,
  salt: Data,
  info: Data,
  length: number,
): Uint8Array => hkdf(HASHES[name], bytesOf(secret), bytesOf(salt), bytesOf(info), length);

export const randomUUID = (): string => crypto.randomUUID();

export const randomBytes = (length: number): Buffer =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(length)));

export const timingSafeEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);

const TAG_BYTES = 16;

/** AES-256-GCM; all output comes from `final`. */
class Cipher {
  readonly #key: Uint8Array;
  readonly #nonce: Uint8Array;
  #row: Uint8Array = Buffer.from('');
  #text = Buffer.from('');
  #tag: Uint8Array = Buffer.from('');

  constructor(key: Uint8Array, nonce: Uint8Array) {
    this.#key = key;
    this.#nonce = nonce;
  }

  setAAD(row: Uint8Array): this {
    this.#row = row;
    return this;
  }

  setAuthTag(tag: Uint8Array): this {
    this.#tag = tag;
    return this;
  }

  getAuthTag(): Uint8Array {
    return this.#tag;
  }

  update(data: Data): Buffer {
    this.#text = Buffer.concat([this.#text, bytesOf(data)]);
    return Buffer.from('');
  }

  protected encrypted(): Buffer {
    const sealed = Buffer.from(gcm(this.#key, this.#nonce, this.#row).encrypt(this.#text));
    this.#tag = sealed.subarray(-TAG_BYTES);
    return sealed.subarray(0, -TAG_BYTES);
  }

  protected decrypted(): Buffer {
    const sealed = Buffer.concat([this.#text, this.#tag]);
    return Buffer.from(gcm(this.#key, this.#nonce, this.#row).decrypt(sealed));
  }
}

class Encryption extends Cipher {
  final = (): Buffer => this.encrypted();
}

class Decryption extends Cipher {
  /** @throws if the key, row or tag differs */
  final = (): Buffer => this.decrypted();
}

export const createCipheriv = (_name: 'aes-256-gcm', key: Uint8Array, nonce: Uint8Array): Encryption =>
  new Encryption(key, nonce);

export const createDecipheriv = (_name: 'aes-256-gcm', key: Uint8Array, nonce: Uint8Array): Decryption =>
  new Decryption(key, nonce);

const bytesOf = (data: Data): Uint8Array => (typeof data === 'string' ? Buffer.from(data) : data);
