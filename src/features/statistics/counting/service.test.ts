import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addPlay, addPlayerOn, at, createWorldAt, DAY, OPERATOR, seeFigures } from '../../../../tests/statistics-world.ts';
import type { World } from '../../../../tests/world.ts';
import { SYSTEM } from '../../../shared/permissions.ts';
import { eraseDueAccounts } from '../../settings/erasure/service.server.ts';
import { countRefusedMessage } from '../queries.server.ts';
import { getOverview } from '../service.server.ts';
import { countFigures, deleteOldFigures } from './service.server.ts';

const dump = async ({ ctx }: World) => [
  (await sql`select metric, day::text, key, value from daily_figures order by 1, 2, 3`.execute(ctx.db)).rows,
  (await sql`select metric, day::text, hour, value from hourly_figures order by 1, 2, 3`.execute(ctx.db)).rows,
];
test('a day begins and ends at midnight in Nairobi, and what is counted belongs to the hour in which it was', async () => {
  const { world, ctx } = await createWorldAt('00:30');
  await addPlayerOn(world, at('23:59', '2031-05-14'));
  await addPlayerOn(world, at('00:00'));
  await addPlayerOn(world, at('00:20'));
  await countFigures(ctx, SYSTEM);
  const { series, days, comparedUntil } = await seeFigures(world);
  expect(days).toEqual({ from: DAY, to: DAY, fromBefore: '2031-05-14', toBefore: '2031-05-14' });
  expect(series['sign-ups'].value).toBe(2);
  expect(series['sign-ups'].rows[0]).toMatchObject({ now: 2, before: 0 });
  expect(series['sign-ups'].rows[23]).toMatchObject({ now: null, before: 1 });
  // No hour is over: there is nothing to compare.
  expect([comparedUntil, series['sign-ups'].comparison]).toEqual([0, null]);
});

test('the minutes around midnight, and the hours in which it is another day in UTC', async () => {
  const { world, ctx } = await createWorldAt('12:00');
  const game = await world.addGame();
  for (const [time, day] of [
    ['23:59', '2031-05-13'],
    ['00:00', '2031-05-14'],
    ['02:59', '2031-05-14'],
    ['23:59', '2031-05-14'],
    ['00:00', DAY],
  ] as const)
    await addPlay(world, game, at(time, day));
  await countFigures(ctx, SYSTEM);
  expect((await seeFigures(world, '7')).series.plays.rows.slice(-3).map(({ now }) => now)).toEqual([1, 3, 1]);
  expect((await seeFigures(world, '7')).breakdowns['top-games'].rows[0]?.now).toBe(5);
});

test('a day that is not over is compared with the same hours of the other one', async () => {
  const { world, ctx } = await createWorldAt('09:10');
  const game = await world.addGame();
  // Of today, one in the hour that runs; of yesterday, most in the afternoon.
  for (const time of ['07:00', '08:59', '09:05']) await addPlay(world, game, at(time));
  for (const time of ['08:00', '15:00', '16:00', '17:00']) await addPlay(world, game, at(time, '2031-05-14'));
  await addPlay(world, game, at('08:30', '2031-05-08'));
  await addPlay(world, game, at('20:00', '2031-05-08'));
  await countFigures(ctx, SYSTEM);
  const today = (await seeFigures(world)).series.plays;
  expect([today.value, today.comparison]).toEqual([3, { now: 2, before: 1 }]);
  const week = (await seeFigures(world, '7')).series.plays;
  expect([week.value, week.comparison]).toEqual([7, { now: 6, before: 1 }]);
  expect(week.rows.map(({ now, before }) => [now, before]).slice(-2)).toEqual([
    [4, 0],
    [3, 2],
  ]);
});

test('counted twice, and by two processes at once, is the same', async () => {
  const { world, ctx } = await createWorldAt('12:00');
  const game = await world.addGame();
  await addPlayerOn(world, at('10:00'), at('10:00'), at('10:30', '2031-05-13'));
  for (const time of ['08:00', '09:00']) await addPlay(world, game, at(time));
  await Promise.all([countFigures(ctx, SYSTEM), countFigures(ctx, SYSTEM)]);
  const once = await dump(world);
  expect(once[0]).toContainEqual({ metric: 'plays', day: DAY, key: '', value: 2 });
  await countFigures(ctx, SYSTEM);
  expect(await dump(world)).toEqual(once);
});

