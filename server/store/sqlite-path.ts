/** The path of the file that `DATABASE_URL` names (`file:…`), or null if it names a Postgres database. */
export const sqlitePath = (url: string): string | null =>
  url.startsWith('file:') ? url.replace(/^file:(\/\/)?/, '') : null;
