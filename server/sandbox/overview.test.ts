import { expect, test } from 'vitest';
import { AUTH, CARD, type Harness, POS, openSandbox } from './testing/sandbox.ts';

const NUMBER = CARD.cc_number;

const tolerant = () => openSandbox({ settings: { strict: false }, log: () => {} });
const page = async (sandbox: Harness, query = '') => (await sandbox.get(`/_sandbox${query}`, {})).text();

/** The text of one section, without markup. */
async function section(sandbox: Harness, id: string, query = ''): Promise<string> {
  const markup =
    new RegExp(`<section id="${id}".*?</section>`, 's').exec(await page(sandbox, query))?.[0] ?? '';
  return markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

test('it shows payments, requests, webhooks, violations and faults to a person', async () => {
  const sandbox = tolerant();
  await sandbox.pay(NUMBER, { refund_date: 'today' });
  await sandbox.control('POST', 'orders/order-1/operations', { method: 'refund', amount: '2.50' });
  await sandbox.fault('create', 'reset-after', { times: 2 });
  expect(await section(sandbox, 'payments')).toMatch(/order-1 .*refund 2\.50 .*10\.50 UAH .*success/);
  expect(await section(sandbox, 'requests')).toMatch(/POST \/api\/v1\/payment .*order-1 .*1 violation .*200/);
  expect(await section(sandbox, 'webhooks')).toMatch(
    /order-1 refund success .*delivered .*order-1 purchase success .*delivered/,
  );
  expect(await section(sandbox, 'violations')).toMatch(/refund_date unknown parameter .*1 × .*accepted/);
  expect(await section(sandbox, 'faults')).toMatch(/reset-after on create .*2 ×/);
  expect(await page(sandbox)).toContain('lenient');
});

test('without any activity every list says None', async () => {
  for (const id of ['violations', 'payments', 'requests', 'webhooks', 'faults']) {
    expect(await section(openSandbox(), id)).toContain('None.');
  }
  expect(await page(openSandbox())).toContain('strict');
});

test('it can be limited to the orders whose id begins with a text', async () => {
  const sandbox = openSandbox();
  await sandbox.pay(NUMBER, { order_id: 'boots-1' });
  await sandbox.pay(NUMBER, { order_id: 'shoes-1' });
  await sandbox.get(`/api/v1/pos/${POS}/orders/shoes-1`, AUTH);
  for (const id of ['payments', 'requests', 'webhooks']) {
    expect(await section(sandbox, id, '?order=shoes')).not.toContain('boots-1');
    expect(await section(sandbox, id, '?order=shoes')).toContain('shoes-1');
  }
  expect(await section(sandbox, 'requests', '?order=shoes')).toContain('GET');
});

test('it shows no card number beyond its mask, no security code, token or key', async () => {
  const sandbox = tolerant();
  const response = await sandbox.pay(NUMBER, {
    card_cvv: '987',
    description: `paid with ${NUMBER}`,
    [NUMBER]: 1,
  });
  const { cc_token: token } = (await response.json()) as { cc_token: string };
  await sandbox.get(`/api/v1/pos/${POS}/orders/${NUMBER}`);
  const shown = await page(sandbox, `?order=`);
  for (const secret of [NUMBER, token, 'endpoints', 'CPAY']) expect(shown).not.toContain(secret);
  // Three digits by themselves: within ids and times they come up by chance.
  expect(shown).not.toMatch(/(?<![\w.:-])987(?![\w.:-])/);
  expect(shown).toContain('424242******4242');
});

test('request data is text and never markup, and no script runs', async () => {
  const sandbox = tolerant();
  const attack = '"><script>alert(1)</script>';
  await sandbox.pay(NUMBER, { order_id: attack, description: attack, [attack]: attack });
  const response = await sandbox.get(`/_sandbox?order=${encodeURIComponent(attack)}`, {});
  const shown = await response.text();
  expect(shown).toContain('&lt;script&gt;');
  expect(shown).not.toContain('<script');
  expect(response.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'.*frame-ancestors 'none'$/,
  );
});

test('it is for this machine only, and read only', async () => {
  const { app } = openSandbox();
  expect((await app.request('/_sandbox')).status).toBe(200);
  expect((await app.request('/_sandbox/')).headers.get('location')).toBe('/_sandbox');
  expect((await app.request('http://rebound.example/_sandbox')).status).toBe(404);
  for (const headers of [
    { origin: 'https://elsewhere.example' },
    { 'x-forwarded-for': '203.0.113.7' },
    { forwarded: 'for=203.0.113.7' },
  ]) {
    expect((await app.request('/_sandbox', { headers })).status).toBe(404);
  }
  expect((await app.request('/_sandbox', { method: 'POST' })).status).toBe(404);
});
