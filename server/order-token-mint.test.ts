import { expect, it } from 'vitest';
import { readOrderToken } from './middleware/order-token.ts';
import { orderTokenMint } from './order-token-mint.ts';

const SECRET = 'the secret of the orders, 32 bytes and more';
const TERMS = { id: 'order-1', amount: '10.10', currency: 'UAH', description: 'Two books' };
const ORDER = { ...TERMS, method: 'purchase', threeDs: 'supported', customer: {}, rules: {} } as const;
const NOON = Date.UTC(2026, 5, 15, 12);

it('a minted token says when it was issued, and is valid for so many seconds, by the clock that was passed in', async () => {
  const token = await orderTokenMint(SECRET)(ORDER, { issuedAt: NOON / 1_000, expiresAt: NOON / 1_000 + 60 });
  const read = (ms: number) => readOrderToken(token, { current: SECRET }, new Date(NOON + ms));
  expect(await read(0)).toMatchObject({ order: ORDER, issuedAt: NOON / 1_000 });
  expect(await read(59_999)).toMatchObject({ order: { amountMinor: 1010 } });
  await expect(read(60_000)).rejects.toMatchObject({ code: 'order-token-expired' });
});
