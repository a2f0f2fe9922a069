import { createHmac } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../contract/problem.ts';
import { block, readPage, rows, section } from './test-page.ts';
import { canRun, type Language, run } from './test-programs.ts';
import { ORDER, ORDER_SECRET, sessionOf, sign, type Stage, startStage } from './test-stage.ts';

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
    const program = `${block(readPage('README.md'), 'js', 'ORDER_SECRET')}; console.log(token);`;
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
