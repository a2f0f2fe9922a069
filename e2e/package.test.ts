import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** What `npm run build` has made, as the package gives it to others. */
const ROOT = fileURLToPath(new URL('..', import.meta.url));

const read = (path: string): string => readFileSync(`${ROOT}/${path}`, 'utf8');
const node = (...args: string[]): string =>
  execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });

it('imported on a server the package does nothing, and has the names that the browser gets', () => {
  const names = read('dist/pay/pay-form.js').match(/(?<=\bas )Pay\w+/g);
  expect(names).toHaveLength(3);
  const program = `import * as it from 'pay-form'; console.log(JSON.stringify(Object.keys(it)))`;
  const printed = node('--input-type=module', '--eval', program);
  expect(JSON.parse(printed)).toEqual(names);
});

it('the tarball holds every file of the widget, what the package exports, and its types', () => {
  const about = JSON.parse(read('package.json')) as { exports: Record<string, string | object> };
  const exported = Object.values(about.exports)
    .flatMap((target) => (typeof target === 'string' ? target : (Object.values(target) as string[])))
    .map((path) => path.replace('./', ''));
  const widget = readdirSync(`${ROOT}/dist/pay`).map((name) => `dist/pay/${name}`);
  expect(packed()).toEqual(expect.arrayContaining([...exported, ...widget]));
});

it('its types know the tags', () => {
  const [entry = '', ...parts] = ['index', 'pay-form', 'pay-status', 'pay-button'].map((name) =>
    read(`dist/widget/${name}.d.ts`),
  );
  for (const [index, tag] of ['pay-form', 'pay-status', 'pay-button'].entries()) {
    expect(entry).toContain(`'./${tag}.ts'`);
    expect(parts[index]).toMatch(new RegExp(`interface HTMLElementTagNameMap \\{\\s+'${tag}': `));
  }
});

/** The paths in the tarball; no script of the package runs for it. */
function packed(): string[] {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const printed = execFileSync('npm', args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [tarball] = Object.values(JSON.parse(printed) as object) as { files: { path: string }[] }[];
  return tarball?.files.map(({ path }) => path) ?? [];
}
