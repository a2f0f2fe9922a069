import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARD, CUSTOMER, FINGERPRINT } from '../../contract/testing/fixtures.ts';
import { programArgs } from '../../testing/program.ts';
import { block, readPage, rows, section } from './testing/page.ts';
import { execute, isFound, type RunningProgram, start, startCommand } from './testing/programs.ts';
import { CLOSED, json, post, sessionOf, sign, type Stage, startStage } from './testing/stage.ts';
import { freePort } from '../../testing/free-port.ts';

const PAGE = readPage('docs/first-payment.md');
const PAY_FORM = programArgs('cli');

/** The order token in a page with a tag. */
const tokenIn = (html: string): string => /order="([\w.-]+)"/.exec(html)?.[1] ?? '';

const SHOP = block(PAGE, 'js', 'ORDER_SECRET');

interface Shop extends RunningProgram {
  url: string;
}

async function openShop({ env }: Stage, program = SHOP): Promise<Shop> {
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const { PUBLIC_URL = '', ORDER_SECRET = '' } = env;
  const shop = start('js', program, { PUBLIC_URL, ORDER_SECRET, PORT: port });
  await shop.says(url);
  return { ...shop, url };
}

const pageAt = async (url: string): Promise<string> => (await fetch(url, { headers: CLOSED })).text();

describe('the shop of the page', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage();
  });
  afterAll(() => stage.close());

  it('serves a checkout whose order can be paid, and shows it as paid where the customer returns to', async () => {
    const { url, end } = await openShop(stage);
    const html = await pageAt(url);
    const token = tokenIn(html);
    expect(html).toContain(`src="${stage.url}" order="${token}"></pay-form>`);
    const { orderId, status } = await stage.pay(token);
    expect(status).toBe('success');
    const thanks = await pageAt(`${url}/thanks?id=${orderId}`);
    expect((await sessionOf(stage, tokenIn(thanks))).payment?.status).toBe('success');
    expect(thanks).toContain('<pay-status ');
    expect((await fetch(`${url}/elsewhere`, { headers: CLOSED })).status).toBe(404);
    await end();
  });

  const changes = rows(section(PAGE, '## 6. Change it')).map((cells) =>
    cells.map((cell) => cell.replace(/^`(.*)`$/, '$1')),
  );
  it.each(changes)('can be changed for %s', async (_, before = '', after = '') => {
    expect(SHOP.split(before)).toHaveLength(2);
    const { url, end } = await openShop(stage, SHOP.replace(before, after));
    const html = await pageAt(url);
    const session = await sessionOf(stage, tokenIn(html));
    const [, text] = /'(.*)';$/.exec(after) ?? [];
    if (text === undefined) expect(session).toMatchObject({ customerFields: [], savable: true });
    else expect(html).toContain(text);
    await end();
  });
});

describe('the receiver of the page', () => {
  it('prints the message of a payment, and refuses what is not signed', async () => {
    const url = `http://127.0.0.1:${await freePort()}/`;
    const secret = {
      MERCHANT_WEBHOOK_SECRET: `whsec_${Buffer.from('a secret of the papers').toString('base64')}`,
    };
    const program = block(PAGE, 'js', 'standardwebhooks');
    const receiver = start('js', program, { ...secret, PORT: new URL(url).port });
    await receiver.says('listening');
    const unsigned = JSON.stringify({ type: 'payment.updated', data: { orderId: 'A-1001' } });
    expect((await fetch(url, { method: 'POST', headers: CLOSED, body: unsigned })).status).toBe(401);
    const stage = await startStage({ ...secret, MERCHANT_WEBHOOK_URL: url });
    await stage.pay(await sign());
    await receiver.says('payment.updated A-1001 purchase success 24.50 EUR');
    await stage.close();
    await receiver.end();
  });
});

describe('pay-form dev', () => {
  it.skipIf(!isFound('curl'))(
    'prints a link that can be paid, and settings by which the order is seen and refunded',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'pay-docs-'));
      const env = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) };
      const dev = startCommand(process.execPath, [...PAY_FORM, 'dev'], { cwd: folder, env });
      await dev.says('ORDER_SECRET=');
      const printed = dev.printed();
      for (const line of block(PAGE, 'text').trim().split('\n'))
        expect(printed).toContain(line.replace(/(:8080.*)?(…)?$/, '').trimEnd());

      const link = /pay here\s+(\S+)/.exec(printed)?.[1] ?? '';
      const token = tokenIn(await (await fetch(link)).text());
      const [, url] = /^PUBLIC_URL=(.*)$/m.exec(printed) ?? [];
      const paid = await json<{ orderId: string }>(
        await post(`${url}/payments`, token, {
          card: CARD,
          customer: CUSTOMER,
          fingerprint: FINGERPRINT,
        }),
      );

      // As the page says, in the folder where `dev` was started.
      writeFileSync(join(folder, 'dev.txt'), printed);
      const command = [process.execPath, ...PAY_FORM].map((word) => `'${word}'`).join(' ');
      const lines = ["'^[A-Z_]", 'ORDER=', 'Idempotency-Key']
        .map((text) => block(PAGE, 'sh', text))
        .join('\n');
      const said = await execute('sh', ['-euc', lines.replaceAll('npx pay-form', command)], { cwd: folder });
      expect(said).toMatch(new RegExp(`^ +id +${paid.orderId}\n +amount +24\\.50\n +currency +EUR$`, 'm'));
      expect(said).toMatch(/^ +method +refund\n +amount +4\.50\n +currency +EUR\n +status +success$/m);
      expect(said).toMatch(/"amount":"1\.50".*"status":"success"/);
      await dev.end();
      rmSync(folder, { recursive: true, force: true });
    },
    60_000,
  );
});
