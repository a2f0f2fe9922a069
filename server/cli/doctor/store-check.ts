import { isMissingPackage } from '../../contract/start-fault.ts';
import { type Check, fail } from './check.ts';
import { checkSqlite } from './sqlite-check.ts';

/**
 * Whether the companion can use its store.
 * @param databaseUrl `file:…` or `postgres://…`, as in the settings
 */
export async function checkStore(databaseUrl: string): Promise<Check> {
  if (databaseUrl.startsWith('file:')) return checkSqlite(databaseUrl.replace(/^file:(\/\/)?/, ''));
  // The driver is loaded only if it is used.
  try {
    const { checkPostgres } = await import('./postgres-check.ts');
    return await checkPostgres(databaseUrl);
  } catch (error) {
    if (!isMissingPackage(error)) throw error;
    return fail('store', 'the Postgres driver is not installed', 'Run npm install pg.');
  }
}
