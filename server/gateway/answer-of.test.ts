import { describe, expect, it } from 'vitest';
import { answerOf, GatewayRefusedError, GatewayUnknownError, GatewayUnreachableError } from './answer-of.ts';

/** The thrown error. */
function thrown(outcome: Parameters<typeof answerOf>[0]): unknown {
  try {
    return answerOf(outcome);
  } catch (error) {
    return error;
  }
}

describe('the answer of an outcome', () => {
  it('is its value', () => {
    expect(answerOf({ kind: 'answered', value: { location: 'x' } })).toEqual({ location: 'x' });
  });

  it('is a GatewayRefusedError with the gateway’s words where it refused', () => {
    const refusal = {
      status: 409,
      documented: true,
      means: 'order-id-exists' as const,
      code: 'P-409',
      message: 'Order exists',
      details: ['a: b'],
    };
    const error = thrown({ kind: 'refused', refusal });
    expect(error).toBeInstanceOf(GatewayRefusedError);
    expect(error).toMatchObject({
      name: 'GatewayRefusedError',
      message: 'The gateway refused the request (HTTP 409, P-409): Order exists; a: b',
      gatewayMessage: 'Order exists',
      code: 'P-409',
      status: 409,
      means: 'order-id-exists',
      details: ['a: b'],
    });
  });

  it('repeats three details of a refusal in its message, and keeps them all', () => {
    const details = ['a: 1', 'b: 2', 'c: 3', 'd: 4'];
    const refusal = {
      status: 400,
      documented: true,
      means: 'other' as const,
      code: null,
      message: 'No',
      details,
    };
    const error = thrown({ kind: 'refused', refusal });
    expect(error).toMatchObject({
      message: 'The gateway refused the request (HTTP 400): No; a: 1; b: 2; c: 3',
      details,
    });
  });

  it('distinguishes a request that never left from an unknown outcome', () => {
    const notSent = thrown({ kind: 'not-sent', reason: 'ECONNREFUSED' });
    expect(notSent).toBeInstanceOf(GatewayUnreachableError);
    expect(notSent).toMatchObject({
      name: 'GatewayUnreachableError',
      reason: 'ECONNREFUSED',
      message: 'The gateway cannot be reached: ECONNREFUSED',
    });
    const unknown = thrown({ kind: 'unknown', reason: 'deadline' });
    expect(unknown).toBeInstanceOf(GatewayUnknownError);
    expect(unknown).not.toBeInstanceOf(GatewayUnreachableError);
    expect(unknown).toMatchObject({
      name: 'GatewayUnknownError',
      reason: 'deadline',
      message: 'The outcome of the request is unknown: deadline',
    });
  });
});
