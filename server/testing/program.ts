import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const BUILT = process.env['TEST_BUILT'];
const SOURCES = { cli: '../cli.ts', node: '../node/node.ts' };
const TSX = createRequire(import.meta.url).resolve('tsx');

/**
 * Node's arguments to run one of our programs: its source, or a built file in the folder `TEST_BUILT`, which starts in
 * a fifth of the time and is built by `npm test`. Works in any working directory.
 */
export function programArgs(name: 'cli' | 'node'): string[] {
  if (BUILT) return [resolve(BUILT, `${name}.js`)];
  return ['--import', TSX, fileURLToPath(new URL(SOURCES[name], import.meta.url))];
}
