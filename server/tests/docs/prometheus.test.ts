import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../node/metrics.ts';
import type { Gateway } from '../../payments/gateway-port.ts';
import { block, readPage, rows, section } from './testing/page.ts';
import { execute, isFound } from './testing/programs.ts';

const PAGE = readPage('docs/prometheus.md');
const RULES = block(PAGE, 'yaml', 'groups:');
const BACKLOG = { openPayments: 0, dueOrders: 0, review: 0, messages: 0, oldestMessageAt: null };

/** Every call of the gateway, and whether it moves money: a new one must be added here. */
const MOVES_MONEY: Record<keyof Gateway, boolean> = {
  createDirect: true,
  createHosted: true,
  createSplitDirect: true,
  createSplitHosted: true,
  capture: true,
  splitCapture: true,
  voidAuth: true,
  refund: true,
  splitRefund: true,
  cancelHosted: false,
  accounts: false,
  account: false,
  terminals: false,
  terminal: false,
  receipt: false,
  receiptsOfDay: false,
  readOperation: false,
  readOrder: false,
};

/** All metrics of `/metrics`, after each was counted once. */
async function shown(): Promise<string> {
  const metrics = createMetrics({ store: { backlog: async () => BACKLOG }, now: () => new Date() });
  metrics.request({ method: 'GET', route: '/livez', status: 200, seconds: 0.1 });
  metrics.gatewayCall('refund', 'success', 0.1);
  metrics.limitRefused('card');
  return metrics.text();
}

describe('the page on Prometheus', () => {
  it('lists every metric, as the code describes it', async () => {
    const text = await shown();
    const help = [...text.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\w+)$/gm)];
    const table = help.map(([, name, about, type]) => `| \`${name}\` | ${type} | ${about} |`).join('\n');
    expect(section(PAGE, '## Metrics')).toContain(`|---|---|---|\n${table}\n\n`);
  });

  it('alerts by metrics and labels that there are', async () => {
    const text = await shown();
    const expressions = [...RULES.matchAll(/expr: (?:>-\n)?(.*?)(?=\n +(?:for|labels):)/gs)].map(
      ([, one = '']) => one,
    );
    expect(expressions).toHaveLength(RULES.match(/- alert:/g)?.length ?? 0);
    const used = expressions.flatMap((one) => [...one.matchAll(/\b(pay_\w+)(?:\{([^}]*)\})?/g)]);
    expect(used.length).toBeGreaterThan(10);
    for (const [, name = '', matchers = ''] of used) {
      const labels = [...matchers.matchAll(/(\w+)=/g)].map(([, label]) => label);
      const series = text.split('\n').filter((line) => new RegExp(`^${name}[{ ]`).test(line));
      const fitting = series.filter((line) => labels.every((label) => line.includes(`${label}="`)));
      expect(fitting.length, `${name} ${labels.join()}`).toBeGreaterThan(0);
    }
  });

  it('alerts where the outcome of any call that moves money is unknown, and of no other', () => {
    const [, calls = ''] = /call=~"([^"]*)",result="unknown"/.exec(RULES) ?? [];
    // Prometheus anchors its patterns.
    const isSeen = new RegExp(`^(?:${calls})$`);
    const seen = Object.keys(MOVES_MONEY).map((call) => [call, isSeen.test(call)]);
    expect(Object.fromEntries(seen)).toEqual(MOVES_MONEY);
  });

  it('names every label', async () => {
    const labels = [...(await shown()).matchAll(/(?<=[{,])(\w+)="/g)].map(([, label]) => label ?? '');
    const named = rows(section(PAGE, '## Metrics')).map(([cell = '']) => cell);
    for (const label of new Set(labels.filter((label) => label !== 'le')))
      expect(named.join()).toContain(`\`${label}\``);
  });

  it.skipIf(!isFound('promtool'))('has rules that promtool accepts', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pay-docs-'));
    const file = join(folder, 'rules.yml');
    writeFileSync(file, RULES);
    await execute('promtool', ['check', 'rules', file]).finally(() =>
      rmSync(folder, { recursive: true, force: true }),
    );
  });
});
