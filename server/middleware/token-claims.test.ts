import { describe, expect, it } from 'vitest';
import { ProblemError } from '../contract/problem.ts';
import { readClaims } from './token-claims.ts';

const NOW_S = 1_781_524_800;
const YEAR_S = 366 * 86_400;
const AUDIENCE = 'https://shop.example/pay';

const bytes = (claims: object) => new TextEncoder().encode(JSON.stringify(claims));
const read = (claims: object, audience?: string) =>
  readClaims(bytes({ exp: NOW_S + 900, order: { id: 'order-1' }, ...claims }), NOW_S, audience);

/** The code of the refusal, then its faults as `path code`. */
function refusal(act: () => unknown): string[] {
  try {
    act();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return [error.code, ...(error.errors ?? []).map(({ path, code }) => `${path} ${code}`)];
  }
  return [];
}

describe('the claims of an order token', () => {
  it('are returned with whatever else it says', () => {
    expect(read({ order: { id: 'order-1', more: 1 }, sub: 'anna' })).toMatchObject({
      order: { id: 'order-1', more: 1 },
      sub: 'anna',
    });
  });

  it.each([
    ['no JSON', new TextEncoder().encode('{')],
    ['no UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
    ['a list', bytes([])],
    ['nothing', new Uint8Array()],
  ])('are refused as %s', (_what, content) => {
    expect(refusal(() => readClaims(content, NOW_S, undefined))[0]).toBe('order-token-invalid');
  });

  it('name each claim that is missing or of another type', () => {
    const faults = refusal(() => readClaims(bytes({ iat: 'now' }), NOW_S, undefined));
    expect(faults).toEqual(['order-token-invalid', 'exp required', 'iat wrong-type', 'order required']);
  });

  it.each([
    ['in the second of its end', { exp: NOW_S }, ['order-token-expired']],
    ['a second before', { exp: NOW_S + 1 }, []],
    ['with a time of issue a minute ahead', { iat: NOW_S + 60 }, []],
    ['with one further ahead', { iat: NOW_S + 61 }, ['order-token-invalid', 'iat in-the-future']],
    ['that is valid a minute from now', { nbf: NOW_S + 60 }, []],
    ['that is valid later', { nbf: NOW_S + 61 }, ['order-token-invalid', 'nbf in-the-future']],
    ['for a year and a minute', { exp: NOW_S + YEAR_S + 60 }, []],
    ['for longer', { exp: NOW_S + YEAR_S + 61 }, ['order-token-invalid', 'exp too-far-ahead']],
    [
      'for a year from long ago',
      { iat: NOW_S - 1_000, exp: NOW_S - 1_000 + YEAR_S + 61 },
      ['order-token-invalid', 'exp too-far-ahead'],
    ],
    [
      'with two faults',
      { iat: NOW_S + 61, nbf: NOW_S + 61 },
      ['order-token-invalid', 'iat in-the-future', 'nbf in-the-future'],
    ],
  ])('of a token %s', (_what, claims, expected) => {
    expect(refusal(() => read(claims))).toEqual(expected);
  });

  it.each([
    ['none', undefined, true],
    ['this companion', AUDIENCE, true],
    ['this companion with a slash at the end', `${AUDIENCE}/`, true],
    ['several, one of them this companion', ['https://other.example', AUDIENCE], true],
    ['another', 'https://other.example', false],
    ['this companion in a longer address', `${AUDIENCE}/more`, false],
    ['none of a list', [], false],
    ['no text', 1, false],
  ])('that name %s as audience are accepted: %s', (_what, aud, accepted) => {
    const expected = accepted ? [] : ['order-token-invalid', 'aud other-audience'];
    expect(refusal(() => read({ aud }, AUDIENCE))).toEqual(expected);
    expect(refusal(() => read({ aud }))).toEqual([]);
  });
});
