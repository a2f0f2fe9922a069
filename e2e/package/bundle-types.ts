import { cpSync, readFileSync, rmSync } from 'node:fs';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

/**
 * The types of the package: the output of `tsc`, bundled for each entry. They contain only what can be reached from there,
 * and need no package that the JavaScript does not need.
 */
const FROM = '.cache/types';
const TO = 'dist';

/** Bundled in the JavaScript, and therefore here: 100 kB of it instead of 8 MB. */
const TAKEN_IN = /^zod(\/|$)/;

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, string | { types: string }>;
};

const entries = Object.values(exports)
  .filter((target) => typeof target === 'object')
  .map(({ types }) => /^\.\/dist\/(.+)\.d\.ts$/.exec(types)?.[1] ?? '');

// Written by hand: they extend the types of frameworks that are not installed here.
cpSync('widget/frameworks', `${FROM}/widget/frameworks`, { recursive: true });
for (const folder of ['widget', 'types']) rmSync(`${TO}/${folder}`, { recursive: true, force: true });

const bundle = await rolldown({
  input: Object.fromEntries(entries.map((path) => [path, `./${FROM}/${path}.d.ts`])),
  external: (id) => /^[^./]/.test(id) && !TAKEN_IN.test(id),
  checks: { pluginTimings: false },
  plugins: [
    { name: 'public-only', transform: (code, id) => plain(isOfTags(id) ? publicOf(code) : code) },
    dts({ dtsInput: true, emitDtsOnly: true, resolver: 'oxc', resolve: [TAKEN_IN] }),
  ],
});
await bundle.write({ dir: TO, chunkFileNames: 'types/[name]-[hash].js' });
await bundle.close();

function isOfTags(id: string): boolean {
  return id.includes(`${FROM}/widget/`);
}

/**
 * Removes members that no page uses, with their comments: protected and private ones, what Lit and the browser call, and
 * static ones. `tsc` indents a member by four spaces.
 */
function publicOf(code: string): string {
  return code.replace(
    /(?:^ {4}\/\*\*(?:(?!\*\/)[^])*?\*\/\n)?^ {4}(?:protected|private|static|constructor\(|\w+Callback\()[^]*?;\n(?! {8}| {4}\})/gm,
    '',
  );
}

/** Removes type parameters that typed arrays have only since TypeScript 5.7. */
function plain(code: string): string {
  return code.replaceAll(/\bUint8Array<\w+>/g, 'Uint8Array');
}
