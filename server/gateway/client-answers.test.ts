import { describe, expect, it } from 'vitest';
import { createGatewayClient } from './client.ts';
import { CHARGES } from './test-calls.ts';
import { CARD, DIRECT, HOSTED, json, PAYMENT, SETTINGS, scriptedFetch, seeOther } from './test-payments.ts';

const AUTH = 'CPAY public-key:top/secret+value';

function clientFor(answer: () => Response, settings = SETTINGS) {
  const { fetch, calls } = scriptedFetch(answer, settings);
  return { client: createGatewayClient(settings, { fetch }), calls };
}

describe('answers of a direct payment', () => {
  it('are valid with a payment of ours', async () => {
    const { client } = clientFor(() => json(PAYMENT));
    const outcome = await client.createDirect(DIRECT);
    expect(outcome).toMatchObject({
      kind: 'answered',
      value: { gatewayOrderId: 'order-0007', amountMinor: 1010, status: 'success', statusCode: '1000' },
    });
  });

  it.each<[string, () => Response]>([
    ['an empty body', () => new Response('')],
    ['no content', () => new Response(null, { status: 204 })],
    ['text', () => new Response('OK')],
    ['cut JSON', () => new Response('{"order_id":"order-0007"')],
    ['an error body', () => json({ message: 'no' })],
    ['an array', () => json([PAYMENT])],
    ['null', () => json(null)],
    ['a payment without order id', () => json({ ...PAYMENT, order_id: null })],
    ['a payment without method', () => json({ ...PAYMENT, method: undefined })],
    ['an unheard-of status', () => json({ ...PAYMENT, status: 'held' })],
    [
      'the pos_id of somebody else',
      () => json({ ...PAYMENT, pos_id: '0f3d1c6a-5b7e-4c1d-9a2b-000000000000' }),
    ],
    ['a redirect', () => seeOther('https://gateway.example/form')],
    ['a payment with a redirect', () => new Response(JSON.stringify(PAYMENT), { status: 302 })],
    ...[402, 403, 408, 410, 422, 500, 502, 503, 504].map((status): [string, () => Response] => [
      `a payment with HTTP ${status}`,
      () => json(PAYMENT, status),
    ]),
  ])('are unknown with %s', async (_, answer) => {
    const { client } = clientFor(answer);
    expect(await client.createDirect(DIRECT)).toMatchObject({ kind: 'unknown' });
  });

  it.each([400, 401, 404, 405, 406, 409, 429])('are a refusal with HTTP %i', async (status) => {
    const { client } = clientFor(() => json({ message: 'Order exists', args: { code: 'P-409' } }, status));
    const means = status === 429 ? 'busy' : 'order-id-exists';
    expect(await client.createDirect(DIRECT)).toEqual({
      kind: 'refused',
      refusal: { status, documented: true, means, code: 'P-409', message: 'Order exists', details: [] },
    });
  });

  it('contain no card data, token or key, even if the gateway repeats them', async () => {
    const secrets = [
      CARD.number,
      '4242 4242 4242 4242',
      CARD.cvv,
      AUTH,
      'top%2Fsecret%2Bvalue',
      'endpoints-key',
    ];
    const message = `You sent ${secrets.join(' and ')}`;
    const args = { cc_number: [{ msg: [CARD.number] }], card_cvv: [{ msg: [`${CARD.cvv} is short`] }] };
    const { client } = clientFor(() => json({ message, args }, 400));
    const outcome = JSON.stringify(await client.createDirect(DIRECT));
    expect(outcome).toContain('You sent [removed]');
    for (const secret of [...secrets, 'top/secret+value', 'public-key'])
      expect(outcome).not.toContain(secret);

    const tokenClient = clientFor(() => json({ message: 'bad token rcr:dG9rZW4=' }, 400)).client;
    const byToken = { ...DIRECT, card: undefined, cardToken: 'rcr:dG9rZW4=' };
    expect(await tokenClient.createDirect(byToken)).toMatchObject({
      refusal: { message: 'bad token [removed]' },
    });
  });

  it('say nothing of the request where they cannot be classified', async () => {
    const failing: typeof globalThis.fetch = () =>
      Promise.reject(new Error(`sent ${CARD.number} with ${AUTH}`));
    const outcome = await createGatewayClient(SETTINGS, { fetch: failing }).createDirect(DIRECT);
    expect(outcome).toEqual({ kind: 'unknown', reason: 'no-code' });
  });
});

