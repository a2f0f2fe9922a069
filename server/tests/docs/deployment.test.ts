import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { COMMANDS } from '../../cli/commands.ts';
import { readSettings } from '../../settings.ts';
import { block, blocks, readPage, ROOT } from './testing/page.ts';
import { execute, isFound } from './testing/programs.ts';
import { type Stage, startStage } from './testing/stage.ts';

const DOCKER = readPage('docs/docker.md');
const SYSTEMD = readPage('docs/systemd.md');

let stage: Stage;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pay-docs-'));
  stage = await startStage();
});
afterAll(async () => {
  await stage.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Checks that a process is started with the package's program and one of its commands. */
function checkProgram(words: readonly string[]): void {
  const { bin } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { bin: Record<string, string> };
  const [, file = '', command] = words;
  expect(file.replace(/^.*node_modules\/pay-form\//, '')).toBe(bin['pay-form']?.replace('./', ''));
  expect(COMMANDS.map(({ name }) => name)).toContain(command);
}

/** Lines `NAME=value`; placeholders get the value of a running companion. */
const environmentOf = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split('=');
      return [
        name,
        value.join('=').includes('…') ? (HINTED[name] ?? stage.env[name] ?? '') : value.join('='),
      ];
    }),
  );
const HINTED: Record<string, string> = {
  MERCHANT_WEBHOOK_SECRET: 'whsec_c2VjcmV0LTktc2VjcmV0LTk=',
  METRICS_KEY: 'a-key-of-the-metrics',
  STORE_SECRET: 'a secret of the store, 32 bytes and more',
};

/** The instructions of a Dockerfile that its pages use, each in the form that it has to have. */
const INSTRUCTIONS: Readonly<Record<string, RegExp>> = {
  FROM: /^FROM node:\d+-slim$/,
  ENV: /^ENV( [A-Z_]+=\S+)+$/,
  WORKDIR: /^WORKDIR \/\S+$/,
  COPY: /^COPY( [\w*.-]+)+ \.\/$/,
  RUN: /^RUN \S/,
  USER: /^USER \w+$/,
  VOLUME: /^VOLUME \/\S+$/,
  EXPOSE: /^EXPOSE \d+$/,
  HEALTHCHECK: /^HEALTHCHECK( --(interval|timeout|start-period|retries)=\d+s?)+ CMD \[".*"\]$/,
  CMD: /^CMD \[".*"\]$/,
};

describe.each([
  ['with Postgres', 0],
  ['with SQLite', 1],
])('the image %s', (_name, index) => {
  const lines = () => (blocks(DOCKER, 'dockerfile')[index] ?? '').trim().split('\n');

  it('is made of whole instructions, and runs the companion as somebody without rights', async () => {
    for (const line of lines()) {
      const [, instruction = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
      expect(line, line).toMatch(INSTRUCTIONS[instruction] ?? /^there is no such instruction$/);
      if (instruction === 'RUN') await execute('sh', ['-n', '-c', rest]);
      if (/^(CMD|HEALTHCHECK)$/.test(instruction)) JSON.parse(rest.slice(rest.indexOf('[')));
    }
    const { PORT: _, ...env } = stage.env;
    expect(lines()).toContain(`EXPOSE ${readSettings(env).port}`);
    const users = lines().filter((line) => line.startsWith('USER'));
    expect(users).toEqual(['USER node']);
    checkProgram(JSON.parse(lines().at(-1)?.replace('CMD ', '') ?? '') as string[]);
  });
});

it('the health check tells a companion that runs from one that does not', async () => {
  const [, words = ''] = /^HEALTHCHECK .*?CMD (.*)$/m.exec(block(DOCKER, 'dockerfile', 'HEALTHCHECK')) ?? [];
  const [, flag = '', program = ''] = JSON.parse(words) as string[];
  const check = (port: string) => execute(process.execPath, [flag, program.replace('8080', port)]);
  await check(stage.env['PORT'] ?? '');
  await expect(check('9')).rejects.toThrow();
});

interface Compose {
  services: Record<string, { environment?: Record<string, string>; env_file?: string }>;
}

describe('the services', () => {
  const { services } = parse(block(DOCKER, 'yaml')) as Compose;

  it('are two companions with settings that the companion takes', () => {
    const companions = Object.values(services).filter(({ env_file }) => env_file === 'pay.env');
    expect(companions).toHaveLength(2);
    const file = environmentOf(block(DOCKER, 'properties').trim().split('\n'));
    for (const { environment: own = {} } of companions) {
      const url = own['DATABASE_URL']?.replace(/\$\{[^}]*\}/, 'secret');
      const settings = readSettings({ ...file, ...own, DATABASE_URL: url });
      expect(settings.databaseUrl).toBe('postgres://pay:secret@postgres/pay');
      expect(settings.limits).not.toBeNull();
    }
  });

  it('hold the Postgres of the companions’ address, and the proxy that leads to both', () => {
    expect(services['postgres']?.environment).toMatchObject({ POSTGRES_USER: 'pay', POSTGRES_DB: 'pay' });
    const proxied = /reverse_proxy (.*) \{/.exec(block(DOCKER, 'caddyfile'))?.[1]?.split(' ');
    expect(proxied?.map((one) => one.split(':')[0])).toEqual(
      Object.keys(services).filter((name) => name.startsWith('pay-')),
    );
  });
});

it.skipIf(!isFound('caddy'))('the proxy’s file is one', async () => {
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, block(DOCKER, 'caddyfile'));
  const args = ['validate', '--config', file, '--adapter', 'caddyfile'];
  await execute('caddy', args, { env: { HOME: folder } });
});

describe('the unit of systemd', () => {
  const unit = block(SYSTEMD, 'ini');

  it('runs the companion, with settings that there are', () => {
    const [, program = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
    checkProgram(program.split(' '));
    const [, own = ''] = /^Environment=(.*)$/m.exec(unit) ?? [];
    const given = environmentOf(own.replace('%i', '8081').split(' '));
    const more = environmentOf(block(SYSTEMD, 'sh', 'DRAIN_SECONDS').trim().split('\n'));
    const settings = readSettings({ ...stage.env, ...given, ...more });
    expect(settings).toMatchObject({ host: '127.0.0.1', port: 8081, drainSeconds: 5 });
    // Eight seconds for the rest: docs/settings.md.
    const [, stopS] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? [];
    expect(Number(stopS)).toBeGreaterThanOrEqual(settings.drainSeconds + 8);
  });

  it.skipIf(!isFound('jq'))('has a log whose errors are found between other lines', async () => {
    const [, filter = ''] = /journalctl -u 'pay-form@\*' -o cat \| (jq [^#\n]*)/.exec(SYSTEMD) ?? [];
    const lines = ['Started pay-form companion.', '7', '{"level":"error","event":"a"}', '{"level":"info"}'];
    const args = ['-c', `printf '%s\\n' "$@" | ${filter}`, 'sh', ...lines];
    const said = await execute('sh', args);
    expect(said).toBe('{"level":"error","event":"a"}\n');
  });

  it.skipIf(!isFound('systemd-analyze'))('is accepted by systemd', async () => {
    const file = join(folder, 'pay-form@.service');
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath));
    // It reports problems on standard error, also of other units, but still exits with 0.
    const args = ['-c', 'systemd-analyze verify "$0" 2>&1', file];
    const said = await execute('sh', args);
    expect(said.split('\n').filter((line) => line.includes('pay-form@'))).toEqual([]);
  });
});
