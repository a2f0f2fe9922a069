import type { CardBrand } from '../contract/card.ts';
import type { CardFace, CardOwner, SavedCards, StoredCard } from '../payments/ports.ts';
import type { Encryption } from './encryption.ts';
import type { StoreDatabase } from './session.ts';

/** More are not listed: no customer chooses among so many. */
const MOST_LISTED = 50;

/** The same card is one entry, with the token that was saved last. */
const SAVE = `insert into saved_cards
    (id, pos_id, customer_id, mask, brand, expires, token, token_expires_at, kept_at, used_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (pos_id, customer_id, mask, expires) do update set brand = excluded.brand, token = excluded.token,
    token_expires_at = excluded.token_expires_at, kept_at = excluded.kept_at, used_at = excluded.used_at`;

const FOUND = `select id, mask, brand, expires, token, token_expires_at from saved_cards
  where pos_id = ? and customer_id = ?`;
const LIST = `${FOUND} order by kept_at desc, id limit ${MOST_LISTED}`;
const FIND = `${FOUND} and id = ?`;
const USED = 'update saved_cards set used_at = ? where id = ? and used_at < ?';
/** Unless the card got a newer token meanwhile. */
const REENCRYPT = 'update saved_cards set token = ? where id = ? and token = ?';
const REMOVE = 'delete from saved_cards where pos_id = ? and customer_id = ? and id = ?';
const DROP = 'delete from saved_cards where id = ? and kept_at <= ?';
const REMOVE_ALL = 'delete from saved_cards where customer_id = ?';
const DELETE_OLD = `delete from saved_cards where id in
  (select id from saved_cards where token_expires_at < ? or used_at < ? limit ?)`;

interface CardRow {
  id: string;
  mask: string;
  brand: CardBrand | null;
  expires: string;
  /** encrypted */
  token: string;
  token_expires_at: number | null;
}

/** Saved cards on a database. */
export function createSavedCards(database: StoreDatabase, encryption: Encryption): SavedCards {
  const { reader, write } = database;
  const open = (owner: CardOwner, row: CardRow) => encryption.decrypt(row.token, placeOf(owner, row));
  const reencrypt = async (owner: CardOwner, rows: readonly CardRow[]) => {
    const old = rows.flatMap((row) => {
      const renewed = encryption.renew(row.token, placeOf(owner, row));
      return renewed === null ? [] : [{ ...row, renewed }];
    });
    if (old.length === 0) return;
    await write(async (session) => {
      for (const { id, token, renewed } of old) await session.run(REENCRYPT, [renewed, id, token]);
    });
  };
  return {
    async save(card, { token, expiresAt }, at) {
      const { id, posId, customerId, mask, brand, expires } = card;
      const encrypted = encryption.encrypt(token, placeOf(card, card));
      const until = expiresAt === null ? null : Date.parse(expiresAt);
      const values = [id, posId, customerId, mask, brand, expires, encrypted, until, at, at];
      await write((session) => session.run(SAVE, values));
    },
    async list(owner) {
      const rows = await reader.all<CardRow>(LIST, [owner.posId, owner.customerId]);
      await reencrypt(owner, rows);
      return rows.filter((row) => open(owner, row) !== null).map(shown);
    },
    async find(owner, id) {
      const [row] = await reader.all<CardRow>(FIND, [owner.posId, owner.customerId, id]);
      const token = row ? open(owner, row) : null;
      return row && token !== null ? { ...shown(row), token } : null;
    },
    used: (id, at) => write(async (session) => void (await session.run(USED, [at, id, at]))),
    remove: (owner, id) =>
      write(async (session) => (await session.run(REMOVE, [owner.posId, owner.customerId, id])) > 0),
    drop: (id, savedBy) => write(async (session) => (await session.run(DROP, [id, savedBy])) > 0),
    removeAll: (customerId) => write((session) => session.run(REMOVE_ALL, [customerId])),
    deleteOld: ({ now, before }, limit) => write((session) => session.run(DELETE_OLD, [now, before, limit])),
  };
}

/** The place a token is encrypted for: moved to another customer's card, it cannot be decrypted. */
function placeOf(
  { posId, customerId }: CardOwner,
  { mask, expires }: Pick<CardFace, 'mask' | 'expires'>,
): string {
  return `saved-card:${JSON.stringify([posId, customerId, mask, expires])}`;
}

function shown({ id, mask, brand, expires, token_expires_at }: CardRow): StoredCard {
  return { id, mask, brand, expires, tokenExpiresAt: token_expires_at };
}
