import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import type { Addresses } from './exercise.ts';
import { entryOf } from './runtimes.ts';

/** Runs `exercise.ts` with the built client on a runtime, and returns its results. */

const CLIENT = JSON.stringify(resolve('dist/server/gateway/index.js'));
const EXERCISE = JSON.stringify(resolve('e2e/runtimes/exercise.ts'));
const HEAD = `import * as client from ${CLIENT};\nimport { exercise } from ${EXERCISE};\n`;

const PROGRAM = `${HEAD}console.log(JSON.stringify(await exercise(client, JSON.parse(process.env.ADDRESSES), {})));`;
const WORKER = `${HEAD}import { connect } from 'cloudflare:sockets';
export default {
  async fetch(request) {
    const deps = { fetch: client.createSocketSender({ connect }) };
    return Response.json(await exercise(client, await request.json(), deps));
  },
};`;

type Found = Record<string, string>;

const LONGEST_MS = 60_000;

/**
 * On a runtime with a command line. The program must end by itself.
 * @param authority file of a certificate that the runtime must trust
 */
export async function exerciseByCommand(
  folder: string,
  [program = '', ...options]: readonly string[],
  addresses: Addresses,
  authority: string,
): Promise<Found> {
  const file = await bundle(folder, 'program', PROGRAM);
  const env = { ...process.env, ADDRESSES: JSON.stringify(addresses), NODE_EXTRA_CA_CERTS: authority };
  const child = spawn(program, [...options, file], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: LONGEST_MS,
  });
  let text = '';
  child.stdout.on('data', (part) => (text += String(part)));
  const code = await new Promise<number | null>((done, failed) => {
    child.once('close', done);
    child.once('error', failed);
  });
  if (code !== 0) throw new Error(`the client's program ended with ${code}`);
  return JSON.parse(text) as Found;
}

/** Miniflare, as far as it is used here. */
interface Miniflare {
  dispatchFetch(url: string, init: { method: string; body: string }): Promise<{ text(): Promise<string> }>;
  dispose(): Promise<void>;
}

/** On workerd. */
export async function exerciseOnWorkerd(folder: string, addresses: Addresses): Promise<Found> {
  const file = await bundle(folder, 'worker', WORKER);
  const module = (await import(pathToFileURL(entryOf(folder, 'miniflare')).href)) as {
    Miniflare: new (options: object) => Miniflare;
  };
  const worker = new module.Miniflare({
    modules: [{ type: 'ESModule', path: file }],
    modulesRoot: folder,
    compatibilityDate: '2026-01-01',
    compatibilityFlags: ['nodejs_compat'],
    // It prints the untrusted certificate that it is given on purpose.
    handleRuntimeStdio: (...streams: Readable[]) => {
      for (const stream of streams) stream.resume();
    },
  });
  try {
    const init = { method: 'POST', body: JSON.stringify(addresses) };
    const text = await (await worker.dispatchFetch('http://worker.example/', init)).text();
    if (!text.startsWith('{')) throw new Error(text.slice(0, 400));
    return JSON.parse(text) as Found;
  } finally {
    await worker.dispose();
  }
}

/** Bundles the client into one file. */
async function bundle(folder: string, name: string, source: string): Promise<string> {
  const entry = join(folder, `${name}-entry.js`);
  writeFileSync(entry, source);
  await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    build: {
      ssr: entry,
      outDir: join(folder, name),
      minify: false,
      rolldownOptions: { external: ['cloudflare:sockets'], output: { entryFileNames: `${name}.mjs` } },
    },
  });
  return join(folder, name, `${name}.mjs`);
}
