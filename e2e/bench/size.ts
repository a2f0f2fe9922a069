import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { inFolder } from './companion.ts';
import type { Figure } from './figure.ts';

/** The tag's size, and that of large checkout scripts, which npm brings and which are bundled like the tag. */

/** npm package with its exact version, and the part that a page with a card form needs */
const RIVALS = [
  [
    '@adyen/adyen-web@6.45.2',
    `export { AdyenCheckout, Card } from '@adyen/adyen-web'; import '@adyen/adyen-web/styles/adyen.css';`,
  ],
  [
    'braintree-web-drop-in@1.48.0',
    `export { default } from 'braintree-web-drop-in'; import 'braintree-web-drop-in/dropin.css';`,
  ],
] as const;
const PATIENCE_MS = 120_000;
/** The most that the tag may need of what a rival needs. */
const MOST_RATIO = 1 / 4;

export async function measureSize(): Promise<Figure[]> {
  const tag = readFileSync('dist/pay/pay-form.js');
  const own = brotliCompressSync(tag).length;
  const figures: Figure[] = [
    { name: 'pay-form.js', unit: 'bytes brotli', value: own },
    { name: 'pay-form.js', unit: 'bytes plain', value: tag.length },
  ];
  for (const [rival, module] of RIVALS) {
    const bytes = await inFolder((folder) => bundledBytes(folder, rival, module));
    if (bytes === null) {
      console.log(`${rival}: skipped, npm cannot bring it`);
      continue;
    }
    figures.push(
      { name: rival, unit: 'bytes brotli', value: bytes },
      { name: `pay-form.js to ${rival}`, unit: 'times', value: own / bytes, goal: { most: MOST_RATIO } },
    );
  }
  return figures;
}

/** The bundle and its style sheet, each compressed by Brotli; null if npm cannot fetch the package. */
async function bundledBytes(folder: string, rival: string, module: string): Promise<number | null> {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1', rival];
  try {
    execFileSync('npm', args, { cwd: folder, timeout: PATIENCE_MS, stdio: 'ignore' });
  } catch {
    return null;
  }
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
  return [built]
    .flat()
    .flatMap((one) => ('output' in one ? one.output : []))
    .map((file) => brotliCompressSync(file.type === 'chunk' ? file.code : file.source).length)
    .reduce((sum, bytes) => sum + bytes, 0);
}
