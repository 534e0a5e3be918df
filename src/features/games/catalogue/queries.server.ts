import type { DataLoader } from '../../../infra/data-loader.ts';
import type { QueryPrepared } from '../../../infra/database/database.ts';
import type { CursorPart, CursorPartType } from '../../../shared/paging.ts';
import type { Instruction } from './schema.ts';

// Everything a card needs. The game page reads further columns.
const CARD_COLUMNS = `g.id, g.title, g.developer, g.description, g.assets[1] as cover, g.max_players, g.tags, g.is_premium, g.bytes,
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

function buildPageStatement(order: SortOrder, bounded: 'from' | 'after'): { name: string; text: string } {
  const { columns, types } = SORT_ORDERS[order];
  const sortColumns = [...columns, 'game_id'];
  const bounds = [...types, 'text'].map((type, i) => `$${i + 4}::${type}`);
  const operator = bounded === 'after' ? '>' : '>=';
  // Each class is one seek in its own index range, so the outer sort never sees more than classes * limit rows.
  const text = `
    with page as (
      select s.* from unnest($2::smallint[]) as wanted (class)
      cross join lateral (
        select ${sortColumns.join(', ')} from listing_entries
        where genre_id = $1 and class = wanted.class and (${sortColumns.join(', ')}) ${operator} (${bounds.join(', ')})
        order by ${sortColumns.join(', ')} limit $3
      ) s
      order by ${sortColumns.map((key) => `s.${key}`).join(', ')} limit $3
    )
    select ${CARD_COLUMNS}, json_build_array(${sortColumns.map((key) => `page.${key}`).join(', ')}) as sort_key
    from page join games g on g.id = page.game_id
    order by ${sortColumns.map((key) => `page.${key}`).join(', ')}`;
  return { name: `list ${order} ${bounded}`, text };
}

const LOWEST_SORT_KEYS: Record<SortOrder, CursorPart[]> = {
  popularEven: [-2147483648, Number.MIN_SAFE_INTEGER, ''],
  popularOdd: [-2147483648, Number.MIN_SAFE_INTEGER, ''],
  rated: [-2147483648, '', ''],
  featured: [-2147483648, Number.MIN_SAFE_INTEGER, ''],
  mix: [0, ''],
};

const PAGE_STATEMENTS = Object.fromEntries(
  (Object.keys(SORT_ORDERS) as SortOrder[]).flatMap((order) => [
    [`${order} from`, buildPageStatement(order, 'from')],
    [`${order} after`, buildPageStatement(order, 'after')],
  ]),
);

/**
 * One page of a listing: at most `limit` games right after the sort key `after` (from the top without it).
 * @param genreId 0 for all genres. @param classes see getListingClasses in rules.ts.
 */
export function listListingPage(
  prepared: QueryPrepared,
  order: SortOrder,
  genreId: number,
  classes: number[],
  limit: number,
  after: CursorPart[] | null,
): Promise<ListingRow[]> {
  const statement = PAGE_STATEMENTS[`${order} ${after ? 'after' : 'from'}`] as { name: string; text: string };
  return prepared<ListingRow>(statement, [genreId, classes, limit, ...(after ?? LOWEST_SORT_KEYS[order])]);
}

/** The type of each part of an order's sort key, for decoding cursors. */
export function getSortKeyTypes(order: SortOrder): CursorPartType[] {
  return [...SORT_ORDERS[order].types, 'text'];
}

const LISTING_WITH_TOTAL = {
  name: 'list with total',
  text: `select listing.id, coalesce((
      select sum(t.games) from listing_totals t where t.genre_id = listing.id and t.class = any ($2::smallint[])
    ), 0)::int as total,
    array(select t.class from listing_totals t where t.genre_id = listing.id and t.class = any ($2::smallint[]) and t.games > 0) as classes,
    popular_order.generation, popular_order.is_preparing
    from popular_order, (select 0 as id where $1::text is null union all select id from genres where name = $1) listing`,
};

/** A listing, with the generation of its popular order, and whether the next one is being written. */
export type Listing = { id: number; total: number; classes: number[]; generation: number; is_preparing: boolean };

/**
 * The listing of a genre (0: all genres), the exact number of its games that match, and the classes that contain such games (most of the 16
 * are empty, and each costs a seek). Undefined for an unknown genre.
 */
export async function findListingWithTotal(prepared: QueryPrepared, genre: string | null, classes: number[]): Promise<Listing | undefined> {
  return (await prepared<Listing>(LISTING_WITH_TOTAL, [genre, classes]))[0];
}

const GENRES = {
  name: 'genres in use',
  text: `select name from genres where exists (
    select 1 from listing_totals t where t.genre_id = genres.id and t.games > 0)`,
};

/** Names of the genres that have a visible game. */
export async function listGenresInUse(prepared: QueryPrepared): Promise<string[]> {
  return (await prepared<{ name: string }>(GENRES, [])).map((row) => row.name);
}

const GAMES_BY_ID = {
  name: 'games by id',
  text: `select ${CARD_COLUMNS}, g.key_features, g.instructions, g.genres, g.assets, g.created_at, g.picture, g.game_url,
    g.rating_sum, g.rating_count from games g where g.id = any ($1::text[]) and g.hidden_at is null`,
};

/** One visible game, or undefined. Lookups made at the same moment are batched. */
export function findGameById(batched: DataLoader, prepared: QueryPrepared, id: string): Promise<GameRow | undefined> {
  return batched('games by id', id, async (ids) => {
    const rows = await prepared<GameRow>(GAMES_BY_ID, [ids]);
    return new Map(rows.map((row) => [row.id, row]));
  });
}

const CARDS_BY_ID = {
  name: 'cards by id',
  text: `select ${CARD_COLUMNS} from games g where g.id = any ($1::text[]) and g.hidden_at is null`,
};

/** Cards of the visible games among these ids. */
export function listCardsByIds(prepared: QueryPrepared, ids: string[]): Promise<CardRow[]> {
  return prepared<CardRow>(CARDS_BY_ID, [ids]);
}

const GAMES_BY_CREATOR = {
  name: 'games of a creator',
  text: `select ${CARD_COLUMNS} from games g where g.creator_id = $1 and g.hidden_at is null
    order by coalesce(g.created_at, g.listed_at) desc, g.id limit $2`,
};

/** Visible games that this player created. */
export function listGamesByCreator(prepared: QueryPrepared, creatorId: string, limit: number): Promise<CardRow[]> {
  return prepared<CardRow>(GAMES_BY_CREATOR, [creatorId, limit]);
}

const TRENDING_GAMES = {
  name: 'trending games',
  text: `select ${CARD_COLUMNS} from games g where g.hidden_at is null and g.id <> all ($1::text[])
    order by g.growth_7d desc, g.plays_30d desc, coalesce(g.created_at, g.listed_at) desc, g.id limit $2`,
};

/** The fastest growing games, without the excluded ids. */
export function listTrendingGames(prepared: QueryPrepared, excludedIds: string[], limit: number): Promise<CardRow[]> {
  return prepared<CardRow>(TRENDING_GAMES, [excludedIds, limit]);
}

const SITEMAP_GAMES = {
  name: 'sitemap',
  text: `select id, updated_at from games where hidden_at is null and id > $1 order by id limit $2`,
};

/** Visible games by id, for the sitemap: at most `limit` after the id `after`. */
export function listSitemapGames(prepared: QueryPrepared, after: string, limit: number): Promise<{ id: string; updated_at: Date }[]> {
  return prepared<{ id: string; updated_at: Date }>(SITEMAP_GAMES, [after, limit]);
}

const SITEMAP_PARTS = {
  name: 'sitemap parts',
  text: `select id from (
      select id, row_number() over (order by id) as place from games where hidden_at is null
    ) walked where place % $1 = 0 order by id`,
};

/** The id of every `size`th visible game: where the parts of the sitemap end. An index-only scan. */
export async function listSitemapPartEnds(prepared: QueryPrepared, size: number): Promise<string[]> {
  return (await prepared<{ id: string }>(SITEMAP_PARTS, [size])).map((row) => row.id);
}
