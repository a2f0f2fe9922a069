import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack } from './packed.ts';

/**
 * `npm run check:package`, after a build: publint and "are the types wrong" check the tarball. They are downloaded for
 * each run and are not dependencies, so this is not part of `npm test`. Exits 1 if one of them finds something.
 */

const PUBLINT = 'publint@0.3.25';
const ATTW = '@arethetypeswrong/cli@0.18.5';
/**
 * An ES-only package is fine, because Node 20.19 can require it. Tools find the manifest by `customElements`, whatever
 * their resolution.
 */
const ATTW_OPTIONS = '--ignore-rules cjs-resolves-to-esm --exclude-entrypoints ./custom-elements.json'.split(
  ' ',
);

const folder = mkdtempSync(join(tmpdir(), 'pay-form-lint-'));
try {
  const tarball = join(folder, pack(folder).filename);
  const passed = [npx(PUBLINT, tarball, '--strict'), npx(ATTW, tarball, ...ATTW_OPTIONS)];
  if (passed.includes(false)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function npx(...words: string[]): boolean {
  try {
    execFileSync('npx', ['--yes', ...words], { stdio: 'inherit' });
    return true;
  } catch {
    return false;
  }
}
