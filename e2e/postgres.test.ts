import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { binaryFolders, findBinaries, startTestPostgres } from './postgres.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'binaries-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the Postgres server for tests', () => {
  it('is the one that the environment names', async () => {
    const url = 'postgres://tests@db.example/tests';
    const postgres = await startTestPostgres({ TEST_POSTGRES_URL: url }, []);
    expect(postgres).toMatchObject({ url, origin: 'TEST_POSTGRES_URL' });
  });

  it('is started from the first folder that holds initdb and the server', () => {
    expect(findBinaries(['/nowhere', folder])).toBeNull();
    writeFileSync(join(folder, 'initdb'), '');
    expect(findBinaries(['/nowhere', folder])).toBeNull();
    writeFileSync(join(folder, 'postgres'), '');
    expect(findBinaries(['/nowhere', folder])).toBe(folder);
  });

  it('is none where the binaries do not work, and leaves no folder', async () => {
    for (const name of ['initdb', 'postgres']) writeFileSync(join(folder, name), 'exit 1', { mode: 0o755 });
    const before = folders();
    expect(await startTestPostgres({}, [folder])).toBeNull();
    expect(folders()).toEqual(before);
  });

  it.skipIf(!findBinaries(binaryFolders(process.env)))(
    'takes connections until it is closed, and leaves nothing behind',
    { timeout: 60_000 },
    async () => {
      const before = folders();
      const env = { PATH: process.env['PATH'] };
      const postgres = await startTestPostgres(env);
      const port = Number(new URL(postgres?.url ?? '').port);
      expect(await answers(port)).toBe(true);
      await postgres?.close();
      expect(await answers(port)).toBe(false);
      expect(folders()).toEqual(before);
    },
  );
});

const folders = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('pay-form-postgres-'));

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(socket.destroy().destroyed)).once('error', () => resolve(false));
  });
}
