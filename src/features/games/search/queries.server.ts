import type { QueryPrepared } from '../../../infra/database/database.ts';
import { CONTENT_MARKS, type ContentMark } from '../../../shared/permissions.ts';
import { MATCH_POINTS, type WordMatch } from './rules.ts';

/** Maximum number of vocabulary words that one typed word may match. */
const WORDS_PER_TOKEN = 8;
/**
 * Candidate games when several words must match. The best of few candidates are the best of many too, so the first number is enough for
 * words that often meet; only when it has too few results is the second tried, which finds the best and is still fast.
 */
const CANDIDATES = [150, 2000] as const;

const NORMALIZE = { name: 'search normal', text: 'select normalize_search_text($1) as normal' };

/** The query as search compares it: no accents, lower case, words separated by one space. */
export async function normalizeText(prepared: QueryPrepared, query: string): Promise<string> {
  return (await prepared<{ normal: string }>(NORMALIZE, [query]))[0]?.normal ?? '';
}

type Statement = { name: string; text: string };

/**
 * A statement that reads words by how many games have them, of those that the searcher sees: words only of other games are as if they were
 * not there. One for each content mark: each count has its own index (migrations/0038_content_marks.sql).
 */
function buildForMarks(name: string, build: (games: string) => string): Record<ContentMark, Statement> {
  const counts: Record<ContentMark, string> = { 0: '(games - games_from_13 - games_from_16)', 13: '(games - games_from_16)', 16: 'games' };
  const entries = CONTENT_MARKS.map((mark) => [mark, { name: `${name} up to ${mark}`, text: build(counts[mark]) }] as const);
  return Object.fromEntries(entries) as Record<ContentMark, Statement>;
}

/** The highest of these marks. */
const getHighest = (marks: readonly ContentMark[]): ContentMark => marks.at(-1) ?? 0;

// A typed word matches the same word, words that mean the same, longer words that start with it (most used first), and words that have it
// inside. Two-letter prefixes have their own index; the inside of words is found by trigrams, which takes three letters. That is most of
// the work, and not done where a better word alone has as many games ($4) as are shown.
const MATCHING_WORDS = buildForMarks(
  'search known words',
  (games) => `
    select t.place::int - 1 as token, w.id, w.games, w.how
    from unnest($1::text[]) with ordinality as t (token, place)
    cross join lateral (
      (select id, ${games} as games, 'exact' as how from search_words where word = t.token and ${games} > 0)
      union all
      (select id, ${games}, 'prefix' from search_words
       where length(t.token) > 2 and word > t.token and word < t.token || chr(1114111) and ${games} > 0
       order by ${games} desc limit ${WORDS_PER_TOKEN})
      union all
      (select id, ${games}, 'prefix' from search_words
       where length(t.token) = 2 and left(word, 2) = t.token and word <> t.token and ${games} > 0
       order by ${games} desc limit ${WORDS_PER_TOKEN})
      union all
      (select id, ${games}, 'inside' from search_words
       where length(t.token) > 2 and word like '%' || t.token || '%' and not starts_with(word, t.token) and ${games} > 0
         and not exists (
           select 1 from search_words better where word >= t.token and word < t.token || chr(1114111) and ${games} >= $4
         )
       order by ${games} desc limit ${WORDS_PER_TOKEN})
    ) w
    union all
    select s.place, w.id, ${games}, 'synonym'
    from unnest($2::text[], $3::int[]) as s (word, place) join search_words w on w.word = s.word and ${games} > 0`,
);

/** Words that stand for a term. @property place which term each belongs to */
export type TermWord = { word: string; place: number };

/**
 * Words of the vocabulary that equal the typed words, start with them or have them inside, or are their synonyms.
 * @param marks the content marks of games whose words count
 * @param tokens the typed word of each term, or an empty text for a term that has only synonyms
 * @param enoughGames words that have a token inside are left out if one that begins with it has this many games; null: never
 */
export function listMatchingWords(
  prepared: QueryPrepared,
  marks: ContentMark[],
  tokens: string[],
  synonyms: TermWord[],
  enoughGames: number | null,
): Promise<WordMatch[]> {
  const values = [tokens, synonyms.map(({ word }) => word), synonyms.map(({ place }) => place), enoughGames ?? INT_MAX];
  return prepared<WordMatch>(MATCHING_WORDS[getHighest(marks)], values);
}

/** More than any number of games. */
const INT_MAX = 2 ** 31 - 1;

// Only the vocabulary is compared, never the games: a typo costs the same in a catalogue of any size.
const SIMILAR_WORDS = buildForMarks(
  'search meant words',
  (games) => `
    select t.place as token, w.id, w.games, 'typo' as how
    from unnest($1::text[], $2::int[]) as t (token, place)
    cross join lateral (
      select id, games from (
        select id, ${games} as games, word from search_words where word % t.token and ${games} > 0
        order by similarity(word, t.token) desc, games desc limit 30
      ) near
      where levenshtein(word, t.token) <= greatest(1, length(t.token) / 3)
      order by levenshtein(word, t.token), games desc limit 3
    ) w`,
);

