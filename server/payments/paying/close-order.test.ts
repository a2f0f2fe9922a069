import { expect, it } from 'vitest';
import { viewOrder } from '../queries/order.ts';
import { gatewayPayment, answered, notSent } from '../testing/gateway.ts';
import { deps, update, withTestDeps, work } from '../testing/running-deps.ts';
import { gate, hear, pay, refusal, signed } from '../testing/test-deps.ts';
import { closeOrder } from './close-order.ts';
import { payHosted } from './pay-hosted.ts';
import { openSession } from './session.ts';

withTestDeps();

const close = () => closeOrder(deps, 'order-1');
const open = () => payHosted(deps, signed(), {});
/** A token that the shop made later, over another amount. */
const later = () => signed({ amount: '5.00' }, deps.clock.now().getTime() / 1_000 + 600);

it('a closed order takes no payment, whatever token comes', async () => {
  await update();
  const { order, allowed, events } = await close();
  expect(order.closedAt).not.toBeNull();
  expect(allowed.close).toBe(false);
  expect(events.map(({ type }) => type)).toEqual(['order.created', 'order.closed']);
  for (const attempt of [pay(deps), open(), openSession(deps, signed()), openSession(deps, later())]) {
    expect(await refusal(attempt)).toEqual(['order-closed']);
  }
  expect((await viewOrder(deps, 'order-1')).order.amount).toBe('10.10');
  expect(deps.gateway.of('createDirect')).toEqual([]);
});

it('closing twice is the same, and an unknown order cannot be closed', async () => {
  expect(await refusal(close())).toEqual(['order-not-found']);
  await update();
  const first = await close();
  expect(await close()).toEqual(first);
});

it('an order that the merchant states again is open again', async () => {
  await update();
  await close();
  await update();
  const { order, events } = await viewOrder(deps, 'order-1');
  expect(order.closedAt).toBeNull();
  expect(events.map(({ type }) => type)).toEqual(['order.created', 'order.closed', 'order.updated']);
  expect(await pay(deps)).toMatchObject({ status: 'success' });
});

it('an unpaid hosted page is cancelled at the gateway', async () => {
  await open();
  const { payments } = await close();
  expect(deps.gateway.of('cancelHosted')).toEqual(['order-1']);
  expect(payments).toMatchObject([{ status: 'failure', statusCode: '6007', canRetry: false, action: null }]);
});

it('a page whose cancelling is not answered is cancelled by the worker', async () => {
  await open();
  deps.gateway.script.cancelHosted = async () => notSent;
  expect((await close()).payments).toMatchObject([{ status: 'init' }]);
  expect(await refusal(openSession(deps, signed()))).toEqual(['order-closed']);
  deps.gateway.script.cancelHosted = async () =>
    answered([gatewayPayment({ mode: 'hosted', status: 'failure', statusCode: '6007' })]);
  await work(60);
  expect(await deps.payment()).toMatchObject({ status: 'failure', statusCode: '6007' });
});

it('a page that the gateway opens after the closing is cancelled, and nobody is led there', async () => {
  const { promise, open: answer } = gate<void>();
  deps.gateway.script.createHosted = async () => {
    await promise;
    return answered({ location: 'https://gateway.example/page' });
  };
  const opening = open();
  await expect.poll(async () => (await deps.order()).state.payments.length).toBe(1);
  await close();
  answer();
  expect(await refusal(opening)).toEqual(['order-closed']);
  expect(deps.gateway.of('cancelHosted')).toEqual(['order-1']);
  expect(await deps.payment()).toMatchObject({ status: 'failure', statusCode: '6007' });
});

it('a payment that is under way ends as it ends, and its success pays the closed order', async () => {
  deps.gateway.script.createDirect = async () =>
    answered(gatewayPayment({ status: 'pending', actionUrl: 'https://acs.example/1' }));
  const { id } = await pay(deps);
  await close();
  expect((await openSession(deps, signed())).payment).toMatchObject({ id, status: 'pending' });
  await hear(deps, { status: 'success' });
  expect((await openSession(deps, signed())).payment).toMatchObject({ id, status: 'success' });
  expect(await refusal(pay(deps))).toEqual(['order-paid']);
});

it('after a decline beside the closing nothing is offered any more', async () => {
  deps.gateway.script.createDirect = async () => answered(gatewayPayment({ status: 'pending' }));
  await pay(deps);
  await close();
  await hear(deps, { status: 'failure', statusCode: '4005' });
  expect(await deps.payment()).toMatchObject({ status: 'failure', canRetry: false });
  expect(await refusal(pay(deps))).toEqual(['order-closed']);
});

it('of a closing and a payment at the same moment, one comes first: nothing is sent after the closing', async () => {
  for (let round = 0; round < 50; round += 1) {
    const over = { id: `race-${round}` };
    await openSession(deps, signed(over));
    const paying = pay(deps, over).catch((error: unknown) => error);
    for (let turn = 0; turn < round % 5; turn += 1) await new Promise(setImmediate);
    await Promise.all([paying, closeOrder(deps, over.id)]);
    const kinds = (await deps.store.read(over.id)).map(({ kind }) => kind);
    const isSent = deps.gateway.of('createDirect').includes(over.id);
    expect(kinds.includes('payment-started')).toBe(isSent);
    expect(kinds.indexOf('order-closed') > kinds.indexOf('payment-started') || !isSent).toBe(true);
  }
});