test('yesterday is counted until three hours after its end; then it stays, whatever is deleted', async () => {
  const { world, ctx, moveTo } = await createWorldAt('23:55');
  const game = await world.addGame();
  await countFigures(ctx, SYSTEM);
  // A play without a network comes late.
  await addPlay(world, game, at('23:50'));
  moveTo(at('00:05', '2031-05-16'));
  await countFigures(ctx, SYSTEM);
  expect((await seeFigures(world)).series.plays.rows[23]?.before).toBe(1);
  moveTo(at('03:00', '2031-05-16'));
  await countFigures(ctx, SYSTEM);
  await ctx.db.deleteFrom('plays').execute();
  moveTo(at('03:10', '2031-05-16'));
  await countFigures(ctx, SYSTEM);
  expect((await seeFigures(world)).series.plays.rows[23]?.before).toBe(1);
});

test('days without a count are caught up, and the first count fills 60 days', async () => {
  const { world, ctx, moveTo } = await createWorldAt('12:00', '2031-01-01');
  const game = await world.addGame();
  await addPlay(world, game, at('12:00', '2031-03-17'));
  await addPlay(world, game, at('12:00', '2031-03-16'));
  await countFigures(ctx, SYSTEM);
  expect((await seeFigures(world, '30')).series.plays.rows[0]).toMatchObject({ before: 1 });
  const { rows } = await sql`
    select count(*)::int as days, min(day)::text as first from counted_days where day > '2031-01-01'`.execute(ctx.db);
  expect(rows).toEqual([{ days: 60, first: '2031-03-17' }]);
  await addPlay(world, game, at('20:00'));
  await addPlay(world, game, at('12:00', '2031-05-17'));
  moveTo(at('12:30', '2031-05-18'));
  await countFigures(ctx, SYSTEM);
  expect((await seeFigures(world, '7')).series.plays.rows.slice(-4).map(({ now }) => now)).toEqual([1, 0, 1, 0]);
});

test('a day that no count has reached is not known, and not zero', async () => {
  const { world, ctx } = await createWorldAt('12:00');
  await countFigures(ctx, SYSTEM);
  await ctx.db
    .deleteFrom('counted_days')
    .where('day', '=', sql<Date>`'2031-05-12'::date`)
    .execute();
  const { missingDays, series } = await seeFigures(world, '7');
  expect(missingDays).toBe(1);
  expect(series.plays).toMatchObject({ value: 0, comparison: null });
  expect(series.plays.rows.map(({ now }) => now)).toEqual([0, 0, 0, null, 0, 0, 0]);
});

test('a run that fails is no count: the page says how old the last one is', async () => {
  const { world, ctx, moveTo } = await createWorldAt('12:00');
  await countFigures(ctx, SYSTEM);
  // Half a minute more: counting took a moment too.
  moveTo(new Date(at('15:00').getTime() + 30_000));
  await sql`alter table payments rename to payments_elsewhere`.execute(ctx.db);
  await expect(countFigures(ctx, SYSTEM)).rejects.toThrow('payments');
  expect((await seeFigures(world)).counted).toMatchObject({ minutesAgo: 180, isLate: true });
});

test('active players of several days are different players, compared up to the same hour', async () => {
  const { world, ctx } = await createWorldAt('12:00');
  const [today, yesterday, weekAgo] = [DAY, '2031-05-14', '2031-05-08'];
  // Here on many days is one player.
  await addPlayerOn(
    world,
    at('01:00', '2031-01-01'),
    at('08:00', today),
    at('09:00', yesterday),
    at('10:00', '2031-05-10'),
    at('08:00', weekAgo),
  );
  await addPlayerOn(world, at('01:00', '2031-01-01'), at('11:59', today));
  // In the week before: one in the morning of its last day, one in its afternoon.
  await addPlayerOn(world, at('01:00', '2031-01-01'), at('18:00', weekAgo));
  await countFigures(ctx, SYSTEM);
  const active = async (days: string) => (await seeFigures(world, days)).series.active;
  expect(await active('1')).toMatchObject({ value: 2, comparison: { now: 2, before: 1 } });
  expect(await active('7')).toMatchObject({ value: 2, comparison: { now: 2, before: 1 } });
  expect((await active('7')).rows.map(({ now }) => now)).toEqual([0, 1, 0, 0, 0, 1, 2]);
  expect(await active('30')).toMatchObject({ value: 3 });
  // Later on the same day: the earlier days are not read again.
  await addPlayerOn(world, at('01:00', '2031-01-01'), at('11:30', today), at('11:30', yesterday));
  await countFigures(ctx, SYSTEM);
  expect(await active('1')).toMatchObject({ value: 3 });
});

