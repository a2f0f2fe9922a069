import { expect, it } from 'vitest';
import { measuredGateway } from './metrics.ts';
import { UnsendableError } from './payments/gateway-port.ts';
import { answered, notSent, refused, TestGateway, gatewayPayment, unknown } from './payments/test-gateway.ts';

const REQUEST = { gatewayOrderId: 'order-1', currency: 'UAH', serverUrl: 'https://shop.example/webhook' };

function measure() {
  const gateway = new TestGateway();
  const seen: unknown[] = [];
  let ms = 0;
  const measured = measuredGateway(
    gateway,
    (...call) => seen.push(call),
    () => (ms += 250),
  );
  return { gateway, measured, seen };
}

it.each([
  [answered(gatewayPayment({ status: 'pending' })), 'pending'],
  [refused(400), 'refused'],
  [notSent, 'not-sent'],
  [unknown, 'unknown'],
])('a call that ends as %j is reported as such, and answered all the same', async (outcome, result) => {
  const { gateway, measured, seen } = measure();
  gateway.script.refund = async () => outcome;
  expect(await measured.refund(REQUEST)).toBe(outcome);
  expect(seen).toEqual([['refund', result, 0.25]]);
});

it('an answer without a status is reported as answered', async () => {
  const { gateway, measured, seen } = measure();
  gateway.script.createHosted = async () => answered({ location: 'https://gateway.example/form' });
  await measured.createHosted({} as never);
  expect(seen).toEqual([['createHosted', 'answered', 0.25]]);
});

it('a request that may not be sent is reported too, and still rejects', async () => {
  const { gateway, measured, seen } = measure();
  gateway.script.refund = () => Promise.reject(new UnsendableError('no', []));
  await expect(measured.refund(REQUEST)).rejects.toThrow(UnsendableError);
  expect(seen).toEqual([['refund', 'unsendable', 0.25]]);
});
