import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { merchantMessageSchema } from '../contract/merchant-messages.ts';
import { OPERATION_EXAMPLES, PAYMENT_EXAMPLES } from '../contract/message-examples.ts';
import { answered, gatewayPaymentOf, unknown } from '../payments/testing/gateway.ts';
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
  const { store, log } = companion.deps;
  const receive: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    all.push({ headers: Object.fromEntries(request.headers), body: await request.text() });
    return new Response(null, { status: 204 });
  };
  const over = deliverWebhooks(
    {
      outbox: store.outbox,
      log,
      fetch: receive,
      random: () => 0,
      merchant: { url: 'https://shop.example/webhook', secret: SECRET },
      clock: systemClock,
    },
    ending.signal,
  );
  await expect.poll(() => all.length).toBe(count);
  ending.abort();
  await over;
  return all;
}

describe('the messages to the merchant', () => {
  it('match the description, body and headers, for any outcome of a payment', async () => {
    const { script } = companion.deps.gateway;
    const outcomes = [
      { status: 'success' },
      { status: 'pending', statusCode: '2119' },
      { status: 'failure', statusCode: '4009' },
    ] as const;
    for (const [index, outcome] of outcomes.entries()) {
      script.createDirect = async (request) => answered(gatewayPaymentOf(request, outcome));
      await companion.pay({ order: { id: `order-${index}` }, key: crypto.randomUUID() });
    }
    script.createDirect = async () => unknown;
    await companion.pay({ order: { id: 'order-3' }, key: crypto.randomUUID() });
    await companion.merchant('/orders/order-0/refund', { body: { amount: '1.00' } });
    const all = await posted(5);
    const seen = all.map(({ headers, body }) => {
      const message = JSON.parse(body) as { type: string; data: { status: string } };
      expect(faultsOf(message.type, message)).toEqual([]);
      expect(merchantMessageSchema.parse(message)).toEqual(message);
      expect(() => new Webhook(SECRET).verify(body, headers)).not.toThrow();
      const { parameters = [], requestBody } = description.webhooks[message.type]?.post ?? {};
      for (const { name, required, schema } of parameters) {
        expect([name, required, faultsBySchema(description, schema, headers[name])]).toEqual([
          name,
          true,
          [],
        ]);
      }
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

  it('have examples that hold, of each method and each status', () => {
    const seen = { payment: new Set<string>(), operation: new Set<string>() };
    for (const { value } of Object.values(PAYMENT_EXAMPLES)) seen.payment.add(kindOf(value));
    for (const { value } of Object.values(OPERATION_EXAMPLES)) seen.operation.add(kindOf(value));
    for (const { type, examples } of described()) {
      for (const { value } of Object.values(examples))
        expect([value, faultsOf(type, value)]).toEqual([value, []]);
    }
    const statuses = ['success', 'init', 'pending', 'failure', 'unknown'];
    const shown = [...seen.payment].map((kind) => kind.split(' ')[1]);
    expect(statuses.filter((one) => !shown.includes(one))).toEqual([]);
    expect([...seen.payment]).toEqual(expect.arrayContaining(['auth success', 'lookup success']));
    expect([...seen.operation]).toEqual(
      expect.arrayContaining(['capture success', 'void success', 'refund failure', 'refund unknown']),
    );
  });
});

const kindOf = ({ data }: { data: { method: string; status: string } }) => `${data.method} ${data.status}`;

function described() {
  return Object.entries(description.webhooks).map(([type, { post }]) => {
    const content = post.requestBody?.content['application/json'];
    const examples = { ...content?.examples } as Record<string, { value: Json }>;
    expect(Object.keys(examples).length).toBeGreaterThan(5);
    return { type, examples };
  });
}
