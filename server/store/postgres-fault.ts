import { ConflictError } from '../payments/ports.ts';
import { conflictOn, StoreError } from './session.ts';

/** The meaning of a failure, by the code of Postgres or of the network. */
const MEANINGS: Record<string, string> = {
  '08P01': 'the connection is refused; a pooler such as pgbouncer must not be in between',
  '28P01': 'the user name or the password is refused',
  '28000': 'the user is refused',
  '3D000': 'there is no such database',
  '3F000': 'there is no such schema',
  '42501': 'the user lacks a right on the database',
  '25006': 'the database is read-only',
  '53100': 'the disk of the database is full',
  '53300': 'the database has too many connections',
  '55P03': 'a lock was held for too long',
  '57014': 'a statement took too long',
  '57P01': 'the database is shutting down',
  '57P02': 'the database has crashed',
  '57P03': 'the database is starting up or shutting down',
  '57P05': 'the database closes idle connections',
  ECONNREFUSED: 'nothing listens at the address of the database',
  ENOTFOUND: 'the host of the database is not known',
  EAI_AGAIN: 'the host of the database cannot be looked up now',
};

const TRANSIENT: readonly (string | null)[] = ['40001', '40P01'];

/** A failure of Postgres in our terms: a conflict, or an error that names the setting. */
export function postgresFault(error: unknown): Error {
  if (error instanceof StoreError || error instanceof ConflictError) return error;
  const code = textOf(error, 'code');
  if (code === '23505') {
    const conflict = conflictOn(textOf(error, 'constraint') ?? '');
    if (conflict) return conflict;
  }
  return new StoreError(meaningOf(code), code, error);
}

/** Serialization failures and deadlocks: the transaction was rolled back and can be run again. */
export function isTransient(error: unknown): boolean {
  return error instanceof StoreError && TRANSIENT.includes(error.code);
}

function meaningOf(code: string | null): string {
  const known = code === null ? undefined : MEANINGS[code];
  if (/CERT|SIGNATURE|SELF_SIGNED/.test(code ?? '')) return `its certificate is not trusted here (${code})`;
  // Without a Postgres code it was the driver that gave up on the connection.
  if (known === undefined && !/^[0-9A-Z]{5}$/.test(code ?? ''))
    return 'the connection to the database failed';
  return known ?? 'the database failed';
}

function textOf(error: unknown, key: string): string | null {
  if (!(error instanceof Error) || !(key in error)) return null;
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : null;
}
