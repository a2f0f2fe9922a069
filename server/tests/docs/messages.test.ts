import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkMerchantAddress } from '../../cli/doctor/network-checks.ts';
import { paymentViewSchema } from '../../contract/merchant-api.ts';
import { OPERATION_EXAMPLES, PAYMENT_EXAMPLES } from '../../contract/message-examples.ts';
import { block, readPage, rows } from './testing/page.ts';
import { canRun, execute, isFound, type RunningProgram, start } from './testing/programs.ts';
import { ORDER, sign, startStage } from './testing/stage.ts';
import { freePort } from '../../testing/free-port.ts';

const PAGE = readPage('docs/messages.md');
const secretOf = (text: string): string => `whsec_${Buffer.from(text).toString('base64')}`;
const SECRET = secretOf('the secret of the messages');
const NEXT_SECRET = secretOf('the secret that comes after it');
const MESSAGE = JSON.parse(block(PAGE, 'json')) as { type: string; timestamp: string; data: object };

it('the message on the page is one', () => {
  expect(paymentViewSchema.strict().parse(MESSAGE.data)).toEqual(MESSAGE.data);
});

it('the table has every kind of message', () => {
  const table = rows(PAGE).map((cells) => cells.slice(0, 3).join(' ').replaceAll('`', ''));
  for (const { value } of [...Object.values(PAYMENT_EXAMPLES), ...Object.values(OPERATION_EXAMPLES)]) {
    const { type, data } = value;
    const lines = [data.method, 'any'].map((method) => `${type} ${method} ${data.status}`);
    expect(lines.filter((line) => table.includes(line))).toHaveLength(1);
  }
});

for (const language of ['js', 'php', 'python', 'go'] as const) {
  describe.skipIf(!canRun(language))(`the ${language} receiver`, () => {
    let folder: string;
    let receiver: RunningProgram;
    let url: string;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'pay-docs-'));
      const port = await freePort();
      url = `http://127.0.0.1:${port}/`;
      // The last space is what `"$NEW $OLD"` leaves where a secret is empty.
      const secrets = `${SECRET} ${NEXT_SECRET} `;
      const env = { PORT: String(port), TMPDIR: folder, MERCHANT_WEBHOOK_SECRET: secrets };
      receiver = start(language, block(PAGE, language), env);
      await receiver.says(/listening|started/);
    }, 60_000);
    afterAll(async () => {
      await receiver.end();
      rmSync(folder, { recursive: true, force: true });
    });

    const post = async (id: string, change: object = {}, { secret = SECRET, ageS = 0 } = {}) => {
      const body = JSON.stringify({ ...MESSAGE, data: { ...MESSAGE.data, ...change } });
      const sent = new Date(Date.now() - ageS * 1_000);
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(sent.getTime() / 1_000)),
        'webhook-signature': `v1,aaaa ${new Webhook(secret).sign(id, sent, body)}`,
      };
      return (await fetch(url, { method: 'POST', headers, body })).status;
    };

    it('is right in the eyes of the doctor, whose HEAD it refuses', async () => {
      expect((await checkMerchantAddress(fetch, url)).status).toBe('ok');
    });

    it('refuses a wrong signature, an old message and one without any', async () => {
      expect(await post('msg_1', {}, { secret: secretOf('of somebody else') })).toBe(401);
      expect(await post('msg_1', {}, { ageS: 400 })).toBe(401);
      expect(await post('msg_1', {}, { ageS: -400 })).toBe(401);
      expect((await fetch(url, { method: 'POST', body: JSON.stringify(MESSAGE) })).status).toBe(401);
      expect(receiver.printed()).not.toContain('fulfilled');
    });

    it('refuses a message signed with an empty key', async () => {
      const body = JSON.stringify(MESSAGE);
      const sent = String(Math.floor(Date.now() / 1_000));
      const hash = createHmac('sha256', '').update(`msg_0.${sent}.${body}`).digest('base64');
      const headers = {
        'webhook-id': 'msg_0',
        'webhook-timestamp': sent,
        'webhook-signature': `v1,${hash}`,
      };
      expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(401);
      expect(receiver.printed()).not.toContain('fulfilled');
    });

    it('fulfils nothing for another amount, another currency, another state or an unknown order', async () => {
      const others = [{ amount: '0.01' }, { currency: 'UAH' }, { status: 'pending' }, { orderId: 'A-2' }];
      for (const [index, other] of others.entries()) expect(await post(`msg_2${index}`, other)).toBe(204);
      expect(receiver.printed()).not.toContain('fulfilled');
    });

    it('fulfils an order once, whatever comes again, under the new secret too', async () => {
      expect(await post('msg_3', {}, { secret: NEXT_SECRET })).toBe(204);
      await receiver.says('fulfilled A-1001');
      expect(await post('msg_3')).toBe(204);
      expect(await post('msg_4')).toBe(204);
      await post('msg_5', {}, { ageS: 400 });
      expect(receiver.printed().match(/fulfilled/g)).toHaveLength(1);
    });
  });
}

describe('a payment', () => {
  let receiver: RunningProgram;
  let port: number;
  beforeEach(async () => {
    port = await freePort();
    receiver = start('js', block(PAGE, 'js'), { PORT: String(port), MERCHANT_WEBHOOK_SECRET: SECRET });
    await receiver.says('listening');
  });
  afterEach(() => receiver.end());

  it.skipIf(!canRun('sh') || !isFound('curl'))(
    'signed by hand reaches the receiver of the page',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'pay-docs-'));
      const url = `http://127.0.0.1:${port}/`;
      writeFileSync(join(folder, '.env'), `MERCHANT_WEBHOOK_URL=${url}\nMERCHANT_WEBHOOK_SECRET=${SECRET}\n`);
      const answer = await execute('sh', ['-euc', block(PAGE, 'sh', 'hexkey')], { cwd: folder });
      expect(answer).toContain('204');
      await receiver.says('fulfilled A-1001');
      rmSync(folder, { recursive: true, force: true });
    },
  );

  it('reaches the receiver of the page', async () => {
    const stage = await startStage({
      MERCHANT_WEBHOOK_URL: `http://127.0.0.1:${port}/`,
      MERCHANT_WEBHOOK_SECRET: SECRET,
    });
    await stage.pay(await sign(ORDER));
    await receiver.says('fulfilled A-1001');
    await stage.close();
  });
});
