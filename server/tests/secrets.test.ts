import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SessionView } from '../contract/checkout-api.ts';
import { CARD, CUSTOMER, FINGERPRINT } from '../contract/testing/fixtures.ts';
import { TEST_CARDS } from '../sandbox/scenarios.ts';
import { startSandbox } from '../sandbox/start.ts';
import { readSettings, type Settings } from '../settings.ts';
import { startCompanion } from '../node/start.ts';
import { backupSqlite } from '../store/backup-sqlite.ts';
import { openStore } from '../store/open-store.ts';
import type { Log } from '../payments/ports.ts';
import { cardHashes, occurring } from '../testing/card-hashes.ts';
import { currentToken, ORDER_SECRET } from '../testing/companion.ts';
import { useFolder } from '../testing/folder.ts';
import { settingsFor, WIDGET } from '../testing/settings.ts';

/** Payments with every outcome, and then a search for data that must be nowhere: card numbers, CVVs, secrets. */

const CVV = '927';
const AMEX_CVV = '9271';
const TOKEN = 'dG9rZW4tb2YtdGhlLWN1c3RvbWVyLWNhcmQ6dmVyeS1zZWNyZXQ=';
const WALLET_TOKEN = 'rcr:d2FsbGV0LXRva2VuLW9mLXRoZS1jdXN0b21lcg==';
const OLENA = { ...CUSTOMER, id: 'olena' };
/** A card token that the echoing gateway returns in every possible field. */
const ISSUED = 'aXNzdWVkLWZvci10aGUtY2FyZDphbHNvLXZlcnktc2VjcmV0';
const FAULTS = [
  'reset-before',
  'reset-after',
  'garbage',
  'cut',
  'empty',
  'error-500-after',
  'rate-limit-before',
  'wrong-amount',
  'wrong-order-id',
];

const inFolder = useFolder('file');
/** All log lines and answers, each with its source. */
const seen: { where: string; text: string }[] = [];
const statuses = new Map<string, number>();
const secrets = [ORDER_SECRET];

beforeAll(async () => {
  const sandbox = await startSandbox({
    port: 0,
    settings: { strict: true, processingSeconds: 0.1, lateWebhookSeconds: 0.1 },
  });
  secrets.push(sandbox.credentials.apiSecret, sandbox.credentials.endpointsKey);
  const run = await startRun(sandbox);
  await Promise.all(TEST_CARDS.map(({ number }) => run.pay({ ...cardOf(number), saveCard: true })));
  await run.payWithSaved();
  for (const kind of FAULTS) {
    await fetch(`${sandbox.url}/_sandbox/faults`, {
      method: 'POST',
      body: JSON.stringify({ on: 'create', kind }),
    });
  }
  await Promise.all(FAULTS.map(() => run.pay(cardOf(CARD.number))));
  await run.pay({ cardToken: TOKEN });
  await run.pay({ cardToken: WALLET_TOKEN });
  await Promise.all(TEST_CARDS.map(({ number }) => run.verify(cardOf(number))));
  await run.misplaced();
  await run.end();
  await sandbox.close();
  const echo = await startEcho();
  const echoed = await startRun({ url: echo.url, credentials: sandbox.credentials });
  const cards = TEST_CARDS.slice(0, 3).flatMap(({ number }) => Array<string>(echo.turns).fill(number));
  const tokens = [TOKEN, WALLET_TOKEN].flatMap((token) => Array<string>(echo.turns).fill(token));
  await Promise.all(cards.map((number) => echoed.pay({ ...cardOf(number), saveCard: true })));
  await Promise.all(tokens.map((cardToken) => echoed.pay({ cardToken })));
  await Promise.all(TEST_CARDS.map(({ number }) => echoed.verify(cardOf(number))));
  await echoed.end();
  await echo.close();
}, 120_000);

function cardOf(number: string) {
  return { card: { ...CARD, number, cvv: number.startsWith('3') ? AMEX_CVV : CVV } };
}

type Asked = { method?: string; body?: string; headers?: Record<string, string> };

