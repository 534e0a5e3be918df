import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addUnaskedPlayer, createAgeWorld, findAge, OLD_ACCOUNT, visitWith } from '../../../tests/age-world.ts';
import { askOf, giveConsent } from '../../../tests/guardian-world.ts';
import { befriend } from '../../../tests/test-players.ts';
import type { BusMessage } from '../../shared/live-events.ts';
import { SYSTEM, type Actor } from '../../shared/permissions.ts';
import { getFriendsView } from '../friends/service.server.ts';
import { getOwnAllowances } from '../guardians/allowances/service.server.ts';
import { getGuardianView } from '../guardians/service.server.ts';
import { answerAge, moveBands } from './service.server.ts';

test('friends whose ages may not be in touch are paused by an answer and by a birthday, and asked anew when both are adults', async () => {
  const world = await createAgeWorld('2026-11-30T20:50:00Z');
  const [teen, friend] = [
    await world.addPlayer({ birth_month: '2008-11', age_band: 16 }),
    await world.addPlayer({ birth_month: '2009-11', age_band: 16 }),
  ];
  const adult = await addUnaskedPlayer(world, OLD_ACCOUNT);
  const ask = (text: string, values: unknown[]) => world.ctx.queryPrepared({ name: text.slice(0, 40), text }, values);
  await befriend(ask, teen.id, friend.id);
  await befriend(ask, teen.id, adult.id);
  const stateOf = async (one: string, other: string) => {
    const pair = [one, other].toSorted();
    return (
      await world.ctx.db
        .selectFrom('friendships')
        .select('state')
        .where('low_id', '=', pair[0] ?? '')
        .where('high_id', '=', pair[1] ?? '')
        .executeTakeFirst()
    )?.state;
  };
  const states = async () => [await stateOf(teen.id, friend.id), await stateOf(teen.id, adult.id)];
  expect(await states()).toEqual(['accepted', 'accepted']);
  await answerAge(world.ctx, adult.actor, { month: '1', year: '1990' }, visitWith());
  expect(await states()).toEqual(['accepted', 'paused']);
  // The teen is 18 from December on: the adult asks again, and the younger friend is out of reach.
  world.advanceClock(20 * 60);
  await moveBands(world.ctx, SYSTEM);
  expect(await states()).toEqual(['paused', 'pending']);
  world.advanceClock(366 * 86_400);
  await moveBands(world.ctx, SYSTEM);
  expect(await states()).toEqual(['pending', 'pending']);
  // Whoever comes of age decides.
  const received = async (player: Actor) =>
    (await getFriendsView(world.ctx, player, { tab: 'requests', term: '', after: null })).requests?.received.map(({ id }) => id);
  expect([await received(teen), await received(friend)]).toEqual([[adult.id], [teen.id]]);
});

test('the calendar moves players to the next band, once, in two processes at once too', async () => {
  const world = await createAgeWorld('2026-11-30T20:50:00Z');
  const born = async (birth_month: string, age_band: number) => (await world.addPlayer({ birth_month, age_band })).id;
  const becomes16 = await born('2010-11', 13);
  const becomes18 = await born('2008-11', 16);
  const longAway = await born('2000-01', 13);
  const stays = await born('2010-12', 13);
  const bands = async () => Promise.all([becomes16, becomes18, longAway, stays].map(async (id) => (await findAge(world, id))?.age_band));
  expect(await moveBands(world.ctx, SYSTEM)).toBe(1);
  expect(await bands()).toEqual([13, 16, 18, 13]);
  world.advanceClock(20 * 60);
  const moved = await Promise.all([moveBands(world.ctx, SYSTEM), moveBands(world.ctx, SYSTEM)]);
  expect(moved[0] + moved[1]).toBe(2);
  expect(await bands()).toEqual([16, 18, 18, 13]);
  expect(await moveBands(world.ctx, SYSTEM)).toBe(0);
});

test('who turns 18 decides for themselves when the month is over in Nairobi, and their open pages are told', async () => {
  const world = await createAgeWorld('2026-11-30T20:50:00Z');
  const { ctx } = world;
  const teen = await world.addPlayer({ birth_month: '2008-11', age_band: 16 });
  const other = await world.addPlayer({ birth_month: '2008-12', age_band: 16 });
  await giveConsent(askOf(ctx), teen.id, { chat: 'phrases', buying: 'none', sum: null });
  const published: BusMessage[] = [];
  ctx.bus.subscribe((message) => void published.push(message));
  const now = async () => ({
    moved: await moveBands(ctx, SYSTEM),
    may: await getOwnAllowances(ctx, teen),
    page: (await getGuardianView(ctx, teen, null)).state,
  });
  expect(await now()).toMatchObject({ moved: 0, may: { chat: 'phrases', buying: 'none', door: { state: 'given' } }, page: 'given' });
  // It is December there, and November in UTC.
  world.advanceClock(20 * 60);
  expect(await now()).toEqual({
    moved: 1,
    may: { chat: 'free', buying: 'free', canUpload: true, door: null, monthlyLimitMinor: null },
    page: 'not-needed',
  });
  expect(await findAge(world, other.id)).toMatchObject({ age_band: 16 });
  await expect.poll(() => published.filter(({ kind }) => kind === 'rights')).toEqual([{ kind: 'rights', playerId: teen.id }]);
});

test('who tells their age can be written to: open chats of friends are loaded anew', async () => {
  const world = await createAgeWorld();
  const [friend, stranger] = [await world.addPlayer(), await world.addPlayer({ birth_month: '2011-01', age_band: 13 })];
  const amina = await addUnaskedPlayer(world, OLD_ACCOUNT);
  const ask = (text: string, values: unknown[]) => world.ctx.queryPrepared({ name: text.slice(0, 40), text }, values);
  await befriend(ask, amina.id, friend.id);
  await befriend(ask, amina.id, stranger.id);
  const heard: BusMessage[] = [];
  world.ctx.bus.subscribe((message) => void heard.push(message));
  await answerAge(world.ctx, amina.actor, { month: '1', year: '1990' }, visitWith());
  await expect
    .poll(() => heard.filter(({ kind }) => kind === 'chat'))
    .toEqual(
      expect.arrayContaining([
        { kind: 'chat', playerIds: [friend.id], between: [amina.id, friend.id] },
        // The other chat closes.
        { kind: 'chat', playerIds: [amina.id, stranger.id], between: [amina.id, stranger.id] },
      ]),
    );
});

test('one player who cannot be moved keeps nobody else back, and is tried again', async () => {
  const world = await createAgeWorld();
  const [stuck, free] = [
    await world.addPlayer({ birth_month: '2008-01', age_band: 16 }),
    await world.addPlayer({ birth_month: '2008-02', age_band: 16 }),
  ];
  await sql`
    create function refuse_move() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$`.execute(world.ctx.db);
  await sql`
    create trigger refuse_move before update of age_band on players for each row when (old.id = ${sql.lit(stuck.id)}::uuid) execute function refuse_move()`.execute(
    world.ctx.db,
  );
  const bandsNow = async () => [(await findAge(world, stuck.id))?.age_band, (await findAge(world, free.id))?.age_band];
  expect(await moveBands(world.ctx, SYSTEM)).toBe(1);
  expect(await bandsNow()).toEqual([16, 18]);
  expect(world.logged.map(({ err }) => err?.message)).toEqual(['not now']);
  await sql`drop trigger refuse_move on players`.execute(world.ctx.db);
  expect(await moveBands(world.ctx, SYSTEM)).toBe(1);
  expect(await bandsNow()).toEqual([18, 18]);
});
