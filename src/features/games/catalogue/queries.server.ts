import type { DataLoader } from '../../../infra/data-loader.ts';
import type { QueryPrepared } from '../../../infra/database/database.ts';
import type { CursorPart, CursorPartType } from '../../../shared/paging.ts';
import type { ContentMark } from '../../../shared/permissions.ts';
import type { Instruction } from './schema.ts';

// Everything a card needs. The game page reads further columns.
const CARD_COLUMNS = `g.id, g.title, g.developer, g.description, g.assets[1] as cover, g.max_players, g.tags, g.is_premium, g.bytes, g.min_age,
  coalesce((select t.plays from play_totals t where t.game_id = g.id), 0) as plays`;

export type CardRow = {
  id: string;
  title: string;
  developer: string | null;
  description: string;
  cover: string | null;
  max_players: number;
  tags: string[];
  is_premium: boolean;
  bytes: number | null;
  min_age: ContentMark;
  /** How often it was played in all. */
  plays: number;
};

export type GameRow = CardRow & {
  key_features: string[];
  instructions: Instruction[];
  genres: string[];
  assets: string[];
  created_at: Date | null;
  picture: string | null;
  game_url: string | null;
  rating_sum: number;
  rating_count: number;
};

/**
 * The sort order of a list: its columns in the listing table (listing_entries), all ascending, always followed by the game's id. Popular
 * has two, used in turn by its generations (see popular-order).
 */
const SORT_ORDERS = {
  popularEven: { columns: ['popular_even', 'newest'], types: ['int', 'bigint'] },
  popularOdd: { columns: ['popular_odd', 'newest'], types: ['int', 'bigint'] },
  rated: { columns: ['rated', 'title_key'], types: ['int', 'text'] },
  featured: { columns: ['featured', 'newest'], types: ['int', 'bigint'] },
  mix: { columns: ['mix'], types: ['int'] },
} as const;
export type SortOrder = keyof typeof SORT_ORDERS;

/** A card with its sort key, from which the cursor of the next page is made. */
export type ListingRow = CardRow & { sort_key: CursorPart[] };

// One statement reads the pages of several requests ("asked") that came at the same time. A request's classes are the bits of a number.
function buildPagesStatement(order: SortOrder): { name: string; text: string } {
  const { columns, types } = SORT_ORDERS[order];
  const keys = [...columns, 'game_id'];
  const arrays = ['int', 'bigint', 'int', ...types, 'text'].map((type, i) => `$${i + 1}::${type}[]`);
  const bounds = keys.map((key) => `after_${key}`);
  const page = keys.map((key) => `page.${key}`).join(', ');
  // Each class is one seek in its own index range, so the outer sort never sees more than classes * limit rows.
  const text = `
    select asked.at::int as at, ${CARD_COLUMNS}, json_build_array(${page}) as sort_key
    from unnest(${arrays.join(', ')}) with ordinality as asked (genre, classes, size, ${bounds.join(', ')}, at)
    cross join lateral (
      select s.* from generate_series(0, 47) as wanted (class)
      cross join lateral (
        select ${keys.join(', ')} from listing_entries
        where genre_id = asked.genre and class = wanted.class::smallint and (${keys.join(', ')}) > (${bounds.map((key) => `asked.${key}`).join(', ')})
        order by ${keys.join(', ')} limit asked.size
      ) s
      where (asked.classes >> wanted.class) & 1 = 1
      order by ${keys.map((key) => `s.${key}`).join(', ')} limit asked.size
    ) page
    join games g on g.id = page.game_id
    order by asked.at, ${page}`;
  return { name: `pages ${order}`, text };
}

/** Before every game's sort key. */
const LOWEST_SORT_KEYS: Record<SortOrder, CursorPart[]> = {
  popularEven: [-2147483648, Number.MIN_SAFE_INTEGER, ''],
  popularOdd: [-2147483648, Number.MIN_SAFE_INTEGER, ''],
  rated: [-2147483648, '', ''],
  featured: [-2147483648, Number.MIN_SAFE_INTEGER, ''],
  mix: [-1, ''],
};

