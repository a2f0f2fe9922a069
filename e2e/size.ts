import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';

/**
 * Checks the built widget: the sizes of its files, that `pay-form.js` is one file that holds Lit once, and that
 * docs/tags.md states its size and SRI value, and the README its kilobytes. Exits 1 if something is wrong. `--write`
 * updates both first.
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

/** A paper states a figure of this build, or gets it. */
function checkPaper(path: string, pattern: RegExp, figure: string): void {
  const paper = readFileSync(path, 'utf8');
  if (paper.includes(figure)) return;
  if (process.argv.includes('--write') && pattern.test(paper))
    writeFileSync(path, paper.replace(pattern, figure));
  else fault(`${path} does not state ${figure}: npm run readme:sync`);
}

function fault(text: string): void {
  console.error(text);
  process.exitCode = 1;
}
