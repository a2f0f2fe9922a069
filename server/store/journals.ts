import type { Entry, Report } from '../payments/order/journal.ts';
import type { Journal, Name } from '../payments/ports.ts';
import type { Seal } from './seal.ts';
import { canBeStored, type Session, type Value } from './session.ts';

/** A row of the journal. */
export interface EntryRow {
  order_id: string;
  seq: number;
  at: number;
  kind: string;
  /** JSON text of the entry without the fields that have their own column */
  entry: string;
  secret: string | null;
}

/** Most fields of most reports are null: these are left out of the row. */
const NULLS: { [Key in keyof Report as null extends Report[Key] ? Key : never]: null } = {
  posId: null,
  gatewayPaymentId: null,
  operationId: null,
  transactionId: null,
  mode: null,
  amountMinor: null,
  currency: null,
  statusCode: null,
  statusDescription: null,
  actionUrl: null,
  actionRequired: null,
  cardMask: null,
  receiptUrl: null,
  comment: null,
  processed: null,
  recurring: null,
  createdAt: null,
};

const withoutNulls = (report: Report): object =>
  Object.fromEntries(Object.entries(report).filter(([, value]) => value !== null));

const withNulls = (report: object): object => ({ ...NULLS, ...report });

/** An entry, its report changed if it has one. */
function changeReport(entry: Entry, change: (report: Report) => object): Entry {
  if (entry.kind === 'reported') return { ...entry, report: change(entry.report) as Report };
  if (entry.kind !== 'call-ended' || entry.end.how !== 'answered') return entry;
  return { ...entry, end: { ...entry.end, report: change(entry.end.report) as Report } };
}

/** The values of an entry's row, in the order of {@link EntryRow}. */
export function toEntryRow(seal: Seal, orderId: string, seq: number, entry: Entry): Value[] {
  const { at, kind, secret, ...open } = { secret: undefined, ...changeReport(entry, withoutNulls) };
  const sealed = secret === undefined ? null : seal.seal(JSON.stringify(secret), place(orderId, seq));
  return [orderId, seq, at, kind, JSON.stringify(open), sealed];
}

/** An entry as it was written; a secret that cannot be decrypted is left out. */
function toEntry(seal: Seal, row: EntryRow): Entry {
  const open = JSON.parse(row.entry) as object;
  const opened = row.secret === null ? null : seal.open(row.secret, place(row.order_id, row.seq));
  const secret = opened === null ? {} : { secret: JSON.parse(opened) as unknown };
  return changeReport({ at: row.at, kind: row.kind, ...open, ...secret } as Entry, withNulls);
}

/** A secret can be decrypted only in its own row. */
const place = (orderId: string, seq: number): string => `journal:${seq}:${orderId}`;

const READ = 'select order_id, seq, at, kind, entry, secret from journal where order_id';
const READ_ONE = `${READ} = ? order by seq`;

const FIND: Record<Name['kind'], string> = {
  payment: findBy('select order_id from payments where id = ?'),
  'gateway-order': findBy('select order_id from payments where gateway_order_id = ?'),
  operation: findBy('select order_id from operations where id = ?'),
  'idempotency-key': findBy('select order_id from operations where idempotency_key = ?'),
  link: findBy('select id from orders where link_id = ?'),
};

function findBy(select: string): string {
  return `${READ} = (${select}) order by seq`;
}

/** Journals are read in batches of these sizes, so that few statements are prepared. */
const LOTS = [64, 8, 1] as const;

/** Reads one journal; empty if there is none. */
export async function readJournal(session: Session, seal: Seal, orderId: string): Promise<Entry[]> {
  if (!canBeStored(orderId)) return [];
  const rows = await session.all<EntryRow>(READ_ONE, [orderId]);
  return rows.map((row) => toEntry(seal, row));
}

/** Reads journals in the order of the ids. */
export async function readJournals(
  session: Session,
  seal: Seal,
  orderIds: readonly string[],
): Promise<Entry[][]> {
  const lots = await Promise.all(
    inLots([...new Set(orderIds)]).map((lot) => session.all<EntryRow>(readLot(lot.length), lot)),
  );
  const journals = new Map<string, Entry[]>();
  for (const row of lots.flat()) {
    const entry = toEntry(seal, row);
    const journal = journals.get(row.order_id);
    if (journal) journal.push(entry);
    else journals.set(row.order_id, [entry]);
  }
  return orderIds.map((id) => journals.get(id) ?? []);
}

/** Reads the journal of the order that a name belongs to. */
export async function findJournal(session: Session, seal: Seal, { kind, id }: Name): Promise<Journal | null> {
  if (!canBeStored(id)) return null;
  const rows = await session.all<EntryRow>(FIND[kind], [id]);
  const [first] = rows;
  return first ? { orderId: first.order_id, entries: rows.map((row) => toEntry(seal, row)) } : null;
}

function inLots(ids: readonly string[]): string[][] {
  const size = LOTS.find((lot) => lot <= ids.length);
  return size === undefined ? [] : [ids.slice(0, size), ...inLots(ids.slice(size))];
}

function readLot(size: number): string {
  return `${READ} in ${marks(size)} order by order_id, seq`;
}

const marks = (count: number): string => `(${Array(count).fill('?').join(', ')})`;

/** The number of entries of each journal. */
export async function journalLengths(
  session: Session,
  orderIds: readonly string[],
): Promise<Map<string, number>> {
  const lots = await Promise.all(
    inLots([...new Set(orderIds)]).map((lot) =>
      session.all<{ order_id: string; length: number }>(
        `select order_id, max(seq) as length from journal where order_id in ${marks(lot.length)} group by order_id`,
        lot,
      ),
    ),
  );
  return new Map(lots.flat().map((row) => [row.order_id, row.length]));
}
