import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld } from '../../../../tests/world.ts';
import { VISITOR, type Actor } from '../../../shared/permissions.ts';
import { getGame } from '../catalogue/service.server.ts';
import { playsJobs } from './jobs.server.ts';
import { verifyTicket, createTicket, TICKET_SECONDS_MAX } from './rules.ts';
import { recordOfflinePlay, canServeFiles, handlePlayEvent, startPlay } from './service.server.ts';

const member: Extract<Actor, { kind: 'player' }> = {
  kind: 'player',
  id: '00000000-0000-7000-8000-000000000001',
  role: 'player',
  premium: true,
};
const player: Actor = { ...member, premium: false };
/** Gives premium the way a verified payment does. */
const givePremium = async (ctx: Parameters<typeof startPlay>[0], playerId: string, seconds: number) => {
  const now = ctx.now();
  const [reference, subscription] = [`test-${ctx.newId()}`, ctx.newId()];
  const mine = { player_id: playerId, plan_id: 'premium' } as const;
  await ctx.db
    .insertInto('payments')
    .values({ ...mine, reference, provider: 'till', product: 'pass', channel: 'mpesa', amount_minor: 9900, currency: 'KES' })
    .execute();
  await ctx.db
    .insertInto('subscriptions')
    .values({ ...mine, id: subscription, channel: 'mpesa', provider: 'till', state: 'active' })
    .execute();
  const ends_at = new Date(now.getTime() + seconds * 1000);
  await ctx.db
    .insertInto('paid_periods')
    .values({ ...mine, reference, subscription_id: subscription, begins_at: now, ends_at })
    .execute();
};
const run = async (ctx: Parameters<(typeof playsJobs)[0]['run']>[0]) => {
  for (const job of playsJobs) await job.run(ctx);
};

test('a play is counted, and its viewer is in the game until it is closed', async () => {
  const world = await createWorld();
  const id = await world.addGame();
  const players = async () => {
    world.advanceClock(3);
    return (await getGame(world.ctx, VISITOR, id)).players;
  };
  expect(await players()).toBe(0);
  const one = await startPlay(world.ctx, VISITOR, id);
  await startPlay(world.ctx, VISITOR, id);
  expect(one.src).toBe(`http://localhost:3001/games/${id}/0/index.html`);
  expect(await players()).toBe(2);
  await handlePlayEvent(world.ctx, one.playId, 'beat');
  expect(await players()).toBe(2);
  await handlePlayEvent(world.ctx, one.playId, 'end');
  expect(await players()).toBe(1);
  expect(await world.ctx.db.selectFrom('game_days').select(['plays']).execute()).toEqual([{ plays: 2 }]);
});

test('a viewer that falls silent is gone within 60 s, and back with its next heartbeat', async () => {
  const world = await createWorld();
  const id = await world.addGame();
  const play = await startPlay(world.ctx, VISITOR, id);
  const age = (seconds: number) =>
    world.ctx.db
      .updateTable('active_plays')
      .set({ seen_at: new Date(Date.now() - seconds * 1000) })
      .execute();
  const players = async () => {
    world.advanceClock(3);
    return (await getGame(world.ctx, VISITOR, id)).players;
  };
  await age(40);
  expect(await players()).toBe(1);
  await age(60);
  expect(await players()).toBe(0);
  await age(600);
  await run(world.ctx);
  expect(await world.ctx.db.selectFrom('active_plays').selectAll().execute()).toEqual([]);
  await handlePlayEvent(world.ctx, play.playId, 'beat');
  expect(await players()).toBe(1);
});

test('a card shows all plays of a game at once, also those of days that are long gone or were counted together', async () => {
  const world = await createWorld();
  const id = await world.addGame();
  const plays = async () => (await getGame(world.ctx, VISITOR, id)).plays;
  expect(await plays()).toBe(0);
  await startPlay(world.ctx, VISITOR, id);
  expect(await plays()).toBe(1);
  await Promise.all(Array.from({ length: 5 }, () => startPlay(world.ctx, VISITOR, id)));
  expect(await plays()).toBe(6);
  await world.ctx.db
    .insertInto('game_days')
    .values([40, 50].map((days) => ({ game_id: id, day: new Date(Date.now() - days * 86_400_000), plays: 1000 })))
    .execute();
  expect(await plays()).toBe(2006);
  await world.ctx.db.updateTable('game_days').set({ plays: 10 }).where('plays', '=', 1000).execute();
  expect(await plays()).toBe(26);
  await world.ctx.db.deleteFrom('game_days').execute();
  expect(await plays()).toBe(26);
});

