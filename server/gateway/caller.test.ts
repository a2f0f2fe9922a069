import { describe, expect, it } from 'vitest';
import { outcomeOf, outcomeOfCharge } from './caller.ts';
import { createScrub } from './wire-values.ts';

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

it('a refusal of the credentials with a status that the gateway does not use for it has an unknown outcome', () => {
  const text = '{"message":"Invalid credentials","args":{"code":"S-403"}}';
  const answer = { status: 422, location: null, retryAfterMs: null, text };
  expect(outcomeOf({ kind: 'answer', answer }, () => ({ rejection: 'no payment' }), String).kind).toBe(
    'unknown',
  );
});

describe('a refusal of what may move money', () => {
  const kindOf = (status: number, text: string, of = outcomeOfCharge) => {
    const answer = { status, location: null, retryAfterMs: null, text };
    return of({ kind: 'answer', answer }, () => ({ rejection: 'no payment' }), String).kind;
  };
  const UNKNOWN = ['<h1>Not Found</h1>', '', 'no', '"no"', '[{"message":"no"}]', '{"error":"no"}'];
  const ODD = ['{"message":""}', '{"message":" "}', '{"message":{"en":"no"}}', 'null', '{"message":"cut'];
  const OWN = ['{"message":"No","args":{"code":"P-400"}}', '{"message":"No"}', '{"args":{"code":"P-400"}}'];

  describe.each([400, 401, 404, 405, 406, 409])('by HTTP %i', (status) => {
    it.each(OWN)('is accepted in the gateway’s own form: %s', (text) =>
      expect(kindOf(status, text)).toBe('refused'),
    );

    it.each([...UNKNOWN, ...ODD])('leaves nobody sure in another form, but is one of a read: %s', (text) => {
      expect(kindOf(status, text)).toBe('unknown');
      expect(kindOf(status, text, outcomeOf)).toBe('refused');
    });
  });

  it.each([...UNKNOWN, ...ODD, ...OWN])('by HTTP 429 is accepted in any form: %s', (text) => {
    expect(kindOf(429, text)).toBe('refused');
  });
});

describe('an unknown outcome', () => {
  const reasonOf = (status: number, text: string) => {
    const answer = { status, location: null, retryAfterMs: null, text };
    const scrub = createScrub(['927']);
    return outcomeOfCharge({ kind: 'answer', answer }, () => ({ rejection: 'no-payment' }), scrub);
  };

  it.each([
    [500, '{"message":"Internal error","args":{"code":"S-500"}}', ': Internal error (S-500)'],
    [503, '{"message":"Later"}', ': Later'],
    [200, '{"message":"Card 4242 4242 4242 4242, cvv 927"}', ': Card [removed], cvv [removed]'],
    [500, '<h1>Bad gateway 4242424242424242</h1>', ''],
  ])(
    'by HTTP %i repeats what the gateway says in its error form, without card data (%#)',
    (status, text, words) => {
      const reason = `HTTP ${status}: no-payment${words}`;
      expect(reasonOf(status, text)).toEqual({ kind: 'unknown', reason });
    },
  );
});
