import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../../tests/world.ts';
import { SYSTEM, VISITOR } from '../../../shared/permissions.ts';
import type { PastPlay } from './rules.ts';
import { recordOfflinePlay, seedPlays } from './service.server.ts';

const MINUTE = 60_000;

/** What plays leave in the database, without ids. */
async function readPlays({ ctx: { db } }: World) {
  return {
    plays: await db
      .selectFrom('plays')
      .select(['game_id', 'player_id', 'started_at'])
      .orderBy('started_at')
      .orderBy('game_id')
      .orderBy('player_id')
      .execute(),
    history: await db
      .selectFrom('play_history')
      .select(['game_id', 'player_id', 'played_at'])
      .orderBy('played_at')
      .orderBy('game_id')
      .orderBy('player_id')
      .execute(),
    days: await db.selectFrom('game_days').selectAll().orderBy('game_id').orderBy('day').execute(),
  };
}

test('plays that are brought in at once leave what the same plays leave that are reported one by one', async () => {
  const worlds = [await createWorld(), await createWorld()] as const;
  const ids = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];
  for (const world of worlds) {
    for (const id of ids) await world.addPlayer({ id, username: `player_${id.at(-1)}` });
    for (const id of ['one', 'two']) await world.addGame({ id });
  }
  const now = Date.now();
  // Plays within an hour of another, exactly an hour after it, at midnight, and of the other game or player at the same time.
  const minutes = [6000, 5990, 5931, 5871, 5811, 5000, 2880, 1441, 1440, 1439, 90, 40, 5];
  const plays: PastPlay[] = minutes.flatMap((ago, index) =>
    ids.flatMap((playerId, which) =>
      (index + which) % 3 === 0
        ? []
        : [{ playerId, gameId: index % 2 === 0 ? 'one' : 'two', at: new Date(now - ago * MINUTE), seconds: 60 + index }],
    ),
  );
  plays.push({ playerId: ids[0] ?? '', gameId: 'one', at: new Date(now - 5930 * MINUTE), seconds: 10 });

  await seedPlays(worlds[0].ctx, SYSTEM, plays.toReversed());
  for (const { playerId, gameId, at } of plays.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    await recordOfflinePlay(worlds[1].ctx, { kind: 'player', id: playerId, role: 'player', premium: false }, gameId, {
      late: crypto.randomUUID(),
      at: String(at.getTime()),
    });
  const [atOnce, oneByOne] = [await readPlays(worlds[0]), await readPlays(worlds[1])];
  expect(atOnce).toEqual(oneByOne);
  expect(atOnce.plays).toHaveLength(plays.length);
  expect(atOnce.history.length).toBeLessThan(plays.length);

  const times = await worlds[0].ctx.db.selectFrom('play_times').select(['player_id', 'game_id', 'seconds']).execute();
  for (const { player_id, game_id, seconds } of times) {
    const own = plays.filter(({ playerId, gameId }) => playerId === player_id && gameId === game_id);
    expect(seconds).toBe(own.reduce((sum, play) => sum + play.seconds, 0));
  }
});

test('only the system brings plays in', async () => {
  const world = await createWorld();
  await expect(seedPlays(world.ctx, VISITOR, [])).rejects.toMatchObject({ code: 'sign-in-required' });
  const operator = await world.addPlayer({ role: 'operator' });
  await expect(seedPlays(world.ctx, operator, [])).rejects.toMatchObject({ code: 'not-allowed' });
});
