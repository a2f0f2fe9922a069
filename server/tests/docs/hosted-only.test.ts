import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARD, CUSTOMER, FINGERPRINT } from '../../contract/testing/fixtures.ts';
import type { Problem } from '../../contract/problem.ts';
import { block, readPage, rows } from './testing/page.ts';
import { ORDER, post, sessionOf, sign, type Stage, startStage } from './testing/stage.ts';

const PAGE = readPage('docs/hosted-only.md');

let stage: Stage;
beforeAll(async () => {
  stage = await startStage(Object.fromEntries([block(PAGE, 'sh').trim().split('=') as [string, string]]));
});
afterAll(() => stage.close());

describe('hosted only', () => {
  it('offers no direct payment, whatever the token asks for', async () => {
    expect(rows(PAGE)[0]?.[1]).toBe('`"modes": ["hosted"]`');
    for (const modes of [undefined, ['direct', 'hosted']])
      expect((await sessionOf(stage, await sign({ ...ORDER, modes }))).modes).toEqual(['hosted']);
  });

  it('refuses a card', async () => {
    const body = { card: CARD, customer: CUSTOMER, fingerprint: FINGERPRINT };
    const answer = await post(`${stage.url}/payments`, await sign(), body);
    const { status, code } = (await answer.json()) as Problem;
    expect(rows(PAGE)[1]?.[1]).toBe(`${status} \`${code}\``);
  });

  it('leads from the page’s plain form, all its fields sent, to the gateway’s page', async () => {
    const form = block(PAGE, 'html', '<form');
    const names = [...form.matchAll(/ name="(\w+)"/g)].map(([, name = '']) => name);
    const filled = names.map((name) => [name, (CUSTOMER as Record<string, string>)[name] ?? '']);
    const body = new URLSearchParams({ ...Object.fromEntries(filled), order: await sign() });
    const path = /action="https:\/\/pay\.shop\.example\/pay(\/\w+)"/.exec(form)?.[1] ?? '';
    const answer = await fetch(stage.url + path, { method: 'POST', body, redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')?.startsWith(stage.sandbox.url)]).toEqual([
      303,
      true,
    ]);
  });

  it('needs for the single button what the page names, and no more', async () => {
    const [fields = ''] = /(?<=the customer's ).*(?=, a single button)/.exec(PAGE) ?? [];
    const names = [...fields.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    expect((await sessionOf(stage, await sign())).hostedCustomerFields).toEqual(names);
    const customer = Object.fromEntries(Object.entries(CUSTOMER).filter(([name]) => names.includes(name)));
    expect((await sessionOf(stage, await sign({ ...ORDER, customer }))).hostedCustomerFields).toEqual([]);
  });
});
