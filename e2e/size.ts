import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { litVersions } from './package/lit-versions.ts';

/**
 * The widget's size, its SRI value and the Lit in it. Prints them; `--check` fails if the budget is exceeded, Lit is not in
 * the file once, or the README is out of date; `--write` updates the README.
 */
const BUDGET = 28_160;
/** The budget of each file that is loaded later, and of all that an isolated frame loads before a key is pressed. */
const CHUNK_BUDGET = 3_000;
const FRAME_BUDGET = 29_184;
/** The parts of Lit, which each leave their version on the page. */
const LIT = [
  ['lit-html', 'litHtmlVersions'],
  ['lit-element', 'litElementVersions'],
  ['@lit/reactive-element', 'reactiveElementVersions'],
] as const;
const FOLDER = 'dist/pay';
const README = 'README.md';

const brotli = (body: Buffer): number =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

const entry = readFileSync(`${FOLDER}/pay-form.js`);
const size = brotli(entry);
const sri = `sha384-${createHash('sha384').update(entry).digest('base64')}`;

console.log(`pay-form.js   ${size} bytes brotli (${entry.length} plain), budget ${BUDGET}`);
const others = readdirSync(FOLDER).filter((one) => one.endsWith('.js') && one !== 'pay-form.js');
const sizes = new Map(others.map((name) => [name, brotli(readFileSync(`${FOLDER}/${name}`))]));
for (const [name, bytes] of sizes) console.log(`${name}   ${bytes} bytes brotli`);

const [page = ''] = /(?<=const PAGE = `)[^`]+/.exec(readFileSync('server/routes/frame.ts', 'utf8')) ?? [];
const frame = size + (sizes.get('frame.js') ?? Infinity) + brotli(Buffer.from(page));
console.log(`frame in all  ${frame} bytes brotli, budget ${FRAME_BUDGET}`);
const tooLarge = [...sizes].filter(([, bytes]) => bytes > CHUNK_BUDGET);
console.log(`integrity     ${sri}`);

const lit = LIT.map(([name, mark]) => {
  const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as {
    version: string;
  };
  return { name, version, found: litVersions(entry.toString(), mark) };
});
for (const { name, found } of lit) console.log(`${name}   ${found.join(', ') || 'not in pay-form.js'}`);

const text = readFileSync(README, 'utf8');
const current = text
  .replace(/sha384-[A-Za-z0-9+/]{64}/g, sri)
  .replace(/[\d,]+ bytes brotli/g, `${size.toLocaleString('en')} bytes brotli`);

if (process.argv.includes('--write') && current !== text) writeFileSync(README, current);
if (process.argv.includes('--check')) {
  const faults = [
    ...(size > BUDGET ? [`the widget is ${size - BUDGET} bytes over its budget`] : []),
    ...(frame > FRAME_BUDGET ? [`the frame is ${frame - FRAME_BUDGET} bytes over its budget`] : []),
    ...(/\b(?:from|import) ?["']/.test(entry.toString())
      ? ['the widget is not one file any more: it imports another']
      : []),
    ...tooLarge.map(([name, bytes]) => `${name} is ${bytes - CHUNK_BUDGET} bytes over its budget`),
    ...lit
      .filter(({ version, found }) => found.join(', ') !== version)
      .map(
        ({ name, version, found }) =>
          `pay-form.js holds ${name} ${found.join(', ') || 'not at all'}, not ${version}`,
      ),
    ...(current === text ? [] : ["the README's size or SRI value is stale: npm run readme:sync"]),
    ...(text.includes(sri) ? [] : ['the README does not state the SRI value']),
  ];
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
