import { createHash } from 'node:crypto';

/** Games shown as similar to one. */
export const SIMILAR_SHOWN = 6;
/** A pair of games needs this many players who played both: it must not tell what one child plays. */
export const CO_PLAYERS_MIN = 3;
/** How many co-played games are kept for each game; the shown ones are drawn from them. As in migrations/0013_similar_games.sql. */
export const CO_PLAYS_KEPT = 24;
/** Only what was played in this many days counts. */
export const CO_PLAY_DAYS = 90;
/** Of each game at most so many players are asked, the latest, and of each player so many plays, the latest: the cost has a bound. */
export const CO_PLAYERS_CONSIDERED = 300;
export const PLAYS_CONSIDERED = 60;
/** Games read from each genre, and for each word of the tags. */
export const CANDIDATES_PER_LIST = 10;

/** A game that may be shown, and how much more often than others. */
export type Candidate = { id: string; weight: number };

/**
 * Draws games from candidates: all of an earlier tier come before those of a later one, and within a tier the heavier ones are drawn more
 * often (weighted sampling without replacement, after Efraimidis and Spirakis). The same seed draws the same games.
 * @param tiers may name a game more than once; the first counts
 */
export function drawSimilar(tiers: readonly (readonly Candidate[])[], seed: string, count: number): string[] {
  const drawn = new Set<string>();
  for (const tier of tiers) {
    const keys = new Map(tier.map(({ id, weight }) => [id, -Math.log(hashToUnit(`${seed} ${id}`)) / weight]));
    const order = [...keys.keys()].sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
    for (const id of order) if (drawn.size < count) drawn.add(id);
  }
  return [...drawn];
}

/** A number above 0 and at most 1 that looks random and depends on the text only. */
function hashToUnit(text: string): number {
  return (createHash('sha1').update(text).digest().readUInt32BE(0) + 1) / 2 ** 32;
}

/** How alike a game is by what it has in common with another: a tag says more than a genre. 0 if there is nothing. */
export function weighLikeness(genresInCommon: number, tagsInCommon: number): number {
  return (genresInCommon + 2 * tagsInCommon) ** 2;
}

/**
 * The seed of a drawing. Each player has an own one, a visitor shares that of all visitors, whose pages are shared
 * ([004](docs/decisions/004-shared-answers.md)). It changes at midnight (UTC).
 */
export function seedFor(playerId: string | null, gameId: string, now: Date): string {
  return `${now.toISOString().slice(0, 10)} ${playerId ?? 'visitors'} ${gameId}`;
}
