import { expect, it } from 'vitest';
import type { OrderView } from '../contract/merchant-api.ts';
import { CUSTOMER } from '../contract/testing/fixtures.ts';
import { BODY, jsonOf, useCompanion } from '../testing/companion.ts';

const companion = useCompanion();

it('a closed order answers 410, on its page in the customer’s language, and is open again once it is stated again', async () => {
  const order = { id: 'A-1', amount: '24.50', currency: 'EUR', description: 'A mug', customer: CUSTOMER };
  const create = () => jsonOf<{ token: string; url: string }>(companion.merchant('/orders', { body: order }));
  const { token, url } = await create();
  const path = url.slice(url.indexOf('/order/'));
  const show = () => companion.ask(path, { headers: { accept: 'text/html', 'accept-language': 'de' } });
  expect((await show()).status).toBe(200);

  const closed = await companion.merchant('/orders/A-1/close', { body: {} });
  expect(closed.status).toBe(200);
  expect(await jsonOf<OrderView>(closed)).toMatchObject({ order: { closedAt: expect.any(String) } });

  const page = await show();
  expect(page.status).toBe(410);
  expect(await page.text()).toContain('Diese Bestellung ist geschlossen');
  for (const answer of [
    await companion.ask('/session', { token }),
    await companion.pay({ token, key: 'key-00001', body: BODY }),
    await companion.ask('/hosted', { token, body: { customer: {} } }),
  ]) {
    expect(answer.status).toBe(410);
    expect(await answer.json()).toMatchObject({ code: 'order-closed' });
  }

  const again = await create();
  expect(again.url).toBe(url);
  expect((await show()).status).toBe(200);
  expect(await jsonOf(companion.pay({ token: again.token, key: 'key-00002', body: BODY }))).toMatchObject({
    status: 'success',
  });
});
