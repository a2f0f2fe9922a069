import { expect } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { Merchant } from '../support/merchant.ts';

test('a purchase is split among sub-merchants, and the share of one is refunded', async ({ page, stack }) => {
  const merchant = new Merchant(stack);
  const [first = '', second = ''] = await stack.sandbox.subMerchants();
  const split = [
    { subMerchantId: first, amount: '70.00' },
    { subMerchantId: second, amount: '30.00' },
  ];
  const id = await merchant.paidOrder(page, { split });
  expect(await pathsOf(stack, id)).toEqual(['/api/v1/split/purchase']);

  expect(await merchant.operate(id, 'refund', { amount: '10.00' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'split', code: 'split-required' }] },
  });
  const tooMuch = [{ subMerchantId: second, amount: '30.01' }];
  expect(await merchant.operate(id, 'refund', { split: tooMuch })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'split.0.amount', code: 'exceeds-share' }] },
  });
  const share = [{ subMerchantId: second, amount: '30.00' }];
  expect(await merchant.operate(id, 'refund', { split: share })).toMatchObject({
    status: 200,
    body: { method: 'refund', amount: '30.00', status: 'success', split: share },
  });
  expect(await merchant.operate(id, 'refund')).toMatchObject({
    status: 200,
    body: { amount: '70.00', status: 'success', split: [{ subMerchantId: first, amount: '70.00' }] },
  });
  expect((await merchant.order(id)).allowed.refund).toBeNull();
});

test('a split purchase on the hosted page', async ({ page, stack }) => {
  const merchant = new Merchant(stack);
  const [first = ''] = await stack.sandbox.subMerchants();
  const split = [{ subMerchantId: first, amount: '100.00' }];
  const { id, url } = await merchant.newOrder({ split, modes: ['hosted'] });
  await page.goto(url);
  await page.locator('pay-form [part=submit]').click();
  await expect(page.locator('#pay')).toBeVisible();
  expect(await pathsOf(stack, id)).toEqual(['/api/v1/split/purchase']);
});

async function pathsOf(stack: Merchant['stack'], id: string): Promise<string[]> {
  return (await stack.sandbox.requestsOf(id)).map(({ path }) => path);
}
