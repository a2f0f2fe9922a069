import type { Entry, PaymentRequest, Report } from '../payments/order/journal.ts';
import {
  type Append,
  ConflictError,
  type Journal,
  type Name,
  type NewestToken,
  type NewMessage,
  type Place,
  type Projection,
} from '../payments/ports.ts';
import { count } from './limits.ts';
import type { Encryption } from './encryption.ts';
import { canBeStored, insertInto, type Session, type Value } from './session.ts';

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

/** What an entry's row has encrypted: tokens, and what names a customer, who may be forgotten before the order is. */
interface Secret {
  token?: string | undefined;
  customerId?: string | null;
  saves?: PaymentRequest['saves'];
}

/** Takes the secret out of an entry. */
function withoutSecret(entry: Entry): [open: object, secret: Secret] {
  if (entry.kind === 'order-updated') {
    const { secret, orderTerms, ...rest } = entry;
    const { customerId, ...terms } = orderTerms;
    return [
      { ...rest, orderTerms: terms },
      { token: secret?.token, customerId },
    ];
  }
  if (entry.kind !== 'payment-started') return [entry, {}];
  const { customerId, saves, ...payment } = entry.payment;
  return [
    { ...entry, payment },
    { customerId, saves },
  ];
}

/** Puts it back; what could not be decrypted is null. */
function withSecret(entry: Entry, { token, customerId = null, saves = null }: Secret): Entry {
  if (entry.kind === 'order-updated') {
    const orderTerms = { ...entry.orderTerms, customerId };
    return { ...entry, orderTerms, ...(token && { secret: { token } }) };
  }
  if (entry.kind !== 'payment-started') return entry;
  return { ...entry, payment: { ...entry.payment, customerId, saves } };
}

/** The values of an entry's row, in the order of {@link EntryRow}. */
export function toEntryRow(encryption: Encryption, orderId: string, seq: number, entry: Entry): Value[] {
  const [{ at, kind, ...open }, secret] = withoutSecret(changeReport(entry, withoutNulls)) as [Entry, Secret];
  const isEmpty = Object.values(secret).every((value) => value === undefined || value === null);
  const encrypted = isEmpty ? null : encryption.encrypt(JSON.stringify(secret), place(orderId, seq));
  return [orderId, seq, at, kind, JSON.stringify(open), encrypted];
}

