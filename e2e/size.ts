import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { inFolder } from './support/built-companion.ts';

/**
 * Checks the built widget: the sizes of its files, that `pay-form.js` is one file that holds Lit once, and that
 * docs/tags.md states its size and SRI value, and the README its kilobytes. Exits 1 if something is wrong. `--write`
 * updates both first. `--rivals` only compares it with large checkout scripts from npm.
 */
const FOLDER = 'dist/pay';
/** Bytes of brotli: of `pay-form.js`, and of each file that is loaded later. */
const BUDGET = 31_744;
const LATER_BUDGET = 3_000;

const sizeOf = (name: string): number => statSync(`${FOLDER}/${name}.br`).size;

const entry = readFileSync(`${FOLDER}/pay-form.js`, 'utf8');
const size = sizeOf('pay-form.js');
const sri = `sha384-${createHash('sha384').update(entry).digest('base64')}`;
console.log(`pay-form.js is ${size} bytes brotli, of ${BUDGET}\n${sri}`);

if (process.argv.includes('--rivals')) await compareRivals();
else check();

function check(): void {
  checkPaper('docs/tags.md', /[\d,]+ bytes brotli/, `${size.toLocaleString('en')} bytes brotli`);
  checkPaper('docs/tags.md', /sha384-[A-Za-z0-9+/]{64}/, sri);
  checkPaper('README.md', /\d+ kB, Lit included/, `${Math.round(size / 1000)} kB, Lit included`);

  if (size > BUDGET) fault('pay-form.js is over its budget');
  for (const name of readdirSync(FOLDER).filter((one) => one.endsWith('.js') && one !== 'pay-form.js'))
    if (sizeOf(name) > LATER_BUDGET) fault(`${name} is ${sizeOf(name)} bytes brotli, of ${LATER_BUDGET}`);

  if (/\b(?:from|import) ?["']/.test(entry)) fault('pay-form.js imports another file');
  // Each copy of a part of Lit adds its version to a list of the page.
  for (const list of ['litHtmlVersions', 'litElementVersions', 'reactiveElementVersions'])
    if (entry.split(list).length !== 2) fault(`pay-form.js does not have ${list} once`);
}

/** A paper states a figure of this build, or gets it. */
function checkPaper(path: string, pattern: RegExp, figure: string): void {
  const paper = readFileSync(path, 'utf8');
  if (paper.includes(figure)) return;
  if (process.argv.includes('--write') && pattern.test(paper))
    writeFileSync(path, paper.replace(pattern, figure));
  else fault(`${path} does not state ${figure}: npx tsx e2e/size.ts --write`);
}

function fault(text: string): void {
  console.error(text);
  process.exitCode = 1;
}

/** Bundles what a page with a card form needs of each rival, as the tag is bundled. */
async function compareRivals(): Promise<void> {
  const rivals: Record<string, string> = {
    '@adyen/adyen-web@6.45.2': `export { AdyenCheckout, Card } from '@adyen/adyen-web'; import '@adyen/adyen-web/styles/adyen.css';`,
    'braintree-web-drop-in@1.48.0': `export { default } from 'braintree-web-drop-in'; import 'braintree-web-drop-in/dropin.css';`,
  };
  for (const [rival, module] of Object.entries(rivals)) {
    const bytes = await inFolder((folder) => bundledBytes(folder, rival, module));
    if (bytes === null) console.log(`${rival}: not compared, npm cannot bring it (offline?)`);
    else
      console.log(
        `${rival}: ${bytes} bytes brotli; pay-form.js has ${((100 * size) / bytes).toFixed(0)} % of it`,
      );
  }
}

/** Script and style sheet, each compressed by Brotli; null if npm cannot fetch the package. */
async function bundledBytes(folder: string, rival: string, module: string): Promise<number | null> {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1', rival];
  try {
    execFileSync('npm', args, { cwd: folder, timeout: 120_000, stdio: 'ignore' });
  } catch {
    return null;
  }
  const entry = join(folder, 'entry.js');
  writeFileSync(entry, module);
  const lib = { entry, formats: ['es' as const], fileName: 'rival' };
  const rolldownOptions = { output: { minify: true, codeSplitting: false } };
  const built = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, target: 'es2022', lib, rolldownOptions },
  });
  return [built]
    .flat()
    .flatMap((one) => ('output' in one ? one.output : []))
    .map((file) => brotliCompressSync(file.type === 'chunk' ? file.code : file.source).length)
    .reduce((sum, bytes) => sum + bytes, 0);
}