describe('answers of a hosted payment', () => {
  it.each([
    ['https://gateway.example/api/v1/checkout/1/form', 'https://gateway.example/api/v1/checkout/1/form'],
    ['/api/v1/checkout/1/form', 'https://gateway.example/api/v1/checkout/1/form'],
    ['form?id=1', 'https://gateway.example/base/form?id=1'],
    ['//pages.example/form', 'https://pages.example/form'],
    ['http://127.0.0.1:8090/form', 'http://127.0.0.1:8090/form'],
    ['http://localhost:8090/form', 'http://localhost:8090/form'],
    ['http://[::1]:8090/form', 'http://[::1]:8090/form'],
  ])('lead with 303 and %s to %s', async (location, expected) => {
    const { client } = clientFor(() => seeOther(location), {
      ...SETTINGS,
      baseUrl: 'https://gateway.example/base',
    });
    expect(await client.createHosted(HOSTED)).toEqual({ kind: 'answered', value: { location: expected } });
  });

  it.each<[string, () => Response]>([
    ['303 without Location', () => seeOther()],
    ['an empty Location', () => seeOther('')],
    ['a script', () => seeOther('javascript:alert(1)')],
    ['data', () => seeOther('data:text/html,x')],
    ['plain http', () => seeOther('http://gateway.example/form')],
    ['http to a host that only looks like loopback', () => seeOther('http://127.0.0.1.example.com/form')],
    ['no address', () => seeOther('https://')],
    ['two addresses', () => seeOther('https://a.example/, https://b.example/')],
    ['200 and a payment', () => json({ ...PAYMENT, mode: 'hosted' })],
    ['200 and a Location', () => new Response(null, { headers: { location: '/form' } })],
    ['302 without Location', () => new Response(null, { status: 302 })],
    [
      'a Location that is the endpoint elsewhere',
      () => seeOther('https://www.gateway.example/api/v1/payment'),
    ],
    ['a Location that is the endpoint of split purchases', () => seeOther('/v/api/v1/split/purchase/?a=1')],
    ['201 and a Location', () => new Response(null, { status: 201, headers: { location: '/form' } })],
    ['500', () => json({ message: 'x' }, 500)],
  ])('are unknown with %s', async (_, answer) => {
    const { client } = clientFor(answer);
    expect(await client.createHosted(HOSTED)).toMatchObject({ kind: 'unknown' });
  });

  it.each([300, 301, 302, 307, 308])('lead to the page with HTTP %i too', async (status) => {
    const headers = { location: '/api/v1/payment/1/form' };
    const { client, calls } = clientFor(() => new Response(null, { status, headers }));
    const location = 'https://gateway.example/api/v1/payment/1/form';
    expect(await client.createHosted(HOSTED)).toEqual({ kind: 'answered', value: { location } });
    expect(calls).toHaveLength(1);
  });

  it('are unknown where a refusal is not in the gateway’s own form', async () => {
    const { client } = clientFor(() => new Response('<h1>Bad Request</h1>', { status: 400 }));
    expect(await client.createHosted(HOSTED)).toEqual({
      kind: 'unknown',
      reason: 'HTTP 400: undocumented-refusal',
    });
  });

  it('are a refusal where the gateway says so', async () => {
    const { client } = clientFor(() => json({ message: 'Bad' }, 400));
    expect(await client.createHosted(HOSTED)).toMatchObject({ kind: 'refused', refusal: { status: 400 } });
  });
});