test('a session that is used on another day counts there, once', async () => {
  const { world, ctx } = await createWorldAt('12:00');
  const player = await addPlayerOn(world, at('01:00', '2031-01-01'), at('22:00', '2031-05-13'));
  for (const used of [at('23:30', '2031-05-13'), at('00:30', '2031-05-14'), at('13:00', '2031-05-14')])
    await ctx.db.updateTable('sessions').set({ updated_at: used }).where('player_id', '=', player.id).execute();
  expect((await sql`select day::text, hour from player_days order by day`.execute(ctx.db)).rows).toEqual([
    { day: '2031-05-13', hour: 22 },
    { day: '2031-05-14', hour: 0 },
  ]);
});

test('the days of a deleted account are gone, and figures that were counted stay', async () => {
  const { world, ctx, moveTo } = await createWorldAt('12:00');
  const player = await addPlayerOn(world, at('10:00'), at('10:00'));
  const other = await addPlayerOn(world, at('10:00'), at('11:00'));
  await countFigures(ctx, SYSTEM);
  moveTo(at('12:00', '2031-05-16'));
  await countFigures(ctx, SYSTEM);
  await ctx.db.updateTable('players').set({ deletes_at: ctx.now() }).where('id', '=', player.id).execute();
  moveTo(at('12:10', '2031-05-16'));
  expect(await eraseDueAccounts(ctx, SYSTEM)).toBe(1);
  expect((await sql`select player_id from player_days`.execute(ctx.db)).rows).toEqual([{ player_id: other.id }]);
  await countFigures(ctx, SYSTEM);
  const { series } = await seeFigures(world, '7');
  expect([series['sign-ups'].value, series.active.rows.at(-2)?.now]).toEqual([2, 2]);
  expect(JSON.stringify(await dump(world))).not.toContain(player.id);
});

test('refused messages are counted by kind, and what began later says since when', async () => {
  const { world, ctx } = await createWorldAt('12:00');
  for (const kind of ['phone', 'phone', 'bullying']) await countRefusedMessage(ctx.db, kind, at('11:20'));
  await countRefusedMessage(ctx.db, 'phone', at('11:20', '2031-05-10'));
  await sql`update figure_starts set day = '2031-05-09' where metric = 'refused'`.execute(ctx.db);
  await countFigures(ctx, SYSTEM);
  const { series, breakdowns } = await seeFigures(world, '7');
  expect(series.refused).toMatchObject({ value: 4, since: null, comparison: null });
  expect(series.refused.rows[0]).toMatchObject({ now: 0, before: null });
  expect(breakdowns['refused-kinds'].rows.map(({ key, now, before, share }) => [key, now, before, share])).toEqual([
    ['phone', 3, null, 100],
    ['bullying', 1, null, 33.3],
  ]);
  const month = await seeFigures(world, '30');
  expect(month.series.refused).toMatchObject({ value: 4, since: '2031-05-09', comparison: null });
  expect(month.series.refused.rows[0]).toMatchObject({ now: null, before: null });
});

test('the game time of players and visitors is counted in minutes', async () => {
  const { world, ctx } = await createWorldAt('12:00');
  await sql`insert into play_seconds (day, hour, shard, seconds) values
    (${DAY}, 10, 1, 90), (${DAY}, 10, 2, 30), (${DAY}, 11, 1, 600), ('2031-05-14', 10, 0, 60)`.execute(ctx.db);
  await countFigures(ctx, SYSTEM);
  expect((await seeFigures(world)).series.minutes).toMatchObject({ value: 12, comparison: { now: 12, before: 1 } });
});

