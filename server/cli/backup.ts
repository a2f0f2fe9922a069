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
  summary: 'Copies the database into a file, while the companion runs',
  usage: ['backup <file>'],
  options: {},
  positionals: ['<file>'],
  notes: `Run it on the machine of the companion, with its DATABASE_URL; no other setting is needed. The copy is of one
moment and whole, also where the file of the database alone is not: a plain copy lacks what stands in its WAL. Only
its owner can read it, and nothing is overwritten. Keep STORE_SECRET elsewhere: what is sealed opens only with it.
Postgres is copied by pg_dump; the command is printed. After a restore: \`pay-form help reconcile\`.`,
  examples: [
    ['backup /backups/pay-2026-11-21.db', 'By cron, say: exit code 0 only where the copy is complete.'],
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
    `pay-form backup: nothing was copied. Postgres copies itself:\n(umask 077 && ${words} "$DATABASE_URL")\n`,
  );
  return EXIT.failed;
}
