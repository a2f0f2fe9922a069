import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { checkMerchantAddress } from '../../cli/doctor/network-checks.ts';
import { decisionOf } from '../../contract/decision.ts';
import { paymentViewSchema } from '../../contract/merchant-api.ts';
import type { MerchantMessage } from '../../contract/merchant-messages.ts';
import { OPERATION_METHODS, PAYMENT_METHODS, PAYMENT_STATUSES } from '../../contract/words.ts';
import { freePort } from '../../testing/free-port.ts';
import { allBlocks, block, type Block, PAGES, readPage, rows } from './testing/page.ts';
import { canRun, isFound, newFolder, run, type RunningProgram, start } from './testing/programs.ts';
import { CLOSED, ORDER_SECRET, sessionOf, sign, startStage } from './testing/stage.ts';

/*
 * Runs the receivers on the pages: each block with the mark `receiver`. It listens on `PORT`, knows the order A-1001 of 24.50
 * EUR, and prints "fulfilled A-1001". It may import a block with the mark `module`, whose first line has its file's name.
 * Those of python-php.md also serve the checkout page.
 */
const BLOCKS = PAGES.flatMap((path) => allBlocks(readPage(path)).map((one) => ({ ...one, path })));
const RECEIVERS = BLOCKS.filter(({ mark }) => mark === 'receiver');
const MODULES = BLOCKS.filter(({ mark }) => mark === 'module');
const SHOPS = RECEIVERS.filter(({ path }) => path === 'docs/python-php.md');
const PAGE = readPage('docs/messages.md');
const MESSAGE = JSON.parse(block(PAGE, 'json')) as { type: string; timestamp: string; data: object };

const secretOf = (text: string): string => `whsec_${Buffer.from(text).toString('base64')}`;
const SECRET = secretOf('the secret of the messages');
const NEXT_SECRET = secretOf('the secret that comes after it');

it('the message on the page is one', () => {
  expect(paymentViewSchema.strict().parse(MESSAGE.data)).toEqual(MESSAGE.data);
});

it('the table of messages decides as the package does', () => {
  const told = new Map(
    rows(PAGE).map((row) => {
      const [type, method, status, decision] = row.map((cell) => cell.replaceAll('`', ''));
      return [`${type} ${method} ${status}`, decision];
    }),
  );
  const decisions = [
    ...PAYMENT_METHODS.map((method) => ['payment.updated', method]),
    ...OPERATION_METHODS.map((method) => ['operation.updated', method]),
  ].flatMap(([type, method]) =>
    PAYMENT_STATUSES.map((status) => {
      const message = { type, data: { method, status } } as MerchantMessage;
      const onPage = told.get(`${type} ${method} ${status}`) ?? told.get(`${type} any ${status}`);
      return [`${type} ${method} ${status}`, onPage ?? 'nothing', decisionOf(message).do];
    }),
  );
  expect(decisions.filter(([, onPage, inCode]) => onPage !== inCode)).toEqual([]);
  expect(new Set(told.values())).toEqual(new Set(decisions.map(([, , inCode]) => inCode)));
});

const hasFlask = (): boolean => spawnSync('python3', ['-c', 'import flask']).status === 0;
const canReceive = ({ language, text }: Block): boolean =>
  canRun(language) && (!text.includes('import Flask') || hasFlask());

