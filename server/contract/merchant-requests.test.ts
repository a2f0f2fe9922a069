import { expect, it } from 'vitest';
import { captureSchema, refundSchema, resolveSchema, voidSchema } from './merchant-requests.ts';

it('a comment loses what could be a card number before anything is kept or sent', () => {
  const comment = 'Card 4242-4242-4242-4242 was stolen';
  for (const schema of [captureSchema, voidSchema, refundSchema])
    expect(schema.parse({ comment }).comment).toBe('Card [removed] was stolen');
  expect(resolveSchema.parse({ status: 'failure', comment }).comment).toBe('Card [removed] was stolen');
});