describe('answers of the other calls', () => {
  it('readOperation takes the latest element of the operation, whichever place it has', async () => {
    const at = (created_at: string, status: string, method = 'purchase') => ({
      ...PAYMENT,
      created_at,
      status,
      method,
    });
    const list = [
      at('2026-01-02T10:00:00.500', 'pending'),
      at('2026-01-02T10:00:00.600Z', 'success'),
      at('2026-01-02T10:00:00', 'init'),
      at('2026-01-03T00:00:00', 'failure', 'refund'),
    ];
    const { client } = clientFor(() => json(list));
    expect(await client.readOperation('order-0007', 'purchase')).toMatchObject({
      value: { status: 'success' },
    });
    expect(await client.readOperation('order-0007', 'refund')).toMatchObject({
      value: { status: 'failure' },
    });
    expect(await client.readOperation('order-0007', 'void')).toMatchObject({ kind: 'unknown' });
  });

  it('readOperation does not fall back on an older element where the latest cannot be read', async () => {
    const list = [
      { ...PAYMENT, created_at: '2026-01-01T00:00:00', status: 'pending' },
      { ...PAYMENT, created_at: '2026-01-02T00:00:00', status: 'held' },
    ];
    const { client } = clientFor(() => json(list));
    expect(await client.readOperation('order-0007', 'purchase')).toMatchObject({ kind: 'unknown' });
  });

  it('readOperation takes one object as it is: the document shows auth for purchase', async () => {
    const { client } = clientFor(() => json({ ...PAYMENT, method: 'auth', recurring: { id: '1' } }));
    expect(await client.readOperation('order-0007', 'purchase')).toMatchObject({ value: { method: 'auth' } });
  });

  it('readOperation tells 404 as a refusal, and an empty list as unknown', async () => {
    const missing = clientFor(() => json({ message: 'No order', args: { code: 'S-404' } }, 404)).client;
    expect(await missing.readOperation('order-0007', 'purchase')).toMatchObject({
      kind: 'refused',
      refusal: { status: 404, code: 'S-404' },
    });
    const empty = clientFor(() => json([])).client;
    expect(await empty.readOperation('order-0007', 'purchase')).toMatchObject({ kind: 'unknown' });
  });

  it.each(['capture', 'splitCapture', 'voidAuth', 'refund', 'splitRefund'] as const)(
    '%s tells a failed operation with HTTP 200 as an answer, in either spelling',
    async (name) => {
      const spelled = [
        { order_currency: 'UAH', processing_time: '2026-01-02T10:00:00' },
        { currency: 'UAH', processed_at: '2026-01-02T10:00:00' },
      ];
      for (const spelling of spelled) {
        const operation = {
          ...PAYMENT,
          currency: undefined,
          operation_id: 'o',
          status: 'failure',
          ...spelling,
        };
        const { client } = clientFor(() => json({ ...operation, split_fee: { all: 1 } }));
        expect(await CHARGES[name](client)).toMatchObject({
          kind: 'answered',
          value: {
            status: 'failure',
            operationId: 'o',
            currency: 'UAH',
            amountMinor: 1010,
            processedAt: '2026-01-02T10:00:00.000Z',
            raw: { split_fee: { all: 1 } },
          },
        });
      }
    },
  );

  it.each(['createSplitDirect', 'capture', 'splitCapture', 'voidAuth', 'refund', 'splitRefund'] as const)(
    '%s accepts nothing but a payment, and tells refusals and doubts apart',
    async (name) => {
      expect(await CHARGES[name](clientFor(() => new Response('OK')).client)).toMatchObject({
        kind: 'unknown',
      });
      expect(await CHARGES[name](clientFor(() => json({}, 500)).client)).toMatchObject({ kind: 'unknown' });
      const ofAnother = { ...PAYMENT, pos_id: '0f3d1c6a-5b7e-4c1d-9a2b-000000000000' };
      expect(await CHARGES[name](clientFor(() => json(ofAnother)).client)).toMatchObject({ kind: 'unknown' });
      const refused = clientFor(() => json({ message: 'No' }, 400)).client;
      expect(await CHARGES[name](refused)).toMatchObject({ kind: 'refused', refusal: { status: 400 } });
      const proxy = clientFor(() => new Response('<h1>Not Found</h1>', { status: 404 })).client;
      expect(await CHARGES[name](proxy)).toMatchObject({ kind: 'unknown' });
    },
  );

  it('createSplitHosted leads to a page as createHosted does', async () => {
    const { client } = clientFor(() => seeOther('/form'));
    expect(await CHARGES.createSplitHosted(client)).toEqual({
      kind: 'answered',
      value: { location: 'https://gateway.example/form' },
    });
    expect(await CHARGES.createSplitHosted(clientFor(() => json(PAYMENT)).client)).toMatchObject({
      kind: 'unknown',
    });
  });

  it('nothing that a cryptogram says comes back in a refusal', async () => {
    const { client } = clientFor(() => json({ message: 'bad data c2VjcmV0 and key' }, 400));
    const payment = { ...DIRECT, cryptogram: { data: { inner: ['c2VjcmV0'] } } };
    expect(await client.createDirect(payment)).toMatchObject({
      refusal: { message: 'bad data [removed] and key' },
    });
  });

  it('readOrder answers every transaction, and accepts all of them or none', async () => {
    const refund = { ...PAYMENT, method: 'refund', operation_id: 'o' };
    expect(await clientFor(() => json([PAYMENT, refund])).client.readOrder('order-0007')).toMatchObject({
      kind: 'answered',
      value: [{ method: 'purchase' }, { method: 'refund', operationId: 'o' }],
    });
    for (const body of [[], [PAYMENT, { ...refund, status: 'held' }], {}, null]) {
      expect(await clientFor(() => json(body)).client.readOrder('order-0007')).toMatchObject({
        kind: 'unknown',
      });
    }
    const missing = clientFor(() => json({ message: 'No order', args: { code: 'S-404' } }, 404)).client;
    expect(await missing.readOrder('order-0007')).toMatchObject({
      kind: 'refused',
      refusal: { code: 'S-404' },
    });
  });

  it('cancelHosted answers every transaction, and accepts all of them or none', async () => {
    const cancelled = { ...PAYMENT, status: 'failure', status_code: 6007 };
    const all = clientFor(() => json([cancelled, cancelled])).client;
    expect(await all.cancelHosted('order-0007')).toMatchObject({
      kind: 'answered',
      value: [{ statusCode: '6007' }, { statusCode: '6007' }],
    });
    for (const body of [[], [cancelled, null], [cancelled, { ...cancelled, status: 'held' }], {}]) {
      const { client } = clientFor(() => json(body));
      expect(await client.cancelHosted('order-0007')).toMatchObject({ kind: 'unknown' });
    }
  });
});
