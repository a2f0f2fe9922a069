import { describe, expect, it } from 'vitest';
import { failedBeforeAnswer, outcomeOf } from './outcome.ts';

const coded = (code: string) => Object.assign(new Error(code), { code });
/** As fetch throws it. */
const failed = (cause: unknown) => new TypeError('fetch failed', { cause });
const several = (...codes: string[]) =>
  failed(Object.assign(new AggregateError(codes.map(coded)), { code: codes[0] }));

describe('HTTP 403', () => {
  const answer = (text: string) => ({ status: 403, location: null, retryAfterMs: null, text });
  const kindOf = (text: string) =>
    outcomeOf({ kind: 'answer', answer: answer(text) }, () => ({ disbelief: 'no payment' }), String).kind;

  it('is a refusal where the gateway itself says that it knows no such credentials', () => {
    expect(kindOf('{"message":"Forbidden","args":{"code":"S-403"}}')).toBe('refused');
  });

  it.each(['<h1>Forbidden</h1>', '', '{"message":"Forbidden"}', '{"message":"x","args":{"code":"P-403"}}'])(
    'leaves nobody sure otherwise: %s',
    (text) => expect(kindOf(text)).toBe('unknown'),
  );
});

describe('a failure before any answer', () => {
  it.each([
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'UND_ERR_CONNECT_TIMEOUT',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])('with %s has not left', (code) => {
    expect(failedBeforeAnswer(failed(coded(code)))).toEqual({ kind: 'not-sent', reason: code });
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
