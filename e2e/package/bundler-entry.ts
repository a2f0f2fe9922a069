import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Writes `dist/tag.js`, the entry for bundlers. The file for pages computes the address of a language's file at run time,
 * which no bundler can follow; this entry names all languages.
 */
const FOLDER = 'dist/pay';
const page = readFileSync(`${FOLDER}/pay-form.js`, 'utf8');
const [made = '', version = '', name = ''] =
  /import\("\.\/pay-form-\{\}-(\w+)\.js"\.replace\("\{\}",(\w+)\)\)/.exec(page) ?? [];
if (made === '') throw new Error(`${FOLDER}/pay-form.js loads its languages in another way`);

const languages = readdirSync(FOLDER).flatMap(
  (file) => new RegExp(`^pay-form-(.+)-${version}\\.js$`).exec(file)?.[1] ?? [],
);
const named = languages.map((language) => `"${language}":()=>import("./pay-form-${language}-${version}.js")`);
const entry = page.replace(made, () => `({${named.join(',')}})[${name}]()`);
writeFileSync('dist/tag.js', entry.replaceAll('import("./', 'import("./pay/'));
