import type { AppContext } from '../../../context.server.ts';
import { authorize, listContentMarks, type Actor } from '../../../shared/permissions.ts';
import { gameIdSchema } from '../catalogue/forms.server.ts';
import type { GameCard } from '../catalogue/schema.ts';
import { getListingClasses } from '../catalogue/rules.ts';
import { getCardsByIds } from '../catalogue/service.server.ts';
import { countCoPlays, listAlike, listCoPlayed } from './queries.server.ts';
import { CO_PLAY_DAYS, drawSimilar, seedFor, SIMILAR_SHOWN, weighLikeness } from './rules.ts';

/** Games per transaction when co-plays are counted. */
const BATCH = 50;

/**
 * Games for who liked this one: first those that its players also played, then those of the same genres and tags, then popular ones. Which
 * of them are drawn depends on the day and on the player; all visitors of a day get the same.
 * @returns at most six games that the actor sees, without this one; none for an unknown game
 */
export async function listSimilarGames(ctx: AppContext, actor: Actor, id: string): Promise<GameCard[]> {
  authorize(actor, 'game:list');
  if (!gameIdSchema.safeParse(id).success) return [];
  const { queryPrepared } = ctx.publicReads();
  const marks = listContentMarks(actor);
  const coPlayed = (await listCoPlayed(queryPrepared, id, marks)).map((row) => ({ id: row.id, weight: row.score }));
  const classes = getListingClasses(marks, { device: null, gender: null });
  const alike = coPlayed.length >= SIMILAR_SHOWN ? [] : await listAlike(queryPrepared, id, marks, classes);
  const weighed = alike.map((row) => ({ id: row.id, weight: weighLikeness(row.genres, row.tags) }));
  const others = alike.map((row) => ({ id: row.id, weight: 1 }));
  const seed = seedFor(actor.kind === 'player' ? actor.id : null, id, ctx.now());
  const drawn = drawSimilar([coPlayed, weighed.filter(({ weight }) => weight > 0), others], seed, SIMILAR_SHOWN);
  const cards = await getCardsByIds(ctx, actor, drawn);
  return drawn.flatMap((each) => cards.get(each) ?? []);
}

/** Counts anew which games were played by the same players. Called by the job, and when the demo world comes or goes. */
export async function countAllCoPlays(ctx: AppContext): Promise<void> {
  const since = new Date(ctx.now().getTime() - CO_PLAY_DAYS * 86_400_000);
  let after: string | null = '';
  while (after !== null) after = await countCoPlays(ctx.db, since, after, BATCH);
}
