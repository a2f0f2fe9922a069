import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { Merchant } from '../support/merchant.ts';

interface Account {
  id: string;
  currency: string;
  balances: { available: string; rollingReserve: string };
}

test('a purchase raises the balance of its account by what is left after fee and reserve; a refund lowers it', async ({
  stack,
}) => {
  const merchant = new Merchant(stack);
  const before = await hryvnias(merchant);
  const id = await merchant.chargedOrder();
  const paid = await hryvnias(merchant);
  expect(paid - before).toBeGreaterThan(0);
  expect(paid - before).toBeLessThan(10_000);

  await merchant.operate(id, 'refund');
  expect(await hryvnias(merchant)).toBeLessThan(paid);
});

test('an auth moves no balance until it is captured', async ({ stack }) => {
  const merchant = new Merchant(stack);
  const before = await hryvnias(merchant);
  const id = await merchant.chargedOrder({ method: 'auth' });
  expect(await hryvnias(merchant)).toBe(before);
  await merchant.operate(id, 'capture', { amount: '40.00' });
  expect(await hryvnias(merchant)).toBeGreaterThan(before);
});

test('one account and one terminal are read by their ids', async ({ stack }) => {
  const merchant = new Merchant(stack);
  for (const kind of ['accounts', 'terminals']) {
    const { body } = await merchant.get<{ data: { id: string }[] }>(`/balances/${kind}`);
    expect(body.data.length).toBeGreaterThan(0);
    const first = body.data[0];
    expect((await merchant.get(`/balances/${kind}/${first?.id}`)).body).toEqual(first);
  }
});

/** The balance of the UAH account in kopecks. */
async function hryvnias(merchant: Merchant): Promise<number> {
  const { status, body } = await merchant.get<{ data: Account[] }>('/balances/accounts');
  expect(status).toBe(200);
  const account = body.data.find(({ currency }) => currency === 'UAH');
  return Math.round(Number(account?.balances.available) * 100);
}
