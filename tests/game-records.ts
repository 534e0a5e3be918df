import { setFavorite } from '../src/features/library/service.server.ts';
import { reportGame } from '../src/features/reports/service.server.ts';
import type { World } from './world.ts';

/** What a player with everything did with a game: a favorite, a report, plays, a save and the one before it, a rating, a recommendation. */
export async function addGameRecords({ ctx }: World, player: Awaited<ReturnType<World['addPlayer']>>, game: string): Promise<void> {
  const { db } = ctx;
  const now = ctx.now();
  await setFavorite(ctx, player, game, { on: 'yes' });
  await reportGame(ctx, player, game, { reason: 'other', description: 'I am zawadi_first, write to zawadi.one@example.com' });
  await db.insertInto('plays').values({ id: ctx.newId(), game_id: game, player_id: player.id }).execute();
  await db.insertInto('play_history').values({ id: ctx.newId(), game_id: game, player_id: player.id, played_at: now }).execute();
  await db.insertInto('play_times').values({ game_id: game, player_id: player.id, seconds: 90, counted_to: now }).execute();
  await db
    .insertInto('game_saves')
    .values({
      game_id: game,
      player_id: player.id,
      save: '{"name":"zawadi_first"}',
      best: 7,
      revision: 2,
      saved_at: now,
      writer: 'opening-1',
      former: '{"name":"Zawadi (the 1st)"}',
      former_saved_at: now,
      former_reason: 'other-device',
    })
    .execute();
  await db.insertInto('ratings').values({ game_id: game, player_id: player.id, stars: 5 }).execute();
  await db.insertInto('recommendations').values({ game_id: game, player_id: player.id, created_at: now, position: 1 }).execute();
}
