import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import about from '../../package.json' with { type: 'json' };

/** As deep as `demo/start.ts`, which finds built files relative to its own place. */
const FOLDER = fileURLToPath(new URL('../../.cache', import.meta.url));

/**
 * Before the tests: bundles `demo/start.ts` into one program, and names it in `DEMO_PROGRAM`. A stack then starts in a
 * fifth of the processor time that tsx takes, and a run starts a dozen of them.
 */
export default async function bundleDemo(): Promise<void> {
  const packages = Object.keys({ ...about.dependencies, ...about.peerDependencies });
  await build({
    input: fileURLToPath(new URL('../../demo/start.ts', import.meta.url)),
    platform: 'node',
    external: (id) => packages.some((name) => id === name || id.startsWith(`${name}/`)),
    output: { dir: FOLDER, entryFileNames: 'demo-[name].mjs', chunkFileNames: 'demo-[name].mjs' },
    logLevel: 'warn',
  });
  process.env['DEMO_PROGRAM'] = `${FOLDER}/demo-start.mjs`;
}
