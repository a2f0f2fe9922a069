import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answered, gatewayPaymentOf } from '../payments/test-gateway.ts';
import { openCompanion, problemOf, type TestCompanion } from '../test-companion.ts';

let companion: TestCompanion;
beforeEach(async () => {
  companion = await openCompanion();
});
afterEach(() => companion.world.store.close());

const pending = () => {
  companion.world.gateway.script.createDirect = async (request) =>
    answered(
      gatewayPaymentOf(request, {
        status: 'pending',
        statusCode: '2122',
        actionUrl: 'https://bank.example/acs',
      }),
    );
};

describe('GET /payments/{id}', () => {
  const start = async () => {
    pending();
    return (await (await companion.pay()).json()) as { id: string; updatedAt: string };
  };
  const get = async (path: string) => companion.ask(path, { token: await companion.token() });

  it('answers the payment at once where no waiting is wanted', async () => {
    const { id } = await start();
    expect(await (await get(`/payments/${id}`)).json()).toMatchObject({ id, status: 'pending' });
  });

  it('answers immediately if it changed since then, in any spelling of the time', async () => {
    const { id } = await start();
    const answer = await get(`/payments/${id}?wait=60&since=2026-06-15T11:59:59Z`);
    expect(await answer.json()).toMatchObject({ status: 'pending' });
  });

  it('knows the same moment in another spelling, and waits', async () => {
    const { id, updatedAt } = await start();
    expect(updatedAt).toBe('2026-06-15T12:00:00.001Z');
    const waiting = get(`/payments/${id}?wait=60&since=2026-06-15T12:00:00.001000Z`);
    await companion.webhook({});
    expect(await (await waiting).json()).toMatchObject({ status: 'success' });
  });

  it('answers with the next change', async () => {
    const { id, updatedAt } = await start();
    const waiting = get(`/payments/${id}?wait=60&since=${updatedAt}`);
    await companion.webhook({});
    expect(await (await waiting).json()).toMatchObject({ id, status: 'success', action: null });
  });

  it('answers after the time when nothing changes', async () => {
    const { id } = await start();
    companion.world.clock.monotonic = () => performance.now();
    const before = performance.now();
    const answer = await get(`/payments/${id}?wait=1`);
    expect(await answer.json()).toMatchObject({ status: 'pending' });
    expect(performance.now() - before).toBeGreaterThan(950);
  });

  it.each([
    'wait=61',
    'wait=-1',
    'wait=1.5',
    'wait=',
    'wait=1e1',
    'since=yesterday',
    'since=2026-06-15',
    'other=1',
  ])('refuses ?%s', async (query) => {
    const { id } = await start();
    expect(await problemOf(await get(`/payments/${id}?${query}`))).toMatchObject({
      status: 422,
      code: 'invalid-input',
    });
  });

  it('knows no payment of another order, nor one that is not there', async () => {
    const { id } = await start();
    const token = await companion.token({ id: 'order-2' });
    expect(await problemOf(await companion.ask(`/payments/${id}`, { token }))).toMatchObject({
      status: 404,
      code: 'payment-not-found',
    });
    expect(await problemOf(await get('/payments/none'))).toMatchObject({
      status: 404,
      code: 'payment-not-found',
    });
  });
});
