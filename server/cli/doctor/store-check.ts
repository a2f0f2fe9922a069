import type { Check } from './check.ts';
import { checkSqlite } from './sqlite-check.ts';

/**
 * Whether the companion can use its store.
 * @param databaseUrl `file:…` or `postgres://…`, as the settings have it
 */
export async function checkStore(databaseUrl: string): Promise<Check> {
  if (databaseUrl.startsWith('file:')) return checkSqlite(databaseUrl.replace(/^file:(\/\/)?/, ''));
  // The driver is loaded only by those who use it.
  const { checkPostgres } = await import('./postgres-check.ts');
  return checkPostgres(databaseUrl);
}
