import { Webhook } from 'standardwebhooks';
import { beforeEach, expect, it } from 'vitest';
import { merchantMessageSchema } from '../contract/merchant-messages.ts';
import { unknown } from '../payments/testing/gateway.ts';
import { deliverWebhooks } from '../payments/workers/deliver.ts';
import { systemClock } from '../node/clock.ts';
import { useCompanion } from '../testing/companion.ts';
import { type Description, faultsBySchema, type Json, readDescription } from './testing/description.ts';

/** The messages to the merchant's webhook, compared with the published description of the merchant API. */

const companion = useCompanion({ config: { notify: true } });
let description: Description;
beforeEach(async () => {
  description = await readDescription(companion);
});

/** The faults of a message by the description of its type. */
function faultsOf(type: string, value: unknown): string[] {
  const content = description.webhooks[type]?.post.requestBody?.content['application/json'];
  return content ? faultsBySchema(description, content.schema, value) : [`${type} is not described`];
}

const SECRET = `whsec_${Buffer.from('a key that only the tests know').toString('base64')}`;

/** Posts the pending messages, as the companion does. @returns headers and bodies */
async function posted(count: number): Promise<{ headers: Record<string, string>; body: string }[]> {
  const all: { headers: Record<string, string>; body: string }[] = [];
  const ending = new AbortController();
  const receive: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    all.push({ headers: Object.fromEntries(request.headers), body: await request.text() });
    return new Response(null, { status: 204 });
  };
  const { store, log } = companion.deps;
  const merchant = { url: 'https://shop.example/webhook', secret: SECRET };
  const deps = { outbox: store.outbox, log, fetch: receive, random: () => 0, merchant, clock: systemClock };
  const over = deliverWebhooks(deps, ending.signal);
  await expect.poll(() => all.length).toBe(count);
  ending.abort();
  await over;
  return all;
}

it('messages to the merchant match the description, body and headers, for any outcome', async () => {
  for (const status of ['success', 'pending', 'failure'] as const) {
    companion.answers({ status });
    await companion.paid({ id: status });
  }
  companion.deps.gateway.script.createDirect = async () => unknown;
  await companion.paid({ id: 'unknown' });
  await companion.merchant('/orders/success/refund', { body: { amount: '1.00' } });
  const seen = (await posted(5)).map(({ headers, body }) => {
    const message = JSON.parse(body) as { type: string; data: { status: string } };
    expect(faultsOf(message.type, message)).toEqual([]);
    expect(merchantMessageSchema.parse(message)).toEqual(message);
    expect(() => new Webhook(SECRET).verify(body, headers)).not.toThrow();
    const { parameters = [], requestBody } = description.webhooks[message.type]?.post ?? {};
    for (const { name, required, schema } of parameters)
      expect([name, required, faultsBySchema(description, schema, headers[name])]).toEqual([name, true, []]);
    expect(Object.keys(requestBody?.content ?? {})).toEqual([headers['content-type']]);
    return `${message.type} ${message.data.status}`;
  });
  expect(seen.toSorted()).toEqual([
    'operation.updated success',
    'payment.updated failure',
    'payment.updated pending',
    'payment.updated success',
    'payment.updated unknown',
  ]);
});

it('messages have examples that hold, of each method and each status', () => {
  const kinds: string[] = [];
  for (const [type, { post }] of Object.entries(description.webhooks)) {
    const { examples = {} } = post.requestBody?.content['application/json'] ?? {};
    for (const { value } of Object.values(examples as Record<string, { value: Json }>)) {
      expect([value, faultsOf(type, value)]).toEqual([value, []]);
      const { method, status } = value['data'] as Json;
      kinds.push(`${type.split('.')[0]} ${String(method)} ${String(status)}`);
    }
  }
  const ofPayment = kinds.filter((kind) => kind.startsWith('payment')).map((kind) => kind.split(' ')[2]);
  expect(ofPayment).toEqual(expect.arrayContaining(['success', 'init', 'pending', 'failure', 'unknown']));
  expect(kinds).toEqual(
    expect.arrayContaining([
      'payment auth success',
      'payment lookup success',
      'operation capture success',
      'operation void success',
      'operation refund failure',
      'operation refund unknown',
    ]),
  );
});
