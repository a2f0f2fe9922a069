import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../store/sqlite.ts';
import { applyNews, type News } from './apply-news.ts';
import { createHostedPayment } from './create-hosted.ts';
import type { GatewayPayment } from './ports.ts';
import { refundOrder } from './refund.ts';
import { settleByPerson } from './settle-by-person.ts';
import { key, pay } from './test-operations.ts';
import {
  answered,
  createWorld,
  order,
  STORE_SECRETS,
  told,
  toldOf,
  unknown,
  type World,
} from './test-world.ts';

const OWN = '5a17d1f0-52c4-4b0e-9c55-4242424242f0';
const FURTHER = '5a17d1f0-52c4-4b0e-9c55-4242424242f1';
const DECLINED = { status: 'failure', statusCode: '4009' } as const;

let world: World;
beforeEach(async () => {
  world = createWorld(await openSqliteStore(':memory:', STORE_SECRETS), { notify: true });
});
afterEach(() => world.store.close());

let texts = 0;
const hear = (over: Partial<GatewayPayment> = {}, source: News['source'] = 'webhook') => {
  texts += 1;
  return applyNews(world, { source, payment: told(over), text: `text ${texts}` });
};
/** Pays `order-1`, and the answer tells these. */
const begin = (over: Partial<GatewayPayment> = {}) => {
  world.gateway.script.createDirect = async (request) => answered(toldOf(request, over));
  return pay(world);
};
const forget = async () =>
  world.store.updatePayment({ ...(await world.payment()), gatewayTransactionId: null });

describe('a further charge of the subscription that a payment began, told without `recurring`', () => {
  it.each<[string, Partial<GatewayPayment>]>([
    ['over the same amount', {}],
    ['over another amount', { amountMinor: 5 }],
    ['over an amount of another currency', { currency: 'EUR' }],
    ['that was declined', DECLINED],
    ['that is on its way', { status: 'pending' }],
    ['in the other mode', { mode: 'hosted', amountMinor: 5 }],
    ['of a payment of its own', { gatewayPaymentId: 'p-2' }],
    ['of a payment of its own that was declined', { gatewayPaymentId: 'p-2', ...DECLINED }],
  ])('%s is kept, and the order stays as it is', async (_what, over) => {
    await begin({ transactionId: OWN, gatewayPaymentId: 'p-1' });
    const before = await world.payment();
    const further = { gatewayPaymentId: 'p-1', transactionId: FURTHER, ...over };
    expect(await hear(further)).toBe('kept');
    expect(await hear(further, 'read')).toBe('kept');
    expect(await world.payment()).toEqual(before);
    expect(await refundOrder(world, 'order-1', key(), {})).toMatchObject({ status: 'success' });
  });

  it('that names no transaction is told by its payment', async () => {
    await begin({ transactionId: OWN, gatewayPaymentId: 'p-1' });
    expect(await hear({ gatewayPaymentId: 'p-2', amountMinor: 5 })).toBe('kept');
    expect(await hear({ gatewayPaymentId: 'p-1', amountMinor: 5 })).toBe('held');
  });

  it('is kept beside an auth and a hosted payment too', async () => {
    await createHostedPayment(world, order({ method: 'auth' }), {});
    const own = { mode: 'hosted', method: 'auth' };
    expect(await hear({ ...own, transactionId: OWN })).toBe('applied');
    expect(await hear({ ...own, transactionId: FURTHER, ...DECLINED })).toBe('kept');
    expect(await world.payment()).toMatchObject({ status: 'success', held: null });
  });

  it('is kept and does not end the doubt about a contradicted payment', async () => {
    await begin({ transactionId: OWN });
    expect(await hear({ transactionId: OWN, ...DECLINED })).toBe('held');
    expect(await hear({ transactionId: FURTHER })).toBe('kept');
    expect(await world.payment()).toMatchObject({ status: 'success', held: 'contradicting-ends' });
  });

  it('of another kind is no further charge: that is held', async () => {
    await begin({ transactionId: OWN });
    expect(await hear({ method: 'auth', transactionId: FURTHER })).toBe('held');
  });
});