/** Similar words, for typed words that match nothing else. */
export function listSimilarWords(prepared: QueryPrepared, marks: ContentMark[], tokens: TermWord[]): Promise<WordMatch[]> {
  return prepared<WordMatch>(SIMILAR_WORDS[getHighest(marks)], [tokens.map(({ word }) => word), tokens.map(({ place }) => place)]);
}

export type HitRow = { id: string; title: string; developer: string | null; cover: string | null };
const HIT_COLUMNS = `g.id, g.title, g.developer, g.assets[1] as cover`;

/** SQL: of the word `w.id`, the best `limit` games of each content mark, each from an index range of its own. @param marks, limit parameters */
const selectBestPostings = (marks: string, limit: string) => `
          select best.game_id, best.rank from unnest(${marks}::smallint[]) as mark (min_age) cross join lateral (
            select game_id, rank from search_postings where word_id = w.id and min_age = mark.min_age order by rank desc, game_id limit ${limit}
          ) best`;

// The best games of each word are read from that word's own index range, so a word that every tenth game has costs no more than a rare one.
const BY_ANY_WORD = {
  name: 'search by one word',
  text: `
    with found as (
      select p.game_id, max(w.points::bigint * 2000000000 + p.rank) as score
      from unnest($1::int[], $2::int[]) as w (id, points)
      cross join lateral (${selectBestPostings('$4', '$3')}
      ) p
      group by p.game_id order by score desc, p.game_id limit $3
    )
    select ${HIT_COLUMNS} from found join games g on g.id = found.game_id where g.hidden_at is null
    order by found.score desc, g.id`,
};

/** Games with these content marks that have any of these words, best first. */
export function searchByAnyWord(prepared: QueryPrepared, marks: ContentMark[], words: WordMatch[], limit: number): Promise<HitRow[]> {
  return prepared<HitRow>(BY_ANY_WORD, [words.map((word) => word.id), words.map((word) => MATCH_POINTS[word.how]), limit, marks]);
}

// The rarest word's games, best first, filtered to those that also have a word of each other group.
function buildAllWordsStatement(others: number): Statement {
  const conditions = Array.from(
    { length: others },
    (_, i) => `exists (select 1 from search_postings o where o.game_id = c.game_id and o.word_id = any ($${i + 6}::int[]))`,
  );
  return {
    name: `search by all of ${others + 1}`,
    text: `
      with found as materialized (
        select c.game_id, c.score from (
          select p.game_id, max(w.points::bigint * 2000000000 + p.rank) as score
          from unnest($1::int[], $2::int[]) as w (id, points)
          cross join lateral (${selectBestPostings('$5', '$4')}
          ) p
          group by p.game_id order by score desc, p.game_id limit $4
        ) c
        where ${conditions.join(' and ')}
        order by c.score desc, c.game_id limit $3
      )
      select ${HIT_COLUMNS} from found join games g on g.id = found.game_id where g.hidden_at is null order by found.score desc, g.id`,
  };
}
const BY_ALL_WORDS = Array.from({ length: 6 }, (_, others) => buildAllWordsStatement(others));

/** Games with these content marks that have a word of each group, best first. @param groups two to six, the rarest first. */
export async function searchByAllWords(
  prepared: QueryPrepared,
  marks: ContentMark[],
  groups: WordMatch[][],
  limit: number,
): Promise<HitRow[]> {
  const [rarest = [], ...others] = groups;
  const statement = BY_ALL_WORDS[others.length] as Statement;
  const ids = rarest.map((word) => word.id);
  const points = rarest.map((word) => MATCH_POINTS[word.how]);
  const games = rarest.reduce((sum, word) => sum + word.games, 0);
  let found: HitRow[] = [];
  for (const candidates of CANDIDATES) {
    found = await prepared<HitRow>(statement, [
      ids,
      points,
      limit,
      candidates,
      marks,
      ...others.map((group) => group.map((word) => word.id)),
    ]);
    if (found.length >= limit || games <= candidates) break;
  }
  return found;
}

const BY_TITLE = {
  name: 'search by title',
  text: `select ${HIT_COLUMNS} from search_titles t join games g on g.id = t.game_id
    where t.title_key = $1 and g.hidden_at is null and g.min_age = any ($3::smallint[]) order by g.plays_30d desc, g.id limit $2`,
};

/** Games with these content marks whose whole title equals this normalized text. */
export function searchByTitle(prepared: QueryPrepared, marks: ContentMark[], normal: string, limit: number): Promise<HitRow[]> {
  return prepared<HitRow>(BY_TITLE, [normal, limit, marks]);
}
