import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createMetrics } from '../../../node/metrics.ts';
import { openCompanion } from '../../../testing/companion.ts';
import { readPage, ROOT } from './page.ts';

/** For tests: what the code has, to be compared with the pages. */

/** The files in a folder, with its path. */
export const filesIn = (folder: string, pattern: RegExp): string[] =>
  readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name) && !name.includes('node_modules'))
    .map((name) => `${folder}/${name}`);

/** The program's text in a folder. */
export const sourceOf = (folder: string): string =>
  filesIn(folder, /^(?!.*(testing|messages|frameworks)\/)[^.]*\.ts$/)
    .map(readPage)
    .join('\n');

/** The text of an exported type or interface. */
export const typeIn = (path: string, name: string): string =>
  new RegExp(`export (?:type ${name} =[^;]*;|interface ${name}\\b[^]*?\\n\\})\\n`).exec(
    readPage(path),
  )?.[0] ?? '';

interface Named {
  name: string;
  description?: string;
  kind?: string;
  default?: string;
}

/** A tag, as the published `custom-elements.json` will describe it. */
export interface Tag {
  tagName: string;
  attributes?: Named[];
  members: Named[];
  events: Named[];
  slots?: Named[];
  cssParts: Named[];
  cssProperties: Named[];
  cssStates?: Named[];
}

/** Analyses the docblocks as `npm run build -- manifest` does. */
export function readTags(): Tag[] {
  const folder = mkdtempSync(join(tmpdir(), 'pay-form-manifest-'));
  const config = ['--config', 'e2e/package/manifest.config.js', '--outdir', relative(ROOT, folder)];
  try {
    execFileSync(`${ROOT}node_modules/.bin/cem`, ['analyze', '--quiet', ...config], { cwd: ROOT });
    const text = readFileSync(join(folder, 'custom-elements.json'), 'utf8');
    return (JSON.parse(text) as { modules: [{ declarations: Tag[] }] }).modules[0].declarations;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const namesOf = (list: readonly Named[] = []): string[] => list.map(({ name }) => name);

/** `GET /orders/{orderId}`, … of the merchant API. */
export async function apiCalls(): Promise<string[]> {
  const companion = await openCompanion();
  const answer = await companion.merchant('/openapi.json');
  const { paths } = (await answer.json()) as { paths: Record<string, object> };
  await companion.deps.store.close();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/^\/pay|^\/api/g, '')}`),
  );
}

/** The answer of `/metrics`, after each metric was counted once. */
export async function metricsText(): Promise<string> {
  const backlog = { openPayments: 0, dueOrders: 0, review: 0, messages: 0, oldestMessageAt: null };
  const metrics = createMetrics({ store: { backlog: async () => backlog }, now: () => new Date() });
  metrics.request({ method: 'GET', route: '/livez', status: 200, seconds: 0.1 });
  metrics.gatewayCall('refund', 'success', 0.1);
  metrics.limitRefused('card');
  return metrics.text();
}
