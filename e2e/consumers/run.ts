import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pack } from '../package/packed.ts';

/**
 * `npx tsx e2e/consumers/run.ts`, after the build: compiles small apps against the packed tarball, each with its framework's compiler, in a temporary
 * folder, together with the recipes of docs/frameworks.md; needs the npm registry. What must not compile stands in them as an expected error. The app with Lit is also
 * bundled, and must hold Lit once. `vue svelte` as arguments limit the run to these. Exits 1 if one fails.
 */

const APPS = fileURLToPath(new URL('apps', import.meta.url));
const LONGEST_MS = 300_000;

/** The app of each consumer, and what it needs besides its package.json. */
const CONSUMERS: Record<string, readonly [app: string, ...packages: string[]]> = {
  'typescript-5.7': ['plain', 'typescript@5.7.3'],
  'typescript-newest': ['plain', 'typescript@latest'],
  react: ['react'],
  vue: ['vue'],
  svelte: ['svelte'],
  angular: ['angular'],
  lit: ['lit'],
};

/** The recipe of docs/frameworks.md that an app compiles too: its language, a word in it, and its file. */
const RECIPES: Record<string, readonly [language: string, word: string, file: string]> = {
  plain: ['ts', 'document.querySelector', 'recipe.ts'],
  react: ['tsx', 'useRef', 'recipe.tsx'],
  vue: ['vue', 'template', 'Recipe.vue'],
  svelte: ['svelte', 'pay-form', 'Recipe.svelte'],
  angular: ['ts', '@Component', 'recipe.ts'],
};

const wanted = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'pay-form-consumers-'));
try {
  const tarball = join(folder, pack(folder).filename);
  for (const [name, [app, ...packages]] of Object.entries(CONSUMERS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const project = join(folder, name);
    cpSync(join(APPS, app), project, { recursive: true });
    const recipe = RECIPES[app];
    if (recipe) writeFileSync(join(project, recipe[2]), recipeOf(recipe[0], recipe[1]));
    const failure =
      npm(project, 'install', '--no-audit', '--no-fund', '--ignore-scripts', tarball, ...packages) ??
      npm(project, 'run', '-s', 'check');
    console.log(failure === null ? `✓ ${name}` : `✕ ${name}\n${failure}`);
    if (failure !== null) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The block of docs/frameworks.md in this language with this word. */
function recipeOf(language: string, word: string): string {
  const page = readFileSync(new URL('../../docs/frameworks.md', import.meta.url), 'utf8');
  const blocks = page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'));
  const found = [...blocks].map(([, text = '']) => text).find((text) => text.includes(word));
  if (found === undefined) throw new Error(`docs/frameworks.md has no block ${language} with ${word}`);
  return found;
}

/** The output of a command that failed; null if it succeeded. */
function npm(cwd: string, ...args: string[]): string | null {
  try {
    execFileSync('npm', args, { cwd, timeout: LONGEST_MS, stdio: 'pipe', encoding: 'utf8' });
    return null;
  } catch (error) {
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
    return `${message}\n${stdout}${stderr}`;
  }
}
