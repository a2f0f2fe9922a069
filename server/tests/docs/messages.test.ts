import { createHmac } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { checkMerchantAddress } from '../../cli/doctor/network-checks.ts';
import { paymentViewSchema } from '../../contract/merchant-api.ts';
import { freePort } from '../../testing/free-port.ts';
import { allBlocks, block, type Block, PAGES, readPage } from './testing/page.ts';
import { canRun, isFound, newFolder, run, type RunningProgram, start } from './testing/programs.ts';
import { sign, startStage } from './testing/stage.ts';

/*
 * Runs the receivers on the pages: each block with the mark `receiver`. It listens on `PORT`, knows the order A-1001 of 24.50
 * EUR, and prints "fulfilled A-1001".
 */
const RECEIVERS = PAGES.flatMap((path) => allBlocks(readPage(path)).map((one) => ({ ...one, path }))).filter(
  ({ mark }) => mark === 'receiver',
);
const PAGE = readPage('docs/messages.md');
const MESSAGE = JSON.parse(block(PAGE, 'json')) as { type: string; timestamp: string; data: object };

const secretOf = (text: string): string => `whsec_${Buffer.from(text).toString('base64')}`;
const SECRET = secretOf('the secret of the messages');
const NEXT_SECRET = secretOf('the secret that comes after it');

it('the message on the page is one', () => {
  expect(paymentViewSchema.strict().parse(MESSAGE.data)).toEqual(MESSAGE.data);
});

async function open({ language, text }: Pick<Block, 'language' | 'text'>) {
  const port = String(await freePort());
  // The last space is what `"$NEW $OLD"` leaves where a secret is empty.
  const env = { PORT: port, MERCHANT_WEBHOOK_SECRET: `${SECRET} ${NEXT_SECRET} ` };
  const receiver = start(language, text, env);
  await receiver.says(/listening|started/);
  return { receiver, url: `http://127.0.0.1:${port}/` };
}

for (const one of RECEIVERS)
  describe.skipIf(!canRun(one.language))(
    `${one.path}, line ${one.line}: the ${one.language} receiver`,
    () => {
      let receiver: RunningProgram;
      let url: string;
      beforeAll(async () => {
        ({ receiver, url } = await open(one));
      }, 60_000);
      afterAll(() => receiver.end());

      async function post(id: string, change: object = {}, { secret = SECRET, ageS = 0 } = {}) {
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
        return (await fetch(url, { method: 'POST', headers, body })).status;
      }

      it('is right in the eyes of the doctor, whose HEAD it refuses', async () => {
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
        ['a part that was captured', { type: 'operation.updated', method: 'capture', amount: '10.00' }],
        ['a void', { type: 'operation.updated', method: 'void' }],
        ['a refund', { type: 'operation.updated', method: 'refund' }],
      ])('fulfils nothing for %s', async (what, change) => {
        expect(await post(`msg ${what}`, change)).toBe(204);
        expect(receiver.printed()).not.toContain('fulfilled');
      });

      it('fulfils an order once, whatever comes again, under the new secret too', async () => {
        expect(await post('msg_3', {}, { secret: NEXT_SECRET })).toBe(204);
        await receiver.says('fulfilled A-1001');
        for (const id of ['msg_3', 'msg_4']) expect(await post(id)).toBe(204);
        expect(receiver.printed().match(/fulfilled/g)).toHaveLength(1);
      });
    },
  );

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
