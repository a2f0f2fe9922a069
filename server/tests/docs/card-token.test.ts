import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PaymentView } from '../../contract/checkout-api.ts';
import { CUSTOMER, FINGERPRINT } from '../../contract/testing/fixtures.ts';
import { block, readPage, rows, section } from './testing/page.ts';
import { json, newCardToken, ORDER, post, sign, type Stage, startStage } from './testing/stage.ts';

const PAGE = readPage('docs/card-token.md');

let stage: Stage;
let cardToken: string;
beforeAll(async () => {
  stage = await startStage();
  cardToken = await newCardToken(stage);
});
afterAll(() => stage.close());

const payWith = async (order: object, change: object = {}) =>
  post(`${stage.url}/payments`, await sign({ ...ORDER, ...order }), {
    cardToken,
    customer: CUSTOMER,
    fingerprint: FINGERPRINT,
    ...change,
  });

it('the answer has the fields of the page', async () => {
  const answer = await json<PaymentView>(await payWith({}));
  const shown = JSON.parse(block(PAGE, 'json')) as PaymentView;
  expect(Object.keys(shown)).toEqual(Object.keys(answer));
  const { id: _id, receiptUrl: _url, createdAt: _at, updatedAt: _to, ...same } = answer;
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
    const answer = await payWith({ method, customer: { id: 'olena' } }, JSON.parse(change) as object);
    const { errors } = (await answer.json()) as { errors: { path: string; code: string }[] };
    expect(errors.map((one) => `\`${one.path}\` \`${one.code}\``)).toContain(`${path} ${code}`);
  },
);
