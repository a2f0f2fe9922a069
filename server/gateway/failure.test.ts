import { describe, expect, it } from 'vitest';
import { coded, failedBeforeAnswer } from './failure.ts';

/** As fetch throws it. */
const failed = (cause: unknown) => new TypeError('fetch failed', { cause });
const several = (...codes: string[]) =>
  failed(Object.assign(new AggregateError(codes.map(coded)), { code: codes[0] }));
const during = (code: string, syscall: string) => Object.assign(coded(code), { syscall });
const NOBODY_KNOWS = { kind: 'unknown', reason: 'no-code' };

describe('a failure before any answer', () => {
  it.each([
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'CONNECT_TIMEOUT',
    'UND_ERR_CONNECT_TIMEOUT',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])('with %s has not left, as fetch and as Node report it', (code) => {
    expect(failedBeforeAnswer(failed(coded(code)))).toEqual({ kind: 'not-sent', reason: code });
    expect(failedBeforeAnswer(coded(code))).toEqual({ kind: 'not-sent', reason: code });
  });

  it.each([
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'UND_ERR_SOCKET',
    'UND_ERR_HEADERS_TIMEOUT',
    'HPE_INVALID_CONSTANT',
    'ENETUNREACH',
  ])('with %s leaves nobody sure', (code) => {
    expect(failedBeforeAnswer(failed(coded(code)))).toEqual({ kind: 'unknown', reason: code });
    expect(failedBeforeAnswer(coded(code))).toEqual({ kind: 'unknown', reason: code });
  });

  it.each([
    ['ETIMEDOUT', 'connect', 'not-sent'],
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

  it('at several addresses has not left only if all of them failed to connect', () => {
    expect(failedBeforeAnswer(several('ECONNREFUSED', 'ECONNREFUSED')).kind).toBe('not-sent');
    const slow = [during('ETIMEDOUT', 'connect'), coded('ECONNREFUSED')];
    expect(failedBeforeAnswer(new AggregateError(slow)).kind).toBe('not-sent');
    expect(failedBeforeAnswer(several('ECONNREFUSED', 'ECONNRESET')).kind).toBe('unknown');
    expect(failedBeforeAnswer(several('ECONNRESET', 'ECONNREFUSED')).kind).toBe('unknown');
    const none = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
    expect(failedBeforeAnswer(failed(none)).kind).toBe('unknown');
  });

  it('is classified by the outermost code, and the search for one ends', () => {
    const reset = Object.assign(coded('ECONNRESET'), { cause: coded('ECONNREFUSED') });
    expect(failedBeforeAnswer(failed(reset)).kind).toBe('unknown');
    const circle = new AggregateError([]);
    circle.errors.push(circle);
    expect(failedBeforeAnswer(circle)).toEqual(NOBODY_KNOWS);
    const chain = new Error('chain');
    chain.cause = chain;
    expect(failedBeforeAnswer(chain)).toEqual(NOBODY_KNOWS);
  });
});
