import { expect, test } from 'vitest';
import { A, B, C, CARD, type Harness, SPLIT, direct, openSandbox } from './testing/sandbox.ts';

type Shares = [amount: number, subMerchantId: string][];

const split = (shares: Shares) => shares.map(([amount, sub_merchant_id]) => ({ amount, sub_merchant_id }));
const sum = (shares: Shares) => shares.reduce((total, [amount]) => total + amount * 100, 0) / 100;

/** 100 UAH, 70 of them for A and 30 for B. */
async function splitPurchase() {
  const sandbox = openSandbox();
  const body = direct(CARD.cc_number, { amount: 100, split: SPLIT });
  expect((await sandbox.post('/api/v1/split/purchase', body)).status).toBe(200);
  return sandbox;
}

async function reserve() {
  const sandbox = openSandbox();
  await sandbox.pay(CARD.cc_number, { method: 'auth', amount: 100 });
  return sandbox;
}

const refund = (sandbox: Harness, ...shares: Shares) =>
  sandbox.ask('split/refund', { refund_amount: sum(shares), split: split(shares) });
const capture = (sandbox: Harness, ...shares: Shares) =>
  sandbox.ask('split/capture', { charge_amount: sum(shares), split: split(shares) });

const succeeded = { http: 200, status: 'success', status_code: '1004' };
const tooMuch = { http: 200, status: 'failure', status_code: '4139' };
const refused = (field: string) => ({ http: 400, args: [{ field_name: field }] });

test('every sub-merchant is refunded up to its own remaining share and no further', async () => {
  const sandbox = await splitPurchase();
  expect(await refund(sandbox, [10.5, B])).toMatchObject(succeeded);
  expect(await refund(sandbox, [19.51, B])).toMatchObject(tooMuch);
  expect(await refund(sandbox, [70.01, A])).toMatchObject(tooMuch);
  expect(await refund(sandbox, [60, A], [19.51, B])).toMatchObject(tooMuch);
  expect(await refund(sandbox, [70, A], [19.5, B])).toMatchObject({ ...succeeded, amount: 89.5 });
  expect(await refund(sandbox, [0.01, A])).toMatchObject({ http: 400 });
});

test('a sub-merchant without a share, and one whose share is used up, are refused', async () => {
  const sandbox = await splitPurchase();
  expect(await refund(sandbox, [1, C])).toMatchObject(refused('split'));
  await refund(sandbox, [30, B]);
  expect(await refund(sandbox, [1, B])).toMatchObject(refused('split'));
  expect(await refund(sandbox, [1, A], [1, B])).toMatchObject(refused('split'));
});

test('a split payment is refunded in full by a plain refund, in part only by a split refund', async () => {
  const sandbox = await splitPurchase();
  expect(await sandbox.ask('refund', { refund_amount: 10 })).toMatchObject({ http: 400 });
  await refund(sandbox, [10, A]);
  const told = await sandbox.ask('refund');
  expect(told).toMatchObject({ ...succeeded, amount: 90 });
  expect(told).not.toHaveProperty('split_fee');
  expect(await refund(sandbox, [1, B])).toMatchObject({ http: 400 });
});

test('split_fee has the parts of marketplace and sub-merchants, and adds up to the fee', async () => {
  const sandbox = await splitPurchase();
  const told = await refund(sandbox, [33.33, A], [10.99, B]);
  expect(told['fee']).toEqual({ amount: 0.44, currency: 'UAH' });
  expect(told['split_fee']).toEqual({
    marketplace: { amount: 0.01, currency: 'UAH' },
    sub_merchants: [
      { sub_merchant_id: A, amount: 0.33, currency: 'UAH' },
      { sub_merchant_id: B, amount: 0.1, currency: 'UAH' },
    ],
  });
});

test('a split capture distributes what it takes of the reserve, and its shares can be refunded', async () => {
  const sandbox = await reserve();
  expect(await capture(sandbox, [50, A], [20, B])).toMatchObject({
    http: 200,
    amount: 70,
    status: 'success',
  });
  expect(await capture(sandbox, [10, A])).toMatchObject({ http: 400 });
  expect(await sandbox.ask('void')).toMatchObject({ http: 400 });
  expect(await refund(sandbox, [20.01, B])).toMatchObject(tooMuch);
  expect(await refund(sandbox, [20, B])).toMatchObject(succeeded);
  expect(await sandbox.ask('refund')).toMatchObject({ ...succeeded, amount: 50 });
});

test('a plain capture leaves nothing to refund by shares', async () => {
  const sandbox = await reserve();
  await sandbox.ask('capture');
  expect(await refund(sandbox, [10, A])).toMatchObject(refused('split'));
  expect(await sandbox.ask('refund', { refund_amount: 10 })).toMatchObject(succeeded);
});