const PAGES_STATEMENTS = Object.fromEntries((Object.keys(SORT_ORDERS) as SortOrder[]).map((order) => [order, buildPagesStatement(order)]));

/**
 * One page of a listing: at most `limit` games right after the sort key `after` (from the top without it). Pages that are asked for at the
 * same moment are read together.
 * @param genreId 0 for all genres. @param classes see getListingClasses in rules.ts.
 */
export async function listListingPage(
  batched: DataLoader,
  prepared: QueryPrepared,
  order: SortOrder,
  genreId: number,
  classes: number[],
  limit: number,
  after: CursorPart[] | null,
): Promise<ListingRow[]> {
  const key = JSON.stringify([genreId, toBits(classes), limit, ...(after ?? LOWEST_SORT_KEYS[order])]);
  const rows = await batched(`pages ${order}`, key, async (asked) => {
    const requests = asked.map((each) => JSON.parse(each) as CursorPart[]);
    const columns = SORT_ORDERS[order].columns.length + 4;
    const values = Array.from({ length: columns }, (_, i) => requests.map((request) => request[i]));
    const found = await prepared<ListingRow & { at: number }>(PAGES_STATEMENTS[order] as { name: string; text: string }, values);
    const pages = new Map<string, ListingRow[]>();
    for (const row of found) {
      const page = pages.get(asked[row.at - 1] as string);
      if (page) page.push(row);
      else pages.set(asked[row.at - 1] as string, [row]);
    }
    return pages;
  });
  return rows ?? [];
}

function toBits(classes: number[]): number {
  // More than the 32 bits of JavaScript's bit operators.
  return classes.reduce((bits, listingClass) => bits + 2 ** listingClass, 0);
}

/** The type of each part of an order's sort key, for decoding cursors. */
export function getSortKeyTypes(order: SortOrder): CursorPartType[] {
  return [...SORT_ORDERS[order].types, 'text'];
}

const LISTINGS_WITH_TOTAL = {
  name: 'listings with total',
  text: `select asked.at::int as at, listing.id, coalesce(sum(t.games), 0)::int as total,
    coalesce(array_agg(t.class) filter (where t.games > 0), '{}') as classes, popular_order.generation, popular_order.is_preparing
    from popular_order, unnest($1::text[], $2::bigint[]) with ordinality as asked (genre, classes, at)
    cross join lateral (select 0 as id where asked.genre is null union all select id from genres where name = asked.genre) listing
    left join listing_totals t on t.genre_id = listing.id and (asked.classes >> t.class) & 1 = 1
    group by asked.at, listing.id, popular_order.generation, popular_order.is_preparing`,
};

/** A listing, with the generation of its popular order, and whether the next one is being written. */
export type Listing = { id: number; total: number; classes: number[]; generation: number; is_preparing: boolean };

/**
 * The listing of a genre (0: all genres), the exact number of its games that match, and the classes that contain such games (most are
 * empty, and each costs a seek). Undefined for an unknown genre. Listings that are looked up at the same moment are read together.
 */
export function findListingWithTotal(
  batched: DataLoader,
  prepared: QueryPrepared,
  genre: string | null,
  classes: number[],
): Promise<Listing | undefined> {
  return batched('listings with total', JSON.stringify([genre, toBits(classes)]), async (asked) => {
    const requests = asked.map((each) => JSON.parse(each) as [string | null, number]);
    const values = [requests.map(([name]) => name), requests.map(([, bits]) => bits)];
    const found = await prepared<Listing & { at: number }>(LISTINGS_WITH_TOTAL, values);
    return new Map(found.map((row) => [asked[row.at - 1] as string, row]));
  });
}

const GENRES = {
  name: 'genres in use',
  text: `select name from genres where exists (
    select 1 from listing_totals t where t.genre_id = genres.id and t.games > 0 and t.class = any ($1::smallint[]))`,
};

