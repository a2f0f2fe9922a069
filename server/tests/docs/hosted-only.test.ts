import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Problem } from '../../contract/problem.ts';
import { CARD, CUSTOMER, FINGERPRINT } from '../../contract/testing/fixtures.ts';
import { block, readPage, rows } from './testing/page.ts';
import { ORDER, post, sessionOf, sign, type Stage, startStage } from './testing/stage.ts';

const PAGE = readPage('docs/hosted-only.md');
const [[, OFFERED] = [], [, REFUSED] = []] = rows(PAGE);

let stage: Stage;
beforeAll(async () => {
  stage = await startStage(Object.fromEntries([block(PAGE, 'sh').trim().split('=') as [string, string]]));
});
afterAll(() => stage.close());

it('no direct payment is offered, whatever the token asks for, and a card is refused', async () => {
  const { modes } = await sessionOf(stage, await sign({ ...ORDER, modes: ['direct', 'hosted'] }));
  expect(OFFERED).toBe(`\`"modes": ${JSON.stringify(modes)}\``);
  const body = { card: CARD, customer: CUSTOMER, fingerprint: FINGERPRINT };
  const answer = await post(`${stage.url}/payments`, await sign(), body);
  const { status, code } = (await answer.json()) as Problem;
  expect(REFUSED).toBe(`${status} \`${code}\``);
});

it('the page’s plain form, all its fields sent, leads to the gateway’s page', async () => {
  const form = block(PAGE, 'html', '<form');
  const names = [...form.matchAll(/ name="(\w+)"/g)].map(([, name = '']) => name);
  const filled = names.map((name) => [name, (CUSTOMER as Record<string, string>)[name] ?? '']);
  const body = new URLSearchParams({ ...Object.fromEntries(filled), order: await sign() });
  const path = /action="https:\/\/pay\.shop\.example\/pay(\/\w+)"/.exec(form)?.[1] ?? '';
  const { status, headers } = await fetch(stage.url + path, { method: 'POST', body, redirect: 'manual' });
  expect([status, new URL(headers.get('location') ?? '').origin]).toEqual([303, stage.sandbox.url]);
});

it('the single button needs what the page names, and no more', async () => {
  const [fields = ''] = /(?<=the customer's ).*(?=, a single button)/.exec(PAGE) ?? [];
  const names = [...fields.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  expect((await sessionOf(stage, await sign())).hostedCustomerFields).toEqual(names);
  const customer = Object.fromEntries(Object.entries(CUSTOMER).filter(([name]) => names.includes(name)));
  expect((await sessionOf(stage, await sign({ ...ORDER, customer }))).hostedCustomerFields).toEqual([]);
});
