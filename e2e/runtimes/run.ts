import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { makeFolder, newSecrets, removeFolder, type Secrets } from '../bench/companion.ts';
import { freePort } from '../bench/process.ts';
import { startSandbox } from '../bench/sandbox.ts';
import { postgresDatabase } from '../chaos/database.ts';
import { type BrokenGateway, startBrokenGateway } from './broken-gateway.ts';
import { makeCertificate } from './certificate.ts';
import { exerciseByCommand } from './client.ts';
import { exerciseCompanion } from './companion.ts';
import { EXPECTED, POSTS } from './exercise.ts';
import { install, RUNTIMES, type Runtime } from './runtimes.ts';

/**
 * `npm run runtimes`: the built companion and the gateway client on every runtime available from npm, one after another,
 * in a temporary folder. Unavailable runtimes are skipped with a message; `npm run runtimes -- bun deno` tries only these.
 * Exits 1 if a check fails.
 */

const wanted = process.argv.slice(2).map((name) => name.toLowerCase());
const isWanted = ({ name }: Runtime) =>
  wanted.length === 0 || wanted.some((one) => name.toLowerCase().startsWith(one));

let failures = 0;
const postgres = await postgresDatabase().catch(() => null);
if (!postgres) console.log('- companion on Postgres: skipped, there is no server and none can be started');
for (const runtime of RUNTIMES.filter(isWanted)) await tryRuntime(runtime);
await postgres?.drop();
process.exitCode = failures === 0 ? 0 : 1;

async function tryRuntime(runtime: Runtime): Promise<void> {
  const folder = makeFolder();
  try {
    const missing = runtime.package === null ? null : await install(folder, runtime.package);
    if (missing !== null) {
      console.log(`- ${runtime.name}: skipped, npm cannot bring ${runtime.package}: ${missing}`);
      return;
    }
    await check(`${runtime.name}, gateway client`, () => clientOn(runtime, folder));
    const command = runtime.command(folder);
    await check(`${runtime.name}, companion`, () => companionOn(command, folder));
    if (postgres)
      await check(`${runtime.name}, companion on Postgres`, () => companionOn(command, folder, postgres.url));
  } finally {
    removeFolder(folder);
  }
}

async function check(name: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
    console.log(`✓ ${name}`);
  } catch (error) {
    failures += 1;
    console.log(`✕ ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function companionOn(command: readonly string[], folder: string, databaseUrl?: string): Promise<void> {
  await withSandbox((sandbox, secrets) => exerciseCompanion(folder, command, sandbox, secrets, databaseUrl));
}

async function clientOn(runtime: Runtime, folder: string): Promise<void> {
  const certificate = makeCertificate('01');
  const authority = join(folder, 'authority.pem');
  writeFileSync(authority, certificate.cert);
  const gateways = {
    broken: await startBrokenGateway(),
    trusted: await startBrokenGateway(certificate),
    untrusted: await startBrokenGateway(makeCertificate('02')),
  };
  try {
    const { broken, trusted, untrusted } = gateways;
    const found = await withSandbox(async (sandbox, { posId, apiSecret }) => {
      const closed = `http://127.0.0.1:${await freePort()}`;
      const keys = { posId, apiSecret, apiKey: 'bench', endpointsKey: 'bench' };
      const urls = { broken: broken.url, trusted: trusted.url, untrusted: untrusted.url };
      return exerciseByCommand(
        folder,
        runtime.command(folder),
        { sandbox, closed, ...urls, ...keys },
        authority,
      );
    });
    compare(found, gateways);
  } finally {
    await Promise.all(Object.values(gateways).map((gateway) => gateway.close()));
  }
}

function compare(
  found: Readonly<Record<string, string>>,
  { broken, untrusted }: Record<'broken' | 'untrusted', BrokenGateway>,
): void {
  const wrong = Object.keys(found).filter((name) => found[name] !== EXPECTED[name]);
  if (wrong.length > 0)
    throw new Error(wrong.map((name) => `${name} is ${found[name]}, not ${EXPECTED[name]}`).join('; '));
  if (!isDeepStrictEqual(broken.posts, [...POSTS]))
    throw new Error(`not every POST was sent once: ${broken.posts.join(' ')}`);
  if (untrusted.posts.length > 0)
    throw new Error('a payment was sent to a gateway without a good certificate');
}

async function withSandbox<T>(run: (url: string, secrets: Secrets) => Promise<T>): Promise<T> {
  const secrets = newSecrets();
  const sandbox = await startSandbox(secrets);
  try {
    return await run(sandbox.url, secrets);
  } finally {
    await sandbox.close();
  }
}
