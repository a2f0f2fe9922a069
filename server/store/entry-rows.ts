import type { Entry } from '../payments/order/journal.ts';
import type { Report } from '../payments/order/report.ts';
import type { Seal } from './seal.ts';
import type { Value } from './session.ts';

/** A row of the journal. */
export interface EntryRow {
  order_id: string;
  seq: number;
  at: number;
  kind: string;
  /** JSON text of the entry without what has a column of its own */
  entry: string;
  secret: string | null;
}

/** What a report may leave out in its row, which is most of it. */
const EMPTY_REPORT: { [Key in keyof Report]: null } = {
  posId: null,
  gatewayOrderId: null,
  gatewayPaymentId: null,
  operationId: null,
  transactionId: null,
  mode: null,
  method: null,
  amountMinor: null,
  currency: null,
  status: null,
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

/** The values of an entry's row, in the order of {@link EntryRow}. */
export function toEntryRow(seal: Seal, orderId: string, seq: number, entry: Entry): Value[] {
  const { at, kind, ...rest } = entry;
  const { secret, ...open } = { secret: undefined, ...rest };
  const kept = 'report' in open ? { ...open, report: withoutNulls(open.report) } : open;
  const sealed = secret === undefined ? null : seal.seal(JSON.stringify(secret), place(orderId, seq));
  return [orderId, seq, at, kind, JSON.stringify(kept), sealed];
}

/** An entry as it was written; a secret that does not open is left out. */
export function toEntry(seal: Seal, row: EntryRow): Entry {
  const open = JSON.parse(row.entry) as { report?: Partial<Report> };
  const opened = row.secret === null ? null : seal.open(row.secret, place(row.order_id, row.seq));
  return {
    at: row.at,
    kind: row.kind,
    ...open,
    ...(open.report && { report: { ...EMPTY_REPORT, ...open.report } }),
    ...(opened !== null && { secret: JSON.parse(opened) as unknown }),
  } as Entry;
}

/** A secret opens in its own row only. */
const place = (orderId: string, seq: number): string => `journal:${seq}:${orderId}`;

function withoutNulls(report: Report): Partial<Report> {
  return Object.fromEntries(Object.entries(report).filter(([, value]) => value !== null));
}
