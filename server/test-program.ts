import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const BUILT = process.env['TEST_BUILT'];
const TSX = createRequire(import.meta.url).resolve('tsx');

/**
 * What Node is called with to run a program of ours: its source, or the file of a build in the folder `TEST_BUILT`, which
 * starts in a fifth of the time; `npm test` has just made one. Works in any working directory.
 */
export function programArgs(name: 'cli' | 'node'): string[] {
  if (BUILT) return [resolve(BUILT, `${name}.js`)];
  return ['--import', TSX, fileURLToPath(new URL(`${name}.ts`, import.meta.url))];
}
