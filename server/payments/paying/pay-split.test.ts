import { describe, expect, it } from 'vitest';
import { payHosted } from './pay-hosted.ts';
import { payDirect } from './pay.ts';
import { withTestDeps, deps } from '../testing/running-deps.ts';
import { ANNA, BORYS, CLIENT, input, key, refusal, signed, SPLIT } from '../testing/test-deps.ts';

withTestDeps();

const divided = (...shares: [subMerchantId: string, amount: string][]) =>
  signed({ split: shares.map(([subMerchantId, amount]) => ({ subMerchantId, amount })) });
const USUAL = signed({ split: SPLIT });

const pay = (idempotencyKey = key(), order = USUAL) =>
  payDirect(deps, order, idempotencyKey, input(), CLIENT);
const open = (order = USUAL) => payHosted(deps, order, {});

describe('a split purchase', () => {
  it('by card token goes the same way', async () => {
    await payDirect(deps, USUAL, key(), input({ card: undefined, cardToken: 't' }), CLIENT);
    expect(deps.gateway.calls).toMatchObject([{ method: 'createSplitDirect', request: { cardToken: 't' } }]);
  });

  it('of an open page is the same in another order of its shares, and another with other shares', async () => {
    const first = await open();
    expect(await open(divided([BORYS, '3.10'], [ANNA.toUpperCase(), '7.00']))).toEqual(first);
    expect(deps.gateway.of('cancelHosted')).toEqual([]);
    await open(divided([ANNA, '7.10'], [BORYS, '3']));
    await open(signed());
    await open(divided([ANNA, '10.10']));
    expect(deps.gateway.of('cancelHosted')).toHaveLength(3);
  });

  it('is not repeated with other shares under the same key', async () => {
    await pay('key-00001');
    expect(await refusal(pay('key-00001', divided([ANNA, '10.10'])))).toEqual(['order-changed']);
    expect(await pay('key-00001')).toMatchObject({ status: 'success' });
    expect(deps.gateway.calls).toHaveLength(1);
  });
});

it('a split order goes to the endpoint for split payments, with its shares', async () => {
  await pay();
  await open(signed({ id: 'order-2', split: SPLIT }));
  const sent = deps.gateway.calls.map(({ method, request }) => [
    method,
    request?.split?.map((one) => one.amountMinor),
  ]);
  expect(sent).toEqual([
    ['createSplitDirect', [700, 310]],
    ['createSplitHosted', [700, 310]],
  ]);
});
