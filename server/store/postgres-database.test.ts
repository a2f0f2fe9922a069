import { expect, it } from 'vitest';
import { postgresFault } from './postgres-database.ts';

it('a pooler that refuses the settings of a connection is named', () => {
  const refused = Object.assign(new Error('unsupported startup parameter'), { code: '08P01' });
  expect(postgresFault(refused).message).toContain('pgbouncer');
});

it('a certificate that is not trusted is told from a connection that fails', () => {
  const failure = (code: string) => Object.assign(new Error('quotes the address'), { code });
  expect(postgresFault(failure('SELF_SIGNED_CERT_IN_CHAIN')).message).toBe(
    'DATABASE_URL: its certificate is not trusted here (SELF_SIGNED_CERT_IN_CHAIN)',
  );
  expect(postgresFault(failure('ECONNRESET')).message).toBe(
    'DATABASE_URL: the connection to the database failed',
  );
});
