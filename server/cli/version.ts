import { createRequire } from 'node:module';

/** Of the package, which knows itself by name, built or not. */
export function packageVersion(): string {
  const about = createRequire(import.meta.url)('pay-form/package.json') as { version: string };
  return about.version;
}