describe('news of the transaction that paid', () => {
  it.each([
    ['another amount', { amountMinor: 5 }, 'amount-mismatch'],
    ['a failure', DECLINED, 'contradicting-ends'],
    ['another payment', { gatewayPaymentId: 'p-2' }, 'payment-id-mismatch'],
  ])('is held where it tells of %s', async (_what, over, held) => {
    await begin({ transactionId: OWN, gatewayPaymentId: 'p-1' });
    expect(await hear({ transactionId: OWN.toUpperCase(), ...over })).toBe('held');
    expect(await world.payment()).toMatchObject({ status: 'success', held });
  });

  it('is held in the repeated webhook of a subscription too, but not for the kind that it is called there', async () => {
    const recurring = { id: 'r-1', status: 'active' };
    await begin({ transactionId: OWN });
    expect(await hear({ recurring, transactionId: OWN, method: 'auth' })).toBe('kept');
    expect(await hear({ recurring, transactionId: OWN })).toBe('stale');
    expect(await hear({ recurring, transactionId: OWN, ...DECLINED })).toBe('held');
  });

  it('is held where it names no transaction', async () => {
    await begin({ transactionId: OWN });
    expect(await hear(DECLINED)).toBe('held');
  });

  it('is told nobody where it only names it', async () => {
    await begin();
    const before = await world.payment();
    expect(await hear({ transactionId: OWN })).toBe('stale');
    expect(await world.payment()).toEqual({ ...before, gatewayTransactionId: OWN });
    expect(await hear({ transactionId: FURTHER, ...DECLINED })).toBe('kept');
    expect(await world.payment()).toMatchObject({ gatewayTransactionId: OWN, held: null });
  });

  it('is not believed for its name where it contradicts', async () => {
    await begin({ transactionId: OWN });
    await forget();
    expect(await hear({ transactionId: FURTHER, amountMinor: 5 })).toBe('held');
    expect(await world.payment()).toMatchObject({ gatewayTransactionId: null });
  });
});

describe('a payment that has not succeeded yet', () => {
  it('is moved by another transaction of it, as after a first card that was declined', async () => {
    await createHostedPayment(world, order(), {});
    const own = { mode: 'hosted', gatewayPaymentId: 'p-1' };
    expect(await hear({ ...own, status: 'pending', transactionId: OWN })).toBe('applied');
    expect(await hear({ ...own, status: 'init', transactionId: OWN, statusCode: '4009' })).toBe('stale');
    expect(await hear({ ...own, transactionId: FURTHER })).toBe('applied');
    expect(await world.payment()).toMatchObject({ status: 'success', gatewayTransactionId: FURTHER });
    expect(await hear({ ...own, transactionId: OWN, ...DECLINED })).toBe('kept');
    expect(await hear({ ...own, transactionId: FURTHER, ...DECLINED })).toBe('held');
  });

  it('is held by another amount, whichever the transaction', async () => {
    await begin({ status: 'pending', transactionId: OWN });
    expect(await hear({ transactionId: FURTHER, amountMinor: 5 })).toBe('held');
  });

  it('and was ended by a person is still contradicted by any transaction', async () => {
    world.gateway.script.createDirect = async () => unknown;
    await pay(world);
    await hear({ status: 'pending', transactionId: OWN });
    world.clock.pass(60);
    const { id, gatewayOrderId } = await world.payment();
    await hear({ amountMinor: 5, transactionId: OWN });
    await settleByPerson(world, id, { status: 'success', comment: 'Seen at the bank' });
    expect(await hear({ gatewayOrderId, transactionId: FURTHER, ...DECLINED })).toBe('held');
  });
});

it('what stands where a transaction should and may be a card number is not kept', async () => {
  await begin({ transactionId: '4242424242424242' });
  expect(await world.payment()).toMatchObject({ status: 'success', gatewayTransactionId: null });
});
