import { fileURLToPath } from 'node:url';

const BUILT = process.env['TEST_BUILT'];

/**
 * What Node is called with to run a program of ours: its source, or the file of a build in the folder `TEST_BUILT`, which
 * starts in a fifth of the time; `npm test` has just made one.
 */
export function programArgs(name: 'cli' | 'node'): string[] {
  if (BUILT) return [`${BUILT}/${name}.js`];
  return ['--import', 'tsx', fileURLToPath(new URL(`${name}.ts`, import.meta.url))];
}
