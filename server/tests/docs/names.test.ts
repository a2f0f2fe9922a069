import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS, findCommand } from '../../cli/commands.ts';
import { reviewViewSchema } from '../../contract/merchant-api.ts';
import { orderFields } from '../../contract/order.ts';
import { PROBLEMS } from '../../contract/problem.ts';
import { openCompanion } from '../../testing/companion.ts';
import { blocks, codeWords, PAGES, readPage, ROOT, rows, section } from './testing/page.ts';

const source = (path: string): string => readFileSync(ROOT + path, 'utf8');

/** The settings that the companion reads. */
const SETTINGS = [...source('server/settings.ts').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(
  ([, name = '']) => name,
);
/** Names of the sandbox, of programs on the pages, and of other software. */
const OTHER_NAMES =
  /^(SANDBOX_PORT|STRICT|BIG_STORE_PAYMENTS|TEST_\w+|NODE_ENV|NODE_OPTIONS|CUSTOM_ELEMENTS_SCHEMA|POSTGRES_\w+|(NEW_MERCHANT_API_KEY|PAY_URL|ORDER_TOKEN))$/;

describe('the settings', () => {
  it('stand in their table, all of them, with their defaults', () => {
    expect(SETTINGS.length).toBeGreaterThan(30);
    const table = rows(readPage('docs/settings.md'));
    const named = table.flatMap(([names = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
    );
    expect(named.toSorted()).toEqual(SETTINGS.toSorted());
    for (const [names = '', standard = ''] of table) {
      const [name = ''] = names.match(/\w+/) ?? [];
      const [, read] =
        new RegExp(`^ {2}${name}: .*?\\.(?:default|prefault)\\(([^)]*)\\)`, 'ms')
          .exec(source('server/settings.ts').split(/^}\);/m)[0] ?? '')
          ?.slice() ?? [];
      if (/^`[^$]*`$/.test(standard) && !SETTINGS.includes(standard.slice(1, -1)))
        expect(`${name} \`${read?.replaceAll(/['_]/g, '')}\``).toBe(`${name} ${standard}`);
    }
  });
});

describe('links', () => {
  /** As sites that render Markdown generate them. */
  const anchors = (page: string): string[] =>
    [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );

  it.each([
    ...PAGES,
    'ARCHITECTURE.md',
    'CHANGELOG.md',
    'server/gateway/README.md',
    'server/sandbox/README.md',
  ])('of %s lead to something', (path) => {
    const prose = readPage(path).replaceAll(/^( *)```.*?^\1```/gms, '');
    const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    const dead = targets.filter((target) => {
      if (/^https?:/.test(target)) return false;
      const [file = '', anchor] = target.split('#');
      const where = file === '' ? path : join(dirname(path), file);
      if (!existsSync(ROOT + where)) return true;
      return anchor !== undefined && !anchors(readPage(where)).includes(anchor);
    });
    expect(dead).toEqual([]);
  });

  it('lead from the README to every page', () => {
    const index = readPage('README.md');
    for (const path of PAGES.filter((one) => one.startsWith('docs/'))) expect(index).toContain(`](${path})`);
  });
});

describe('commands', () => {
  it.each(PAGES)('in %s are there, with their options', (path) => {
    const page = readPage(path);
    const lines = [...blocks(page, 'sh').flatMap((text) => text.split('\n')), ...codeWords(page)];
    const called = lines.flatMap((line) => /^(?:npx )?pay-form ([a-z].*)$/.exec(line.trim())?.[1] ?? []);
    for (const call of called) {
      const words = (call.split(/\s+[#>|]/)[0] ?? '').match(/'[^']*'|\S+/g) ?? [];
      if (words[0] === 'help') continue;
      const found = findCommand(words);
      const options = words.filter((word) => word.startsWith('--')).map((word) => word.replace(/=.*/, ''));
      expect(found?.command.name, call).toBeDefined();
      for (const option of options) expect(found?.command.help, call).toContain(option);
    }
  });

  it('stand on their page, all that there are', () => {
    const page = readPage('docs/commands.md');
    const missing = COMMANDS.filter(({ name }) => !page.includes(`\`${name}\``));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});

it.each(PAGES)('%s names only settings, problem codes and npm scripts that are there', (path) => {
  const page = readPage(path);
  const settings = codeWords(page)
    .flatMap((word) => word.match(/^[A-Z]+(_[A-Z]+)+(?==|$)/)?.[0] ?? [])
    .filter((name) => !OTHER_NAMES.test(name) && !name.startsWith('AF_'));
  expect(SETTINGS).toEqual(expect.arrayContaining(settings));
  const codes = [...page.matchAll(/\b4\d\d `([a-z]+(?:-[a-z]+)+)`/g)].map(([, code]) => code);
  expect(Object.keys(PROBLEMS)).toEqual(expect.arrayContaining(codes));
  const { scripts } = JSON.parse(source('package.json')) as { scripts: object };
  const named = [...page.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name]) => name);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
});

describe('the merchant API', () => {
  let calls: string[];
  beforeAll(async () => {
    const companion = await openCompanion();
    const answer = await companion.merchant('/openapi.json');
    const { paths } = (await answer.json()) as { paths: Record<string, object> };
    calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/^\/pay|^\/api/g, '')}`),
    );
    await companion.deps.store.close();
  });

  /** `GET /balances/accounts[/{id}]` is two calls. */
  const callsIn = (words: readonly string[], base: string): string[] =>
    words
      .flatMap((word) => /^(?:GET|POST|DELETE) \/[^?\s]+/.exec(word)?.[0] ?? [])
      .filter((call) => call.includes(` ${base}/`))
      .map((call) => call.replace(` ${base}/`, ' /'))
      .flatMap((call) => [call.replace(/\[.*\]/, ''), call.replaceAll(/[[\]]/g, '')]);
  const shape = (call: string): string => call.replaceAll(/\{\w+\}/g, '{}').replace(' /api/', ' /');

  it.each(PAGES)('of %s has the calls that it names', (path) => {
    const named = callsIn(codeWords(readPage(path)), '/api').filter((call) => !call.includes('openapi'));
    expect(calls.map(shape)).toEqual(expect.arrayContaining(named.map(shape)));
  });

  it('stands on its page, all of it', () => {
    const named = rows(readPage('docs/merchant-api.md')).flatMap(([cell = '']) =>
      callsIn(codeWords(cell), ''),
    );
    expect([...new Set(named.map(shape))].toSorted()).toEqual(calls.map(shape).toSorted());
  });
});

describe('going live', () => {
  const named = (table: string[][]) => table.map(([cell = '']) => cell.replaceAll('`', ''));
  const folder = 'server/cli/doctor';
  const files = readdirSync(ROOT + folder).filter((name) => /^live-\w+\.ts$/.test(name));

  it('lists every check of `doctor --live`, and no other', () => {
    const checks = files.flatMap(
      (name) => source(`${folder}/${name}`).match(/(?<=')live-[\w-]+(?=')/g) ?? [],
    );
    const listed = named(rows(readPage('docs/going-live.md'))).filter((name) => name.startsWith('live-'));
    expect(listed.toSorted()).toEqual([...new Set(checks)].toSorted());
  });

  it('explains every reason for review', () => {
    const table = rows(section(readPage('docs/going-live.md'), '## What needs review'));
    expect(named(table)).toEqual(reviewViewSchema.shape.reason.options);
  });
});

it('the fields of orders to move to are there', () => {
  const table = rows(section(readPage('docs/moving.md'), '## Fields of a payment'));
  const fields = table.map(([, field = '']) => /`(\w+)`/.exec(field)?.[1]);
  expect(fields.length).toBeGreaterThan(8);
  expect(Object.keys(orderFields.shape)).toEqual(expect.arrayContaining(fields));
});
