import { describe, expect, it } from 'vitest';
import { answerOf, GatewayRefusedError, GatewayUnknownError, GatewayUnreachableError } from './answer-of.ts';

/** What is thrown. */
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
      message: 'Order exists',
      code: 'P-409',
      status: 409,
      means: 'order-id-exists',
      details: ['a: b'],
    });
  });

  it('distinguishes what never left from what nobody knows', () => {
    const notSent = thrown({ kind: 'not-sent', reason: 'ECONNREFUSED' });
    expect(notSent).toBeInstanceOf(GatewayUnreachableError);
    expect(notSent).toMatchObject({ reason: 'ECONNREFUSED' });
    const unknown = thrown({ kind: 'unknown', reason: 'deadline' });
    expect(unknown).toBeInstanceOf(GatewayUnknownError);
    expect(unknown).not.toBeInstanceOf(GatewayUnreachableError);
    expect(unknown).toMatchObject({ reason: 'deadline' });
  });
});
