import { expect, test } from 'vitest';
import { CUSTOMER } from '../../server/contract/testing/fixtures.ts';
import { problem } from '../testing/fake-companion.ts';
import {
  act,
  companion,
  open,
  openAndPay,
  PAN,
  reaches,
  see,
  useCompanion,
} from '../testing/form-harness.ts';

useCompanion();

test('another mode never moves what was typed into another field, and takes only the card away', async () => {
  companion.session({ customerFields: ['email', 'phone'], hostedCustomerFields: ['email'] });
  const form = await open();
  act.fillAll(form);
  form.mode = 'hosted';
  await reaches(form, 'ready');
  const values = see.all<HTMLInputElement>(form, 'input').map(({ name, value }) => [name, value]);
  expect(values).toEqual([['email', CUSTOMER.email]]);
  act.put(form, 'email', 'taras@shop.example');
  form.mode = 'direct';
  await reaches(form, 'ready');
  expect(see.values(form, 'number', 'email', 'phone')).toEqual(['', 'taras@shop.example', CUSTOMER.phone]);
});

test('another language may swap the two names, each with what was typed', async () => {
  companion.session({ customerFields: ['firstName', 'lastName'] });
  const form = await open();
  act.fillAll(form);
  const names = () => see.all<HTMLInputElement>(form, 'input').map(({ name }) => name);
  const values = [...see.card(form), ...see.values(form, 'firstName', 'lastName')];
  for (const [lang, order] of [
    ['hu', ['lastName', 'firstName']],
    ['en', ['firstName', 'lastName']],
  ] as const) {
    form.lang = lang;
    await expect.poll(names).toEqual(['number', 'expiry', 'cvv', ...order]);
    expect([...see.card(form), ...see.values(form, 'firstName', 'lastName')]).toEqual(values);
    expect(see.input(form, 'lastName').enterKeyHint).toBe(lang === 'hu' ? 'next' : 'go');
  }
});

test('a listener of pay-change may empty the form, and the page knows it is empty', async () => {
  const form = await open();
  const brands: unknown[] = [];
  form.addEventListener('pay-change', ({ detail }) => {
    brands.push(detail.brand);
    form.reset();
  });
  act.put(form, 'number', PAN);
  act.put(form, 'number', PAN);
  expect(brands).toEqual(['visa', null, 'visa', null]);
  expect(see.input(form, 'number').value).toBe('');
});

test('a limit says after how many minutes it opens again, in the language of the page', async () => {
  const form = await openAndPay('ready', problem(429, 'limit-reached', { retryAfter: 421 }));
  expect(see.alert(form)).toContain('Too many attempts. Try again in 8 minutes or pay another way.');
  form.lang = 'uk';
  await expect.poll(() => see.alert(form)).toContain('8 хвилин');
});

test('a page may hand its own colours on under whatever names it has', async () => {
  const form = await open();
  form.style.cssText = '--accent: rgb(1, 2, 3); --pay-accent: var(--accent)';
  await expect
    .poll(() => getComputedStyle(see.part(form, '[part=submit]')).backgroundColor)
    .toBe('rgb(1, 2, 3)');
});
