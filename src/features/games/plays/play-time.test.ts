import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../../tests/world.ts';
import { VISITOR } from '../../../shared/permissions.ts';
import { PRESENCE_TIMEOUT_SECONDS } from '../audience/rules.ts';
import { getGame } from '../catalogue/service.server.ts';
import { playsJobs } from './jobs.server.ts';
import { handlePlayEvent, startPlay } from './service.server.ts';

/** Moves the database's timestamps of game frames back, as if this many seconds had passed. */
async function pass(world: World, seconds: number): Promise<void> {
  const back = sql<Date>`make_interval(secs => ${seconds})`;
  await world.ctx.db
    .updateTable('active_plays')
    .set({ seen_at: sql`seen_at - ${back}` })
    .execute();
  await world.ctx.db
    .updateTable('play_times')
    .set({ counted_to: sql`counted_to - ${back}` })
    .execute();
}

const secondsOf = async (world: World, player: { id: string }, gameId: string) => {
  const row = await world.ctx.db
    .selectFrom('play_times')
    .select('seconds')
    .where('player_id', '=', player.id)
    .where('game_id', '=', gameId)
    .executeTakeFirst();
  return row === undefined ? null : Math.round(row.seconds);
};

/** This many seconds, plus up to 8 for a slow machine. */
const about = (seconds: number) => Array.from({ length: 9 }, (_, more) => seconds + more);

const playersNow = async (world: World, id: string) => {
  world.advanceClock(3);
  return (await getGame(world.ctx, VISITOR, id)).players;
};

test('time between two words of a viewer counts, and what is shorter than a lost word adds up', async () => {
  const world = await createWorld();
  const id = await world.addGame();
  const amina = await world.addPlayer();
  const { playId } = await startPlay(world.ctx, amina, id);
  expect(await secondsOf(world, amina, id)).toBeNull();
  await pass(world, 20);
  await handlePlayEvent(world.ctx, playId, 'beat');
  expect(about(20)).toContain(await secondsOf(world, amina, id));
  await pass(world, PRESENCE_TIMEOUT_SECONDS - 10);
  await handlePlayEvent(world.ctx, playId, 'beat');
  expect(about(20 + PRESENCE_TIMEOUT_SECONDS - 10)).toContain(await secondsOf(world, amina, id));
});

test('the figures of operators count the time of players and of visitors, in the hour of Nairobi', async () => {
  const world = await createWorld();
  const id = await world.addGame();
  const plays = [await startPlay(world.ctx, await world.addPlayer(), id), await startPlay(world.ctx, VISITOR, id)];
  await pass(world, 20);
  for (const { playId } of plays) await handlePlayEvent(world.ctx, playId, 'beat');
  await pass(world, 10);
  for (const { playId } of plays) await handlePlayEvent(world.ctx, playId, 'end');
  const { rows } = await sql<{ seconds: number; isNow: boolean }>`
    select sum(seconds)::int as seconds, bool_and((day + hour * interval '1 hour') at time zone 'Africa/Nairobi' > now() - interval '2 hours') as "isNow"
    from play_seconds`.execute(world.ctx.db);
  expect(rows[0]?.isNow).toBe(true);
  expect(about(60)).toContain(rows[0]?.seconds);
});

test('a beat after a beat adds nothing but the time that went by', async () => {
  const world = await createWorld();
  const id = await world.addGame();
  const amina = await world.addPlayer();
  const { playId } = await startPlay(world.ctx, amina, id);
  await pass(world, 20);
  await Promise.all(Array.from({ length: 20 }, () => handlePlayEvent(world.ctx, playId, 'beat')));
  expect(about(20)).toContain(await secondsOf(world, amina, id));
});

test('a gap in which nobody was seen counts nothing, and the time after it does', async () => {
  const world = await createWorld();
  const id = await world.addGame();
  const amina = await world.addPlayer();
  const { playId } = await startPlay(world.ctx, amina, id);
  await pass(world, PRESENCE_TIMEOUT_SECONDS + 5);
  await handlePlayEvent(world.ctx, playId, 'beat');
  expect(await secondsOf(world, amina, id)).toBeNull();
  await pass(world, 20);
  await handlePlayEvent(world.ctx, playId, 'beat');
  expect(about(20)).toContain(await secondsOf(world, amina, id));
  // After it was deleted as stale it comes back, without counting the time in between.
  await pass(world, 600);
  for (const job of playsJobs) await job.run(world.ctx);
  await handlePlayEvent(world.ctx, playId, 'beat');
  expect(await playersNow(world, id)).toBe(1);
  await pass(world, 10);
  await handlePlayEvent(world.ctx, playId, 'beat');
  expect(about(30)).toContain(await secondsOf(world, amina, id));
});

