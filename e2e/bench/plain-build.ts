import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Compiles the server file by file, as in the sources: the published server is bundled, and hides its files and their
 * exports.
 * @param folder an empty one; packages and the widget are linked into it
 * @returns the folder of the compiled files
 */
export function plainBuild(folder: string): string {
  const tsc = resolve('node_modules/typescript/bin/tsc');
  const options = ['--emitDeclarationOnly', 'false', '--declaration', 'false', '--outDir', folder];
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', ...options], { stdio: 'inherit' });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  symlinkSync(resolve('dist/pay'), join(folder, 'pay'));
  return join(folder, 'server');
}
