import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { Checkout } from '../support/checkout.ts';
import { test } from '../support/fixtures.ts';
import { IMPATIENT } from '../support/stack.ts';

/** Public test numbers in no table, so that no page shows them by itself. */
const NUMBER = '3714 496353 98431';
const PRESENT = { number: NUMBER, cvv: '7391' };

/** The number in any grouping, and the CVV as a separate word. */
const CARD_DATA = [/3714[ -]?4963[ -]?53[ -]?98431/, /(?<![0-9A-Za-z.:-])7391(?![0-9A-Za-z.:-])/];

function expectNoCardData(where: string, text: string): void {
  for (const secret of CARD_DATA) {
    expect(secret.test(text), `${where} holds card data`).toBe(false);
  }
}

/** Collects bodies, headers and addresses of every answer to the page. */
function listen(page: Page): { seen: Promise<string>[] } {
  const seen: Promise<string>[] = [];
  page.on('response', (response) => {
    const head = `${response.url()} ${JSON.stringify(response.headers())}`;
    seen.push(
      response.text().then(
        (body) => `${head}\n${body}`,
        () => head,
      ),
    );
  });
  return { seen };
}

test('no card number and no code is left in logs, database, answers, addresses or the browser', {
  tag: '@engines',
}, async ({ page, stackWith }) => {
  const checkout = new Checkout(page, await stackWith(IMPATIENT));
  const { stack } = checkout;
  const { seen } = listen(page);

  await test.step('a payment with a challenge, after a decline of fields and a lost answer', async () => {
    await checkout.open({ '3ds': 'always' });
    await checkout.fill(NUMBER, { ...PRESENT, expiry: '01/20' });
    await checkout.submit.click();
    await expect(checkout.field('expiry')).toBeFocused();
    await checkout.field('expiry').fill('12/34');
    await stack.sandbox.order({ on: 'create', kind: 'garbage' });
    await stack.sandbox.order({ on: 'webhook', kind: 'lost' });
    await checkout.submit.click();
    await checkout.approve.click();
    await checkout.expectThanks();
  });
  await test.step('what the companion refuses', async () => {
    const headers = {
      authorization: `Bearer ${await checkout.token()}`,
      'content-type': 'application/json',
      'idempotency-key': 'a-key-of-a-test',
    };
    for (const data of [
      { card: { number: '371449635398431', cvv: '7391', '371449635398431': '7391' } },
      Buffer.from('{"card":{"number":"371449635398431","cvv":"7391"'),
    ]) {
      const answer = await page.request.post(`${stack.companion}/payments`, { headers, data });
      expect([400, 422]).toContain(answer.status());
      expectNoCardData('a refusal', await answer.text());
    }
    const answer = await page.request.get(`${stack.companion}/371449635398431?cvv=7391`);
    expectNoCardData('an answer to a wrong address', await answer.text());
  });
  await test.step('a form left with the card in it', async () => {
    await checkout.open();
    await checkout.fill(NUMBER, PRESENT);
    await page.reload();
    await expect(checkout.field('number')).toHaveValue('');
  });

  expect(await checkout.stack.sandbox.payments('KW')).not.toHaveLength(0);
  expect(stack.output()).toContain('"path":"/pay/payments"');
  expectNoCardData('the log', stack.output());
  const files = readdirSync(stack.folder);
  expect(files).toContain('pay.db');
  for (const file of files) expectNoCardData(file, readFileSync(join(stack.folder, file), 'latin1'));
  expect(seen.length).toBeGreaterThan(10);
  for (const answer of await Promise.all(seen)) expectNoCardData('an answer', answer);
  const kept = await page.evaluate(() =>
    JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      location.href,
      history.state,
    ]),
  );
  expectNoCardData('the browser', kept);
});
