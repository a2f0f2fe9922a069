import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';

/** A large checkout script, and how a page shows its card form. */
export interface Rival {
  name: string;
  /** npm package and exact version */
  version: string;
  /** the part that a page needs: the module to be bundled */
  module: string;
  /** the page's own module; it imports the bundle as `./rival.js` */
  start: string;
  /** of the `link` to its style sheet */
  stylesheetId: string;
  /** The frame for its card number. It is loaded from the rival's servers and not waited for. */
  numberFrame: string;
  /** the answers of its servers before the form is shown, by path below the page's origin */
  answers: Readonly<Record<string, object>>;
}

/** The files of a rival that a page loads. */
export interface RivalFiles {
  js: string;
  css: string;
}

const PATIENCE_MS = 120_000;

/**
 * Downloads the rivals from npm into a temporary folder, bundles and minifies each like the tag, and deletes the folder.
 * (Browser files that a package provides are larger.)
 * @returns null if npm could not fetch them
 */
export async function bundleRivals(rivals: readonly Rival[]): Promise<RivalFiles[] | null> {
  const folder = mkdtempSync(join(tmpdir(), 'pay-form-rivals-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    const options = [
      '--no-save',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--fetch-retries=1',
      '--prefix',
      folder,
    ];
    const packages = rivals.map(({ version }) => version);
    try {
      await promisify(execFile)('npm', ['install', ...options, ...packages], {
        cwd: folder,
        timeout: PATIENCE_MS,
      });
    } catch {
      return null;
    }
    const files: RivalFiles[] = [];
    for (const rival of rivals) files.push(await bundle(folder, rival));
    return files;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function bundle(folder: string, { module }: Rival): Promise<RivalFiles> {
  const entry = join(folder, 'entry.js');
  writeFileSync(entry, module);
  const built = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['es'], fileName: 'rival' },
      rolldownOptions: { output: { minify: true, codeSplitting: false } },
    },
  });
  const output = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    'output' in one ? one.output : [],
  );
  const text = (ending: string) =>
    output
      .filter(({ fileName }) => fileName.endsWith(ending))
      .map((file) => (file.type === 'chunk' ? file.code : String(file.source)))
      .join('\n');
  return { js: text('js'), css: text('css') };
}
