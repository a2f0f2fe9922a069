import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PaymentView } from '../../contract/checkout-api.ts';
import { CUSTOMER, FINGERPRINT } from '../../contract/testing/fixtures.ts';
import { createGatewayClient } from '../../gateway/client.ts';
import { block, readPage, rows, section } from './testing/page.ts';
import { run } from './testing/programs.ts';
import { json, ORDER, post, sign, type Stage, startStage } from './testing/stage.ts';

const PAGE = readPage('docs/card-token.md');

let stage: Stage;
let cardToken: string;
beforeAll(async () => {
  stage = await startStage({ TRUSTED_PROXIES: '127.0.0.1' });
  await stage.pay(await sign({ ...ORDER, id: 'first' }));
  cardToken = await issuedFor('first');
});
afterAll(() => stage.close());

/** The token of the card that paid an order. */
async function issuedFor(orderId: string): Promise<string> {
  const { url, credentials } = stage.sandbox;
  const read = await createGatewayClient({ baseUrl: url, ...credentials }).readOrder(orderId);
  return (read.kind === 'answered' ? read.value[0]?.cardToken?.token : undefined) ?? '';
}

const body = (change: object = {}) => ({
  cardToken,
  customer: CUSTOMER,
  fingerprint: FINGERPRINT,
  ...change,
});

const payWith = async (order: object, change: object = {}) =>
  post(`${stage.url}/payments`, await sign({ ...ORDER, ...order }), body(change));

it('the program pays, for the customer whose address and browser it names', async () => {
  const ORDER_TOKEN = await sign({ ...ORDER, id: 'program' });
  const env = { PAY_URL: stage.url, ORDER_TOKEN, CARD_TOKEN: cardToken };
  expect(await run('js', block(PAGE, 'js'), env)).toBe('success 1000\n');
  const sent = await fetch(`${stage.sandbox.url}/_sandbox/requests`);
  const { data } = await json<{ data: { orderId: string; body: object }[] }>(sent);
  const [browserIpAddress, browserAcceptHeader] = ['203.0.113.7', 'text/html,application/xhtml+xml'];
  expect(data.find(({ orderId }) => orderId === 'program')?.body).toMatchObject({
    customer_ip: browserIpAddress,
    browser_fingerprint: { browserIpAddress, browserAcceptHeader, browserLanguage: 'uk-UA' },
  });
});

it('the same request under the same key is answered with the same payment, another one is refused', async () => {
  const token = await sign({ ...ORDER, id: 'repeated' });
  const pay = (change: object) => post(`${stage.url}/payments`, token, body(change), 'one-key-of-the-papers');
  const [one, same] = [await json(await pay({})), await json(await pay({}))];
  expect(same).toEqual(one);
  const other = await pay({ cardToken: 'another' });
  expect(await other.json()).toMatchObject({ status: 422, code: 'idempotency-key-reused' });
});

it('the answer has the fields of the page', async () => {
  const answer = await json<PaymentView>(await payWith({ id: 'answer' }));
  const shown = JSON.parse(block(PAGE, 'json')) as PaymentView;
  expect(Object.keys(shown)).toEqual(Object.keys(answer));
  const { id: _id, orderId: _orderId, receiptUrl: _url, createdAt: _at, updatedAt: _to, ...same } = answer;
  expect(shown).toMatchObject(same);
});

it('a token that the gateway did not issue fails, and another attempt is possible', async () => {
  const answer = await payWith({ id: 'unknown' }, { cardToken: 'never-issued' });
  expect(await json(answer)).toMatchObject({ status: 'failure', statusCode: '4144', canRetry: true });
});

it.each(rows(section(PAGE, '## When it is refused')).filter((cells) => cells.length === 3))(
  '%s is refused as the page says',
  async (request, path, code) => {
    const [change = '{}'] = /\{.*\}/.exec(request) ?? [];
    const method = /method `(\w+)`/.exec(request)?.[1] ?? 'purchase';
    const order = { id: 'refused', method, customer: { id: 'olena' } };
    const answer = await payWith(order, JSON.parse(change) as object);
    const { errors } = (await answer.json()) as { errors: { path: string; code: string }[] };
    expect(errors.map((one) => `\`${one.path}\` \`${one.code}\``)).toContain(`${path} ${code}`);
  },
);
