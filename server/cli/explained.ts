import { SettingsError } from '../settings.ts';
import { BackupError } from '../store/backup-sqlite.ts';
import { StoreError } from '../store/session.ts';
import { EXIT } from './exit-codes.ts';
import type { World } from './world.ts';

/** Runs a command on the store, and prints its own explanation if settings or store fail. */
export async function explained(name: string, world: World, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    const problems = problemsOf(error);
    if (!problems) throw error;
    await world.stderr.write(problems.map((one) => `pay-form ${name}: ${one}\n`).join(''));
    return EXIT.failed;
  }
}

/** The parts of an error that can be shown without quoting secrets; null for a bug of ours. */
function problemsOf(error: unknown): readonly string[] | null {
  if (error instanceof SettingsError) return error.problems;
  return error instanceof StoreError || error instanceof BackupError ? [error.message] : null;
}
