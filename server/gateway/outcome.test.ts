import { describe, expect, it } from 'vitest';
import { failedBeforeAnswer, outcomeOf, outcomeOfCharge } from './outcome.ts';

const coded = (code: string) => Object.assign(new Error(code), { code });
/** As fetch throws it. */
const failed = (cause: unknown) => new TypeError('fetch failed', { cause });
const several = (...codes: string[]) =>
  failed(Object.assign(new AggregateError(codes.map(coded)), { code: codes[0] }));

describe('HTTP 403', () => {
  const answer = (text: string) => ({ status: 403, location: null, retryAfterMs: null, text });
  const kindOf = (text: string) =>
    outcomeOf({ kind: 'answer', answer: answer(text) }, () => ({ rejection: 'no payment' }), String).kind;

  it.each(['{"message":"Forbidden","args":{"code":"S-403"}}', '{"message":"Invalid credentials","args":{}}'])(
    'is a refusal where the gateway itself says that it knows no such credentials: %s',
    (text) => expect(kindOf(text)).toBe('refused'),
  );

  it.each([
    '<h1>Forbidden</h1>',
    '',
    '{"message":"Invalid API key"}',
    '{"message":"x","args":{"code":"P-403"}}',
  ])('leaves nobody sure otherwise: %s', (text) => expect(kindOf(text)).toBe('unknown'));
});

describe('a refusal of what may move money', () => {
  const kindOf = (status: number, text: string, of = outcomeOfCharge) => {
    const answer = { status, location: null, retryAfterMs: null, text };
    return of({ kind: 'answer', answer }, () => ({ rejection: 'no payment' }), String).kind;
  };
  const FOREIGN = ['<h1>Not Found</h1>', '', 'no', '"no"', '[{"message":"no"}]', '{"error":"no"}'];
  const ODD = ['{"message":""}', '{"message":{"en":"no"}}', 'null', '{"message":"cut'];
  const OWN = ['{"message":"No","args":{"code":"P-400"}}', '{"message":"No"}', '{"args":{"code":"P-400"}}'];

  describe.each([400, 401, 404, 405, 406, 409])('by HTTP %i', (status) => {
    it.each(OWN)('is accepted in the gateway’s own form: %s', (text) =>
      expect(kindOf(status, text)).toBe('refused'),
    );

    it.each([...FOREIGN, ...ODD])('leaves nobody sure in another form, but is one of a read: %s', (text) => {
      expect(kindOf(status, text)).toBe('unknown');
      expect(kindOf(status, text, outcomeOf)).toBe('refused');
    });
  });

  it.each([...FOREIGN, ...ODD, ...OWN])('by HTTP 429 is accepted in any form: %s', (text) => {
    expect(kindOf(429, text)).toBe('refused');
  });
});

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
  ])('with %s has not left, as fetch and as Node tell it', (code) => {
    expect(failedBeforeAnswer(failed(coded(code)))).toEqual({ kind: 'not-sent', reason: code });
    expect(failedBeforeAnswer(coded(code))).toEqual({ kind: 'not-sent', reason: code });
  });

  it.each([
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'UND_ERR_SOCKET',
    'UND_ERR_HEADERS_TIMEOUT',
    'UND_ERR_BODY_TIMEOUT',
    'UND_ERR_ABORTED',
    'HPE_INVALID_CONSTANT',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ENETUNREACH',
  ])('with %s leaves nobody sure', (code) => {
    expect(failedBeforeAnswer(failed(coded(code)))).toEqual({ kind: 'unknown', reason: code });
    expect(failedBeforeAnswer(coded(code))).toEqual({ kind: 'unknown', reason: code });
  });

  it.each([
    ['ETIMEDOUT', 'connect', 'not-sent'],
    ['EHOSTUNREACH', 'connect', 'not-sent'],
    ['EADDRNOTAVAIL', 'connect', 'not-sent'],
    ['EAI_FAIL', 'getaddrinfo', 'not-sent'],
    ['ETIMEDOUT', 'read', 'unknown'],
    ['ECONNRESET', 'read', 'unknown'],
    ['EPIPE', 'write', 'unknown'],
  ])('with %s while it does "%s" is %s', (code, syscall, kind) => {
    const error = Object.assign(coded(code), { syscall });
    expect(failedBeforeAnswer(error)).toEqual({ kind, reason: code });
    expect(failedBeforeAnswer(failed(error))).toEqual({ kind, reason: code });
  });

  it.each([
    ['a timeout', new DOMException('late', 'TimeoutError')],
    ['an abort', new DOMException('left', 'AbortError')],
    ['an error without a cause', new TypeError('fetch failed')],
    ['a message that only sounds like it', failed(new Error('connect ECONNREFUSED 127.0.0.1:1'))],
    ['a thrown text', 'ECONNREFUSED'],
    ['nothing', undefined],
  ])('by %s leaves nobody sure', (_, error) => {
    expect(failedBeforeAnswer(error)).toEqual({ kind: 'unknown', reason: 'no-code' });
  });

  it('at several addresses has not left only where all of them failed to connect', () => {
    expect(failedBeforeAnswer(several('ECONNREFUSED', 'ECONNREFUSED')).kind).toBe('not-sent');
    const tooSlow = Object.assign(coded('ETIMEDOUT'), { syscall: 'connect' });
    expect(failedBeforeAnswer(new AggregateError([tooSlow, coded('ECONNREFUSED')])).kind).toBe('not-sent');
    expect(failedBeforeAnswer(new AggregateError([tooSlow, coded('ETIMEDOUT')])).kind).toBe('unknown');
    expect(failedBeforeAnswer(several('ECONNREFUSED', 'ECONNRESET')).kind).toBe('unknown');
    expect(failedBeforeAnswer(several('ECONNRESET', 'ECONNREFUSED')).kind).toBe('unknown');
    expect(
      failedBeforeAnswer(failed(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }))).kind,
    ).toBe('unknown');
  });

  it('is judged by the outermost code, and a cause that goes in a circle ends', () => {
    const reset = Object.assign(coded('ECONNRESET'), { cause: coded('ECONNREFUSED') });
    expect(failedBeforeAnswer(failed(reset)).kind).toBe('unknown');
    const circle = new Error('circle');
    circle.cause = circle;
    expect(failedBeforeAnswer(circle)).toEqual({ kind: 'unknown', reason: 'no-code' });
  });

  it('gives no text of the error as a reason', () => {
    const told = failedBeforeAnswer(failed(coded('card 4242 4242 4242 4242')));
    expect(told).toEqual({ kind: 'unknown', reason: 'no-code' });
  });
});
