import { readdirSync, readFileSync } from 'node:fs';

/** The page's elements and the tag share one copy of Lit: each copy leaves a mark. Exits 1 otherwise. */
const scripts = readdirSync('dist/assets').filter((name) => name.endsWith('.js'));
const code = scripts.map((name) => readFileSync(`dist/assets/${name}`, 'utf8')).join('\n');
for (const mark of ['litHtmlVersions', 'litElementVersions', 'reactiveElementVersions']) {
  const copies = code.split(mark).length - 1;
  console.log(`${mark}: ${copies}`);
  if (copies !== 1) process.exitCode = 1;
}
// The languages and the parts of the tag are files of the app.
for (const part of ['pay-form-uk', 'pay-form-saved-cards']) {
  if (!scripts.some((name) => name.startsWith(part))) {
    console.log(`${part} is missing`);
    process.exitCode = 1;
  }
}
