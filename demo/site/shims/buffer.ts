import { fromBase64url, toBase64, toBase64url } from '../../../server/contract/base64url.ts';

type Encoding = 'utf8' | 'hex' | 'base64' | 'base64url';

/** The part of Node's Buffer that the server uses, for a browser. */
export class Buffer extends Uint8Array<ArrayBuffer> {
  static override from(
    source: string | ArrayLike<number> | ArrayBuffer | Iterable<number>,
    encoding?: unknown,
  ): Buffer {
    if (typeof source !== 'string') {
      const bytes = source instanceof ArrayBuffer ? new Uint8Array(source) : Array.from(source);
      return filled(bytes);
    }
    return filled(bytesOf(source, encoding));
  }

  static concat(parts: readonly Uint8Array[]): Buffer {
    const whole = empty(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  override toString(encoding: Encoding = 'utf8'): string {
    switch (encoding) {
      case 'utf8':
        return new TextDecoder().decode(this);
      case 'hex':
        return Array.from(this, (byte) => byte.toString(16).padStart(2, '0')).join('');
      case 'base64':
        return toBase64(this);
      case 'base64url':
        return toBase64url(this);
      default:
        return encoding satisfies never;
    }
  }
}

function bytesOf(text: string, encoding: unknown): Uint8Array {
  if (encoding !== 'base64url') return new TextEncoder().encode(text);
  return fromBase64url(text.replace(/=+$/, '')) ?? new Uint8Array();
}

const empty = (length: number): Buffer => new Buffer(new ArrayBuffer(length));

function filled(bytes: ArrayLike<number>): Buffer {
  const buffer = empty(bytes.length);
  buffer.set(bytes);
  return buffer;
}