/** Names of the genres that have a visible game in one of these classes. */
export async function listGenresInUse(prepared: QueryPrepared, classes: number[]): Promise<string[]> {
  return (await prepared<{ name: string }>(GENRES, [classes])).map((row) => row.name);
}

const GAMES_BY_ID = {
  name: 'games by id',
  text: `select ${CARD_COLUMNS}, g.key_features, g.instructions, g.genres, g.assets, g.created_at, g.picture, g.game_url,
    g.rating_sum, g.rating_count from games g where g.id = any ($1::text[]) and g.hidden_at is null`,
};

/** One visible game with any content mark, or undefined. Lookups made at the same moment are batched. */
export function findGameById(batched: DataLoader, prepared: QueryPrepared, id: string): Promise<GameRow | undefined> {
  return batched('games by id', id, async (ids) => {
    const rows = await prepared<GameRow>(GAMES_BY_ID, [ids]);
    return new Map(rows.map((row) => [row.id, row]));
  });
}

const CARDS_BY_ID = {
  name: 'cards by id',
  text: `select ${CARD_COLUMNS} from games g where g.id = any ($1::text[]) and g.hidden_at is null and g.min_age = any ($2::smallint[])`,
};

/** Cards of the visible games among these ids that have one of these content marks. */
export function listCardsByIds(prepared: QueryPrepared, ids: string[], marks: ContentMark[]): Promise<CardRow[]> {
  return prepared<CardRow>(CARDS_BY_ID, [ids, marks]);
}

const GAMES_BY_CREATOR = {
  name: 'games of a creator',
  text: `select ${CARD_COLUMNS} from games g where g.creator_id = $1 and g.hidden_at is null and g.min_age = any ($3::smallint[])
    order by coalesce(g.created_at, g.listed_at) desc, g.id limit $2`,
};

/** Visible games that this player created and that have one of these content marks. */
export function listGamesByCreator(prepared: QueryPrepared, creatorId: string, limit: number, marks: ContentMark[]): Promise<CardRow[]> {
  return prepared<CardRow>(GAMES_BY_CREATOR, [creatorId, limit, marks]);
}

// Each content mark is one seek in the index: a visitor's row costs the same however many games are for older players.
const TRENDING_GAMES = {
  name: 'trending games',
  text: `select ${CARD_COLUMNS} from unnest($3::smallint[]) as mark (min_age) cross join lateral (
      select * from games
      where min_age = mark.min_age and hidden_at is null and id <> all ($1::text[])
      order by growth_7d desc, plays_30d desc, coalesce(created_at, listed_at) desc, id limit $2
    ) g
    order by g.growth_7d desc, g.plays_30d desc, coalesce(g.created_at, g.listed_at) desc, g.id limit $2`,
};

/** The fastest growing games that have one of these content marks, without the excluded ids. */
export function listTrendingGames(prepared: QueryPrepared, excludedIds: string[], limit: number, marks: ContentMark[]): Promise<CardRow[]> {
  return prepared<CardRow>(TRENDING_GAMES, [excludedIds, limit, marks]);
}

const SITEMAP_GAMES = {
  name: 'sitemap',
  text: `select id, updated_at from games where hidden_at is null and min_age = 0 and id > $1 order by id limit $2`,
};

/** Visible games for everyone by id, for the sitemap: at most `limit` after the id `after`. */
export function listSitemapGames(prepared: QueryPrepared, after: string, limit: number): Promise<{ id: string; updated_at: Date }[]> {
  return prepared<{ id: string; updated_at: Date }>(SITEMAP_GAMES, [after, limit]);
}

const SITEMAP_PARTS = {
  name: 'sitemap parts',
  text: `select id from (
      select id, row_number() over (order by id) as place from games where hidden_at is null and min_age = 0
    ) walked where place % $1 = 0 order by id`,
};

/** The id of every `size`th visible game for everyone: where the parts of the sitemap end. An index-only scan. */
export async function listSitemapPartEnds(prepared: QueryPrepared, size: number): Promise<string[]> {
  return (await prepared<{ id: string }>(SITEMAP_PARTS, [size])).map((row) => row.id);
}
