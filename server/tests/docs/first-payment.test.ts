import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CARD, CUSTOMER, FINGERPRINT } from '../../contract/testing/fixtures.ts';
import { freePort } from '../../testing/free-port.ts';
import { programArgs } from '../../testing/program.ts';
import { block, readPage, rows, section } from './testing/page.ts';
import { isFound, newFolder, run, start, startCommand } from './testing/programs.ts';
import { CLOSED, json, post, sessionOf, type Stage, startStage } from './testing/stage.ts';

const PAGE = readPage('docs/first-payment.md');
const SHOP = block(PAGE, 'js', 'ORDER_SECRET');

/** The order token in a page with a tag. */
const tokenIn = (html: string): string => /order="([\w.-]+)"/.exec(html)?.[1] ?? '';
const pageAt = async (url: string): Promise<string> => (await fetch(url, { headers: CLOSED })).text();

describe('the shop of the page', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage();
  });
  afterAll(() => stage.close());

  /** @returns its address */
  async function openShop(program = SHOP): Promise<string> {
    const port = String(await freePort());
    const { PUBLIC_URL = '', ORDER_SECRET = '' } = stage.env;
    const shop = start('js', program, { PUBLIC_URL, ORDER_SECRET, PORT: port });
    onTestFinished(() => shop.end());
    const url = `http://localhost:${port}`;
    await shop.says(url);
    return url;
  }

  it('serves a checkout whose order can be paid, and shows it as paid where the customer returns to', async () => {
    const url = await openShop();
    const html = await pageAt(url);
    const token = tokenIn(html);
    expect(html).toContain(`src="${stage.url}" order="${token}"></pay-form>`);
    const { orderId, status } = await stage.pay(token);
    expect(status).toBe('success');
    const thanks = await pageAt(`${url}/thanks?id=${orderId}`);
    expect((await sessionOf(stage, tokenIn(thanks))).payment?.status).toBe('success');
    expect(thanks).toContain('<pay-status ');
    expect((await fetch(`${url}/elsewhere`, { headers: CLOSED })).status).toBe(404);
  });

  it.each(rows(section(PAGE, '## 6. Change it')))('can be changed for %s', async (_, ...cells) => {
    const [before = '', after = ''] = cells.map((cell) => cell.replace(/^`(.*)`$/, '$1'));
    expect(SHOP.split(before)).toHaveLength(2);
    const url = await openShop(SHOP.replace(before, after));
    const html = await pageAt(url);
    const session = await sessionOf(stage, tokenIn(html));
    const [, text] = /'(.*)';$/.exec(after) ?? [];
    if (text === undefined) expect(session).toMatchObject({ customerFields: [], savable: true });
    else expect(html).toContain(text);
  });
});

it.skipIf(!isFound('curl'))(
  '`pay-form dev` prints a link that can be paid, and settings by which the order is seen and refunded',
  async () => {
    const cwd = newFolder();
    const env = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) };
    const payForm = [process.execPath, ...programArgs('cli')];
    const dev = startCommand(process.execPath, [...programArgs('cli'), 'dev'], { cwd, env });
    onTestFinished(async () => {
      await dev.end();
      rmSync(cwd, { recursive: true, force: true });
    });
    await dev.says('ORDER_SECRET=');
    const printed = dev.printed();
    for (const line of block(PAGE, 'text').trim().split('\n'))
      expect(printed).toContain(line.replace(/(:8080.*)?(…)?$/, '').trimEnd());

    const token = tokenIn(await (await fetch(/pay here\s+(\S+)/.exec(printed)?.[1] ?? '')).text());
    const body = { card: CARD, customer: CUSTOMER, fingerprint: FINGERPRINT };
    const [url] = /(?<=^PUBLIC_URL=).*$/m.exec(printed) ?? [];
    const paid = await json<{ orderId: string }>(await post(`${url}/payments`, token, body));

    // As the page says, in the folder where `dev` was started.
    writeFileSync(join(cwd, 'dev.txt'), printed);
    const lines = ["'^[A-Z_]", 'ORDER=', 'Idempotency-Key'].map((text) => block(PAGE, 'sh', text)).join('\n');
    const command = payForm.map((word) => `'${word}'`).join(' ');
    const said = await run('sh', lines.replaceAll('npx pay-form', command), { cwd });
    expect(said).toMatch(new RegExp(`^ +id +${paid.orderId}\n +amount +24\\.50\n +currency +EUR$`, 'm'));
    expect(said).toMatch(/^ +method +refund\n +amount +4\.50\n +currency +EUR\n +status +success$/m);
    expect(said).toMatch(/"amount":"1\.50".*"status":"success"/);
  },
  60_000,
);
