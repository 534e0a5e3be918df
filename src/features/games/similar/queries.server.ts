import { sql } from 'kysely';
import type { Database, QueryPrepared } from '../../../infra/database/database.ts';
import type { ContentMark } from '../../../shared/permissions.ts';
import { CANDIDATES_PER_LIST, CO_PLAYERS_CONSIDERED, CO_PLAYERS_MIN, CO_PLAYS_KEPT, PLAYS_CONSIDERED } from './rules.ts';

const CO_PLAYED = {
  name: 'games played by the same players',
  text: `select c.other_id as id, c.score from co_plays c
    join games g on g.id = c.other_id and g.hidden_at is null and g.min_age = any ($2::smallint[]) where c.game_id = $1`,
};

/** Visible games with these content marks that players of this game also played, with how strongly they belong together. */
export function listCoPlayed(prepared: QueryPrepared, gameId: string, marks: ContentMark[]): Promise<{ id: string; score: number }[]> {
  return prepared<{ id: string; score: number }>(CO_PLAYED, [gameId, marks]);
}

// Each genre, and each class of it, is one seek in the listing index; each word of the tags is one for each mark in the postings of the search.
const ALIKE = {
  name: 'games that are alike',
  text: `
    with this as (select id, genres, tags from games where id = $1),
    listings as (
      (select g.id from this cross join unnest(this.genres) as named (name) join genres g on g.name = named.name limit 4)
      union all select 0
    ),
    by_genre as (
      select top.game_id from listings cross join lateral (
        select e.game_id from listing_totals t cross join lateral (
          select game_id, popular_even, newest from listing_entries
          where genre_id = listings.id and class = t.class order by popular_even, newest, game_id limit $2
        ) e
        where t.genre_id = listings.id and t.games > 0 and t.class = any ($4::smallint[])
        order by e.popular_even, e.newest, e.game_id limit $2
      ) top
    ),
    words as (
      select distinct word from this, unnest(string_to_array(normalize_search_text(array_to_string(this.tags, ' ')), ' ')) as named (word)
      limit 8
    ),
    by_tag as (
      select top.game_id from words join search_words w on w.word = words.word cross join lateral (
        select p.game_id from unnest($3::smallint[]) as mark (min_age) cross join lateral (
          select game_id, rank from search_postings where word_id = w.id and min_age = mark.min_age order by rank desc, game_id limit $2
        ) p
        order by p.rank desc, p.game_id limit $2
      ) top
    )
    select g.id,
      (select count(*)::int from unnest(g.genres) as own (name) where own.name = any (this.genres)) as genres,
      (select count(*)::int from unnest(g.tags) as own (name) where own.name = any (this.tags)) as tags
    from this cross join (select game_id from by_genre union select game_id from by_tag) found
    join games g on g.id = found.game_id and g.hidden_at is null and g.id <> this.id`,
};

export type AlikeRow = { id: string; genres: number; tags: number };

/**
 * Visible games of the same genres and tags, the most played of each, and of all; with how many genres and tags they have in common.
 * @param marks the content marks to read. @param classes their listing classes
 */
export function listAlike(prepared: QueryPrepared, gameId: string, marks: ContentMark[], classes: number[]): Promise<AlikeRow[]> {
  return prepared<AlikeRow>(ALIKE, [gameId, CANDIDATES_PER_LIST, marks, classes]);
}

/**
 * Counts anew which games were played by the same players, for at most `limit` games in id order after `after`. Games that nobody played
 * since `since` lose what was counted. A frequently played game has to be played by more of them to count the same.
 * @returns the last id covered, or null at the end
 */
export async function countCoPlays(db: Database, since: Date, after: string, limit: number): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = '10min'`.execute(trx);
    // Two runs at once would insert the same pairs.
    await sql`select pg_advisory_xact_lock(hashtextextended('co-plays', 0))`.execute(trx);
    const { rows } = await sql<{ id: string }>`
      select distinct game_id as id from play_history where game_id > ${after} and played_at > ${since} order by 1 limit ${limit}`.execute(
      trx,
    );
    const ids = rows.map((row) => row.id);
    const last = ids.length < limit ? null : (ids.at(-1) ?? null);
    await sql`delete from co_plays where game_id > ${after} and (${last}::text is null or game_id <= ${last})`.execute(trx);
    await sql`
      with players as (
        select batch.id as game_id, p.player_id from unnest(${ids}::text[]) as batch (id) cross join lateral (
          select player_id, max(played_at) as latest from play_history where game_id = batch.id and played_at > ${since}
          group by player_id order by latest desc limit ${CO_PLAYERS_CONSIDERED}
        ) p
      ),
      pairs as (
        select players.game_id, other.game_id as other_id, count(*) as players from players cross join lateral (
          select distinct game_id from (
            select game_id from play_history where player_id = players.player_id and played_at > ${since}
            order by played_at desc limit ${PLAYS_CONSIDERED}
          ) latest
        ) other
        where other.game_id <> players.game_id group by 1, 2 having count(*) >= ${CO_PLAYERS_MIN}
      ),
      scored as (
        select pairs.game_id, pairs.other_id, pairs.players / sqrt(greatest(t.plays, pairs.players)) as score
        from pairs left join play_totals t on t.game_id = pairs.other_id
      )
      insert into co_plays (game_id, other_id, score)
      select game_id, other_id, score from (
        select *, row_number() over (partition by game_id order by score desc, other_id) as position from scored
      ) ranked where position <= ${CO_PLAYS_KEPT}`.execute(trx);
    return last;
  });
}
