import type { Session, Value } from './session.ts';

/** More rows than that go into several statements, so that few texts have to be kept. */
const MOST_ROWS = 8;

export type Insert = (session: Session, rows: readonly (readonly Value[])[]) => Promise<unknown>;

/**
 * Prepares the insertion of several rows at once.
 * @param head as `insert into orders (id, created_at)`
 * @param columns how many
 * @param tail what follows the values, as `on conflict …`
 */
export function insertInto(head: string, columns: number, tail = ''): Insert {
  const row = `(${Array(columns).fill('?').join(', ')})`;
  const texts = Array.from(
    { length: MOST_ROWS + 1 },
    (_, rows) => `${head} values ${Array(rows).fill(row).join(', ')} ${tail}`,
  );
  return (session, rows) => {
    const runs: Promise<number>[] = [];
    for (let from = 0; from < rows.length; from += MOST_ROWS) {
      const some = rows.slice(from, from + MOST_ROWS);
      runs.push(session.run(texts[some.length] ?? '', some.flat()));
    }
    return Promise.all(runs);
  };
}
