import type { Entry } from '../payments/order/journal.ts';
import type { Journal, Name } from '../payments/ports/store.ts';
import { type EntryRow, toEntry } from './entry-rows.ts';
import type { Seal } from './seal.ts';
import type { Session } from './session.ts';

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

/** Journals are read in lots of these sizes, so that few texts have to be kept. */
const LOTS = [64, 8, 1] as const;

/** Reads one journal; empty where there is none. */
export async function readJournal(session: Session, seal: Seal, orderId: string): Promise<Entry[]> {
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

/** Reads the journal of the order that something belongs to. */
export async function findJournal(session: Session, seal: Seal, { kind, id }: Name): Promise<Journal | null> {
  const rows = await session.all<EntryRow>(FIND[kind], [id]);
  const [first] = rows;
  return first ? { orderId: first.order_id, entries: rows.map((row) => toEntry(seal, row)) } : null;
}

function inLots(ids: readonly string[]): string[][] {
  const size = LOTS.find((lot) => lot <= ids.length);
  return size === undefined ? [] : [ids.slice(0, size), ...inLots(ids.slice(size))];
}

function readLot(size: number): string {
  return `${READ} in (${Array(size).fill('?').join(', ')}) order by order_id, seq`;
}