/** An entry as it was written; a secret that cannot be decrypted is left out. */
function toEntry(encryption: Encryption, row: EntryRow): Entry {
  const open = JSON.parse(row.entry) as object;
  const opened = row.secret === null ? null : encryption.decrypt(row.secret, place(row.order_id, row.seq));
  const secret = JSON.parse(opened ?? '{}') as Secret;
  return changeReport(withSecret({ at: row.at, kind: row.kind, ...open } as Entry, secret), withNulls);
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

/** Reads one journal; empty if there is none. */
export async function readJournal(
  session: Session,
  encryption: Encryption,
  orderId: string,
): Promise<Entry[]> {
  if (!canBeStored(orderId)) return [];
  const rows = await session.all<EntryRow>(READ_ONE, [orderId]);
  return rows.map((row) => toEntry(encryption, row));
}

/** Reads the journal of the order that a name belongs to. */
export async function findJournal(
  session: Session,
  encryption: Encryption,
  { kind, id }: Name,
): Promise<Journal | null> {
  if (!canBeStored(id)) return null;
  const rows = await session.all<EntryRow>(FIND[kind], [id]);
  const [first] = rows;
  return first ? { orderId: first.order_id, entries: rows.map((row) => toEntry(encryption, row)) } : null;
}

const LENGTHS = 'select order_id, max(seq) as length from journal where order_id = any(?) group by order_id';

/** The number of entries of each journal. */
export async function journalLengths(
  session: Session,
  orderIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await session.all<{ order_id: string; length: number }>(LENGTHS, [orderIds]);
  return new Map(rows.map((row) => [row.order_id, row.length]));
}

const LAST = 'select max(seq) as last from journal where order_id = ?';
const insertEntries = insertInto('insert into journal (order_id, seq, at, kind, entry, secret)', 6);

/**
 * Appends to a journal, and writes everything that follows from the entries.
 * @throws ConflictError
 */
export async function append(
  session: Session,
  encryption: Encryption,
  { orderId, after, newestIat, ...more }: Append,
): Promise<void> {
  const rows = more.entries.map((entry, index) => toEntryRow(encryption, orderId, after + 1 + index, entry));
  await takePlace(session, { orderId, after, newestIat });
  await insertEntries(session, rows);
  await project(session, orderId, more.projection);
  await enqueue(session, orderId, after + rows.length, more.messages);
  if (more.counts) await count(session, more.counts);
}

/** @throws ConflictError */
async function takePlace(session: Session, { orderId, after, newestIat }: Place): Promise<void> {
  await session.lock(orderLock(orderId));
  await requireLength(session, orderId, after);
  if (newestIat === undefined) return;
  const [row] = await session.all<{ newest_iat: number }>(NEWEST, [orderId]);
  if ((row?.newest_iat ?? null) !== newestIat) throw new ConflictError('journal');
}

const NEWEST = 'select newest_iat, newest_customer_id from orders where id = ? and newest_iat is not null';

/** The newest token that repeats what is in the journal. */
export async function newestToken(
  session: Session,
  encryption: Encryption,
  orderId: string,
): Promise<NewestToken | null> {
  if (!canBeStored(orderId)) return null;
  const [row] = await session.all<{ newest_iat: number; newest_customer_id: string | null }>(NEWEST, [
    orderId,
  ]);
  if (!row) return null;
  const { newest_iat: issuedAt, newest_customer_id: encrypted } = row;
  return { issuedAt, customerId: encrypted && encryption.decrypt(encrypted, newestPlace(orderId)) };
}

const newestPlace = (orderId: string): string => `orders:newest:${orderId}`;

/** @throws ConflictError */
export async function noteToken(
  session: Session,
  encryption: Encryption,
  place: Place,
  { issuedAt, customerId }: NewestToken,
): Promise<void> {
  await takePlace(session, place);
  await session.run('update orders set newest_iat = ?, newest_customer_id = ? where id = ?', [
    issuedAt,
    customerId && encryption.encrypt(customerId, newestPlace(place.orderId)),
    place.orderId,
  ]);
}

/** Held by whatever writes or deletes an order. */
export const orderLock = (orderId: string): string => `order ${orderId}`;

/** With only the primary key, a writer could leave a gap. */
async function requireLength(session: Session, orderId: string, length: number): Promise<void> {
  if ((await lengthOf(session, orderId)) !== length) throw new ConflictError('journal');
}

/** The number of entries of a journal. */
export async function lengthOf(session: Session, orderId: string): Promise<number> {
  const [row] = await session.all<{ last: number | null }>(LAST, [orderId]);
  return row?.last ?? 0;
}

// Columns that never change are not set again: SQLite would rewrite their indexes.
const putOrder = insertInto(
  'insert into orders (id, created_at, link_id, due_at, review_at)',
  5,
  `on conflict (id) do update set link_id = excluded.link_id, due_at = excluded.due_at,
    review_at = excluded.review_at`,
);
const putPayments = insertInto(
  'insert into payments (id, order_id, gateway_order_id, status, created_at, view)',
  6,
  'on conflict (id) do update set status = excluded.status, view = excluded.view',
);
/** In the place of the view of an operation that is found by its id, and not listed. */
export const HIDDEN = '';

const putOperations = insertInto(
  'insert into operations (id, order_id, idempotency_key, method, status, created_at, view)',
  7,
  'on conflict (id) do update set status = excluded.status, view = excluded.view',
);

/** Writes the projection. */
async function project(session: Session, orderId: string, projection: Projection): Promise<void> {
  const { order, payments, operations } = projection;
  await putOrder(session, [[orderId, order.createdAt, order.linkId, order.dueAt, order.reviewAt]]);
  await putPayments(
    session,
    payments.map(({ gatewayOrderId, view }) => {
      return [view.id, orderId, gatewayOrderId, view.status, view.createdAt, JSON.stringify(view)];
    }),
  );
  await putOperations(
    session,
    operations.map(({ idempotencyKey, view, isShown }) => {
      const { id, method, status, createdAt } = view;
      return [
        id,
        orderId,
        idempotencyKey,
        method,
        status,
        createdAt,
        isShown ? JSON.stringify(view) : HIDDEN,
      ];
    }),
  );
}

/**
 * Replaces the projection of a journal of `length` entries.
 * @throws ConflictError if the journal has grown since
 */
export async function rebuild(
  session: Session,
  orderId: string,
  length: number,
  projection: Projection,
): Promise<void> {
  await session.lock(orderLock(orderId));
  await requireLength(session, orderId, length);
  await session.run('delete from payments where order_id = ?', [orderId]);
  await session.run('delete from operations where order_id = ?', [orderId]);
  await session.run('update orders set created_at = ? where id = ?', [projection.order.createdAt, orderId]);
  await project(session, orderId, projection);
}

const insertMessages = insertInto(
  'insert into outbox (id, order_id, seq, place, body, state, attempts, created_at)',
  8,
);
const expectDelivery = insertInto(
  'insert into deliveries (order_id, due_at, waiting)',
  3,
  'on conflict (order_id) do update set waiting = deliveries.waiting + excluded.waiting',
);

/**
 * Puts messages into the outbox.
 * @param seq the journal entry from which they follow
 */
async function enqueue(
  session: Session,
  orderId: string,
  seq: number,
  messages: readonly NewMessage[],
): Promise<void> {
  const [first] = messages;
  if (!first) return;
  const rows = messages.map((one, index) => {
    return [one.id, orderId, seq, index, bodyOf(one), 'waiting', 0, one.at];
  });
  await insertMessages(session, rows);
  await expectDelivery(session, [[orderId, first.dueAt, messages.length]]);
}

/** The text that is signed and posted. */
function bodyOf({ message, at }: NewMessage): string {
  return JSON.stringify({ type: message.type, timestamp: new Date(at).toISOString(), data: message.data });
}
