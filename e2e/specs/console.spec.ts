import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectAccessibleIn } from '../support/accessible.ts';
import { test } from '../support/fixtures.ts';
import { heldBack } from '../support/held-back.ts';
import { Merchant } from '../support/merchant.ts';
import { CUSTOMER } from '../support/payments.ts';
import { startReceiver } from '../support/receiver.ts';
import type { Stack } from '../support/stack.ts';

// One worker, so that one stack serves all of them.
test.describe.configure({ mode: 'default' });

/** Opens a view of the console; `view` as in its address, without the #. */
async function open(page: Page, { shop }: Stack, view: string): Promise<void> {
  await page.goto(`${shop}/console#${view}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Asks for a refund of an amount, and confirms it. */
async function refund(page: Page, amount: string, field = page.getByLabel('Amount')): Promise<void> {
  await field.fill(amount);
  await button(page, 'Continue').click();
  await button(page, `Refund UAH ${amount}`).click();
}

/** The operations on an order that the gateway was asked for and executed. */
async function atGateway(stack: Stack, orderId: string): Promise<string[]> {
  const payments = await stack.sandbox.payments(orderId);
  return payments.flatMap(({ operations }) => operations.map(({ method, amount }) => `${method} ${amount}`));
}

test('an order is found and refunded in part, and no more than is left', async ({ page, stack }) => {
  const id = await new Merchant(stack).chargedOrder();
  await open(page, stack, '/payments');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(id.toUpperCase().slice(0, 12));
  await expect(page.getByRole('row')).toHaveCount(2);
  const answer = await heldBack(page, `**/orders/${id}`);
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { name: `Order ${id}` });
  await expect(heading).toBeFocused();
  await answer();
  await expect(page.getByRole('link', { name: 'Refund up to UAH 100.00' })).toBeVisible();
  await expect(heading).toBeFocused();

  await page.getByRole('link', { name: 'Refund up to UAH 100.00' }).click();
  await refund(page, '100.01');
  await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(/This is more than is left to refund/);
  await page.getByLabel('Amount').fill('30,00');
  await button(page, 'Continue').click();
  expect(await atGateway(stack, id)).toEqual([]);
  await button(page, 'Refund UAH 30.00').click();
  await expect(page.getByText('UAH 30.00 refunded.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Refund up to UAH 70.00' })).toBeVisible();
  await expect(page.getByText('Refund succeeded').first()).toBeVisible();
  expect(await atGateway(stack, id)).toEqual(['refund 30.00']);
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue(id.toUpperCase().slice(0, 12));
});

test('what is typed into the search stays when the counts beside the views come in', async ({
  page,
  stack,
}) => {
  const answer = await heldBack(page, '**/console/api/review*');
  await open(page, stack, '/payments');
  await page.getByRole('searchbox').fill('KW-1');
  const counted = page.waitForResponse('**/console/api/review*');
  await answer();
  await (await counted).finished();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  await expect(page.getByRole('searchbox')).toHaveValue('KW-1');
});

test('a refund whose answer got lost is repeated under its key, in a form opened anew and after a 401 too, and made once', async ({
  page,
  stack,
}) => {
  const id = await new Merchant(stack).chargedOrder();
  await page.route('**/refund', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await open(page, stack, `/orders/${id}/refund`);
  await refund(page, '10.00');
  await expect(page.getByText('It was sent and may have been executed')).toBeVisible();
  await page.unroute('**/refund');
  await button(page, 'Close').click();
  await open(page, stack, `/orders/${id}/refund`);
  await expect(page.getByRole('heading', { name: 'Refund UAH 10.00?' })).toBeVisible();
  // The merchant's key is being changed: this says nothing about the refund.
  const problem = { title: 'No', status: 401, code: 'api-key-invalid', detail: 'No' };
  await page.route('**/refund', (route) => route.fulfill({ status: 401, json: problem }));
  await button(page, 'Repeat the same request').click();
  await expect(page.getByRole('alert').filter({ hasText: 'another MERCHANT_API_KEY' })).toBeVisible();
  await page.unroute('**/refund');
  await button(page, 'Repeat the same request').click();
  await expect(page.getByText('UAH 10.00 refunded.')).toBeVisible();
  expect(await atGateway(stack, id)).toEqual(['refund 10.00']);
});

test('an auth is captured in part, and its receipt shown in place', async ({ page, stack }) => {
  const id = await new Merchant(stack).chargedOrder({ method: 'auth' });
  await open(page, stack, `/orders/${id}`);
  await page.getByRole('link', { name: /Capture/ }).click();
  await page.getByLabel('Amount').fill('60');
  await button(page, 'Continue').click();
  await button(page, 'Capture UAH 60.00').click();
  await expect(page.getByText('UAH 60.00 captured.')).toBeVisible();
  await expect(page.getByRole('link', { name: /Capture|Void/ })).toHaveCount(0);
  await button(page, 'Show receipt').click();
  await expect(page.frameLocator('iframe').locator('body')).toContainText(id);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download PDF' }).click();
  expect((await download).suggestedFilename()).toBe(`receipt-${id}.pdf`);
  await button(page, 'Resend webhook').last().click();
  await expect(page.getByText('Sent again; it was already known.')).toBeVisible();
});

test('the receipts of a day come as a ZIP, and what hinders them is said', async ({ page, stack }) => {
  await new Merchant(stack).chargedOrder();
  await stack.sandbox.order({ on: 'receipt', kind: 'error-503-before', times: 10 });
  await open(page, stack, '/receipts');
  await button(page, 'Download ZIP').click();
  await expect(page.getByRole('alert').filter({ hasText: 'Gateway' })).toBeVisible();
  await stack.sandbox.forgetFaults();
  const download = page.waitForEvent('download');
  await button(page, 'Download ZIP').click();
  expect((await download).suggestedFilename()).toMatch(/^receipts-[\d-]+\.zip$/);
  await expect(page.getByText(/ saved\.$/)).toBeVisible();
  await page.getByLabel('Day').fill('2020-01-01');
  await button(page, 'Download ZIP').click();
  await expect(page.getByText('No receipts on this day.')).toBeVisible();
});

test('the order of a customer of the shop has a contact, and a cancelled page is no failure', async ({
  page,
  stack,
}) => {
  const merchant = new Merchant(stack);
  const { id, token } = await merchant.newOrder({ customer: { ...CUSTOMER, id: 'anna' } });
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': id,
  };
  const opened = await fetch(`${stack.companion}/hosted`, { method: 'POST', headers, body: '{}' });
  expect(opened.status).toBe(200);
  await open(page, stack, `/orders/${id}/cancel`);
  await button(page, 'Cancel the payment').click();
  await expect(page.getByText('The payment is cancelled.')).toBeVisible();
  await expect(page.getByRole('heading', { name: `Order ${id}` }).locator('..')).toContainText('Cancelled');
  await expect(page.getByRole('link', { name: 'anna@example.com' })).toBeVisible();
  await open(page, stack, '/payments');
  await expect(page.getByRole('row', { name: id })).toContainText('Cancelled');
  await open(page, stack, '/messages');
  await expect(page.getByRole('row', { name: id }).first()).toContainText(/Payment: (failed|page opened)/);
});

test('an order is closed after a question, and its page and timeline say so', async ({ page, stack }) => {
  const { id, url } = await new Merchant(stack).newOrder();
  await open(page, stack, `/orders/${id}`);
  await page.getByRole('link', { name: 'Close order' }).click();
  await expect(page.getByText('all its tokens stop working')).toBeVisible();
  expect((await fetch(url)).status).toBe(200);
  await button(page, 'Close order').click();
  await expect(page.getByRole('status').getByText('The order is closed.')).toBeVisible();
  await expect(page.getByText(/^Closed \d/)).toBeVisible();
  await expect(page.getByText('Order closed')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Close order' })).toHaveCount(0);
  expect((await fetch(url)).status).toBe(410);
});

test('operations and payments come as CSV, all that match the filters, with a refund made before', async ({
  page,
  stack,
}) => {
  const merchant = new Merchant(stack);
  const id = await merchant.chargedOrder();
  expect((await merchant.operate(id, 'refund', { amount: '12.34' })).status).toBe(200);
  const csv = async () => {
    const download = page.waitForEvent('download');
    await button(page, 'Download CSV').click();
    const file = await download;
    return [file.suggestedFilename(), readFileSync(await file.path(), 'utf8')];
  };
  await open(page, stack, '/operations');
  await page.getByRole('searchbox').fill(id);
  await expect(page.getByText('Refund UAH 12.34').first()).toBeVisible();
  await page.getByRole('navigation', { name: 'Kind' }).getByRole('link', { name: 'Refund' }).click();
  await expect(page.getByRole('row', { name: id })).toContainText('UAH 12.34');
  const [name, operations] = await csv();
  expect(name).toBe('operations-refund.csv');
  expect(operations).toMatch(/^id,orderId,paymentId,method,amount,/);
  expect(operations).toMatch(new RegExp(`,${id},[^,]+,refund,12\\.34,UAH,success,`));

  const today = new Date().toISOString().slice(0, 10);
  await open(page, stack, `/payments?from=${today}&to=${today}&search=${id}`);
  await page.getByText('Totals by day').click();
  await expect(page.getByText('Captured UAH 100.00').first()).toBeVisible();
  await expect(page.getByText('Refunded UAH 12.34').first()).toBeVisible();
  const [, payments = ''] = await csv();
  expect(payments.split('\r\n').find((line) => line.includes(id))).toMatch(/,100\.00,12\.34$/);

  await open(page, stack, '/operations?to=2020-01-01');
  await expect(page.getByText('Nothing found')).toBeVisible();
  expect((await csv())[1]).toMatch(/^id,.*\r\n$/);
});

test('a server that is away is reported above the list, which stays', async ({ page, stack }) => {
  const id = await new Merchant(stack).chargedOrder();
  await open(page, stack, '/payments');
  const row = page.getByRole('row', { name: id });
  await expect(row).toBeVisible();
  await page.route('**/console/api/**', (route) => route.abort());
  await button(page, 'Refresh').click();
  const notice = page.getByRole('alert').filter({ hasText: 'The server did not answer' });
  await expect(notice).toBeInViewport();
  await expect(row).toBeVisible();
  await page.unroute('**/console/api/**');
  await button(page, 'Try again').click();
  await expect(notice).toBeHidden();
});

test('a console without the merchant API says what to do', async ({ page, stack }) => {
  const problem = { title: 'No key', status: 503, code: 'merchant-api-off', detail: 'No key' };
  await page.route('**/console/api/**', (route) => route.fulfill({ status: 503, json: problem }));
  await open(page, stack, '/payments');
  await expect(page.getByRole('heading', { name: 'No key' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Set MERCHANT_API_KEY' })).toBeVisible();
});

test('a share of a split payment is refunded', async ({ page, stack }) => {
  const [first, second] = await stack.sandbox.subMerchants();
  const split = [
    { subMerchantId: first, amount: '70.00' },
    { subMerchantId: second, amount: '30.00' },
  ];
  const id = await new Merchant(stack).chargedOrder({ split });
  await open(page, stack, `/orders/${id}/refund`);
  const share = page.getByLabel('Carpathian Wool');
  await refund(page, '30.01', share);
  await expect(share).toHaveAccessibleDescription(/more than is left of this share/);
  await refund(page, '12.50', share);
  await expect(page.getByText('UAH 12.50 refunded.')).toBeVisible();
});

test('what needs review is resolved in place, with its reason', async ({ page, stack }) => {
  const merchant = new Merchant(stack);
  const id = await merchant.chargedOrder();
  await stack.sandbox.force(id, 'failure', '4153');
  await expect.poll(() => merchant.inReview()).toBe(1);
  await open(page, stack, '/review');
  await expect(page.getByText('The gateway reported two different outcomes or amounts.')).toBeVisible();
  await button(page, 'Resolve…').click();
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await expect(page.getByLabel('It succeeded')).toBeFocused();
  await page.getByLabel('It succeeded').check();
  await page.getByLabel('Reason for the timeline').fill('The bank has the charge');
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await expect(page.getByText('Nothing needs review')).toBeVisible();
  expect((await merchant.order(id)).events.at(-1)).toMatchObject({ source: 'person' });
});

test('a message that the merchant refused is sent again', async ({ page, stackWith }) => {
  const receiver = await startReceiver();
  const stack = await stackWith({
    MERCHANT_WEBHOOK_URL: receiver.url,
    MERCHANT_WEBHOOK_SECRET: receiver.secret,
  });
  try {
    receiver.refuse(1);
    const id = await new Merchant(stack).chargedOrder();
    await expect.poll(() => receiver.refused.length).toBe(1);
    await open(page, stack, '/messages');
    const row = page.getByRole('row').filter({ hasText: id });
    await button(page, /Send again/).click();
    await expect.poll(() => receiver.taken.at(-1)?.orderId).toBe(id);
    await expect(row.getByText('Sent again')).toBeVisible();
    await expect(row.getByText('Delivered', { exact: true })).toBeVisible();
  } finally {
    await receiver.close();
  }
});

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 320, height: 700 } });

  test('no view of the console has accessibility violations, light or dark, or is wider than the screen', async ({
    page,
    stack,
  }) => {
    const refused: string[] = [];
    page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
    const id = await new Merchant(stack).chargedOrder({ method: 'auth' });
    await stack.sandbox.set({ failedTerminals: ['EUR'] });
    const views = [
      '/payments',
      '/operations',
      `/orders/${id}`,
      `/orders/${id}/capture`,
      '/review',
      '/messages',
      '/balances',
      '/receipts',
    ];
    for (const view of views) {
      await open(page, stack, view);
      await expect(page.locator('[data-busy]')).toHaveCount(0);
      await expectAccessibleIn(['light', 'dark'], page, view);
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect.soft(excess, `wider than the screen: ${view}`).toBeLessThanOrEqual(0);
    }
    expect(refused).toEqual([]);
  });
});
