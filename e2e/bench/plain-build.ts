import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Compiles the server file by file, as it is written: what is published is bundled, and shows neither its files nor what is
 * exported inside.
 * @param folder an empty one; packages and the widget are linked into it
 * @returns where the compiled files are
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