test('popularity: plays of 30 days and growth of the week; running it twice changes nothing', async () => {
  const world = await createWorld();
  const [steady, rising] = [await world.addGame(), await world.addGame()];
  const played = (game_id: string, days: number, plays: number) =>
    world.ctx.db
      .insertInto('game_days')
      .values({ game_id, day: new Date(Date.now() - days * 86_400_000), plays })
      .execute();
  await played(steady, 10, 50);
  await played(steady, 2, 40);
  await played(steady, 45, 1000);
  await played(rising, 1, 30);
  const figures = () => world.ctx.db.selectFrom('games').select(['id', 'plays_30d', 'growth_7d']).orderBy('id').execute();
  await run(world.ctx);
  const once = await figures();
  expect(once).toEqual([
    { id: steady, plays_30d: 90, growth_7d: -10 },
    { id: rising, plays_30d: 30, growth_7d: 30 },
  ]);
  await run(world.ctx);
  expect(await figures()).toEqual(once);
  await world.ctx.db.deleteFrom('game_days').execute();
  await run(world.ctx);
  expect((await figures()).map((row) => row.plays_30d)).toEqual([0, 0]);
});

test('premium: visitors are asked to sign in, players to subscribe, members get a ticket', async () => {
  const world = await createWorld();
  const id = await world.addGame({ is_premium: true });
  await expect(startPlay(world.ctx, VISITOR, id)).rejects.toMatchObject({ code: 'sign-in-required', status: 401 });
  await expect(startPlay(world.ctx, player, id)).rejects.toMatchObject({ code: 'premium-required', status: 403 });
  await world.addPlayer({ id: member.id });
  await givePremium(world.ctx, member.id, 3600);
  const { src } = await startPlay(world.ctx, member, id);
  const ticket = /^http:\/\/localhost:3001\/t\/([^/]+)\/games\//.exec(src)?.[1] ?? '';
  expect(await canServeFiles(world.ctx, id, ticket)).toBe(true);
  expect(await canServeFiles(world.ctx, id, null)).toBe(false);
  expect(await world.ctx.db.selectFrom('plays').select('player_id').execute()).toEqual([{ player_id: member.id }]);
});

test('what a ticket opens closes when premium ends, and so does a game that is open', async () => {
  const world = await createWorld();
  const id = await world.addGame({ is_premium: true });
  await world.addPlayer({ id: member.id });
  await givePremium(world.ctx, member.id, 60);
  const play = await startPlay(world.ctx, member, id);
  const ticket = /\/t\/([^/]+)\//.exec(play.src)?.[1] ?? '';
  await handlePlayEvent(world.ctx, play.playId, 'beat');
  expect(await canServeFiles(world.ctx, id, ticket)).toBe(true);
  world.advanceClock(63);
  expect(await canServeFiles(world.ctx, id, ticket)).toBe(false);
  await expect(handlePlayEvent(world.ctx, play.playId, 'beat')).rejects.toMatchObject({ code: 'premium-required' });
});

test('tickets hold for one game, for a time, and only as we signed them', () => {
  const now = new Date('2026-11-21T08:00:00Z');
  const ticket = createTicket('secret', 'one', member.id, now);
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  expect(verifyTicket('secret', ticket, 'one', after(60))).toBe(member.id);
  expect(verifyTicket('secret', ticket, 'one', after(TICKET_SECONDS_MAX))).toBeNull();
  expect(verifyTicket('secret', ticket, 'two', now)).toBeNull();
  expect(verifyTicket('other', ticket, 'one', now)).toBeNull();
  const [id, holder, expiry, signature] = ticket.split('.');
  const forged = [`${id}.${holder}.zzzzzz.${signature}`, `${id}.${holder}.${expiry}.x`, `${id}.another.${expiry}.${signature}`];
  for (const one of ['', '.', '..', '...', 'one', ...forged, `${ticket}.x`, 'one.x.NaN.AAAA'])
    expect(verifyTicket('secret', one, 'one', now)).toBeNull();
});

