import { isDeepStrictEqual } from 'node:util';
import { makeFolder, newSecrets, removeFolder, type Secrets } from '../bench/companion.ts';
import { freePort } from '../bench/process.ts';
import { startSandbox } from '../bench/sandbox.ts';
import { startBrokenGateway } from './broken-gateway.ts';
import { exerciseByCommand, exerciseOnWorkerd } from './client.ts';
import { exerciseCompanion } from './companion.ts';
import { EXPECTED, POSTS } from './exercise.ts';
import { install, RUNTIMES, type Runtime } from './runtimes.ts';

/**
 * `npm run runtimes`: the built companion and the gateway client on every runtime that npm can bring, one after
 * another, in a temporary folder. What cannot be had is skipped with a line that says so. Exits 1 where a check fails.
 */

let failures = 0;
for (const runtime of RUNTIMES) await tryRuntime(runtime);
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
    if (command) await check(`${runtime.name}, companion`, () => companionOn(command, folder));
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

async function companionOn(command: readonly string[], folder: string): Promise<void> {
  await withSandbox((sandbox, secrets) => exerciseCompanion(folder, command, sandbox, secrets));
}

async function clientOn(runtime: Runtime, folder: string): Promise<void> {
  const broken = await startBrokenGateway();
  try {
    const found = await withSandbox(async (sandbox, { posId, apiSecret }) => {
      const closed = `http://127.0.0.1:${await freePort()}`;
      const keys = { posId, apiSecret, apiKey: 'bench', endpointsKey: 'bench' };
      const addresses = { sandbox, broken: broken.url, closed, ...keys };
      const command = runtime.command(folder);
      return command ? exerciseByCommand(folder, command, addresses) : exerciseOnWorkerd(folder, addresses);
    });
    const wrong = Object.keys(EXPECTED).filter((name) => found[name] !== EXPECTED[name]);
    if (wrong.length > 0)
      throw new Error(wrong.map((name) => `${name} is ${found[name]}, not ${EXPECTED[name]}`).join('; '));
    if (!isDeepStrictEqual(broken.posts, [...POSTS]))
      throw new Error(`not every POST was sent once: ${broken.posts.join(' ')}`);
  } finally {
    await broken.close();
  }
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
