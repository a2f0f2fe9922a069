import { expect, it } from 'vitest';
import { customerIdSchema } from './customer.ts';
import { captureSchema, newOrderSchema, refundSchema, voidSchema } from './merchant-requests.ts';

const ORDER = { id: 'order-7', amount: '10.10', currency: 'UAH', description: 'Two books' };
const emoji = (count: number) => '💩'.repeat(count);

it.each([
  ['description', (text: string) => newOrderSchema.safeParse({ ...ORDER, description: text }), 2048],
  ['payload', (text: string) => newOrderSchema.safeParse({ ...ORDER, payload: text }), 4000],
  ['customer.id', (text: string) => newOrderSchema.safeParse({ ...ORDER, customer: { id: text } }), 256],
  ['a customer to forget', (text: string) => customerIdSchema.safeParse(text), 256],
  ['comment of a capture', (comment: string) => captureSchema.safeParse({ comment }), 2048],
  ['comment of a void', (comment: string) => voidSchema.safeParse({ comment }), 2048],
  ['comment of a refund', (comment: string) => refundSchema.safeParse({ comment }), 2048],
] as const)('the length of %s counts in UTF-16 units', (_, parse, most) => {
  expect(parse(emoji(most / 2)).success).toBe(true);
  expect(parse(emoji(most / 2 + 1)).success).toBe(false);
});

it('a text that is too long by UTF-16 units is too big, which is said once', () => {
  const codes = (count: number) =>
    refundSchema
      .safeParse({ comment: emoji(count) })
      .error?.issues.map((issue) => (issue.code === 'custom' ? issue.params?.['code'] : issue.code));
  expect([codes(1025), codes(2049)]).toEqual([['too-big'], ['too_big']]);
});
