import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import type { Addresses } from './exercise.ts';

/** Runs `exercise.ts` with the built client on a runtime, and returns its results. */

const CLIENT = JSON.stringify(resolve('dist/server/gateway/index.js'));
const EXERCISE = JSON.stringify(resolve('e2e/runtimes/exercise.ts'));
const PROGRAM = `import * as client from ${CLIENT};
import { exercise } from ${EXERCISE};
console.log(JSON.stringify(await exercise(client, JSON.parse(process.env.ADDRESSES))));`;

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
  const file = await bundle(folder);
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

/** Bundles the program and the client into one file. */
async function bundle(folder: string): Promise<string> {
  const entry = join(folder, 'program-entry.js');
  writeFileSync(entry, PROGRAM);
  await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    build: {
      ssr: entry,
      outDir: join(folder, 'program'),
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'program.mjs' } },
    },
  });
  return join(folder, 'program', 'program.mjs');
}
