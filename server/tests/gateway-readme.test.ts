import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const README = readFileSync(new URL('../gateway/README.md', import.meta.url), 'utf8');
const ROOT = new URL('../..', import.meta.url);
/** The sources of the package's `exports`, before it is built. */
const ENTRIES = { gateway: '../gateway/index.ts', sandbox: '../sandbox/index.ts' };

/** The only block of a language. */
function block(language: string): string {
  const blocks = [...README.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))];
  expect(blocks).toHaveLength(1);
  return blocks[0]?.[1] ?? '';
}

it('the program in the client’s README runs as it stands and prints what the README says', () => {
  let program = block('js');
  for (const [name, file] of Object.entries(ENTRIES))
    program = program.replace(`'pay-form/${name}'`, JSON.stringify(new URL(file, import.meta.url).href));
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
  const printed = execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  expect(printed).toBe(block('text'));
}, 30_000);
