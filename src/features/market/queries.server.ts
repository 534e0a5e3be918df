import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from '../../infra/database/database.ts';
import type { DB } from '../../infra/database/tables.ts';
import type { CursorPart, CursorPartType } from '../../shared/paging.ts';
import { toLikePattern } from './rules.ts';
import type { Category, ItemFilters, Sort } from './schema.ts';
import type { WordMatch } from './search.rules.ts';

export type ItemRow = {
  id: string;
  name: string;
  category: Category;
  creator: string;
  price: number;
  stock: number | null;
  sold: number;
  is_behind: boolean;
  picture: string;
  thumb: string;
};
/** With the current player's ownership; null if the player does not own the item. */
export type OfferRow = ItemRow & { is_worn: boolean | null; number: number | null; sort_key: CursorPart[] };

const ITEM_COLUMNS = sql`i.id, i.name, i.category, i.creator, i.price, i.stock, i.sold, i.is_behind, i.picture, i.thumb`;

type Order = Sort | 'best';
type SortKey = { column: RawBuilder<unknown>; type: CursorPartType; cast: RawBuilder<unknown> };
const POSITION_KEY: SortKey = { column: sql`i.position`, type: 'int', cast: sql`int` };
const PRICE_KEY: SortKey = { column: sql`i.price`, type: 'int', cast: sql`int` };
const ID_KEY: SortKey = { column: sql`i.id`, type: 'text', cast: sql`text` };
const CREATED_KEY: SortKey = { column: sql`(extract(epoch from i.created_at) * 1000000)::bigint`, type: 'bigint', cast: sql`bigint` };

/** The sort orders of the catalog. The id is always the last key, so that no two items are equal. */
function getSortKeys(order: Order, literal: string): { keys: SortKey[]; isDown: boolean } {
  if (order === 'newest') return { keys: [CREATED_KEY, ID_KEY], isDown: true };
  if (order === 'cheap') return { keys: [PRICE_KEY, ID_KEY], isDown: false };
  if (order === 'dear') return { keys: [PRICE_KEY, ID_KEY], isDown: true };
  if (order === 'ours') return { keys: [POSITION_KEY, ID_KEY], isDown: false };
  // Names that contain the query as it was typed come first, then those that match the most of its words.
  const near = sql`-(case when lower(i.name) like ${literal} then 10000 else m.terms * 100 + m.points end)::int`;
  return { keys: [{ column: near, type: 'int', cast: sql`int` }, POSITION_KEY, ID_KEY], isDown: false };
}

/** The sort order for these filters: with a query and no explicit sort order, the best match comes first. */
function getSortOrder(filters: ItemFilters): Order {
  return filters.sort === 'ours' && filters.q !== '' ? 'best' : filters.sort;
}

/** The types of the cursor's parts for these filters. */
export function getCursorTypes(filters: ItemFilters): CursorPartType[] {
  return getSortKeys(getSortOrder(filters), '').keys.map(({ type }) => type);
}

