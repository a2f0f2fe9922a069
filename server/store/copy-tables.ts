import type { Session, Value } from './session.ts';

/** A table whose rows are copied. */
export interface CopiedTable {
  name: string;
  /** its primary key */
  key: readonly string[];
  /** an expression of integers that changes with what a companion does to a row */
  trace: string;
}

/** All tables but `heartbeat`, which holds no data. */
export const COPIED: readonly CopiedTable[] = [
  { name: 'journal', key: ['order_id', 'seq'], trace: 'at' },
  { name: 'orders', key: ['id'], trace: 'coalesce(due_at, 0) + coalesce(newest_iat, 0)' },
  { name: 'payments', key: ['id'], trace: '1' },
  { name: 'operations', key: ['id'], trace: '1' },
  { name: 'outbox', key: ['id'], trace: 'attempts + coalesce(delivered_at, 0)' },
  { name: 'deliveries', key: ['order_id'], trace: 'due_at + waiting' },
  { name: 'limits', key: ['subject', 'payment_id'], trace: 'expires_at' },
  { name: 'saved_cards', key: ['id'], trace: 'used_at' },
];

export type Row = Readonly<Record<string, string | number | null>>;

/**
 * The rows of a table in pages, by its key.
 * @param most rows of a page
 * @param after the key of the last row that is not wanted
 */
export async function* pagesOf(
  session: Session,
  table: CopiedTable,
  most: number,
  after: readonly Value[] | null = null,
): AsyncGenerator<Row[]> {
  const key = table.key.join(', ');
  const marks = table.key.map(() => '?').join(', ');
  const from = (last: readonly Value[] | null) => (last ? `where (${key}) > (${marks})` : '');
  for (let last = after; ; ) {
    const text = `select * from ${table.name} ${from(last)} order by ${key} limit ${most}`;
    const rows = await session.all<Row>(text, last ?? []);
    if (rows.length > 0) yield rows;
    last = keyOf(table, rows.at(-1) ?? {});
    if (rows.length < most) return;
  }
}

/** The values of a row's primary key. */
export const keyOf = (table: CopiedTable, row: Row): Value[] =>
  table.key.map((column) => row[column] ?? null);

/** Rows of one insertion: more of them take longer to plan. */
const TOGETHER = 250;

/** Inserts rows that have the same columns. */
export async function insertRows(
  session: Session,
  { name }: CopiedTable,
  rows: readonly Row[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const marks = `(${columns.map(() => '?').join(', ')})`;
  for (let from = 0; from < rows.length; from += TOGETHER) {
    const lot = rows.slice(from, from + TOGETHER);
    const text = `insert into ${name} (${columns.join(', ')}) values ${lot.map(() => marks).join(', ')}`;
    await session.run(
      text,
      lot.flatMap((row) => columns.map((column) => row[column] ?? null)),
    );
  }
}

/** What shows that a store has changed: rows and traces, by table. */
export type Fingerprint = Readonly<Record<string, readonly [rows: number, trace: number]>>;

export async function fingerprintOf(session: Session): Promise<Fingerprint> {
  const found: [string, [number, number]][] = [];
  for (const { name, trace } of COPIED) {
    const text = `select count(*) as amount, cast(coalesce(sum((${trace}) % 1000003), 0) as bigint) as trace from ${name}`;
    const [row] = await session.all<{ amount: number; trace: number }>(text);
    found.push([name, [row?.amount ?? 0, row?.trace ?? 0]]);
  }
  return Object.fromEntries(found);
}

/** @returns the key of the first row that is missing or different on the other side, or null */
export async function findDifference(
  table: CopiedTable,
  rows: readonly Row[],
  other: Session,
): Promise<string | null> {
  const [first = ''] = table.key;
  const names = [...new Set(rows.map((row) => String(row[first])))];
  const there = await other.all<Row>(`select * from ${table.name} where ${first} = any(?)`, [names]);
  const nameOf = (row: Row) => JSON.stringify(keyOf(table, row));
  const found = new Map(there.map((row) => [nameOf(row), row]));
  const different = rows.find((row) => !isEqual(row, found.get(nameOf(row))));
  return different ? nameOf(different) : null;
}

const isEqual = (one: Row, other: Row | undefined): boolean =>
  other !== undefined && Object.keys(one).every((column) => one[column] === other[column]);
