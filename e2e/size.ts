import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';

/**
 * Checks the built widget: the sizes of its files, that `pay-form.js` is one file that holds Lit once, and that the README
 * states its size and SRI value. Exits 1 if something is wrong. `--write` updates the README first.
 */
const FOLDER = 'dist/pay';
/** Bytes of brotli: of `pay-form.js`, and of each file that is loaded later. */
const BUDGET = 28_160;
const LATER_BUDGET = 3_000;

const sizeOf = (name: string): number => statSync(`${FOLDER}/${name}.br`).size;

const entry = readFileSync(`${FOLDER}/pay-form.js`, 'utf8');
const size = sizeOf('pay-form.js');
const sri = `sha384-${createHash('sha384').update(entry).digest('base64')}`;
console.log(`pay-form.js is ${size} bytes brotli, of ${BUDGET}\n${sri}`);

const readme = readFileSync('README.md', 'utf8');
const current = readme
  .replace(/sha384-[A-Za-z0-9+/]{64}/g, sri)
  .replace(/[\d,]+ bytes brotli/g, `${size.toLocaleString('en')} bytes brotli`);
if (process.argv.includes('--write')) writeFileSync('README.md', current);
else if (current !== readme || !readme.includes(sri))
  fault('the README does not state this size and SRI value: npm run readme:sync');

if (size > BUDGET) fault('pay-form.js is over its budget');
for (const name of readdirSync(FOLDER).filter((one) => one.endsWith('.js') && one !== 'pay-form.js'))
  if (sizeOf(name) > LATER_BUDGET) fault(`${name} is ${sizeOf(name)} bytes brotli, of ${LATER_BUDGET}`);

if (/\b(?:from|import) ?["']/.test(entry)) fault('pay-form.js imports another file');
// Each copy of a part of Lit adds its version to a list of the page.
for (const list of ['litHtmlVersions', 'litElementVersions', 'reactiveElementVersions'])
  if (entry.split(list).length !== 2) fault(`pay-form.js does not have ${list} once`);

function fault(text: string): void {
  console.error(text);
  process.exitCode = 1;
}
