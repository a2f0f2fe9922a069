import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentView, SessionView } from '../contract/checkout-api.ts';
import { CUSTOMER } from '../contract/testing/fixtures.ts';
import { createGatewayClient } from '../gateway/client.ts';
import { startSandbox } from '../sandbox/start.ts';
import { BODY, jsonOf, openCompanion, ORIGIN, problemOf, type TestCompanion } from '../testing/companion.ts';
import { pollPayment } from '../payments/workers/poll-payment.ts';

/** Saved cards over HTTP, from the page to the sandbox and back. */

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

let sandbox: Sandbox;
let companion: TestCompanion;
beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, settings: { strict: true } });
  const { credentials, url: baseUrl } = sandbox;
  companion = await openCompanion({ config: { posId: credentials.posId } });
  const settings = { ...credentials, baseUrl, authScheme: 'CPAY', timeoutMs: 5_000, yearDigits: 2 } as const;
  companion.deps.gateway.script = createGatewayClient(settings);
});
afterEach(async () => {
  await companion.deps.store.close();
  await sandbox.close();
});

const OLENA = { ...CUSTOMER, id: 'olena' };
const CHALLENGED = { ...BODY.card, number: '5454545454545454' };

const pay = (way: object, order: Record<string, unknown> = {}) => {
  const body = { ...BODY, card: undefined, ...way };
  return companion.pay({ key: crypto.randomUUID(), order: { customer: OLENA, ...order }, body });
};
const view = (answer: Promise<Response>) => jsonOf<PaymentView>(answer);
const session = (token: string) => jsonOf<SessionView>(companion.ask('/session', { token }));
const sessionOf = async (order: Record<string, unknown> = {}) =>
  session(await companion.token({ id: 'later', customer: OLENA, ...order }));
async function saved(): Promise<string> {
  expect(await view(pay({ card: BODY.card, saveCard: true }))).toMatchObject({ status: 'success' });
  return (await sessionOf()).savedCards[0]?.id ?? '';
}
const forget = async (id: string, customer: object = OLENA) =>
  companion.ask(`/saved-cards/${id}`, {
    method: 'DELETE',
    token: await companion.token({ id: 'later', customer }),
    headers: { origin: ORIGIN },
  });
const requests = async () => {
  const answer = await fetch(`${sandbox.url}/_sandbox/requests`);
  const { data } = (await answer.json()) as { data: { path?: string; body?: Record<string, unknown> }[] };
  return data.map(({ body }) => body).filter((body) => body?.['cc_token'] !== undefined);
};

describe('a card that was saved', () => {
  it('is offered with the next order, and charged by its token only', async () => {
    const id = await saved();
    expect(await sessionOf()).toMatchObject({
      savable: true,
      savedCards: [{ id, mask: '424242******4242', brand: 'visa', expires: '12/30' }],
    });
    const paid = await view(pay({ savedCard: { id } }, { id: 'order-2' }));
    expect(paid).toMatchObject({ status: 'success', cardMask: '424242******4242' });
    const [body = {}] = await requests();
    expect(Object.keys(body).filter((name) => /^(cc_|exp_|card_)/.test(name))).toEqual(['cc_token']);
  });

  it('is kept after 3-D Secure too, as a status query says', async () => {
    const pending = await view(pay({ card: CHALLENGED, saveCard: true }));
    expect(pending).toMatchObject({ status: 'pending' });
    expect((await sessionOf()).savedCards).toEqual([]);
    await fetch(pending.action?.url ?? '', {
      method: 'POST',
      body: new URLSearchParams({ decision: 'approve' }),
      redirect: 'manual',
    });
    await pollPayment(companion.deps, 'order-1', pending.id);
    expect((await sessionOf()).savedCards).toMatchObject([{ mask: '545454******5454', brand: 'mastercard' }]);
  });

  it('belongs to its customer only: no one else is offered, can charge or remove it', async () => {
    const id = await saved();
    const borys = { ...CUSTOMER, id: 'borys' };
    expect((await sessionOf({ id: 'of-borys', customer: borys })).savedCards).toEqual([]);
    const problem = await problemOf(await pay({ savedCard: { id } }, { id: 'of-borys', customer: borys }));
    expect(problem).toMatchObject({
      status: 422,
      code: 'saved-card-refused',
      detail: 'This saved card cannot be used. Nothing was charged.',
      errors: [{ path: 'savedCard.id', code: 'unknown' }],
    });
    const nobodys = await pay(
      { savedCard: { id: crypto.randomUUID() } },
      { id: 'of-borys', customer: borys },
    );
    const { requestId: _, ...same } = await problemOf(nobodys);
    expect(problem).toMatchObject(same);
    expect(await problemOf(await forget(id, borys))).toMatchObject({ status: 404, code: 'not-found' });
    expect(await requests()).toEqual([]);
    expect((await sessionOf()).savedCards).toHaveLength(1);
  });

  it('is no more once the sandbox has forgotten its token: the payment failed, and says so', async () => {
    const id = await saved();
    await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' });
    const failed = await view(pay({ savedCard: { id } }, { id: 'order-2' }));
    expect(failed).toMatchObject({
      status: 'failure',
      statusCode: '4144',
      savedCardRefused: true,
      canRetry: true,
    });
    expect((await sessionOf()).savedCards).toEqual([]);
  });
});

describe('a payment page', () => {
  it('offers no saved cards to holders of its link, while the merchant’s own token does', async () => {
    const id = await saved();
    const order = { amount: '24.50', currency: 'EUR', description: 'A mug', customer: OLENA };
    const answer = companion.merchant('/orders', { body: { id: 'A-1', ...order } });
    const { token, url } = await jsonOf<{ token: string; url: string }>(answer);
    const page = await (await companion.ask(new URL(url).pathname.slice('/pay'.length))).text();
    const held = / order="([\w.-]+)"/.exec(page)?.[1] ?? '';
    expect(await session(held)).toMatchObject({ savedCards: [], savable: false, order: { id: 'A-1' } });
    const body = { ...BODY, card: undefined, savedCard: { id } };
    const refused = await companion.pay({ token: held, body });
    expect(await problemOf(refused)).toMatchObject({ code: 'saved-card-refused' });
    const removed = await companion.ask(`/saved-cards/${id}`, { method: 'DELETE', token: held });
    expect(removed.status).toBe(404);
    expect(await session(token)).toMatchObject({ savedCards: [{ id }], savable: true });
  });
});

describe('DELETE /saved-cards/{id}', () => {
  it('is 204, and 404 when it comes again', async () => {
    const id = await saved();
    const answer = await forget(id);
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(await problemOf(await forget(id))).toMatchObject({ status: 404, code: 'not-found' });
  });

  it('wants a token', async () => {
    const bare = await companion.ask('/saved-cards/1', { method: 'DELETE' });
    expect(await problemOf(bare)).toMatchObject({ status: 401, code: 'order-token-missing' });
  });
});

describe('DELETE /api/customers/{id}', () => {
  it('forgets the cards of this customer, and is 204 whether there are any', async () => {
    await saved();
    for (const id of ['nobody', 'olena', 'olena']) {
      const answer = await companion.merchant(`/customers/${id}`, { method: 'DELETE' });
      expect([answer.status, await answer.text()]).toEqual([204, '']);
    }
    expect((await sessionOf()).savedCards).toEqual([]);
  });

  it('refuses what no token can name, and says which field', async () => {
    const answer = await companion.merchant('/customers/a%00', { method: 'DELETE' });
    const errors = [{ path: 'id', code: 'control-character' }];
    expect(await problemOf(answer)).toMatchObject({ code: 'invalid-input', errors });
  });
});