/** The distinct words of the names and categories of all items on offer, as the search compares them. */
export async function listItemWords(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select distinct w.word from items i cross join unnest(string_to_array(normalize_search_text(i.name), ' ') || i.category) as w (word)
    where i.is_listed and w.word <> ''`.execute(db);
  return rows.map(({ word }) => word);
}

/** A search query as the search compares it: no accents, lower case, words separated by one space. */
export async function normalizeText(db: Kysely<DB>, text: string): Promise<string> {
  return (await sql<{ normal: string }>`select normalize_search_text(${text}) as normal`.execute(db)).rows[0]?.normal ?? '';
}

/**
 * Items on offer that match the filters, in sort order.
 * @param words the words that the search query matches; empty without a query
 * @param playerId the current player; null for visitors
 * @param after the sort key of the last one shown
 */
export async function listOffers(
  db: Database,
  filters: ItemFilters,
  words: WordMatch[],
  playerId: string | null,
  limit: number,
  after: CursorPart[] | null,
): Promise<OfferRow[]> {
  const literal = toLikePattern(filters.q.toLowerCase());
  const { keys, isDown } = getSortKeys(getSortOrder(filters), literal);
  const columns = keys.map(({ column }) => column);
  const bounds = keys.map(({ cast }, at) => sql`${after?.[at] ?? null}::${cast}`);
  const owned = sql`exists (select 1 from inventory o where o.player_id = ${playerId}::uuid and o.item_id = i.id)`;
  const wanted = [
    sql`i.is_listed`,
    filters.category !== null && sql`i.category = ${filters.category}`,
    filters.min !== null && sql`i.price >= ${filters.min}`,
    filters.max !== null && sql`i.price <= ${filters.max}`,
    filters.limited && sql`i.stock is not null`,
    filters.q !== '' && sql`(lower(i.name) like ${literal} or m.terms > 0)`,
    playerId !== null && filters.owned === 'yes' && owned,
    playerId !== null && filters.owned === 'no' && sql`not ${owned}`,
    after !== null && sql`(${sql.join(columns)}) ${isDown ? sql`<` : sql`>`} (${sql.join(bounds)})`,
  ].filter((each) => each !== false);
  const direction = isDown ? sql`desc` : sql`asc`;
  const page = sql<OfferRow>`
    select i.*, m.is_worn, m.number from (
      select ${ITEM_COLUMNS}, row_number() over (order by ${sql.join(columns.map((column) => sql`${column} ${direction}`))}) as at,
        json_build_array(${sql.join(columns)}) as sort_key
      from items i ${filters.q === '' ? sql`` : sql`cross join lateral (${matchesOf(words)}) m`}
      where ${sql.join(wanted, sql` and `)}
      order by ${sql.join(columns.map((column) => sql`${column} ${direction}`))} limit ${limit}
    ) i left join inventory m on m.player_id = ${playerId}::uuid and m.item_id = i.id
    order by i.at`;
  return (await page.execute(db)).rows;
}

/** How many words of the query the item `i` matches, and how well. */
function matchesOf(words: WordMatch[]): RawBuilder<unknown> {
  return sql`
    select count(*)::int as terms, coalesce(sum(t.points), 0)::int as points
    from (
      select max(w.points) as points
      from unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ place }) => place)}::int[], ${words.map(({ points }) => points)}::int[])
        as w (word, place, points)
      where w.word = any (string_to_array(normalize_search_text(i.name), ' ') || i.category)
      group by w.place
    ) t`;
}

/**
 * One item on offer.
 * @param playerId the current player; null for visitors
 */
export async function findOffer(db: Kysely<DB>, itemId: string, playerId: string | null): Promise<Omit<OfferRow, 'sort_key'> | undefined> {
  const { rows } = await sql<Omit<OfferRow, 'sort_key'>>`
    select ${ITEM_COLUMNS}, m.is_worn, m.number
    from items i left join inventory m on m.player_id = ${playerId}::uuid and m.item_id = i.id
    where i.id = ${itemId} and i.is_listed`.execute(db);
  return rows[0];
}

/** A player's ownership of an item, whether the item is on offer or not. */
export async function findOwnedItem(
  db: Kysely<DB>,
  playerId: string,
  itemId: string,
): Promise<{ name: string; category: Category; number: number | null; is_worn: boolean; price: number } | undefined> {
  const { rows } = await sql<{ name: string; category: Category; number: number | null; is_worn: boolean; price: number }>`
    select i.name, m.category, m.number, m.is_worn, m.price
    from inventory m join items i on i.id = m.item_id where m.player_id = ${playerId} and m.item_id = ${itemId}`.execute(db);
  return rows[0];
}

/**
 * Takes one piece of an item at the price that the player saw. Locks the item until the commit, so this must be the last lock taken.
 * @returns the number sold, including this one, or null if there is no such offer (any more)
 */
export async function claimPiece(
  trx: Transaction<DB>,
  itemId: string,
  price: number,
): Promise<{ sold: number; isLimited: boolean } | null> {
  const { rows } = await sql<{ sold: number; is_limited: boolean }>`
    update items set sold = sold + 1
    where id = ${itemId} and is_listed and price = ${price} and (stock is null or sold < stock)
    returning sold, stock is not null as is_limited`.execute(trx);
  return rows[0] ? { sold: rows[0].sold, isLimited: rows[0].is_limited } : null;
}

/** Adds an item to a player's inventory. */
export async function insertOwnedItem(
  trx: Transaction<DB>,
  owned: { playerId: string; itemId: string; category: Category; number: number | null; price: number; at: Date },
): Promise<void> {
  await sql`
    insert into inventory (player_id, item_id, category, number, price, bought_at)
    values (${owned.playerId}, ${owned.itemId}, ${owned.category}, ${owned.number}, ${owned.price}, ${owned.at})`.execute(trx);
}

/**
 * Locks a player for the rest of the transaction, so that changes to what they wear run one after another.
 * @returns false if the player does not exist (any more)
 */
export async function lockPlayer(trx: Transaction<DB>, playerId: string): Promise<boolean> {
  return (await sql`select 1 from players where id = ${playerId} for no key update`.execute(trx)).rows.length > 0;
}

/** Takes off what a player wears in a category. */
export async function unwearCategory(trx: Transaction<DB>, playerId: string, category: Category): Promise<void> {
  await sql`update inventory set is_worn = false where player_id = ${playerId} and category = ${category} and is_worn`.execute(trx);
}

/** Puts on an item that the player owns. */
export async function wearItem(trx: Transaction<DB>, playerId: string, itemId: string): Promise<void> {
  await sql`update inventory set is_worn = true where player_id = ${playerId} and item_id = ${itemId}`.execute(trx);
}

export type OwnedRow = ItemRow & { number: number | null; is_worn: boolean; paid: number; bought_at: Date };

/**
 * A player's inventory, most recently bought first.
 * @param after the time and item of the last one shown
 */
export async function listOwnedItems(
  db: Database,
  playerId: string,
  limit: number,
  after: { at: Date; id: string } | null,
): Promise<OwnedRow[]> {
  const { rows } = await sql<OwnedRow>`
    select ${ITEM_COLUMNS}, m.number, m.is_worn, m.price as paid, m.bought_at
    from inventory m join items i on i.id = m.item_id
    where m.player_id = ${playerId}
      ${after === null ? sql`` : sql`and m.bought_at <= ${after.at} and (m.bought_at < ${after.at} or m.item_id > ${after.id})`}
    order by m.bought_at desc, m.item_id limit ${limit}`.execute(db);
  return rows;
}

/** The number of items a player owns. */
export async function countOwnedItems(db: Database, playerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from inventory where player_id = ${playerId}`.execute(db);
  return rows[0]?.count ?? 0;
}
