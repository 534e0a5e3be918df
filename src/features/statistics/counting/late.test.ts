import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { waitForLocks } from '../../../../tests/lock-waits.ts';
import { addPlay, addPlayerOn, at, createWorldAt, DAY, seeFigures } from '../../../../tests/statistics-world.ts';
import { SYSTEM, VISITOR } from '../../../shared/permissions.ts';
import { recordOfflinePlay } from '../../games/plays/service.server.ts';
import { lockCounting } from './queries.server.ts';
import { countFigures } from './service.server.ts';

// What comes late, goes early, or happens at once.

const lateOf = (started: Date) => ({ late: randomUUID(), at: String(started.getTime()) });

test('a play without a network that comes days later is added to its day, once a day, and nothing is taken from it', async () => {
  const { world, ctx, moveTo } = await createWorldAt('20:00');
  const game = await world.addGame();
  await addPlay(world, game, at('18:30'));
  await addPlay(world, game, at('19:30'));
  await countFigures(ctx, SYSTEM);
  moveTo(at('07:00', '2031-05-16'));
  await countFigures(ctx, SYSTEM);
  await ctx.db.deleteFrom('plays').where('started_at', '=', at('19:30')).execute();
  for (const minute of ['00', '10']) await recordOfflinePlay(ctx, VISITOR, game, lateOf(at(`18:${minute}`)));
  const see = async () => {
    await countFigures(ctx, SYSTEM);
    const { series, breakdowns } = await seeFigures(world, '7');
    return [series.plays.rows.find((row) => row.at === 'May 15')?.now, breakdowns['top-games'].rows[0]?.now];
  };
  expect(await see()).toEqual([2, 2]);
  moveTo(at('00:05', '2031-05-17'));
  expect(await see()).toEqual([3, 3]);
  const hours = await sql`select hour, value from hourly_figures where metric = 'plays' and day = ${DAY} order by hour`.execute(ctx.db);
  expect(hours.rows).toEqual([
    { hour: 18, value: 3 },
    { hour: 19, value: 1 },
  ]);
  await recordOfflinePlay(ctx, VISITOR, game, lateOf(at('18:20')));
  moveTo(at('00:15', '2031-05-17'));
  expect(await see()).toEqual([3, 3]);
});

test('a run that began later does not count again what the first one made final', async () => {
  const { world, ctx, moveTo } = await createWorldAt('12:00', '2031-05-10');
  await sql`create table counts (day date)`.execute(ctx.db);
  await sql`create function note_count() returns trigger language plpgsql as $$ begin insert into counts values (new.day); return null; end $$`.execute(
    ctx.db,
  );
  await sql`create trigger counted after insert or update of counted_at on counted_days for each row execute function note_count()`.execute(
    ctx.db,
  );
  let others: Promise<void>[] = [];
  await ctx.db.transaction().execute(async (trx) => {
    await lockCounting(trx);
    others = [countFigures(ctx, SYSTEM)];
    await waitForLocks(world.ctx.db, 1);
    moveTo(at('12:10'));
    others.push(countFigures(ctx, SYSTEM));
    await waitForLocks(world.ctx.db, 2);
  });
  await Promise.all(others);
  const { rows } = await sql`select day::text from counts group by day having count(*) <> 1`.execute(ctx.db);
  // What is not final is counted by both.
  expect(rows).toEqual([{ day: DAY }]);
});

test('how long a decision took stays in its days when its report goes, as it stays among those that were closed', async () => {
  const { world, ctx, moveTo } = await createWorldAt('12:00', '2031-05-10');
  const { id } = await world.addPlayer();
  const about = { reported_player_id: id, description: '', state: 'dismissed' as const, reason: 'bullying' as const };
  await ctx.db
    .insertInto('player_reports')
    .values([
      { ...about, id: ctx.newId(), created_at: at('08:00', '2031-05-12'), decided_at: at('20:00', '2031-05-12') },
      { ...about, id: ctx.newId(), created_at: at('08:00', '2031-05-12'), decided_at: at('18:04', '2031-05-13') },
    ])
    .execute();
  await countFigures(ctx, SYSTEM);
  const see = async () => {
    const { decisions, series } = await seeFigures(world, '7');
    return [decisions.median, decisions.worst, series.closed.value];
  };
  // 12 hours, and 34 hours and 4 minutes, which is rounded where it is not the longest.
  const expected = [(720 + 2040) / 2, 2044, 2];
  expect(await see()).toEqual(expected);
  await ctx.db.deleteFrom('player_reports').execute();
  moveTo(at('12:00', '2031-05-16'));
  await countFigures(ctx, SYSTEM);
  expect(await see()).toEqual(expected);
  moveTo(at('12:00', '2031-05-22'));
  await countFigures(ctx, SYSTEM);
  expect((await seeFigures(world, '7')).decisions).toEqual({ median: null, worst: null, before: { median: 1380, worst: 2044 } });
});

test('whoever locks a player and ends the sessions does not block one that is touched, nor keeps it from being recorded', async () => {
  const { world, ctx } = await createWorldAt('12:00');
  const player = await addPlayerOn(world, at('01:00', '2031-01-01'), at('22:00', '2031-05-13'));
  const touch = () =>
    ctx.db
      .updateTable('sessions')
      .set({ updated_at: at('11:00') })
      .where('player_id', '=', player.id)
      .execute();
  await ctx.db.transaction().execute(async (trx) => {
    await sql`select from players where id = ${player.id} for update`.execute(trx);
    await touch();
    await sql`delete from sessions where player_id = ${player.id}`.execute(trx);
  });
  expect((await sql`select day::text from player_days order by day`.execute(ctx.db)).rows).toEqual([{ day: '2031-05-13' }, { day: DAY }]);
});

test('a session that is touched while its player is deleted leaves no day behind', async () => {
  const { world, ctx } = await createWorldAt('12:00');
  const player = await addPlayerOn(world, at('01:00', '2031-01-01'), at('22:00', '2031-05-13'));
  let deletion: Promise<unknown> = Promise.resolve();
  await ctx.db.transaction().execute(async (trx) => {
    await sql`update sessions set updated_at = ${at('11:00')} where player_id = ${player.id}`.execute(trx);
    // However a player is deleted.
    deletion = ctx.db.deleteFrom('players').where('id', '=', player.id).execute();
    await waitForLocks(world.ctx.db, 1);
  });
  await deletion;
  expect((await sql`select from player_days`.execute(ctx.db)).rows).toEqual([]);
});