async function open({ language, text }: Block, given: Record<string, string> = {}) {
  const port = given['PORT'] ?? String(await freePort());
  const modules = newFolder();
  for (const one of MODULES) writeFileSync(join(modules, /^# (\S+):/.exec(one.text)?.[1] ?? ''), one.text);
  // The last space is what `"$NEW $OLD"` leaves where a secret is empty.
  const settings = {
    PUBLIC_URL: 'http://localhost:8080/pay',
    ORDER_SECRET,
    MERCHANT_WEBHOOK_SECRET: `${SECRET} ${NEXT_SECRET} `,
  };
  const receiver = start(language, text, { PORT: port, PYTHONPATH: modules, ...settings, ...given });
  const end = async () => {
    await receiver.end();
    rmSync(modules, { recursive: true });
  };
  await receiver.says(/listening|started|Running on/);
  return { receiver: { ...receiver, end }, url: `http://127.0.0.1:${port}/` };
}

for (const one of RECEIVERS)
  describe.skipIf(!canReceive(one))(`${one.path}, line ${one.line}: the ${one.language} receiver`, () => {
    let receiver: RunningProgram;
    let url: string;
    beforeAll(async () => {
      ({ receiver, url } = await open(one));
    }, 60_000);
    afterAll(() => receiver.end());

    async function post(id: string, change: object = {}, { secret = SECRET, ageS = 0, to = url } = {}) {
      const { type = MESSAGE.type, ...data } = change as { type?: string };
      const body = JSON.stringify({ ...MESSAGE, type, data: { ...MESSAGE.data, ...data } });
      const sent = String(Math.floor(Date.now() / 1_000) - ageS);
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
      const signature = createHmac('sha256', key).update(`${id}.${sent}.${body}`).digest('base64');
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': sent,
        'webhook-signature': `v1,aaaa v1,${signature}`,
      };
      return (await fetch(to, { method: 'POST', headers, body })).status;
    }
    const operation = (method: string, more: object = {}) => ({
      type: 'operation.updated',
      paymentId: 'payment-1',
      id: 'operation-1',
      method,
      ...more,
    });

    it('is right in the eyes of the doctor, whose HEAD it refuses or answers with its page', async () => {
      expect((await checkMerchantAddress(fetch, url)).status).toBe('ok');
    });

    it('refuses a wrong signature, an empty key, an old message, one of the future and one unsigned', async () => {
      expect(await post('msg_1', {}, { secret: secretOf('of somebody else') })).toBe(401);
      expect(await post('msg_1', {}, { secret: '' })).toBe(401);
      for (const ageS of [400, -400]) expect(await post('msg_1', {}, { ageS })).toBe(401);
      expect((await fetch(url, { method: 'POST', body: JSON.stringify(MESSAGE) })).status).toBe(401);
      expect(receiver.printed()).not.toContain('fulfilled');
    });

    it.each([
      ['another amount', { amount: '0.01' }],
      ['another currency', { currency: 'UAH' }],
      ['an unknown order', { orderId: 'A-2' }],
      ['a payment that is pending', { status: 'pending' }],
      ['a payment that failed', { status: 'failure' }],
      ['a reservation', { method: 'auth' }],
      ['a card that was only checked', { method: 'lookup' }],
      ['a message of a kind that it does not know', { type: 'dispute.updated' }],
      ['a part that was captured', operation('capture', { amount: '10.00' })],
      ['a capture that failed', operation('capture', { status: 'failure' })],
      ['a void', operation('void')],
      ['a refund', operation('refund')],
    ])('fulfils nothing for %s', async (what, change) => {
      expect(await post(`msg ${what}`, change)).toBe(204);
      expect(receiver.printed()).not.toContain('fulfilled');
    });

    it('fulfils an order once, whatever comes again, under the new secret too', async () => {
      expect(await post('msg_3', {}, { secret: NEXT_SECRET })).toBe(204);
      await receiver.says('fulfilled A-1001');
      for (const id of ['msg_3', 'msg_4']) expect(await post(id)).toBe(204);
      expect(await post('msg_5', { id: 'payment-2' })).toBe(204);
      expect(await post('msg_6', operation('refund', { paymentId: 'payment-2' }))).toBe(204);
      expect(receiver.printed().match(/fulfilled/g)).toHaveLength(1);
    });

    it('fulfils an order whose reservation is captured in full, once', async () => {
      const other = await open(one);
      onTestFinished(() => other.receiver.end());
      const [to, capture] = [other.url, operation('capture')];
      expect(await post('msg_1', { method: 'auth', id: 'payment-1' }, { to })).toBe(204);
      for (const id of ['msg_2', 'msg_3']) expect(await post(id, capture, { to })).toBe(204);
      await other.receiver.says('fulfilled A-1001');
      expect(other.receiver.printed().match(/fulfilled/g)).toHaveLength(1);
    }, 60_000);
  });

describe.each(SHOPS)('$path, line $line: the $language shop', (one) => {
  it.skipIf(!canReceive(one))(
    'serves a page whose order can be paid, fulfils it, and shows it where the customer returns to',
    async () => {
      const PORT = String(await freePort());
      const url = `http://127.0.0.1:${PORT}/`;
      const stage = await startStage({ MERCHANT_WEBHOOK_URL: url, MERCHANT_WEBHOOK_SECRET: SECRET });
      onTestFinished(() => stage.close());
      const { receiver } = await open(one, { PORT, PUBLIC_URL: stage.url });
      onTestFinished(() => receiver.end());
      const pageAt = async (path: string) => (await fetch(url + path, { headers: CLOSED })).text();
      const tagOf = (html: string) =>
        /<(\S+) src=.(\S+). order=.([\w.-]+).><\/\1>/.exec(html)?.slice(1) ?? [];

      const [form, src, token = ''] = tagOf(await pageAt(''));
      expect([form, src]).toEqual(['pay-form', stage.url]);
      await stage.pay(token);
      await receiver.says('fulfilled A-1001');
      const [status, , again = ''] = tagOf(await pageAt('thanks?payment=1&status=success'));
      expect(status).toBe('pay-status');
      expect(decodeJwt(again)['order']).toMatchObject({ returnUrl: `${url}thanks` });
      expect((await sessionOf(stage, again)).payment?.status).toBe('success');
    },
    60_000,
  );
});

describe('the first receiver of the page takes', () => {
  it.skipIf(!canRun('sh') || !isFound('curl'))('a message signed by hand', async () => {
    const { receiver, url } = await open(RECEIVERS[0] as Block);
    onTestFinished(() => receiver.end());
    const cwd = newFolder();
    onTestFinished(() => rmSync(cwd, { recursive: true }));
    writeFileSync(join(cwd, '.env'), `MERCHANT_WEBHOOK_URL=${url}\nMERCHANT_WEBHOOK_SECRET=${SECRET}\n`);
    expect(await run('sh', block(PAGE, 'sh', 'hexkey'), { cwd })).toContain('204');
    await receiver.says('fulfilled A-1001');
  });

  it('the companion’s message of a payment', async () => {
    const { receiver, url } = await open(RECEIVERS[0] as Block);
    onTestFinished(() => receiver.end());
    const stage = await startStage({ MERCHANT_WEBHOOK_URL: url, MERCHANT_WEBHOOK_SECRET: SECRET });
    onTestFinished(() => stage.close());
    await stage.pay(await sign());
    await receiver.says('fulfilled A-1001');
  });
});
