import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createWorld } from '../../../../tests/world.ts';
import { VISITOR } from '../../../shared/permissions.ts';
import { findPlayers } from './service.server.ts';

async function createTeam() {
  const world = await createWorld();
  const moderator = await world.addPlayer({ username: 'mod_one', role: 'moderator' });
  const operator = await world.addPlayer({ username: 'ops_one', role: 'operator' });
  const names = async (actor: typeof moderator, text: string) =>
    (await findPlayers(world.ctx, actor, text)).items.map(({ player }) => player.username);
  return { world, ctx: world.ctx, moderator, operator, names };
}

test('a part of a name finds players: who is called exactly that comes first, then who begins with it', async () => {
  const { world, moderator, names } = await createTeam();
  await world.addPlayer({ username: 'kiboko', display_name: 'Hippo' });
  await world.addPlayer({ username: 'small_kibo', display_name: 'Small' });
  await world.addPlayer({ username: 'kibo', display_name: 'Peak' });
  await world.addPlayer({ username: 'other', display_name: 'The Great KIBO' });
  expect(await names(moderator, '@Kibo')).toEqual(['kibo', 'kiboko', 'other', 'small_kibo']);
  expect(await names(moderator, 'great k')).toEqual(['other']);
  // Short parts are in too many names: they find only a whole one.
  await world.addPlayer({ username: 'zo' });
  expect([await names(moderator, 'zo'), await names(moderator, 'ki')]).toEqual([['zo'], []]);
  for (const nothing of ['', '  ', '@', '%%%', '___', 'a'.repeat(300), 'ki\u0000bo', '\ud800abc'])
    expect(await names(moderator, nothing)).toEqual([]);
});

test('of more players than are shown the best matches are, whatever the order in the table', async () => {
  const { ctx, moderator } = await createTeam();
  const players = Array.from({ length: 40 }, (_, i) => ({
    id: randomUUID(),
    username: `z${i}amari`,
    display_name: 'Z',
    email: `z${i}@example.com`,
  }));
  await ctx.db.insertInto('players').values(players).execute();
  await ctx.db
    .insertInto('players')
    .values({ id: randomUUID(), username: 'amari_best', display_name: 'B', email: 'b@example.com' })
    .execute();
  const { items, hasMore } = await findPlayers(ctx, moderator, 'amari');
  expect([items[0]?.player.username, items.length, hasMore]).toEqual(['amari_best', 30, true]);
});

test('a former name finds the player, and says until when they had it', async () => {
  const { world, ctx, moderator } = await createTeam();
  const amina = await world.addPlayer({ username: 'amina', display_name: 'Amina' });
  await ctx.db.updateTable('players').set({ username: 'zuri', display_name: 'Zuri' }).where('id', '=', amina.id).execute();
  const { items } = await findPlayers(ctx, moderator, 'amin');
  expect(items).toMatchObject([
    { player: { username: 'zuri' }, foundBy: 'former-name', former: { username: 'amina', displayName: 'Amina' } },
  ]);
  // What changes nothing leaves no name.
  await ctx.db.updateTable('players').set({ username: 'zuri' }).where('id', '=', amina.id).execute();
  expect(await ctx.db.selectFrom('former_names').select('username').execute()).toEqual([{ username: 'amina' }]);
});

test('an id finds one player; an address and a payment find them for operators only, and reading an address is in the log', async () => {
  const { world, ctx, moderator, operator, names } = await createTeam();
  const brian = await world.addPlayer({ username: 'brian', email: 'brian.mwangi@example.com' });
  await ctx.db
    .insertInto('payments')
    .values({
      reference: 'Kiddo-REF-12345',
      provider: 'till',
      player_id: brian.id,
      product: 'pass',
      plan_id: 'premium',
      amount_minor: 100,
      currency: 'KES',
      channel: 'mpesa',
    })
    .execute();
  for (const actor of [moderator, operator]) expect(await names(actor, brian.id)).toEqual(['brian']);
  for (const text of ['brian.mwangi@example.com', 'mwangi', 'Kiddo-REF-12345'])
    expect([text, await names(moderator, text), await names(operator, text)]).toEqual([text, [], ['brian']]);
  const log = await ctx.db.selectFrom('audit_log').select(['actor_id', 'action', 'subject_id']).execute();
  expect(log).toEqual([{ actor_id: operator.id, action: 'read-address', subject_id: brian.id }]);
});

test('it says what is open about a player', async () => {
  const { world, ctx, moderator } = await createTeam();
  const leaving = await world.addPlayer({ username: 'bully_1', age_band: 13, birth_month: '2012-01', deletes_at: ctx.now() });
  const at = ctx.now();
  await ctx.db
    .insertInto('sanctions')
    .values({ id: randomUUID(), player_id: leaving.id, kind: 'mute', why: 'x', created_at: at, until: new Date(at.getTime() + 1e6) })
    .execute();
  await ctx.db
    .insertInto('player_reports')
    .values({ id: randomUUID(), reported_player_id: leaving.id, reason: 'other', description: 'x' })
    .execute();
  expect((await findPlayers(ctx, moderator, 'bully')).items).toMatchObject([
    { ageBand: 13, isMuted: true, isBanned: false, isLeaving: true, openReports: 1, isErased: false },
  ]);
});

test('operators also find deleted accounts of which a case is kept', async () => {
  const { ctx, moderator, operator } = await createTeam();
  const id = randomUUID();
  const at = ctx.now();
  await ctx.db
    .insertInto('retained_cases')
    .values({
      player_id: id,
      username: 'gone_one',
      display_name: 'Gone',
      member_since: at,
      erased_at: at,
      closed_at: at,
      replacement_id: randomUUID(),
    })
    .execute();
  expect((await findPlayers(ctx, operator, 'Gone_one')).items).toMatchObject([{ player: { id }, foundBy: 'erased', isErased: true }]);
  expect((await findPlayers(ctx, moderator, 'gone_one')).items).toEqual([]);
});

test('more than a page of players are not shown, and it says so', async () => {
  const { world, ctx, moderator } = await createTeam();
  for (let i = 0; i < 32; i++) await world.addPlayer({ username: `crowd_${i}` });
  const { items, hasMore } = await findPlayers(ctx, moderator, 'crowd');
  expect([items.length, hasMore]).toEqual([30, true]);
});

test('players and visitors find nobody', async () => {
  const { world, ctx } = await createTeam();
  const player = await world.addPlayer({ username: 'nosy' });
  await expect(findPlayers(ctx, player, 'ops')).rejects.toMatchObject({ code: 'not-allowed' });
  await expect(findPlayers(ctx, VISITOR, 'ops')).rejects.toMatchObject({ code: 'sign-in-required' });
});

test('the count of open reports leaves out those about whoever searches', async () => {
  const { world, ctx, moderator, operator } = await createTeam();
  await world.ctx.db
    .insertInto('player_reports')
    .values({
      id: randomUUID(),
      reported_player_id: moderator.id,
      reporter_id: (await world.addPlayer()).id,
      reason: 'bullying',
      description: '',
      created_at: ctx.now(),
    })
    .execute();
  const count = async (actor: typeof moderator) => (await findPlayers(ctx, actor, 'mod_one')).items.map(({ openReports }) => openReports);
  expect([await count(moderator), await count(operator)]).toEqual([[0], [1]]);
});
