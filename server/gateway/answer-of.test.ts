import { expect, it } from 'vitest';
import { answerOf, GatewayRefusedError, GatewayUnknownError, GatewayUnreachableError } from './answer-of.ts';

/** The thrown error. */
function thrown(outcome: Parameters<typeof answerOf>[0]): unknown {
  try {
    return answerOf(outcome);
  } catch (error) {
    return error;
  }
}

it('the answer of an outcome is its value', () => {
  expect(answerOf({ kind: 'answered', value: { location: 'x' } })).toEqual({ location: 'x' });
});

it('a refusal throws the gateway’s words, three details of them in the message', () => {
  const words = { code: 'P-409', status: 409, details: ['a: 1', 'b: 2', 'c: 3', 'd: 4'] };
  const refusal = { ...words, documented: true, means: 'order-id-exists', message: 'Order exists' } as const;
  const error = thrown({ kind: 'refused', refusal });
  expect(error).toBeInstanceOf(GatewayRefusedError);
  expect(error).toMatchObject({
    ...words,
    name: 'GatewayRefusedError',
    message: 'The gateway refused the request (HTTP 409, P-409): Order exists; a: 1; b: 2; c: 3',
    gatewayMessage: 'Order exists',
    means: 'order-id-exists',
  });
  const plain = thrown({ kind: 'refused', refusal: { ...refusal, code: null, details: [] } });
  expect(String(plain)).toContain('(HTTP 409): Order exists');
});

it.each([
  ['not-sent', 'ECONNREFUSED', GatewayUnreachableError, 'The gateway cannot be reached: ECONNREFUSED'],
  ['unknown', 'deadline', GatewayUnknownError, 'The outcome of the request is unknown: deadline'],
] as const)('an outcome that is %s throws its reason', (kind, reason, type, message) => {
  const error = thrown({ kind, reason });
  expect(error).toBeInstanceOf(type);
  expect(error).toMatchObject({ name: type.name, reason, message });
});
