import { createHmac } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CARD_BRANDS } from '../../contract/card.ts';
import { CUSTOMER_LANGS } from '../../contract/customer-lang.ts';
import { orderFields, orderSchema } from '../../contract/order.ts';
import type { Problem } from '../../contract/problem.ts';
import { readPage, rows, section } from './testing/page.ts';
import { ORDER, ORDER_SECRET, sign, type Stage, startStage } from './testing/stage.ts';

const PAGE = readPage('docs/order-token.md');
const unquoted = (cells: string[]): string[] => cells.map((cell) => cell.replaceAll('`', ''));

describe('the order token', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage();
  });
  afterAll(() => stage.close());
  const problemOf = async (token: string) => (await (await stage.session(token)).json()) as Problem;

  it.each(rows(section(PAGE, '## When it is refused')).map(unquoted))(
    'with %s is refused at %s as %s',
    async (change = '', path = '', code = '') => {
      const token = path.startsWith('order.')
        ? await sign({ ...ORDER, ...(JSON.parse(change) as object) })
        : await signed(change);
      expect((await problemOf(token)).errors).toEqual([{ path, code }]);
    },
  );

  it('is refused where the secret was decoded, and no field is named', async () => {
    const text = (await sign()).split('.').slice(0, 2).join('.');
    const key = Buffer.from(ORDER_SECRET, 'base64');
    const signature = createHmac('sha256', key).update(text).digest('base64url');
    const { code, errors } = await problemOf(`${text}.${signature}`);
    expect([code, errors]).toEqual(['order-token-invalid', undefined]);
  });
});

/** A token with such a mistake beside its order: "no exp", "{…} (why)" or "signed with HS512". */
function signed(mistake: string): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const [, missing] = /^no (\w+)$/.exec(mistake) ?? [];
  const [, alg = 'HS256'] = /^signed with (\w+)$/.exec(mistake) ?? [];
  const claims = {
    order: ORDER,
    iat: now,
    exp: now + 7_200,
    ...(missing && { [missing]: undefined }),
    ...(JSON.parse(/\{.*\}/.exec(mistake)?.[0] ?? '{}') as object),
  };
  return new SignJWT(claims).setProtectedHeader({ alg }).sign(new TextEncoder().encode(ORDER_SECRET));
}

describe('the table of the fields', () => {
  const table = rows(section(PAGE, '## The fields of an order')).map(unquoted);
  const row = (name: string) => table.find(([field]) => field === name) ?? [];

  it('has every field of the schema, and no other', () => {
    expect(table.map(([field = '']) => field).toSorted()).toEqual(fieldsOf(orderFields).toSorted());
  });

  it('says which fields are required, and what the others are without a value', () => {
    const without = table.filter(([name = '']) => !/[.[]/.test(name)).map(([name, , value]) => [name, value]);
    const required = ['id', 'amount', 'currency', 'description'].map((name) => [name, 'required']);
    expect(without.filter(([, value]) => value === 'required')).toEqual(required);
    const standard = { method: 'purchase', threeDs: 'supported', customer: '{}', rules: '{}' };
    expect(Object.fromEntries(without)).toMatchObject(standard);
  });

  it('lists the brands and the languages', () => {
    expect(row('brands')[1]).toBe(`list of ${CARD_BRANDS.join(', ')}`);
    const languages = row('lang')[1]?.match(/\b[A-Z]{2}(_[A-Z]{2})?\b/g);
    expect(languages?.toSorted()).toEqual(CUSTOMER_LANGS.toSorted());
  });

  it.each(Object.keys(orderFields.shape))('has an example of %s that is accepted', (top) => {
    const inside = table.filter(([field = '']) => field.split(/[.[]/)[0] === top);
    const order = { ...ORDER, ...exampleOf(top, inside) };
    expect(orderSchema.safeParse(order).error?.issues).toBeUndefined();
  });
});

/** `customer`, `customer.id`, `split`, `split[].amount`, … */
function fieldsOf(schema: z.ZodType, path = ''): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return fieldsOf(schema.unwrap() as z.ZodType, path);
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.out as z.ZodType, path);
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject)
    return fieldsOf(schema.element, `${path}[]`);
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
    const at = path === '' ? name : `${path}.${name}`;
    return [at, ...fieldsOf(field, at)];
  });
}

/** The example of a field, from its own row or from the rows of its fields. */
function exampleOf(top: string, inside: string[][]): object {
  const [own, ...nested] = inside;
  if (own?.[3] !== '–') return { [top]: JSON.parse(own?.[3] ?? '') as unknown };
  const fields = nested.map(([field = '', , , example = '']) => [field.split('.')[1], JSON.parse(example)]);
  const value: unknown = Object.fromEntries(fields);
  return { [top]: nested[0]?.[0]?.includes('[]') ? [value] : value };
}
