import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { allBlocks, PAGES, readPage } from './testing/page.ts';
import { canRun, newFolder, run } from './testing/programs.ts';
import { json, newCardToken, ORDER, sessionOf, sign, type Stage, startStage } from './testing/stage.ts';

/*
 * Runs the blocks of a page that have a mark behind their language, in sequence, with a companion and a sandbox:
 *
 * - `run`: ends without an error, and prints the next block if that is marked `printed`, or what stands in a comment
 *   `<!-- prints … -->`. Addresses, ids, times and tokens may differ; `…` in a list stands for its rest.
 * - `token`: prints a token of the order A-1001 that the companion accepts.
 * - `<!-- the customer pays -->`: with the token that was printed last.
 *
 * Where a program prints "open" and an address, the customer opens it and confirms the payment.
 */
const isRun = (mark: string): boolean => mark === 'run' || mark === 'token';
const MARKED = PAGES.map((path) => ({ path, all: allBlocks(readPage(path)) })).filter(({ all }) =>
  all.some(({ mark }) => isRun(mark)),
);
const RETURN_URL = 'https://shop.example/thanks';

describe.each(MARKED)('$path', ({ path, all }) => {
  let stage: Stage;
  let folder: string;
  let env: Record<string, string>;
  let printed = '';
  let paymentId = '';

  beforeAll(async () => {
    stage = await startStage({ TRUSTED_PROXIES: '127.0.0.1' });
    folder = newFolder();
    const { PUBLIC_URL = '', MERCHANT_API_KEY = '', ORDER_SECRET = '' } = stage.env;
    writeFileSync(join(folder, '.env'), `PUBLIC_URL=${PUBLIC_URL}\nMERCHANT_API_KEY=${MERCHANT_API_KEY}\n`);
    const ORDER_TOKEN = await sign({ ...ORDER, returnUrl: RETURN_URL });
    env = { PUBLIC_URL, MERCHANT_API_KEY, ORDER_SECRET, PAY_URL: PUBLIC_URL, ORDER_TOKEN, HOME: folder };
    if (readPage(path).includes('CARD_TOKEN')) env['CARD_TOKEN'] = await newCardToken(stage);
  });
  afterAll(async () => {
    await stage.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a block with what readers put in. */
  async function runBlock(language: string, text: string): Promise<string> {
    const customers: Promise<void>[] = [];
    const own = text
      .replaceAll('http://127.0.0.1:8090', stage.sandbox.url)
      .replace(/(?<=^PAYMENT_ID=).*$/m, paymentId);
    const onPrint = (some: string) => {
      for (const [url] of some.matchAll(/(?<=^open )\S+/gm)) customers.push(confirm(url));
    };
    printed = await run(language, own, { env, cwd: folder, onPrint });
    await Promise.all(customers);
    return printed;
  }

  for (const [index, { language, mark, text, line }] of all.entries()) {
    if (mark === 'the customer pays')
      it(mark, async () => {
        paymentId = (await stage.pay((JSON.parse(printed) as { token: string }).token)).id;
      });
    if (!isRun(mark)) continue;

    const next = all[index + 1];
    const comment = /^prints\s+(.*)$/s.exec(next?.mark ?? '')?.[1];
    const told = next?.mark === 'printed' ? next.text : comment;
    it.skipIf(!canRun(language))(
      `line ${line} (${language}) does what the page says`,
      async () => {
        const works = async () => {
          const said = await runBlock(language, text);
          if (mark === 'token') expect((await sessionOf(stage, said.trim())).order).toMatchObject(ORDER);
          else if (told !== undefined) expectLike(said, told);
        };
        // What the sandbox posts to the companion may come a moment later; what changes something is done once.
        const isRead = told?.startsWith('{') && !/ -d |POST/.test(text);
        await (isRead ? vi.waitFor(works, { timeout: 5_000, interval: 100 }) : works());
      },
      60_000,
    );
  }

  if (path === 'docs/card-token.md')
    it('the program names the customer’s address and browser to the gateway', async () => {
      const sent = await fetch(`${stage.sandbox.url}/_sandbox/requests`);
      const { data } = await json<{ data: { orderId: string; body: object }[] }>(sent);
      const [browserIpAddress, browserAcceptHeader] = ['203.0.113.7', 'text/html,application/xhtml+xml'];
      expect(data.find(({ orderId }) => orderId === ORDER.id)?.body).toMatchObject({
        customer_ip: browserIpAddress,
        browser_fingerprint: { browserIpAddress, browserAcceptHeader, browserLanguage: 'uk-UA' },
      });
    });
});

/** The customer confirms at the bank, and is led back to the shop. */
async function confirm(url: string): Promise<void> {
  const body = new URLSearchParams({ decision: 'approve' });
  const back = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  const returned = await fetch(back.headers.get('location') ?? '', { redirect: 'manual' });
  expect(returned.headers.get('location')).toMatch(`${RETURN_URL}?payment=`);
}

function expectLike(said: string, told: string): void {
  if (!/^[{[]/.test(told)) return expect(masked(said.trim())).toBe(masked(told.trim()));
  const shown: unknown = JSON.parse(told);
  expect(likeness(JSON.parse(said), shown)).toEqual(likeness(shown, shown));
}

/** JSON without what differs from day to day. Where the page's list ends with "…", the rest is left out. */
function likeness(value: unknown, shown: unknown): unknown {
  if (Array.isArray(value)) {
    const list = Array.isArray(shown) ? shown : value;
    const few = list.at(-1) === '…' ? list.length - 1 : value.length;
    return value.slice(0, few).map((one, index) => likeness(one, list[index]));
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value);
    return Object.fromEntries(
      fields.map(([name, one]) => [name, likeness(one, (shown as Record<string, unknown>)?.[name])]),
    );
  }
  return typeof value === 'string' ? masked(value) : value;
}

/** Text without ids, times, tokens and addresses. */
const masked = (text: string): string =>
  text
    .replaceAll(/https?:\S+/g, 'an address')
    .replaceAll(/\beyJ\S*/g, 'a token')
    .replaceAll(/\d{4}-\d\d-\d\dT\S*Z/g, 'a time')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'an id');
