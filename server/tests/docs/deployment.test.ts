import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { COMMANDS } from '../../cli/commands.ts';
import { readSettings } from '../../settings.ts';
import { block, readPage } from './testing/page.ts';
import { execute, isFound, newFolder } from './testing/programs.ts';
import { type Stage, startStage } from './testing/stage.ts';

const DOCKER = readPage('docs/docker.md');
const SYSTEMD = readPage('docs/systemd.md');
const UNIT = block(SYSTEMD, 'ini');
const { services } = parse(block(DOCKER, 'yaml')) as {
  services: Record<string, { environment?: Record<string, string>; env_file?: string }>;
};

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());

/** Checks that a process is started with the package's program and one of its commands. */
function checkProgram([, file = '', command]: readonly string[]): void {
  const { bin } = JSON.parse(readPage('package.json')) as { bin: Record<string, string> };
  expect(file.replace(/^.*node_modules\/pay-form\//, '')).toBe(bin['pay-form']?.replace('./', ''));
  expect(COMMANDS.map(({ name }) => name)).toContain(command);
}

const HINTED: Record<string, string> = {
  MERCHANT_WEBHOOK_SECRET: `whsec_${Buffer.from('the secret of the messages').toString('base64')}`,
  METRICS_KEY: 'a-key-of-the-metrics',
  STORE_SECRET: 'a secret of the store, 32 bytes and more',
};
/** `NAME=value`, many; where the value has "…", it is that of a running companion. */
const environmentOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/(?<=^|\s)(\w+)=(\S*)/g)].map(([, name = '', value = '']) => [
      name,
      value.includes('…') ? (HINTED[name] ?? stage.env[name] ?? '') : value,
    ]),
  );

/** The instructions of a Dockerfile that the page uses, each in the form that it has to have. */
const INSTRUCTION = new RegExp(
  [
    String.raw`^FROM node:\d+-slim$`,
    String.raw`^ENV( [A-Z_]+=\S+)+$`,
    String.raw`^WORKDIR \/\S+$`,
    String.raw`^COPY( [\w*.-]+)+ \.\/$`,
    String.raw`^(RUN \S|USER node$|EXPOSE 8080$)`,
    String.raw`^(HEALTHCHECK( --(interval|timeout|start-period|retries)=\d+s?)+ )?CMD \[".*"\]$`,
  ].join('|'),
);

it('the image is made of whole instructions, and runs as somebody without rights', async () => {
  const lines = block(DOCKER, 'dockerfile').trim().split('\n');
  expect(lines.filter((line) => !INSTRUCTION.test(line))).toEqual([]);
  for (const line of lines.filter((one) => one.startsWith('RUN')))
    await execute('sh', ['-n', '-c', line.slice(4)]);
  for (const line of lines.filter((one) => one.includes('CMD'))) JSON.parse(line.slice(line.indexOf('[')));
  const { PORT: _port, ...env } = stage.env;
  expect(lines).toEqual(expect.arrayContaining(['USER node', `EXPOSE ${readSettings(env).port}`]));
  checkProgram(JSON.parse(lines.at(-1)?.replace('CMD ', '') ?? '') as string[]);
});

it('the health check of the image tells a companion that runs from one that does not', async () => {
  const [, words = ''] = /^HEALTHCHECK .*?CMD (.*)$/m.exec(block(DOCKER, 'dockerfile', 'HEALTHCHECK')) ?? [];
  const [, flag = '', program = ''] = JSON.parse(words) as string[];
  const check = (port: string) => execute(process.execPath, [flag, program.replace('8080', port)]);
  await check(stage.env['PORT'] ?? '');
  await expect(check('9')).rejects.toThrow();
});

it('the services are two companions with settings that they take, their Postgres, and a proxy to both', () => {
  const companions = Object.entries(services).filter(([, { env_file }]) => env_file === 'pay.env');
  expect(companions).toHaveLength(2);
  for (const [, { environment = {} }] of companions) {
    const url = environment['DATABASE_URL']?.replace(/\$\{[^}]*\}/, 'secret');
    const file = environmentOf(block(DOCKER, 'properties'));
    const settings = readSettings({ ...file, ...environment, DATABASE_URL: url });
    expect(settings.databaseUrl).toBe('postgres://pay:secret@postgres/pay');
    expect(settings.limits).not.toBeNull();
  }
  expect(services['postgres']?.environment).toMatchObject({ POSTGRES_USER: 'pay', POSTGRES_DB: 'pay' });
  const proxied = /reverse_proxy (.*) \{/.exec(block(DOCKER, 'caddyfile'))?.[1]?.split(' ');
  expect(proxied?.map((one) => one.split(':')[0])).toEqual(companions.map(([name]) => name));
});

it('the unit of systemd runs the companion, with settings that there are', () => {
  const [program = ''] = /(?<=^ExecStart=).*$/m.exec(UNIT) ?? [];
  checkProgram(program.split(' '));
  const [own = ''] = /(?<=^Environment=).*$/m.exec(UNIT) ?? [];
  const two = environmentOf(block(SYSTEMD, 'sh', 'DRAIN_SECONDS'));
  const settings = readSettings({ ...stage.env, ...environmentOf(own.replace('%i', '8081')), ...two });
  expect(settings).toMatchObject({ host: '127.0.0.1', port: 8081, drainSeconds: 5 });
  // Eight seconds for the rest: docs/settings.md.
  const [stopS] = /(?<=^TimeoutStopSec=)\d+$/m.exec(UNIT) ?? [];
  expect(Number(stopS)).toBeGreaterThanOrEqual(settings.drainSeconds + 8);
});

it.skipIf(!isFound('jq'))('the errors in the log of systemd are found between other lines', async () => {
  const [, filter = ''] = /journalctl -u 'pay-form@\*' -o cat \| (jq [^#\n]*)/.exec(SYSTEMD) ?? [];
  const lines = ['Started pay-form companion.', '7', '{"level":"error","event":"a"}', '{"level":"info"}'];
  const said = await execute('sh', ['-c', `printf '%s\\n' "$@" | ${filter}`, 'sh', ...lines]);
  expect(said).toBe('{"level":"error","event":"a"}\n');
});

it.skipIf(!isFound('systemd-analyze'))('systemd accepts the unit', async () => {
  const folder = newFolder();
  const file = join(folder, 'pay-form@.service');
  writeFileSync(file, UNIT.replace('/usr/bin/node', process.execPath));
  // It reports problems on standard error, also of other units, but still exits with 0.
  const said = await execute('sh', ['-c', 'systemd-analyze verify "$0" 2>&1', file]);
  rmSync(folder, { recursive: true });
  expect(said.split('\n').filter((line) => line.includes('pay-form@'))).toEqual([]);
});
