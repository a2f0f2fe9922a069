import { readDatabaseUrl } from '../settings.ts';
import { backupSqlite } from '../store/backup-sqlite.ts';
import { command } from './command.ts';
import { EXIT } from './exit-codes.ts';
import { explained } from './explained.ts';
import { shellText } from './shell-text.ts';
import type { World } from './world.ts';

/** Copies the database while the companion runs. */
export const backup = command({
  name: 'backup',
  summary: 'Copies the database to a file while the companion runs',
  usage: ['backup <file>'],
  options: {},
  positionals: ['<file>'],
  notes: `Run it on the companion's machine, with its DATABASE_URL; no other setting is needed. The copy is a complete,
consistent snapshot; a plain copy of the file lacks what is still in its WAL. Only the owner can read the copy, and
no file is overwritten. Keep STORE_SECRET elsewhere: only it can decrypt the encrypted values. Postgres has to be
copied with pg_dump; the command is printed. After a restore: \`pay-form help reconcile\`.`,
  examples: [
    [
      'backup /backups/pay-2026-11-21.db',
      'For example in a cron job. The exit code is 0 only if the copy is complete.',
    ],
  ],
  run: ({ positionals: [file = ''] }, world) =>
    explained('backup', world, () => backupTo(file, readDatabaseUrl(world.env), world)),
});

async function backupTo(file: string, url: string, world: World): Promise<number> {
  if (!url.startsWith('file:')) return explainPostgres(file, world);
  const path = url.replace(/^file:(\/\/)?/, '');
  const bytes = backupSqlite(path, file);
  await world.stdout.write(`${file}: ${bytes} bytes\n`);
  return EXIT.done;
}

/** The address stays in the environment, because it contains a password. */
async function explainPostgres(file: string, world: World): Promise<number> {
  const words = shellText(['pg_dump', '--format=custom', `--file=${file}`]);
  await world.stderr.write(
    `pay-form backup: nothing was copied. Use Postgres' own tool:\n(umask 077 && ${words} "$DATABASE_URL")\n`,
  );
  return EXIT.failed;
}
