import { expect, it } from 'vitest';
import type { OrderView, Page, ReviewView } from '../contract/merchant-api.ts';
import { unknown } from '../payments/testing/gateway.ts';
import { pollDue } from '../payments/workers/poll.ts';
import { jsonOf, useCompanion } from '../testing/companion.ts';

/** The effects of a manual resolution on a payment. */

const companion = useCompanion();

const DAY_S = 86_400;
const resolve = (id: string, status: 'success' | 'failure') =>
  jsonOf(
    companion.merchant(`/payments/${id}/resolve`, { body: { status, comment: 'Looked up in the portal' } }),
  );
const order = () => jsonOf<OrderView>(companion.merchant('/orders/order-1'));
const review = async () => (await jsonOf<Page<ReviewView>>(companion.merchant('/review'))).data;
const loseAnswers = () => {
  companion.deps.gateway.script.createDirect = async () => unknown;
};

it('a payment that was manually resolved as paid never has the gateway’s only success refunded', async () => {
  loseAnswers();
  const first = await companion.paid();
  companion.deps.clock.pass(61);
  await pollDue(companion.deps);
  const second = await companion.paid();
  expect(await resolve(second.id, 'success')).toMatchObject({ status: 'success' });
  await companion.webhook({});
  companion.deps.clock.pass(DAY_S);
  await pollDue(companion.deps);
  expect((await order()).payments.map(({ status }) => status)).toEqual(['success', 'success']);
  expect(companion.deps.gateway.of('refund')).toEqual([]);
  expect(await review()).toMatchObject([{ paymentId: first.id, reason: 'duplicate' }]);
});

it('a decision that the gateway contradicts later needs review again', async () => {
  loseAnswers();
  const { id } = await companion.paid();
  await resolve(id, 'failure');
  await companion.webhook({});
  companion.deps.clock.pass(1);
  expect(await review()).toMatchObject([{ paymentId: id, reason: 'contradicted' }]);
  expect((await order()).payments).toMatchObject([{ status: 'unknown', canRetry: false }]);
});
