import { createHmac } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CARD_BRANDS } from '../../contract/card.ts';
import { CUSTOMER_LANGS } from '../../contract/customer-lang.ts';
import { orderFields, orderSchema } from '../../contract/order.ts';
import type { Problem } from '../../contract/problem.ts';
import { block, readPage, rows, section } from './testing/page.ts';
import { canRun, type Language, run } from './testing/programs.ts';
import { ORDER, ORDER_SECRET, sessionOf, sign, type Stage, startStage } from './testing/stage.ts';

const PAGE = readPage('docs/order-token.md');
const LANGUAGES: Language[] = ['js', 'php', 'python', 'go', 'java', 'ruby', 'sh'];

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());

describe('the order token', () => {
  for (const language of LANGUAGES) {
    it.skipIf(!canRun(language))(
      `of the ${language} program is accepted`,
      async () => {
        const printed = await run(language, block(PAGE, language), { ORDER_SECRET });
        const { order } = await sessionOf(stage, printed.trim());
        expect(order).toMatchObject(ORDER);
      },
      60_000,
    );
  }

  it('of the README’s program is accepted', async () => {
    const program = block(readPage('README.md'), 'js', 'ORDER_SECRET');
    const token = (await run('js', program, { ORDER_SECRET })).trim();
    expect((await sessionOf(stage, token)).order).toMatchObject(ORDER);
  });

  it('is refused as the page says', async () => {
    const mistakes = rows(section(PAGE, '## When it is refused'));
    expect(mistakes.length).toBeGreaterThan(13);
    for (const [change = '', path = '', code = ''] of mistakes.map(unquoted)) {
      const answer = await stage.session(
        await (ORDER_PATH.test(path) ? sign(changed(change)) : signed(change)),
      );
      const problem = (await answer.json()) as Problem;
      expect({ change, errors: problem.errors }).toEqual({ change, errors: [{ path, code }] });
    }
  });

  it('is refused where the secret was decoded, and no field is named', async () => {
    const text = (await sign()).split('.').slice(0, 2).join('.');
    const key = Buffer.from(ORDER_SECRET, 'base64');
    const answer = await stage.session(
      `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`,
    );
    const problem = (await answer.json()) as Problem;
    expect([problem.code, problem.errors]).toEqual(['order-token-invalid', undefined]);
  });
});

describe('the table of the fields', () => {
  const table = rows(section(PAGE, '## The fields of an order')).map(unquoted);

  it('has every field of the schema, and no other', () => {
    const listed = table.map(([field = '']) => field);
    expect(listed.toSorted()).toEqual(fieldsOf(orderFields).toSorted());
  });

  it('says which fields are required, and what the others are without a value', () => {
    const standard = { method: 'purchase', threeDs: 'supported', customer: '{}', rules: '{}' };
    const required = ['id', 'amount', 'currency', 'description'];
    for (const [field = '', , without] of table.filter(([name = '']) => !/[.[]/.test(name))) {
      if (required.includes(field)) expect([field, without]).toEqual([field, 'required']);
      const known = Object.entries(standard).find(([name]) => name === field)?.[1];
      if (known !== undefined) expect([field, without]).toEqual([field, known]);
    }
  });

  it('lists the brands', () => {
    const [, brands = ''] = table.find(([field]) => field === 'brands') ?? [];
    expect(brands).toBe(`list of ${CARD_BRANDS.join(', ')}`);
  });

  it('lists the languages', () => {
    const [, languages = ''] = table.find(([field]) => field === 'lang') ?? [];
    expect(languages.match(/\b[A-Z]{2}(_[A-Z]{2})?\b/g)?.toSorted()).toEqual(CUSTOMER_LANGS.toSorted());
  });

  it('has examples that are accepted', () => {
    for (const top of Object.keys(orderFields.shape)) {
      const inside = table.filter(([field = '']) => field.split(/[.[]/)[0] === top);
      const order = { ...ORDER, ...exampleOf(top, inside) };
      expect({ top, faults: orderSchema.safeParse(order).error?.issues }).toEqual({ top, faults: undefined });
    }
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

const ORDER_PATH = /^order\./;

const changed = (json: string): object => ({ ...ORDER, ...(JSON.parse(json) as object) });

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

const unquoted = (cells: string[]): string[] => cells.map((cell) => cell.replaceAll('`', ''));
