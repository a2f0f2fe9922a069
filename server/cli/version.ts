import { createRequire } from 'node:module';

/** The version of the package, found by its own name, built or not. */
export function packageVersion(): string {
  const about = createRequire(import.meta.url)('pay-form/package.json') as { version: string };
  return about.version;
}
