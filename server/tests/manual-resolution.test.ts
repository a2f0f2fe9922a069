import { expect, it } from 'vitest';
import type { PaymentView } from '../contract/checkout-api.ts';
import type { OrderView, Page, ReviewView } from '../contract/merchant-api.ts';
import { unknown } from '../payments/testing/gateway.ts';
import { pollDue } from '../payments/workers/poll.ts';
import { useCompanion } from '../testing/companion.ts';

/** The effects of a manual resolution on a payment. */

const companion = useCompanion();

const DAY_S = 86_400;
let keys = 0;
const pay = async (): Promise<PaymentView> => {
  keys += 1;
  return (await (await companion.pay({ key: `key-${1_000 + keys}` })).json()) as PaymentView;
};
const resolve = (id: string, status: 'success' | 'failure') =>
  companion.merchant(`/payments/${id}/resolve`, { body: { status, comment: 'Looked up in the portal' } });
const order = async () => (await (await companion.merchant('/orders/order-1')).json()) as OrderView;
const review = async () => ((await (await companion.merchant('/review')).json()) as Page<ReviewView>).data;
const script = () => companion.deps.gateway.script;

it('a payment that was manually resolved as paid never has the gateway’s only success refunded', async () => {
  script().createDirect = async () => unknown;
  const first = await pay();
  companion.deps.clock.pass(61);
  await pollDue(companion.deps);
  const second = await pay();
  expect(await (await resolve(second.id, 'success')).json()).toMatchObject({ status: 'success' });
  await companion.webhook({});
  companion.deps.clock.pass(DAY_S);
  await pollDue(companion.deps);
  expect((await order()).payments.map(({ status }) => status)).toEqual(['success', 'success']);
  expect(companion.deps.gateway.of('refund')).toEqual([]);
  expect(await review()).toMatchObject([{ paymentId: first.id, reason: 'duplicate' }]);
});

it('a decision that the gateway contradicts later needs review again', async () => {
  script().createDirect = async () => unknown;
  const { id } = await pay();
  await resolve(id, 'failure');
  await companion.webhook({});
  companion.deps.clock.pass(1);
  expect(await review()).toMatchObject([{ paymentId: id, reason: 'contradicted' }]);
  expect((await order()).payments).toMatchObject([{ status: 'unknown', canRetry: false }]);
});