async function startRun(gateway: Parameters<typeof settingsFor>[0]) {
  const settings = readSettings({
    ...settingsFor(gateway),
    GATEWAY_TIMEOUT_MS: '2000',
    NOT_FOUND_GRACE_S: '1',
    LIMIT_CARD: '1000/1h',
    LIMIT_ADDRESS: '1000/10m',
    DATABASE_URL: `file:${inFolder('pay.db')}`,
    MERCHANT_WEBHOOK_URL: 'http://127.0.0.1:9/nobody',
    MERCHANT_WEBHOOK_SECRET: 'whsec_Nx8vKq2TzLm5RwYc7HpBs4JdFg9EaUe3',
  });
  // Not scrubbed: the search covers what the companion logs before redaction.
  const log: Log = (event, fields) => void seen.push({ where: 'log', text: JSON.stringify([event, fields]) });
  const companion = await startCompanion(settings, { log, widgetFiles: WIDGET });
  const base = `http://127.0.0.1:${companion.port}/pay`;

  async function ask(path: string, init: Asked, id: string, method = 'purchase'): Promise<unknown> {
    const token = await currentToken({ id, method, customer: OLENA });
    const answer = await fetch(`${base}${path}`, {
      redirect: 'manual',
      ...init,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...init.headers,
      },
    });
    const text = await answer.text();
    seen.push({ where: `${path} ${answer.status}`, text: `${text}\n${JSON.stringify([...answer.headers])}` });
    return answer.headers.get('content-type')?.includes('json') ? (JSON.parse(text) as unknown) : null;
  }

  return {
    async pay(way: object) {
      orders += 1;
      const serial = orders;
      const orderId = `order-${serial}`;
      const body = JSON.stringify({ ...way, customer: {}, fingerprint: FINGERPRINT });
      const init = { method: 'POST', body, headers: { 'idempotency-key': `key-${serial}-once` } };
      const { id, status = '' } = (await ask('/payments', init, orderId)) as { id?: string; status?: string };
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await ask('/payments', init, orderId);
      if (id) await ask(`/return/${id}`, {}, orderId);
      if (id) await ask(`/payments/${id}?wait=1`, {}, orderId);
      await ask('/session', {}, orderId);
    },
    /** Once valid, and once refused. */
    async payWithSaved() {
      const { savedCards } = (await ask('/session', {}, 'saved')) as SessionView;
      const [id, other] = savedCards.map((card) => card.id);
      await this.pay({ savedCard: { id } });
      const fault = { on: 'create', kind: 'token-refused' };
      await fetch(`${gateway.url}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(fault) });
      await this.pay({ savedCard: { id: other } });
    },
    /** A lookup on the hosted page, which includes the card; twice, as by a double click. */
    async verify(way: object) {
      orders += 1;
      const orderId = `order-${orders}`;
      const init = { method: 'POST', body: JSON.stringify(way) };
      await ask('/hosted', init, orderId, 'lookup');
      await ask('/hosted', init, orderId, 'lookup');
      await ask('/session', {}, orderId, 'lookup');
    },
    /** Card data in wrong places, and invalid cards. */
    async misplaced() {
      const { number } = CARD;
      const good = { ...cardOf(number), customer: {}, fingerprint: FINGERPRINT };
      const post = (body: string | object, key: string) =>
        ask(
          '/payments',
          {
            method: 'POST',
            body: typeof body === 'string' ? body : JSON.stringify(body),
            headers: { 'idempotency-key': key },
          },
          'm',
        );
      for (const [index, body] of [
        { ...good, [number]: CVV },
        { card: { ...good.card, number: `${number}0` } },
        { ...good, customer: { email: number, taxId: number } },
        { ...good, fingerprint: { ...FINGERPRINT, browserUserAgent: number } },
        `{"card":{"number":"${number}",`,
      ].entries())
        await post(body, `key-misplaced-${index}`);
      for (const key of [number, '4242-4242-4242-4242']) await post(good, key);
      await ask(`/payments/${number}?cvv=${CVV}&card=${number}`, {}, 'm');
      await ask('/session', { headers: { 'x-request-id': number } }, 'm');
      await ask(`/${number}`, {}, 'm');
    },
    async end() {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      backupSqlite(inFolder('pay.db'), inFolder(`backup-${companion.port}.db`));
      readFiles();
      await companion.close();
      readFiles();
      await openSaved(settings);
    },
  };
}

let orders = 0;

/** Tokens of the saved cards, which only the companion's secret can decrypt. */
const savedTokens: string[] = [];

async function openSaved({ databaseUrl, storeSecret, gateway: { posId } }: Settings): Promise<void> {
  const store = await openStore(databaseUrl, { current: storeSecret });
  const owner = { posId, customerId: OLENA.id };
  for (const { id } of await store.savedCards.list(owner)) {
    savedTokens.push((await store.savedCards.find(owner, id))?.token ?? '');
  }
  await store.close();
}

function readFiles(): void {
  for (const name of readdirSync(inFolder()))
    seen.push({ where: name, text: readFileSync(inFolder(name), 'latin1') });
}

/** A gateway that echoes the request in every text field of its answers. */
async function startEcho() {
  type Sent = Record<string, unknown>;
  const turns: ((sent: string, order: Sent) => [status: number, body: object | string])[] = [
    (sent) => [400, { message: `Bad: ${sent}`, args: { code: 'P-400', cc_number: sent } }],
    (sent) => [400, { message: 'Bad', args: [{ field_name: 'card_cvv', violation: sent }] }],
    (sent, order) => {
      const echoed = { status_description: sent, cc_mask: order['cc_number'] };
      return [200, { ...order, status: 'failure', ...echoed }];
    },
    (sent, order) => [200, { ...order, status: 'pending', status_code: sent.slice(0, 900) }],
    (sent, order) => [200, { ...order, status: 'success', receipt_url: `https://a.example/?${sent}` }],
    (_, order) => {
      const issued = { receipt_url: `https://a.example/?${ISSUED}`, comment: ISSUED, cc_token: ISSUED };
      return [200, { ...order, status: 'success', status_description: `Token ${ISSUED}`, ...issued }];
    },
    (sent) => [500, sent],
    (sent) => [200, sent],
    (sent) => [409, sent],
  ];
  let turn = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let sent = '';
    for await (const chunk of request) sent += String(chunk);
    const order = sent ? (JSON.parse(sent) as Record<string, unknown>) : {};
    if (order['mode'] === 'hosted') {
      response.writeHead(303, { location: `https://a.example/?${encodeURIComponent(sent)}` }).end();
      return;
    }
    const [status, body] = (sent && turns[turn++ % turns.length]?.(sent, { ...order, payment_id: 'p' })) || [
      500,
      '',
    ];
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    turns: turns.length,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const texts = () => seen.map(({ text }) => text);
const places = (wanted: RegExp) => [
  ...new Set(seen.filter(({ text }) => wanted.test(text)).map(({ where }) => where)),
];
const where = (text: string) => places(new RegExp(text.replaceAll(/[^\w]/g, '\\$&')));

describe('after payments of every outcome', () => {
  it('all outcomes were among them, and something was logged, answered and stored', () => {
    for (const status of ['success', 'failure', 'pending', 'unknown'])
      expect([...statuses.keys()]).toContain(status);
    expect(where('order-1').length).toBeGreaterThan(3);
    expect(places(/424242\*{6}4242/)).toContain('pay.db');
    expect(seen.some((one) => one.where === 'pay.db-wal' && one.text.length > 0)).toBe(true);
  });

  it.each(TEST_CARDS.map((card) => card.number))('the number %s is nowhere, in no spelling', (number) => {
    const spelling = number.split('').join('[^0-9A-Za-z]{0,3}');
    expect(places(new RegExp(spelling))).toEqual([]);
    expect(where(Buffer.from(number).toString('base64').slice(0, 20))).toEqual([]);
  });

  it('no hash of a card number is anywhere, with none of the secrets', { timeout: 60_000 }, () => {
    const keys = [...secrets, `store:${ORDER_SECRET}`];
    const hashes = TEST_CARDS.flatMap(({ number }) => cardHashes(cardOf(number).card, keys));
    expect(hashes.length).toBeGreaterThan(5_000);
    expect(occurring(hashes, texts())).toEqual([]);
  });

  it('limits count a card by its mask', () => {
    expect(where('card:424242******4242')).toEqual(expect.arrayContaining(['pay.db-wal']));
  });

  it('a card’s expiry cannot be brute-forced: no hash of it without the idempotency key, which is nowhere', {
    timeout: 60_000,
  }, () => {
    const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24);
    const parts = [['424242******4242', CARD.expMonth, CARD.expYear], null, null, null, []];
    const keyHash = hashOf('key-1-once');
    expect(occurring([hashOf(JSON.stringify(parts)), keyHash], texts())).toEqual([keyHash]);
    expect(where('key-1-once')).toEqual([]);
  });

  it('no CVV is anywhere', () => {
    for (const { where: place, text } of seen) {
      // Durations, times and lengths are numbers of their own.
      const rest = text.replaceAll(/"(ms|time)":\d+|"content-length","\d+"|\.\d{3}Z/g, '');
      for (const cvv of [CVV, AMEX_CVV]) {
        // Between printable characters: encrypted columns hold any three digits by chance.
        const found = new RegExp(`(?<=[ -,./:-@[-\`{-~]|^)${cvv}(?=[ -,./:-@[-\`{-~]|$)`).exec(rest);
        expect([place, found && rest.slice(found.index - 40, found.index + 40)]).toEqual([place, null]);
      }
    }
  });

  it('no secret and no token of a customer or card is anywhere', () => {
    for (const secret of [...secrets, TOKEN, WALLET_TOKEN, ISSUED, 'eyJhbGciOiJIUzI1NiJ9'])
      expect(where(secret)).toEqual([]);
  });

  it('the token of a saved card is anywhere only as it is encrypted', () => {
    expect(savedTokens).toContain(ISSUED);
    expect(new Set(savedTokens).size).toBeGreaterThan(3);
    for (const token of savedTokens) {
      expect(where(token)).toEqual([]);
      expect(where(Buffer.from(token).toString('base64').slice(0, 20))).toEqual([]);
      expect(where(Buffer.from(token, 'base64').toString('latin1'))).toEqual([]);
    }
  });
});
