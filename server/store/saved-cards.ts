import type { CardBrand } from '../contract/card.ts';
import type { CardWish, StoredCard, SavedCards } from '../payments/ports/saved-cards.ts';
import type { Seal } from './seal.ts';
import { insertInto, type Session, type StoreDatabase } from './session.ts';

/** More are not listed: no customer chooses among so many. */
const MOST_LISTED = 50;

const insertWishes = insertInto(
  'insert into card_wishes (attempt_id, pos_id, customer_id, mask, brand, expires, at)',
  7,
  'on conflict (attempt_id) do nothing',
);
const WISHED = 'select pos_id, customer_id, mask, brand, expires from card_wishes where attempt_id = ?';
const GRANTED = 'delete from card_wishes where attempt_id = ?';

/** The same card is one entry: the newer token replaces the older one. */
const SAVE = `insert into saved_cards
    (id, pos_id, customer_id, mask, brand, expires, token, token_expires_at, kept_at, used_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (pos_id, customer_id, mask, expires) do update set brand = excluded.brand, token = excluded.token,
    token_expires_at = excluded.token_expires_at, kept_at = excluded.kept_at, used_at = excluded.used_at`;

const COLUMNS = 'id, pos_id, customer_id, mask, brand, expires, token, token_expires_at';
const LIST = `select ${COLUMNS} from saved_cards where pos_id = ? and customer_id = ?
  order by kept_at desc, id limit ${MOST_LISTED}`;
const FIND = `select ${COLUMNS} from saved_cards where pos_id = ? and customer_id = ? and id = ?`;
const USED = 'update saved_cards set used_at = ? where id = ? and used_at < ?';
/** Unless the card got a newer token meanwhile. */
const RESEAL = 'update saved_cards set token = ? where id = ? and token = ?';
const REMOVE = 'delete from saved_cards where pos_id = ? and customer_id = ? and id = ?';
const DROP = 'delete from saved_cards where id = ? and kept_at <= ?';
const REMOVE_ALL = 'delete from saved_cards where customer_id = ?';
const REMOVE_WISHES = 'delete from card_wishes where customer_id = ?';
const DELETE_OLD = `delete from saved_cards where id in
  (select id from saved_cards where token_expires_at < ? or used_at < ? limit ?)`;
const DELETE_WISHES =
  'delete from card_wishes where attempt_id in (select attempt_id from card_wishes where at < ? limit ?)';

interface WishRow {
  pos_id: string;
  customer_id: string;
  mask: string;
  brand: CardBrand | null;
  expires: string;
}

interface CardRow extends WishRow {
  id: string;
  /** sealed */
  token: string;
  token_expires_at: number | null;
}

/** Saved cards on a database. Each change has its own transaction: two of them may concern the same card. */
export function createSavedCards(database: StoreDatabase, seal: Seal): SavedCards {
  const { reader } = database;
  const write = <Result>(work: (session: Session) => Promise<Result>) =>
    database.write(null, work, { alone: true });
  const opened = (row: CardRow) => {
    const token = seal.open(row.token, placeOf(row));
    return token === null ? [] : [{ ...shown(row), token }];
  };
  const reseal = async (rows: readonly CardRow[]) => {
    const old = rows.flatMap((row) => {
      const renewed = seal.renew(row.token, placeOf(row));
      return renewed === null ? [] : [{ ...row, renewed }];
    });
    if (old.length === 0) return;
    await write(async (session) => {
      for (const { id, token, renewed } of old) await session.run(RESEAL, [renewed, id, token]);
    });
  };
  return {
    async wished(attemptId) {
      const [row] = await reader.all<WishRow>(WISHED, [attemptId]);
      return row ? { mask: row.mask, brand: row.brand, expires: row.expires } : null;
    },
    save: (attemptId, id, { token, expiresAt }, at) =>
      write(async (session) => {
        const [wish] = await session.all<WishRow>(WISHED, [attemptId]);
        if (!wish || (await session.run(GRANTED, [attemptId])) === 0) return false;
        const { pos_id, customer_id, mask, brand, expires } = wish;
        const until = expiresAt === null ? null : Date.parse(expiresAt);
        const sealed = seal.seal(token, placeOf(wish));
        await session.run(SAVE, [id, pos_id, customer_id, mask, brand, expires, sealed, until, at, at]);
        return true;
      }),
    async list(owner) {
      const rows = await reader.all<CardRow>(LIST, [owner.posId, owner.customerId]);
      await reseal(rows);
      return rows.flatMap((row) => (opened(row).length > 0 ? [shown(row)] : []));
    },
    async find(owner, id) {
      const rows = await reader.all<CardRow>(FIND, [owner.posId, owner.customerId, id]);
      return rows.flatMap(opened)[0] ?? null;
    },
    used: (id, at) => write(async (session) => void (await session.run(USED, [at, id, at]))),
    remove: (owner, id) =>
      write(async (session) => (await session.run(REMOVE, [owner.posId, owner.customerId, id])) > 0),
    drop: (id, savedBy) => write(async (session) => (await session.run(DROP, [id, savedBy])) > 0),
    removeAll: (customerId) => write((session) => removeAll(session, customerId)),
    deleteOld: ({ now, before }, limit) => write((session) => session.run(DELETE_OLD, [now, before, limit])),
    deleteWishes: (before, limit) => write((session) => session.run(DELETE_WISHES, [before, limit])),
  };
}

/** Writes a wish, together with its attempt. */
export function wish(
  session: Session,
  { attemptId, posId, customerId, mask, brand, expires, at }: CardWish,
): Promise<unknown> {
  return insertWishes(session, [[attemptId, posId, customerId, mask, brand, expires, at]]);
}

async function removeAll(session: Session, customerId: string): Promise<number> {
  await session.run(REMOVE_WISHES, [customerId]);
  return session.run(REMOVE_ALL, [customerId]);
}

/** The place a token is sealed for: moved to another customer's card, it cannot be decrypted. */
function placeOf({ pos_id, customer_id, mask, expires }: WishRow): string {
  return `saved-card:${JSON.stringify([pos_id, customer_id, mask, expires])}`;
}

function shown({ id, mask, brand, expires, token_expires_at }: CardRow): StoredCard {
  return { id, mask, brand, expires, tokenExpiresAt: token_expires_at };
}
