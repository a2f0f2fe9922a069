import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

/** A temporary folder, new for every test or for the file. @returns the path of a name in it */
export function useFolder(scope: 'test' | 'file' = 'test'): (name?: string) => string {
  const [before, after] = scope === 'test' ? [beforeEach, afterEach] : [beforeAll, afterAll];
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'pay-test-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  return (name = '') => join(folder, name);
}
