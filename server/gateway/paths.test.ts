import { describe, expect, it } from 'vitest';
import type { Gateway } from '../payments/gateway-port.ts';
import { TRANSACTION_ID } from './testing/calls.ts';
import { clientFor, json, SETTINGS, violationsOf } from './testing/payments.ts';

const ORDERS = `/api/v1/pos/${SETTINGS.posId}/orders`;

/** The paths that one call requests, or its violations if nothing is sent. */
async function requested(run: (client: Gateway) => Promise<unknown>) {
  const { client, calls } = clientFor(() => json({}));
  return (
    (await violationsOf(run(client), calls)) ?? calls.map(({ url }) => url.slice(SETTINGS.baseUrl.length))
  );
}

describe('the receipt of one order', () => {
  const receipt = (over: object) =>
    requested((client) => client.receipt({ gatewayOrderId: 'order-0007', format: 'pdf', ...over }));

  it.each([
    [{}, '?format=pdf'],
    [{ creditReference: false }, '?format=pdf'],
    [{ transactionId: TRANSACTION_ID }, `?format=pdf&transactionId=${TRANSACTION_ID}`],
    [
      { format: 'signed_pdf', creditReference: true, transactionId: TRANSACTION_ID },
      `?format=signed_pdf&transactionId=${TRANSACTION_ID}&creditReference=true`,
    ],
  ])('%j is requested with %s', async (over, query) => {
    expect(await receipt(over)).toEqual([`${ORDERS}/order-0007/report/receipt${query}`]);
  });

  it.each([
    [{ gatewayOrderId: '..' }, ['order_id format']],
    [{ format: 'xml' }, ['format format']],
    [{ format: undefined }, ['format required']],
    [{ transactionId: '7' }, ['transactionId format']],
    [{ format: 'signed_pdf' }, ['creditReference required-with-signed-pdf']],
  ])('%j is refused: %j', async (over, violations) => {
    expect(await receipt(over)).toEqual(violations);
  });
});

describe('the receipts of a day', () => {
  const day = (over: object) =>
    requested((client) => client.receiptsOfDay({ date: '2026-02-28', format: 'pdf', ...over }));

  it.each([
    [{}, '2026-02-28/report/receipt?format=pdf'],
    [{ format: 'html', method: 'auth' }, '2026-02-28/report/receipt?format=html&method=auth'],
    [{ method: 'credit', format: 'signed_pdf' }, '2026-02-28/report/receipt?format=signed_pdf&method=credit'],
  ])('%j are requested at %s', async (over, path) => {
    expect(await day(over)).toEqual([`/api/v1/pos/${SETTINGS.posId}/date/${path}`]);
  });

  it.each([
    [{ date: '2026-02-29' }, ['date format']],
    [{ date: '../..' }, ['date format']],
    [{ date: undefined }, ['date required']],
    [{ format: 'zip' }, ['format format']],
    [{ method: 'refund' }, ['method format']],
    [{ format: 'signed_pdf' }, ['method credit-required']],
  ])('%j are refused: %j', async (over, violations) => {
    expect(await day(over)).toEqual(violations);
  });
});

describe('the state of an operation', () => {
  it.each(['auth', 'purchase', 'lookup', 'capture', 'void', 'refund', 'credit', 'p2p'])(
    'is read at %s',
    async (operation) => {
      expect(await requested((client) => client.readOperation('a/b', operation))).toEqual([
        `${ORDERS}/a%2Fb/${operation}?callback=true`,
      ]);
    },
  );

  it('is read of one transaction of a subscription, whose id stays one parameter', async () => {
    expect(await requested((client) => client.readOperation('o', 'purchase', TRANSACTION_ID))).toEqual([
      `${ORDERS}/o/purchase?callback=true&transactionId=${TRANSACTION_ID}`,
    ]);
    expect(await requested((client) => client.readOperation('o', 'purchase', 'a&b=c#d'))).toEqual([
      `${ORDERS}/o/purchase?callback=true&transactionId=a%26b%3Dc%23d`,
    ]);
  });

  it.each([
    ['purchase/../x', undefined, ['operation format']],
    ['', undefined, ['operation format']],
    ['toString', undefined, ['operation format']],
    ['auth', TRANSACTION_ID, ['transactionId not-sent']],
    ['purchase', '', ['transactionId format']],
    ['purchase', 'a b', ['transactionId format']],
  ])('is refused for operation %j and transaction %j', async (operation, transaction, violations) => {
    expect(await requested((client) => client.readOperation('o', operation, transaction))).toEqual(
      violations,
    );
  });
});

describe('an order', () => {
  it('is read by its id as answers have it, up to 256 characters', async () => {
    const long = 'x'.repeat(256);
    expect(await requested((client) => client.readOrder(long))).toEqual([`${ORDERS}/${long}`]);
    expect(await requested((client) => client.readOrder('%2e%2e'))).toEqual([`${ORDERS}/%252e%252e`]);
  });

  it.each([
    ['order 7', 'order%207'],
    ['замовлення-7', '%D0%B7%D0%B0%D0%BC%D0%BE%D0%B2%D0%BB%D0%B5%D0%BD%D0%BD%D1%8F-7'],
    ['a/../b', 'a%2F..%2Fb'],
    ['...', '...'],
    ['a?b#c', 'a%3Fb%23c'],
    ['\u{1f4a1}', '%F0%9F%92%A1'],
  ])(
    'is read and cancelled by whatever text another program named it, as one piece: %j',
    async (id, piece) => {
      expect(await requested((client) => client.readOrder(id))).toEqual([`${ORDERS}/${piece}`]);
      expect(await requested((client) => client.readOperation(id, 'purchase'))).toEqual([
        `${ORDERS}/${piece}/purchase?callback=true`,
      ]);
    },
  );

  it.each(['', '.', '..', 'a\nb', 'a\u0000', '\u007f', '\u0085', '\ud83d', 'x'.repeat(257), 7])(
    'is not read by %j',
    async (id) => {
      expect(await requested((client) => client.readOrder(id as string))).toEqual(['order_id format']);
    },
  );

  it('is cancelled by an id of at most 32 characters', async () => {
    expect(await requested((client) => client.cancelHosted('x'.repeat(33)))).toEqual(['order_id format']);
  });
});
