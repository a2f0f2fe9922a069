import { beforeEach, describe, expect, it } from 'vitest';
import type { DayReceiptsRequest } from '../gateway-port.ts';
import { answered, refused, unknown } from '../testing/gateway.ts';
import { update, withTestDeps, deps } from '../testing/running-deps.ts';
import { pay, refusal } from '../testing/test-deps.ts';
import { orderReceipt, type ReceiptInput, receiptsOfDay } from './receipts.ts';

const ID = '0f3d1c6a-5b7e-4c1d-9a2b-3c4d5e6f7a8b';

let asked: unknown[];
withTestDeps();
beforeEach(() => {
  asked = [];
  const file = { contentType: 'application/pdf', body: new ReadableStream<Uint8Array>() };
  const take = async (request: unknown) => (asked.push(request), answered(file));
  Object.assign(deps.gateway.script, { receipt: take, receiptsOfDay: take });
});

const receipt = (input: Partial<ReceiptInput> = {}, id = 'order-1') =>
  orderReceipt(deps, id, { format: 'pdf', ...input });
const day = (input: Partial<DayReceiptsRequest> = {}) =>
  receiptsOfDay(deps, { date: '2026-06-15', format: 'pdf', ...input });

describe('the receipt of an order', () => {
  it.each(['purchase', 'auth'])('that was paid by %s is passed on', async (method) => {
    await pay(deps, { method });
    expect(await receipt()).toMatchObject({ contentType: 'application/pdf' });
    await receipt({ format: 'html', creditReference: false });
    expect(asked).toEqual([
      { gatewayOrderId: 'order-1', format: 'pdf' },
      { gatewayOrderId: 'order-1', format: 'html' },
    ]);
  });

  it('is that of the payment that pays', async () => {
    deps.gateway.script.createDirect = async () => refused(400);
    await pay(deps);
    delete deps.gateway.script.createDirect;
    await pay(deps);
    await receipt();
    const [, paying] = deps.gateway.of('createDirect');
    expect(asked).toEqual([{ gatewayOrderId: paying, format: 'pdf' }]);
  });

  it('of a credit transaction is asked for by its id, of any order', async () => {
    await receipt({ transactionId: ID }, 'credit-1');
    await receipt({ transactionId: ID, format: 'signed_pdf', creditReference: true }, 'credit-1');
    expect(asked).toEqual([
      { gatewayOrderId: 'credit-1', format: 'pdf', transactionId: ID },
      { gatewayOrderId: 'credit-1', format: 'signed_pdf', transactionId: ID, creditReference: true },
    ]);
  });

  it.each<[Partial<ReceiptInput>, ...string[]]>([
    [{ creditReference: true, transactionId: ID }, 'format: signed-pdf-required'],
    [{ format: 'signed_pdf', transactionId: ID }, 'creditReference: required-with-signed-pdf'],
    [{ format: 'signed_pdf', creditReference: true }, 'transactionId: required'],
  ])('as %j is refused', async (input, ...fields) => {
    await pay(deps);
    expect(await refusal(receipt(input))).toEqual(['invalid-input', ...fields]);
    expect(asked).toEqual([]);
  });

  it('is refused if the order is unknown, not paid, or a card check', async () => {
    expect(await refusal(receipt())).toEqual(['order-not-found']);
    await update();
    expect(await refusal(receipt())).toEqual(['operation-not-allowed', 'orderId: not-successful']);
    deps.gateway.script.createDirect = async () => unknown;
    await pay(deps);
    expect(await refusal(receipt())).toEqual(['operation-not-allowed', 'orderId: not-successful']);
    delete deps.gateway.script.createDirect;
    await pay(deps, { id: 'order-2', method: 'lookup' });
    expect(await refusal(receipt({}, 'order-2'))).toEqual(['operation-not-allowed', 'orderId: no-receipt']);
    expect(asked).toEqual([]);
  });
});

describe('the receipts of a day', () => {
  it.each<Partial<DayReceiptsRequest>>([
    {},
    { method: 'credit', format: 'signed_pdf' },
    { date: '2026-06-16' },
  ])('%j are passed on', async (input) => {
    await day(input);
    expect(asked).toEqual([{ date: '2026-06-15', format: 'pdf', ...input }]);
  });

  it.each<[Partial<DayReceiptsRequest>, string]>([
    [{ date: '2026-06-17' }, 'date: in-the-future'],
    [{ format: 'signed_pdf' }, 'method: credit-required'],
    [{ format: 'signed_pdf', method: 'purchase' }, 'method: credit-required'],
  ])('%j are refused', async (input, field) => {
    expect(await refusal(day(input))).toEqual(['invalid-input', field]);
    expect(asked).toEqual([]);
  });
});

it('what the gateway does not hand out is a problem', async () => {
  await pay(deps);
  deps.gateway.script = { receipt: async () => refused(404), receiptsOfDay: async () => unknown };
  expect(await refusal(receipt())).toEqual(['not-found']);
  expect(await refusal(day())).toEqual(['gateway-unreachable']);
});
