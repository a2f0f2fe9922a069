import initSqlJs from 'sql.js';
import { afterEach, expect, test } from 'vitest';
import { CARD, CUSTOMER, FINGERPRINT } from '../../server/contract/test-fixtures.ts';
import { openSite, type Site, type SiteState } from './site.ts';

const BASE = 'https://pages.example/demo';
const sqlite = await initSqlJs();
const pages = { read: () => '<main><!--slot:form--><!--slot:status--></main>' };

const sites: Site[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

async function open(state: SiteState | null = null): Promise<Site> {
  const site = await openSite({ base: BASE, sqlite, pages, state });
  sites.push(site);
  return site;
}

/** Another worker in its place, with what this one has left. */
async function reopened(site: Site): Promise<Site> {
  const state = structuredClone(site.state());
  expect(state).not.toBeNull();
  await site.close();
  sites.splice(sites.indexOf(site), 1);
  return open(state);
}

const get = (site: Site, path: string) => site.fetch(new Request(new URL(path, `${BASE}/`)));

const submit = (site: Site, path: string, fields: Record<string, string>) =>
  site.fetch(new Request(new URL(path, `${BASE}/`), { method: 'POST', body: new URLSearchParams(fields) }));

interface Payment {
  id: string;
  status: string;
  action: { url: string } | null;
}

interface Order {
  path: string;
  token: string;
}

async function order(site: Site): Promise<Order> {
  const made = await submit(site, 'orders', { kettle: '1' });
  const path = made.headers.get('location') ?? '';
  expect(path).toMatch(/^\/demo\/orders\/KW-/);
  const page = await (await get(site, path)).text();
  return { path, token: /order="([^"]+)"/.exec(page)?.[1] ?? '' };
}

async function pay(site: Site, { token }: Order, number = CARD.number): Promise<Payment> {
  const answer = await site.fetch(
    new Request(`${BASE}/pay/payments`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: '*/*',
        authorization: `Bearer ${token}`,
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ card: { ...CARD, number }, customer: CUSTOMER, fingerprint: FINGERPRINT }),
    }),
  );
  return (await answer.json()) as Payment;
}

async function payment(site: Site, { token }: Order): Promise<Payment> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await site.fetch(new Request(`${BASE}/pay/session`, { headers }));
  return ((await answer.json()) as { payment: Payment }).payment;
}

const delivered = async (site: Site, { path }: Order) =>
  ((await (await get(site, `${path}/deliveries`)).json()) as { deliveries: { status: string }[] }).deliveries;

const THREE_D_SECURE = '5454545454545454';

test('a payment succeeds, and the shop is told by a signed message', async () => {
  const site = await open();
  const made = await order(site);
  expect(await pay(site, made)).toMatchObject({ status: 'success' });
  await expect.poll(() => delivered(site, made)).toMatchObject([{ status: 'success' }]);
});

test('the bank’s page leads back to the companion, in the folder of the site', async () => {
  const site = await open();
  const made = await order(site);
  const { action } = await pay(site, made, THREE_D_SECURE);
  expect(action?.url).toMatch(`${BASE}/sandbox/acs/`);
  const page = await (await get(site, action?.url ?? '')).text();
  expect(page).toContain('Confirm this payment');
  const back = await submit(site, action?.url ?? '', { decision: 'approve' });
  expect(back.headers.get('location')).toMatch(`${BASE}/pay/return/`);
  await expect.poll(() => payment(site, made)).toMatchObject({ status: 'success' });
});

test('another worker goes on where one has ended: in the middle of 3-D Secure', async () => {
  const first = await open();
  const made = await order(first);
  const { action } = await pay(first, made, THREE_D_SECURE);
  const second = await reopened(first);
  expect(await payment(second, made)).toMatchObject({ status: 'pending' });
  await submit(second, action?.url ?? '', { decision: 'approve' });
  await expect.poll(() => payment(second, made)).toMatchObject({ status: 'success' });
  await expect.poll(() => delivered(second, made)).toMatchObject([{}, { status: 'success' }]);
});

test('what is stored holds no card number but those of the test cards', async () => {
  const site = await open();
  const others = '4111111111111111';
  await pay(site, await order(site), others);
  const state = site.state();
  const kept = JSON.stringify(state?.sandbox, (_, value: unknown) =>
    value instanceof Map ? [...value] : value,
  );
  expect(kept).toContain('411111******1111');
  expect(kept).not.toContain(others);
  expect(new TextDecoder('latin1').decode(state?.database)).not.toContain(others);
});

test('a connection that the sandbox cuts leaves the payment unknown, as over a network', async () => {
  const site = await open();
  const made = await order(site);
  expect(await pay(site, made, '4000000000000259')).toMatchObject({ status: 'unknown' });
});

test('the console reads the payments, under the site’s own address', async () => {
  const site = await open();
  await pay(site, await order(site));
  const ask = (origin: string) =>
    site.fetch(new Request(`${BASE}/console/api/payments`, { headers: { origin } }));
  expect(await (await ask('https://pages.example')).json()).toMatchObject({ data: [{ status: 'success' }] });
  expect((await ask('https://evil.example')).status).toBe(403);
});
