import { expect, it } from 'vitest';
import { reviewViewSchema } from './merchant-api.ts';
import { operationParams } from './merchant-parameters.ts';
import {
  captureSchema,
  refundSchema,
  resolveOperationSchema,
  resolveSchema,
  voidSchema,
} from './merchant-requests.ts';

const decided = { status: 'success', comment: 'Seen in the portal' };

it('a comment loses what could be a card number before anything is kept or sent', () => {
  const comment = 'Card 4242-4242-4242-4242 was stolen';
  for (const schema of [captureSchema, voidSchema, refundSchema])
    expect(schema.parse({ comment }).comment).toBe('Card [removed] was stolen');
  expect(resolveSchema.parse({ status: 'failure', comment }).comment).toBe('Card [removed] was stolen');
});

it('an operation is resolved with its amount or without, a payment only without', () => {
  expect(resolveOperationSchema.parse({ ...decided, amount: '3.10' })).toEqual({
    ...decided,
    amount: '3.10',
  });
  expect(resolveOperationSchema.safeParse(decided).success).toBe(true);
  for (const amount of [3.1, '0', '-1', '1.001', ''])
    expect(resolveOperationSchema.safeParse({ ...decided, amount }).success).toBe(false);
  expect(resolveSchema.safeParse({ ...decided, amount: '3.10' }).success).toBe(false);
});

it('an operation that was made in the portal is named as it is shown', () => {
  const valid = (operationId: string) => operationParams.safeParse({ operationId }).success;
  expect(valid('5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21-7')).toBe(true);
  for (const other of ['', 'a/b', 'x'.repeat(65), "o'r"]) expect(valid(other)).toBe(false);
});

it('an item in review has one of six reasons, and the field of a mismatch', () => {
  const item = {
    orderId: 'A-1',
    paymentId: '5f0c8e1e-2f4b-4a53-9f0e-0a5d3c1b7e21',
    operationId: null,
    since: '2026-11-21T09:00:03.000Z',
    calls: [],
  };
  expect(reviewViewSchema.safeParse({ ...item, reason: 'mismatch', field: 'cardMask' }).success).toBe(true);
  expect(reviewViewSchema.safeParse({ ...item, reason: 'overdue', field: null }).success).toBe(true);
  expect(reviewViewSchema.safeParse({ ...item, reason: 'disputed', field: null }).success).toBe(false);
  expect(reviewViewSchema.safeParse({ ...item, reason: 'mismatch' }).success).toBe(false);
});