test('the middle and the longest time until a decision, by the day of the decision', async () => {
  const { world, ctx } = await createWorldAt('12:00');
  const [game, player] = [await world.addGame(), await world.addPlayer()];
  const report = (created: Date, decided: Date | null) =>
    ctx.db
      .insertInto('reports')
      .values({
        id: ctx.newId(),
        game_id: game,
        reason: 'other',
        description: '',
        state: decided ? 'resolved' : 'new',
        created_at: created,
        decided_at: decided,
      })
      .execute();
  await report(at('08:00'), at('09:00'));
  await report(at('08:00', '2031-05-14'), at('08:00'));
  await report(at('10:00'), null);
  await report(at('08:00', '2031-05-10'), at('08:30', '2031-05-10'));
  const about = { reported_player_id: player.id, description: '', state: 'dismissed' as const };
  await ctx.db
    .insertInto('player_reports')
    .values([
      { ...about, id: ctx.newId(), reason: 'bullying', created_at: at('07:00'), decided_at: at('09:00') },
      { ...about, id: ctx.newId(), reason: 'risk-score', created_at: at('06:00'), decided_at: at('10:00') },
    ])
    .execute();
  await countFigures(ctx, SYSTEM);
  const { decisions, series, breakdowns } = await seeFigures(world);
  expect([series.opened.value, series.closed.value]).toEqual([4, 4]);
  // 1, 2, 4 and 24 hours.
  expect(decisions).toEqual({ median: 180, worst: 1440, before: { median: null, worst: null } });
  expect(breakdowns.reports.rows.map(({ label, now }) => [label, now])).toEqual([
    ['Opened, about games', 2],
    ['Opened, opened by Kiddo', 1],
    ['Opened, about players', 1],
    ['Closed, about games', 2],
    ['Closed, opened by Kiddo', 1],
    ['Closed, about players', 1],
  ]);
  expect((await seeFigures(world, '7')).decisions).toMatchObject({ median: 120, worst: 1440 });
});

test('the most played games of a period, with as many days before, and games that are gone', async () => {
  const { world, ctx } = await createWorldAt('12:00');
  const [one, two, gone] = [await world.addGame({ title: '=One' }), await world.addGame({ title: 'Two' }), await world.addGame()];
  for (const time of ['08:00', '09:00', '10:00']) await addPlay(world, one, at(time));
  for (const day of [DAY, '2031-05-12', '2031-05-12', '2031-05-11', '2031-05-05']) await addPlay(world, two, at('08:00', day));
  await addPlay(world, gone, at('08:00'));
  await countFigures(ctx, SYSTEM);
  await ctx.db.deleteFrom('games').where('id', '=', gone).execute();
  const top = async (days: string) =>
    (await seeFigures(world, days)).breakdowns['top-games'].rows.map(({ label, now, before }) => [label, now, before]);
  expect(await top('1')).toEqual([
    ['=One', 3, 0],
    ['Two', 1, 0],
    ['A game that is gone', 1, 0],
  ]);
  expect((await top('7'))[0]).toEqual(['Two', 4, 1]);
});

test('what is older than 62 days is deleted, days of players included', async () => {
  const { world, ctx, moveTo } = await createWorldAt('12:00');
  await addPlayerOn(world, at('10:00'), at('10:00'));
  await countRefusedMessage(ctx.db, 'phone', at('10:00'));
  await sql`insert into play_seconds (day, hour, shard, seconds) values (${DAY}, 10, 1, 90)`.execute(ctx.db);
  await countFigures(ctx, SYSTEM);
  const isLeft = async (table: string) =>
    (await sql`select from ${sql.table(table)} where day <= ${DAY}::date limit 1`.execute(ctx.db)).rows.length === 1;
  const tables = ['player_days', 'daily_figures', 'hourly_figures', 'counted_days', 'play_seconds', 'refused_messages'];
  const left = () => Promise.all(tables.map(isLeft));
  moveTo(at('12:00', '2031-07-16'));
  await deleteOldFigures(ctx, SYSTEM);
  expect(await left()).toEqual([true, true, true, true, true, true]);
  moveTo(at('12:00', '2031-07-17'));
  await deleteOldFigures(ctx, SYSTEM);
  expect(await left()).toEqual([false, false, false, false, false, false]);
});

test('only the system counts, and only operators read', async () => {
  const { world, ctx } = await createWorldAt('12:00');
  await expect(countFigures(ctx, OPERATOR)).rejects.toMatchObject({ code: 'not-allowed' });
  await expect(deleteOldFigures(ctx, OPERATOR)).rejects.toMatchObject({ code: 'not-allowed' });
  await expect(getOverview(ctx, await world.addPlayer({ role: 'moderator' }), '1')).rejects.toMatchObject({ code: 'not-allowed' });
});
