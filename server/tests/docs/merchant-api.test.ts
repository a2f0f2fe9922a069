import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  messageViewSchema,
  operationViewSchema,
  orderViewSchema,
  paymentViewSchema,
} from '../../contract/merchant-api.ts';
import { captureSchema, refundSchema, resendSchema, voidSchema } from '../../contract/merchant-requests.ts';
import { PROBLEMS } from '../../contract/problem.ts';
import { RULE_TEXTS } from '../../contract/rule-texts.ts';
import { codeWords, readPage, ROOT, rows, section } from './testing/page.ts';
import { execute, isFound } from './testing/programs.ts';
import { type Stage, startStage } from './testing/stage.ts';

const PAGE = readPage('docs/merchant-api.md');

describe.skipIf(!isFound('curl'))('the curl calls of the page', () => {
  let stage: Stage;
  let folder: string;
  beforeAll(async () => {
    stage = await startStage();
    folder = mkdtempSync(join(tmpdir(), 'pay-docs-'));
  });
  afterAll(async () => {
    await stage.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('answer what is printed below them', async () => {
    const { PUBLIC_URL = '', MERCHANT_API_KEY = '' } = stage.env;
    const env = { PUBLIC_URL, MERCHANT_API_KEY };
    writeFileSync(join(folder, '.env'), `PUBLIC_URL=${PUBLIC_URL}\nMERCHANT_API_KEY=${MERCHANT_API_KEY}\n`);
    let paymentId = '';
    const run = (call: string) => {
      const own = call
        .replaceAll('http://127.0.0.1:8090', stage.sandbox.url)
        .replace(/(?<=^PAYMENT_ID=).*$/m, paymentId);
      return execute('sh', ['-euc', own], { cwd: folder, env });
    };
    const fences = [...PAGE.matchAll(/^```(sh|json)\n(.*?)^```/gms)];
    expect(fences.length).toBeGreaterThan(15);
    for (const [index, [, language, call = '']] of fences.entries()) {
      if (language !== 'sh') continue;
      const [, next, printed = ''] = fences[index + 1] ?? [];
      if (next !== 'json') {
        await run(call);
        continue;
      }
      const answered = async () => {
        const answer: unknown = JSON.parse(await run(call));
        expect(likeness(answer, JSON.parse(printed))).toEqual(likeness(JSON.parse(printed)));
        return answer;
      };
      // What the sandbox posts to the companion may come a moment later; a POST is made once.
      const answer = call.includes(' -d ') ? await answered() : await vi.waitFor(answered, 5_000);
      // The customer pays after the first call.
      if (index === 0) paymentId = (await stage.pay((answer as { token: string }).token)).id;
    }
  }, 60_000);
});

/**
 * JSON without ids, times and addresses, which differ from day to day.
 * @param printed as on the page: where it ends a list with "…", the rest is left out
 */
function likeness(value: unknown, printed?: unknown): unknown {
  if (Array.isArray(value)) {
    const shown = Array.isArray(printed) ? printed : value;
    const few = shown.at(-1) === '…' ? shown.length - 1 : value.length;
    return value.slice(0, few).map((one, index) => likeness(one, shown[index]));
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value);
    return Object.fromEntries(
      fields.map(([name, one]) => [name, likeness(one, (printed as Record<string, unknown>)?.[name])]),
    );
  }
  return typeof value === 'string' ? masked(value) : value;
}

const masked = (text: string): string =>
  text
    .replace(/^https?:.*/, 'an address')
    .replace(/^eyJ.*/, 'a token')
    .replace(/^\d{4}-\d\d-\d\dT.*Z$/, 'a time')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'an id');

const firstCells = (text: string): string[] => rows(text).map(([cell = '']) => cell.replaceAll('`', ''));

describe('the page has', () => {
  it.each([
    ['### Read an order', orderViewSchema],
    ['## Messages', messageViewSchema],
    ['### A payment', paymentViewSchema],
    ['### An operation', operationViewSchema],
  ])('every field under %s', (heading, schema) => {
    expect(firstCells(section(PAGE, heading)).toSorted()).toEqual(Object.keys(schema.shape).toSorted());
  });

  it('bodies that the calls accept', () => {
    const schemas = { capture: captureSchema, void: voidSchema, refund: refundSchema, resend: resendSchema };
    const bodies = rows(section(PAGE, '## Calls')).filter(([, body = '']) => body.startsWith('`{'));
    expect(bodies.length).toBeGreaterThan(6);
    for (const [call = '', body = ''] of bodies.map((cells) => cells.map((one) => one.replaceAll('`', ''))))
      expect(() => schemas[call as keyof typeof schemas].parse(JSON.parse(body))).not.toThrow();
  });

  it('every problem with its status', () => {
    const codes = section(PAGE, '## Problem codes');
    const listed = Object.entries(PROBLEMS).filter(
      ([code, [status]]) =>
        codes.includes(`| \`${code}\` | ${status} |`) || codes.includes(`\`${code}\` ${status}`),
    );
    expect(listed.map(([code]) => code)).toEqual(Object.keys(PROBLEMS));
  });

  it('every code of a field', () => {
    const folder = 'server/payments';
    const files = readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    const thrown = files.flatMap(
      (name) => readPage(`${folder}/${name}`).match(/(?<=notAllowed\(')[\w-]+/g) ?? [],
    );
    const words = codeWords(section(PAGE, '## Problem codes'));
    expect(words).toEqual(expect.arrayContaining([...thrown, ...Object.keys(RULE_TEXTS)]));
  });
});