test('closing the viewer counts what came before, once', async () => {
  const world = await createWorld();
  const id = await world.addGame();
  const amina = await world.addPlayer();
  const { playId } = await startPlay(world.ctx, amina, id);
  await pass(world, 30);
  await handlePlayEvent(world.ctx, playId, 'end');
  expect(about(30)).toContain(await secondsOf(world, amina, id));
  await pass(world, 20);
  for (let time = 0; time < 2; time++) await handlePlayEvent(world.ctx, playId, 'end');
  expect(about(30)).toContain(await secondsOf(world, amina, id));
  expect(await playersNow(world, id)).toBe(0);
});

test('two viewers of one player that are open at once count once', async () => {
  const world = await createWorld();
  const id = await world.addGame();
  const amina = await world.addPlayer();
  const [one, two] = [await startPlay(world.ctx, amina, id), await startPlay(world.ctx, amina, id)];
  for (let beat = 0; beat < 3; beat++) {
    await pass(world, 20);
    await Promise.all([one, two].map(({ playId }) => handlePlayEvent(world.ctx, playId, 'beat')));
  }
  expect(about(60)).toContain(await secondsOf(world, amina, id));
  await pass(world, 10);
  await handlePlayEvent(world.ctx, one.playId, 'end');
  await handlePlayEvent(world.ctx, two.playId, 'end');
  expect(about(70)).toContain(await secondsOf(world, amina, id));
});

test('one after the other, two viewers count both', async () => {
  const world = await createWorld();
  const id = await world.addGame();
  const amina = await world.addPlayer();
  for (let time = 0; time < 2; time++) {
    const { playId } = await startPlay(world.ctx, amina, id);
    await pass(world, 40);
    await handlePlayEvent(world.ctx, playId, 'end');
  }
  expect(about(80)).toContain(await secondsOf(world, amina, id));
});

test('time belongs to the player and the game whose viewer spoke', async () => {
  const world = await createWorld();
  const [one, two] = [await world.addGame(), await world.addGame()];
  const [amina, brian] = [await world.addPlayer(), await world.addPlayer()];
  const plays = [await startPlay(world.ctx, amina, one), await startPlay(world.ctx, brian, one), await startPlay(world.ctx, amina, two)];
  const visitor = await startPlay(world.ctx, VISITOR, one);
  await pass(world, 20);
  await handlePlayEvent(world.ctx, plays[0]?.playId ?? '', 'beat');
  await handlePlayEvent(world.ctx, visitor.playId, 'beat');
  expect(about(20)).toContain(await secondsOf(world, amina, one));
  expect([await secondsOf(world, brian, one), await secondsOf(world, amina, two)]).toEqual([null, null]);
  expect(await world.ctx.db.selectFrom('play_times').select('player_id').execute()).toEqual([{ player_id: amina.id }]);
});

test('a play of yesterday is over, whatever its viewer says', async () => {
  const world = await createWorld();
  const id = await world.addGame();
  const amina = await world.addPlayer();
  const { playId } = await startPlay(world.ctx, amina, id);
  await pass(world, 20);
  await world.ctx.db
    .updateTable('plays')
    .set({ started_at: sql`now() - interval '13 hours'` })
    .execute();
  await expect(handlePlayEvent(world.ctx, playId, 'beat')).rejects.toMatchObject({ code: 'not-found' });
  expect(await secondsOf(world, amina, id)).toBeNull();
});

test('the viewer of a hidden game is told so, counts no time, and is not among the players any more', async () => {
  const world = await createWorld();
  const id = await world.addGame();
  const amina = await world.addPlayer();
  const { playId } = await startPlay(world.ctx, amina, id);
  const hide = (hidden_at: Date | null) => world.ctx.db.updateTable('games').set({ hidden_at }).execute();
  await pass(world, PRESENCE_TIMEOUT_SECONDS - 10);
  await hide(new Date());
  await expect(handlePlayEvent(world.ctx, playId, 'beat')).rejects.toMatchObject({ code: 'not-available', status: 409 });
  expect(await secondsOf(world, amina, id)).toBeNull();
  await pass(world, 15);
  await hide(null);
  expect(await playersNow(world, id)).toBe(0);
  // A game frame that is still open when the game is visible again counts again.
  await handlePlayEvent(world.ctx, playId, 'beat');
  expect(await playersNow(world, id)).toBe(1);
});
