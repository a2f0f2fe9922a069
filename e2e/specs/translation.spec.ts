import { expect, type Page } from '@playwright/test';
import { CARDS } from '../support/cards.ts';
import { test } from '../support/fixtures.ts';
import { orderOf, signOrder } from '../support/order-token.ts';

/**
 * Translates the page again and again as browsers do: each text is replaced by one in two `<font>`, also in shadow roots,
 * but not where `translate="no"` forbids it.
 */
async function translate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const every = (root: ParentNode): ParentNode[] => [
      root,
      ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? every(shadowRoot) : [])),
    ];
    const wrap = (text: Text) => {
      if (!text.data.trim() || text.parentElement?.closest('font,style,script,[translate=no]')) return;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = `«${text.data.trim()}»`;
      outer.append(inner);
      text.replaceWith(outer);
    };
    const once = () => {
      for (const root of every(document.body)) {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        const texts: Text[] = [];
        while (walker.nextNode()) texts.push(walker.currentNode as Text);
        for (const text of texts) wrap(text);
      }
    };
    addEventListener('DOMContentLoaded', () => setInterval(once, 20));
  });
}

test('in a page that the browser translates, amounts and messages are still those of now', {
  tag: '@engines',
}, async ({ page, stack, checkout }) => {
  const faults: Error[] = [];
  page.on('pageerror', (fault) => faults.push(fault));
  await translate(page);
  await checkout.open();
  await expect(checkout.submit).toHaveText('Pay €10.00');
  await checkout.pay('4242 4242 4242 4241');
  const fault = checkout.form.locator('#number-fault');
  await expect(fault).toHaveText('Check the card number');
  await checkout.field('number').fill('4242');
  await checkout.field('cvv').focus();
  await expect(fault).toHaveText('The card number is too short');

  const order = { ...orderOf(await checkout.token()), amount: '30.00' };
  const dearer = await signOrder(order, stack.orderSecret, new Date(Date.now() + 3_600_000));
  await page.locator('pay-form').evaluate((tag, token) => tag.setAttribute('order', token), dearer);
  await expect(checkout.submit).toHaveText('Pay €30.00');
  await checkout.pay(CARDS.insufficientFunds);
  await expect(checkout.alert).toContainText('not enough money');
  await checkout.pay(CARDS.rejected);
  await expect(checkout.alert).toContainText('The bank declined the payment.');
  expect(faults).toEqual([]);
});
