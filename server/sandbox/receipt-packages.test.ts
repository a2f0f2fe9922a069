import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadMaker } from './receipt-packages.ts';
import type { Refusal } from './refusal.ts';

async function refusalOf(code: string): Promise<{ refusal: Refusal; lines: string[] }> {
  const missing = Object.assign(new Error("Cannot find package 'pdfkit'"), { code });
  const lines: string[] = [];
  const loading = loadMaker(
    () => Promise.reject(missing),
    (line) => lines.push(line),
  );
  const refusal = await loading.catch((error: Refusal) => error);
  return { refusal, lines };
}

it('names every optional package but the driver of Postgres where one is missing, in answer and log', async () => {
  const about = JSON.parse(readFileSync('package.json', 'utf8')) as { peerDependencies: object };
  const optional = Object.keys(about.peerDependencies).filter((name) => name !== 'pg');
  const { refusal, lines } = await refusalOf('ERR_MODULE_NOT_FOUND');
  expect(refusal.status).toBe(400);
  expect(refusal.message.split('npm install ')[1]?.split(' ').toSorted()).toEqual(optional.toSorted());
  expect(lines).toEqual([`sandbox: ${refusal.message}`]);
});

it.each(['docs/first-payment.md', 'server/sandbox/README.md'])('%s names the same packages', async (page) => {
  const { refusal } = await refusalOf('ERR_MODULE_NOT_FOUND');
  const command = `npm install ${refusal.message.split('npm install ')[1]}`;
  expect(readFileSync(page, 'utf8').split('\n')).toContain(command);
});

it('knows a missing package by what require says of it, too', async () => {
  expect((await refusalOf('MODULE_NOT_FOUND')).refusal.status).toBe(400);
});

it('passes on what failed for another reason', async () => {
  const broken = new Error('broken');
  await expect(loadMaker(() => Promise.reject(broken))).rejects.toBe(broken);
});
