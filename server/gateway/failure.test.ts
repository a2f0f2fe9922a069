import { describe, expect, it } from 'vitest';
import { coded, failedBeforeAnswer } from './failure.ts';

/** As fetch throws it. */
const failed = (cause: unknown) => new TypeError('fetch failed', { cause });
const during = (code: string, syscall: string) => Object.assign(coded(code), { syscall });
const NOBODY_KNOWS = { kind: 'unknown', reason: 'no-code' };

describe('a failure before any answer', () => {
  it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])(
    'with %s has not left, as fetch and as Node report it',
    (code) => {
      expect(failedBeforeAnswer(failed(coded(code)))).toEqual({ kind: 'not-sent', reason: code });
      expect(failedBeforeAnswer(coded(code))).toEqual({ kind: 'not-sent', reason: code });
    },
  );

  it.each([
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'UND_ERR_SOCKET',
    'UND_ERR_HEADERS_TIMEOUT',
    'HPE_INVALID_CONSTANT',
    'ENETUNREACH',
    'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
  ])('with %s leaves nobody sure', (code) => {
    expect(failedBeforeAnswer(failed(coded(code)))).toEqual({ kind: 'unknown', reason: code });
    expect(failedBeforeAnswer(coded(code))).toEqual({ kind: 'unknown', reason: code });
  });

  it.each([
    ['ETIMEDOUT', 'connect', 'not-sent'],
    ['INVALID_PURPOSE', 'connect', 'not-sent'],
    ['EHOSTUNREACH', 'connect', 'not-sent'],
    ['EAI_FAIL', 'getaddrinfo', 'not-sent'],
    ['ETIMEDOUT', 'read', 'unknown'],
    ['EPIPE', 'write', 'unknown'],
  ])('with %s while it does "%s" is %s', (code, syscall, kind) => {
    expect(failedBeforeAnswer(failed(during(code, syscall)))).toEqual({ kind, reason: code });
  });

  it.each([
    ['a timeout', new DOMException('late', 'TimeoutError')],
    ['an error without a cause', new TypeError('fetch failed')],
    ['a message that only sounds like it', failed(new Error('connect ECONNREFUSED 127.0.0.1:1'))],
    ['a code that is a text with a card number', failed(coded('card 4242 4242 4242 4242'))],
    ['a thrown text', 'ECONNREFUSED'],
    ['nothing', undefined],
  ])('by %s leaves nobody sure, and repeats no text of it', (_, error) => {
    expect(failedBeforeAnswer(error)).toEqual(NOBODY_KNOWS);
  });

  it('is classified by the outermost code, and the search for one ends', () => {
    const reset = Object.assign(coded('ECONNRESET'), { cause: coded('ECONNREFUSED') });
    expect(failedBeforeAnswer(failed(reset)).kind).toBe('unknown');
    const chain = new Error('chain');
    chain.cause = chain;
    expect(failedBeforeAnswer(chain)).toEqual(NOBODY_KNOWS);
  });
});