test('what cannot be played or is not there is refused', async () => {
  const world = await createWorld();
  const nothing = await world.addGame({ game_url: null });
  const elsewhere = await world.addGame({ game_url: 'https://elsewhere.example/game' });
  const hidden = await world.addGame({ hidden_at: new Date() });
  await expect(startPlay(world.ctx, VISITOR, nothing)).rejects.toMatchObject({ code: 'not-available' });
  await expect(startPlay(world.ctx, VISITOR, elsewhere)).rejects.toMatchObject({ code: 'not-available' });
  for (const id of [hidden, 'nope', '../x', ''])
    await expect(startPlay(world.ctx, VISITOR, id)).rejects.toMatchObject({ code: 'not-found' });
  for (const id of ['nope', '0190d6c8-0000-7000-8000-000000000000'])
    await expect(handlePlayEvent(world.ctx, id, 'beat')).rejects.toMatchObject({ code: 'not-found' });
  const play = await startPlay(world.ctx, VISITOR, await world.addGame());
  await expect(handlePlayEvent(world.ctx, play.playId, 'drop')).rejects.toMatchObject({ code: 'bad-input' });
  expect(await canServeFiles(world.ctx, hidden, null)).toBe(false);
});

test('a hundred plays at once are all counted', async () => {
  const world = await createWorld();
  const id = await world.addGame();
  await Promise.all(Array.from({ length: 100 }, () => startPlay(world.ctx, VISITOR, id)));
  expect(await world.ctx.db.selectFrom('game_days').select('plays').execute()).toEqual([{ plays: 100 }]);
});

test('a play without a network counts once, as of when it began, and puts nobody into the game', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const id = await world.addGame();
  const amina = await world.addPlayer();
  const startedAt = ctx.now().getTime() - 2 * 86_400_000;
  const play = { late: crypto.randomUUID(), at: String(startedAt) };
  for (let i = 0; i < 3; i++) await recordOfflinePlay(ctx, amina, id, play);
  await Promise.all([recordOfflinePlay(ctx, amina, id, play), recordOfflinePlay(ctx, amina, id, play)]);
  const days = await ctx.db
    .selectFrom('game_days')
    .select(['plays', sql<string>`day::text`.as('day')])
    .execute();
  expect(days).toEqual([{ plays: 1, day: new Date(startedAt).toISOString().slice(0, 10) }]);
  expect(await ctx.db.selectFrom('active_plays').selectAll().execute()).toEqual([]);
  const history = await ctx.db.selectFrom('play_history').select('played_at').execute();
  expect(history.map((entry) => entry.played_at.getTime())).toEqual([startedAt]);
});

test('a play that was recorded at once is not counted again later, and an offline play does not move the history back', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const id = await world.addGame();
  const amina = await world.addPlayer();
  const name = crypto.randomUUID();
  expect((await startPlay(ctx, amina, id, { id: name })).playId).toBe(name);
  await recordOfflinePlay(ctx, amina, id, { late: name, at: String(ctx.now().getTime()) });
  await expect(startPlay(ctx, VISITOR, id, { id: name })).rejects.toMatchObject({ code: 'bad-input' });
  const before = await ctx.db.selectFrom('play_history').select('played_at').executeTakeFirstOrThrow();
  await recordOfflinePlay(ctx, amina, id, { late: crypto.randomUUID(), at: String(before.played_at.getTime() - 60_000) });
  expect(await ctx.db.selectFrom('play_history').select('played_at').execute()).toEqual([before]);
  expect(await ctx.db.selectFrom('game_days').select('plays').execute()).toEqual([{ plays: 2 }]);
});

test('the start time of an offline play is bounded, and players without access to the game are refused', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const id = await world.addGame();
  const premium = await world.addGame({ is_premium: true });
  const now = ctx.now().getTime();
  await recordOfflinePlay(ctx, VISITOR, id, { late: crypto.randomUUID(), at: String(now + 86_400_000) });
  await recordOfflinePlay(ctx, VISITOR, id, { late: crypto.randomUUID(), at: '0' });
  const began = await ctx.db.selectFrom('plays').select('started_at').orderBy('started_at').execute();
  expect(began.map(({ started_at }) => Math.abs(Math.round((now - started_at.getTime()) / 86_400_000)))).toEqual([30, 0]);
  await expect(recordOfflinePlay(ctx, VISITOR, id, { late: 'x', at: String(now) })).rejects.toMatchObject({ code: 'bad-input' });
  await expect(recordOfflinePlay(ctx, VISITOR, id, { late: crypto.randomUUID(), at: 'NaN' })).rejects.toMatchObject({
    code: 'bad-input',
  });
  await expect(recordOfflinePlay(ctx, VISITOR, premium, { late: crypto.randomUUID(), at: String(now) })).rejects.toMatchObject({
    code: 'sign-in-required',
  });
});
