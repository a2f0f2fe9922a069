import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeEach, describe, expect, it } from 'vitest';
import { MERCHANT_API_KEY, ORDER_SECRET, useCompanion } from '../testing/companion.ts';
import { PROBLEMS } from '../contract/problem.ts';
import { type Description, faultsBySchema, readDescription } from './testing/description.ts';

const companion = useCompanion();
let description: Description;
beforeEach(async () => {
  description = await readDescription(companion);
});

describe('GET /api/openapi.json', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate({ ...structuredClone(description) })).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('may be read by anyone, is revalidated, and contains no secret', async () => {
    const answer = await companion.ask('/api/openapi.json');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const text = await answer.text();
    for (const secret of [MERCHANT_API_KEY, ORDER_SECRET]) expect(text).not.toContain(secret);
  });

  it('describes every route that there is, and no other', () => {
    const mounted = companion.app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/pay/api/'))
      .map(({ method, path }) => `${method} ${path.slice('/pay'.length)}`)
      .filter((route) => route !== 'GET /api/openapi.json');
    const described = Object.entries(description.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map(
        (method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      ),
    );
    expect(described.toSorted()).toEqual([...new Set(mounted)].toSorted());
    expect(described).toContain('POST /api/orders');
  });

  it('asks for the key everywhere, and for an idempotency key where money moves', () => {
    expect(description.security).toEqual([{ merchantApiKey: [] }]);
    for (const [path, operations] of Object.entries(description.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        expect(operation).not.toHaveProperty('security');
        const key = operation.parameters?.find(({ name }) => name === 'Idempotency-Key');
        expect(key?.required).toBe(method === 'post' ? /(capture|void|refund)$/.test(path) : undefined);
        const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        const inPath = operation.parameters?.filter((one) => one.in === 'path').map(({ name }) => name);
        expect(inPath ?? []).toEqual(names);
      }
    }
  });

  it('tells where to ask again later, and when', () => {
    const busy = Object.values(description.paths).flatMap((operations) =>
      Object.values(operations).filter(({ responses }) => {
        const content = responses['503']?.content['application/problem+json'];
        return content?.examples && 'gateway-busy' in content.examples;
      }),
    );
    expect(busy.map(({ operationId }) => operationId).toSorted()).toEqual([
      'getAccount',
      'getReceipt',
      'getReceiptsOfDay',
      'getTerminal',
      'listAccounts',
      'listTerminals',
      'resendWebhook',
    ]);
    for (const { responses } of busy) expect(responses['503']).toHaveProperty('headers.Retry-After.schema');
  });

  it('gives examples that hold by their own schemas', () => {
    const withExamples = Object.entries(description.components.schemas).filter(([, one]) => one['examples']);
    expect(withExamples.map(([name]) => name)).toEqual(
      expect.arrayContaining(['NewOrder', 'Capture', 'Operation', 'Payment', 'Order', 'ReviewItem']),
    );
    for (const [name, schema] of withExamples) {
      for (const example of schema['examples'] as unknown[])
        expect([name, faultsBySchema(description, schema, example)]).toEqual([name, []]);
    }
    const operation = description.components.schemas['Operation'] ?? {};
    const [example] = operation['examples'] as object[];
    for (const spoiled of [{ more: 1 }, { amount: 60 }, { split: [{}] }, { createdAt: '' }])
      expect(faultsBySchema(description, operation, { ...example, ...spoiled })).toHaveLength(1);
    for (const [code, { value }] of Object.entries(description.components.examples)) {
      expect(value['status']).toBe(PROBLEMS[code as keyof typeof PROBLEMS][0]);
      expect(faultsBySchema(description, description.components.schemas['Problem'] ?? {}, value)).toEqual([]);
    }
  });
});
