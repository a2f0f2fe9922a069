import { expect, test } from 'vitest';
import { paidOrder, paySplit, receipt } from './testing/receipt.ts';
import { type Harness, openSandbox, told } from './testing/sandbox.ts';

const STATED = {
  description: 'Глиняний кухоль',
  customer_patronym: 'Yuliyivna',
  customer_country: 'UA',
  customer_id: 'customer-77',
  customer_tax_id: '1234567890',
  merchant_mcc: '5719',
  products: [{ name: 'Mug', qty: 2, unit: 'pc', amount: 60.5 }, { description: 'Wrap' }, { odd: [1] }],
};

/** The text of a receipt, without markup and in single blanks. */
async function textOf(sandbox: Harness, more: Record<string, string> = {}): Promise<string> {
  const page = await (await receipt(sandbox, { format: 'html', ...more })).text();
  return page
    .replace(/<style>[^]*<\/style>/, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

test('a receipt has every field of the order', async () => {
  const sandbox = await paidOrder(STATED);
  await sandbox.control('POST', 'settings', { merchantName: 'Крамниця' });
  const text = await textOf(sandbox);
  for (const part of [
    'Крамниця',
    'Amount 100.00 UAH',
    'Status Paid',
    'Глиняний кухоль',
    'Order order-1',
    'Date 15 June 2026 at 12:00:00 UTC',
    'Operation Purchase',
    'Card 424242******4242',
    'Merchant category 5719',
    'Customer Olha Yuliyivna Kobylianska',
    'Email olena@shop.example',
    'Phone +380501234567',
    'Country UA',
    'Tax number 1234567890',
    'Customer number customer-77',
    'Product Mug, 2, 60.50 UAH',
    'Product Wrap',
    'No money moved.',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain('4242424242424242');
});

test('whatever the request stated is text and never markup', async () => {
  const attack = '<script>alert(1)</script>"\'&<img src=x onerror=alert(1)>';
  const sandbox = await paidOrder({
    description: attack,
    customer_fname: attack,
    customer_id: attack,
    products: [{ name: attack, qty: attack }],
  });
  await sandbox.control('POST', 'settings', { merchantName: attack });
  await sandbox.control('POST', 'orders/order-1/operations', { method: 'refund', amount: '1.00' });
  const page = await (await receipt(sandbox, { format: 'html' })).text();
  expect(page).not.toMatch(/<script|<img/);
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;&lt;img');
});

test('refunds are on the receipt of their payment, with what remains paid', async () => {
  const sandbox = await paidOrder();
  const refund = { method: 'refund', amount: '30.00' };
  await sandbox.control('POST', 'orders/order-1/operations', refund);
  await sandbox.control('POST', 'orders/order-1/operations', { ...refund, declinedBy: 'bank' });
  const part = await textOf(sandbox);
  expect(part).toContain('Partly refunded');
  expect(part.match(/Refunded 30.00 UAH/g)).toHaveLength(1);
  expect(part).toContain('Remains paid 70.00 UAH');
  await sandbox.control('POST', 'orders/order-1/operations', { method: 'refund' });
  const whole = await textOf(sandbox);
  expect(whole).toContain('Refunded 70.00 UAH, 15 June 2026 at 12:00:00 UTC, portal');
  expect(whole).toContain('Remains paid 0.00 UAH');
});

test.each([
  [null, 'Authorized: not a payment until the merchant captures it', 'Authorization receipt'],
  [{ method: 'capture', amount: '40.00' }, 'Partly captured', 'Remains paid 40.00 UAH'],
  [{ method: 'capture' }, 'Captured', 'Remains paid 100.00 UAH'],
  [{ method: 'void' }, 'Voided', 'Remains paid 0.00 UAH'],
])('the receipt of an auth after %j says %s', async (operation, state, part) => {
  const sandbox = await paidOrder({ method: 'auth' });
  if (operation) await sandbox.control('POST', 'orders/order-1/operations', operation);
  const text = await textOf(sandbox);
  expect(text).toContain(`Amount 100.00 UAH Status ${state} `);
  expect(text).toContain(part);
});

test('the shares of a split purchase are on its receipt', async () => {
  const sandbox = openSandbox();
  await paySplit(sandbox, 'order-1');
  const text = await textOf(sandbox);
  expect(text).toContain('Operation Split purchase');
  expect(text).toContain('5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a01, 70.00 UAH');
  expect(text).toContain('5a17d1f0-52c4-4b0e-9c55-0d1f6f3c0a02, 30.00 UAH');
});

test('a payment that went through 3-D Secure says so', async () => {
  const sandbox = openSandbox();
  const { user_action_url: url } = await told(await sandbox.pay('5454545454545454'));
  await sandbox.submit(String(url), { decision: 'approve' });
  expect(await textOf(sandbox)).toContain('3-D Secure Authenticated, ECI 05');
});

test('receipt_url leads to the same page, without credentials, and it may load nothing', async () => {
  const sandbox = await paidOrder(STATED);
  const answer = await (await receipt(sandbox, { format: 'html' })).text();
  const [payment] = await sandbox.records('payments');
  const page = await sandbox.get(`/receipts/${String(payment?.['paymentId'])}`, {});
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(await page.text()).toBe(answer);
});

test('a payment without a receipt has no page', async () => {
  const sandbox = openSandbox();
  await sandbox.pay('4000000000000002');
  const [payment] = await sandbox.records('payments');
  expect((await sandbox.get(`/receipts/${String(payment?.['paymentId'])}`, {})).status).toBe(404);
  expect((await sandbox.get('/receipts/none', {})).status).toBe(404);
});
