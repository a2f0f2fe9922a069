import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARD, CUSTOMER, FINGERPRINT } from '../contract/test-fixtures.ts';
import { programArgs } from '../test-program.ts';
import { block, readPage } from './test-page.ts';
import { execute, type RunningProgram, start, startCommand } from './test-programs.ts';
import { freePort, json, post, sessionOf, type Stage, startStage } from './test-stage.ts';

const PAGE = readPage('docs/first-payment.md');
const PAY_FORM = programArgs('cli');

/** The order token in a page with a tag. */
const tokenIn = (html: string): string => /order="([\w.-]+)"/.exec(html)?.[1] ?? '';

describe('the shop of the page', () => {
  let stage: Stage;
  let shop: RunningProgram;
  let url: string;
  beforeAll(async () => {
    stage = await startStage();
    const port = String(await freePort());
    url = `http://localhost:${port}`;
    const { PUBLIC_URL = '', ORDER_SECRET = '' } = stage.env;
    shop = start('js', block(PAGE, 'js'), { PUBLIC_URL, ORDER_SECRET, PORT: port });
    await shop.says(url);
  });
  afterAll(async () => {
    await shop.end();
    await stage.close();
  });

  it('serves a checkout whose order can be paid, and shows it as paid where the customer returns to', async () => {
    const html = await (await fetch(url)).text();
    const token = tokenIn(html);
    expect(html).toContain(`<pay-form src="${stage.url}" order="${token}"></pay-form>`);
    const { orderId, status } = await stage.pay(token);
    expect(status).toBe('success');
    const thanks = await (await fetch(`${url}/thanks?id=${orderId}`)).text();
    expect((await sessionOf(stage, tokenIn(thanks))).payment?.status).toBe('success');
    expect(thanks).toContain('<pay-status ');
    expect((await fetch(`${url}/elsewhere`)).status).toBe(404);
  });
});

describe('pay-form dev', () => {
  it('prints a link that can be paid, and settings by which the order is seen and refunded', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pay-docs-'));
    const env = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) };
    const dev = startCommand(process.execPath, [...PAY_FORM, 'dev'], { cwd: folder, env });
    await dev.says('ORDER_SECRET=');
    const printed = dev.printed();
    for (const line of block(PAGE, 'text').trim().split('\n'))
      expect(printed).toContain(line.replace(/(:8080.*)?(…)?$/, '').trimEnd());

    const link = /pay here\s+(\S+)/.exec(printed)?.[1] ?? '';
    const token = tokenIn(await (await fetch(link)).text());
    const settings = Object.fromEntries(
      printed.split('\n').flatMap((line) => {
        const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
        return name && value !== undefined ? [[name, value]] : [];
      }),
    ) as Record<string, string>;
    const paid = await json<{ orderId: string }>(
      await post(`${settings['PUBLIC_URL']}/payments`, token, {
        card: CARD,
        customer: CUSTOMER,
        fingerprint: FINGERPRINT,
      }),
    );

    // As the page says: the printed lines in a file .env.
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    writeFileSync(join(folder, '.env'), `${lines.join('\n')}\n`);
    const payForm = (...words: string[]) =>
      execute(process.execPath, [...PAY_FORM, ...words], { cwd: folder });
    expect(await payForm('orders')).toContain(paid.orderId);
    expect(await payForm('refund', paid.orderId, '--amount', '4.50')).toMatch(/4\.50/);
    await dev.end();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);
});
