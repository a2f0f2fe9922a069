import { beforeEach, describe, expect, it } from 'vitest';
import { type NewOrderInput, newOrderSchema } from '../../contract/merchant-requests.ts';
import { createOrder, orderBehind } from './create-order.ts';
import { payHosted } from './pay-hosted.ts';
import { answered, gatewayPayment, unknown } from '../testing/gateway.ts';
import { withTestDeps, deps } from '../testing/running-deps.ts';
import { ANNA, pay, refusal, signed } from '../testing/test-deps.ts';

let minted: { claim: object; issuedAt: number; expiresAt: number }[];
withTestDeps();
beforeEach(() => {
  minted = [];
  deps.mintToken = async (claim, times) => {
    minted.push({ claim, ...times });
    return `token-${minted.length}`;
  };
});

const LEAST = { id: 'A-1', amount: '24.50', currency: 'EUR', description: 'Clay mug' };
const fields = (over: object = {}): NewOrderInput => newOrderSchema.parse({ ...LEAST, ...over });
const create = (over: object = {}) => createOrder(deps, fields(over));
/** The order that the tests pay. */
const update = (over: object = {}) =>
  create({ id: 'order-1', amount: '10.10', currency: 'UAH', description: 'Two books', ...over });

describe('a new order', () => {
  it('gets a token with its parameters, and a page whose address cannot be guessed', async () => {
    const { token, url } = await create({ expiresIn: 600 });
    expect(minted).toMatchObject([{ claim: LEAST }]);
    expect((minted[0]?.expiresAt ?? 0) - (minted[0]?.issuedAt ?? 0)).toBe(600);
    expect(url).toMatch(/^https:\/\/pay\.shop\.example\/pay\/order\/[\w-]{22}$/);
    expect(await orderBehind(deps, url.slice(-22))).toMatchObject({ token, order: { orderId: 'A-1' } });
  });

  it('that is created again keeps its page, which leads to the new token', async () => {
    const first = await create();
    const second = await create({ amount: '30.00' });
    expect(second).toEqual({ token: 'token-2', url: first.url });
    const behind = await orderBehind(deps, first.url.slice(-22));
    expect(behind).toMatchObject({ token: 'token-2', orderTerms: { terms: { amountMinor: 3000 } } });
  });

  it.each<[object, ...string[]]>([
    [{ amount: '1.50', currency: 'JPY' }, 'amount: too-many-decimals'],
    [{ split: [{ subMerchantId: ANNA, amount: '1.00' }] }, 'split: does-not-add-up'],
  ])('created with %j is refused', async (over, ...faults) => {
    expect(await refusal(create(over))).toEqual(['invalid-input', ...faults]);
    expect(minted).toEqual([]);
    expect(await deps.store.read('A-1')).toEqual([]);
  });

  it('that could not be paid here is refused', async () => {
    deps.config.direct = false;
    expect(await refusal(create({ method: 'lookup' }))).toEqual(['order-unsupported']);
  });

  it.each<object>([{}, { modes: ['direct', 'hosted'] }, { modes: ['hosted'] }])(
    'created with %j says in its token that no card is typed, and only there',
    async (over) => {
      await update(over);
      await payHosted(deps, signed(), {});
      deps.config.direct = false;
      await update(over);
      const [before, after] = minted.map(({ claim }) => claim);
      expect([before, after]).toMatchObject([over, { ...over, modes: ['hosted'] }]);
      expect(deps.gateway.of('cancelHosted')).toEqual([]);
    },
  );
});

describe('an order created again on other terms while a payment is open', () => {
  const open = () => payHosted(deps, signed(), {});

  it('has the open hosted page cancelled, and is payable over the new terms', async () => {
    await open();
    await update({ amount: '1000.00' });
    expect(deps.gateway.of('cancelHosted')).toEqual(['order-1']);
    expect(await deps.payment()).toMatchObject({ status: 'failure', statusCode: '6007' });
    expect(await pay(deps, { amount: '1000.00' })).toMatchObject({ status: 'success', amount: '1000.00' });
  });

  it('on the same terms keeps the open page', async () => {
    await open();
    await update({ description: 'Three books' });
    expect(deps.gateway.of('cancelHosted')).toEqual([]);
    expect(await deps.payment()).toMatchObject({ status: 'init' });
  });

  it.each([
    ['in flight', unknown],
    ['pending', answered(gatewayPayment({ status: 'pending' }))],
    ['in review', answered(gatewayPayment({ amountMinor: 1 }))],
  ] as const)('is not updated beside a card payment that is %s', async (_what, outcome) => {
    deps.gateway.script.createDirect = async () => outcome;
    await pay(deps);
    expect(await refusal(update({ amount: '1000.00' }))).toEqual(['payment-open']);
    expect(deps.gateway.of('cancelHosted')).toEqual([]);
  });
});

it('there is no page of another address', async () => {
  expect(await orderBehind(deps, 'nothing')).toBeNull();
  await pay(deps);
  expect(await orderBehind(deps, '')).toBeNull();
});
