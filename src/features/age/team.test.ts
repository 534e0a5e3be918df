import { expect, test } from 'vitest';
import { codeOf, createAgeWorld, findAge, UNKNOWN_AGE } from '../../../tests/age-world.ts';
import { befriend } from '../../../tests/test-players.ts';
import { getCurrentMonth } from '../../shared/age.ts';
import type { BusMessage } from '../../shared/live-events.ts';
import { type Actor } from '../../shared/permissions.ts';
import { getFriendsView, searchPlayers } from '../friends/service.server.ts';
import { cancelAccountDeletion } from '../settings/account-deletion/service.server.ts';
import { changePlayerAge, getPlayerAge } from './service.server.ts';

test('a closed account is out of sight: nobody finds it, friends do not see it, and they are friends as before when it is open', async () => {
  const world = await createAgeWorld(new Date().toISOString());
  const [ops, child, friend] = [
    await world.addPlayer({ role: 'operator' }),
    await world.addPlayer({ username: 'tausi_9', birth_month: '2011-01', age_band: 13 }),
    await world.addPlayer({ birth_month: '2011-01', age_band: 13 }),
  ];
  await befriend((text, values) => world.ctx.queryPrepared({ name: text.slice(0, 40), text }, values), child.id, friend.id);
  const stateNow = async () => (await world.ctx.db.selectFrom('friendships').select('state').executeTakeFirst())?.state;
  const findable = async () => (await searchPlayers(world.ctx, friend, 'tausi_9')).map(({ relation }) => relation);
  const viewOf = (tab: 'friends' | 'search') => getFriendsView(world.ctx, friend, { tab, term: '', after: null });
  const listed = async () => {
    const { friends, counts, pausedFriends } = await viewOf('friends');
    return [friends?.items.length, counts.friends, pausedFriends?.items.length];
  };
  expect([await stateNow(), await findable(), await listed()]).toEqual(['accepted', ['friends'], [1, 1, 0]]);
  const lastVisit = () =>
    world.ctx.db.selectFrom('last_visits').select(['warning_queued_at', 'warned_at']).where('player_id', '=', child.id).execute();
  await world.ctx.db.updateTable('last_visits').set({ warning_queued_at: world.ctx.now(), warned_at: world.ctx.now() }).execute();
  await changePlayerAge(world.ctx, ops, child.id, { do: 'close', note: 'The mother wrote' });
  expect([await stateNow(), await findable(), await listed()]).toEqual(['accepted', [], [0, 0, 0]]);
  const year = String(Number(getCurrentMonth(world.ctx.now()).slice(0, 4)) - 15);
  await changePlayerAge(world.ctx, ops, child.id, { do: 'change', note: 'A letter of the school', month: '1', year });
  expect([await stateNow(), await findable(), await listed()]).toEqual(['accepted', ['friends'], [1, 1, 0]]);
  // Nobody could visit the account: no warning of before counts.
  expect(await lastVisit()).toEqual([{ warning_queued_at: null, warned_at: null }]);
});

test('moderators close the account of a player under 13, with a reason and a mail; operators open it again', async () => {
  const world = await createAgeWorld();
  const [mod, ops] = [await world.addPlayer({ role: 'moderator' }), await world.addPlayer({ role: 'operator' })];
  const child = await world.addPlayer({ birth_month: '2012-03', age_band: 13 });
  expect(await getPlayerAge(world.ctx, mod, child.id)).toMatchObject({
    band: 13,
    birthMonth: null,
    erasedAt: null,
    can: { close: true, change: false },
  });
  expect(await changePlayerAge(world.ctx, mod, child.id, { do: 'close', note: ' ' })).toMatchObject({
    ok: false,
    fieldErrors: { note: 'Write a short reason first.' },
    values: { do: 'close' },
  });
  expect(await codeOf(changePlayerAge(world.ctx, mod, child.id, { do: 'change', note: 'a letter', month: '1', year: '2010' }))).toBe(
    'not-allowed',
  );
  expect(await changePlayerAge(world.ctx, mod, child.id, { do: 'close', note: 'The mother wrote' })).toEqual({
    ok: true,
    do: 'close',
    isClosed: true,
  });
  expect(await findAge(world, child.id)).toMatchObject({ ...UNKNOWN_AGE, closed_as: 'under-13' });
  expect((await world.mails()).map(({ to }) => to)).toEqual([child.email]);
  expect(await codeOf(changePlayerAge(world.ctx, mod, child.id, { do: 'close', note: 'again' }))).toBe('not-available');
  expect(await getPlayerAge(world.ctx, ops, child.id)).toMatchObject({
    band: null,
    erasedAt: expect.any(String),
    can: { close: false, change: true },
  });
  const open = { do: 'change', note: 'A letter of the school', month: '2', year: '2012' };
  const published: BusMessage[] = [];
  world.ctx.bus.subscribe((message) => void published.push(message));
  expect(await changePlayerAge(world.ctx, ops, child.id, open)).toMatchObject({ ok: true, isClosed: false });
  // What the player may do may be something else: open pages are loaded anew.
  await expect.poll(() => published).toContainEqual({ kind: 'rights', playerId: child.id });
  expect(await findAge(world, child.id)).toEqual({ birth_month: '2012-02', age_band: 13, closed_as: null, deletes_at: null });
  expect((await world.mails())[0]).toMatchObject({ to: child.email, subject: 'Your Kiddo account is open again' });
  expect(world.securityEvents.map(({ event }) => event)).toContain(`user_archived:${mod.id},${child.id}`);
  const log = await world.ctx.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'subject_id', 'note', 'details'])
    .where('subject_kind', '=', 'player')
    .orderBy('id')
    .execute();
  expect(log).toEqual([
    { action: 'close-under-13', actor_id: mod.id, subject_id: child.id, note: 'The mother wrote', details: { from: 13, to: null } },
    { action: 'reopen-account', actor_id: ops.id, subject_id: child.id, note: 'A letter of the school', details: { from: null, to: 13 } },
  ]);
});

test('operators correct a month of birth; under 13 closes; the team and oneself are left alone', async () => {
  const world = await createAgeWorld();
  const [ops, mod] = [await world.addPlayer({ role: 'operator' }), await world.addPlayer({ role: 'moderator' })];
  const child = await world.addPlayer({ birth_month: '1990-03', age_band: 18 });
  const change = (id: string, month: string, year: string, actor: Actor = ops) =>
    changePlayerAge(world.ctx, actor, id, { do: 'change', note: 'A letter', month, year });
  expect(await getPlayerAge(world.ctx, ops, child.id)).toMatchObject({ birthMonth: '1990-03', can: { close: true, change: true } });
  expect(await change(child.id, '3', '2010')).toMatchObject({ ok: true, isClosed: false });
  expect(await findAge(world, child.id)).toMatchObject({ birth_month: '2010-03', age_band: 16 });
  expect(await change(child.id, '13', '2010')).toMatchObject({
    fieldErrors: { month: 'Choose a month from the list.' },
    values: { do: 'change' },
  });
  expect(await change(child.id, '12', '2026')).toMatchObject({
    fieldErrors: { month: 'This month has not come yet.' },
    values: { do: 'change', note: 'A letter' },
  });
  expect(await change(child.id, '3', '2015')).toMatchObject({ ok: true, isClosed: true });
  for (const id of [ops.id, mod.id]) expect(await codeOf(change(id, '1', '2000'))).toBe('not-available');
  expect(await codeOf(change(world.ctx.newId(), '1', '2000'))).toBe('not-found');
  expect(await codeOf(change('nobody', '1', '2000'))).toBe('not-found');
  const player = await world.addPlayer();
  expect(await codeOf(getPlayerAge(world.ctx, player, child.id))).toBe('not-allowed');
  expect(await codeOf(change(child.id, '1', '2000', player))).toBe('not-allowed');
  expect(await codeOf(change(child.id, '1', '2000', { kind: 'visitor' }))).toBe('sign-in-required');
  // Who looked is in the log.
  const reads = await world.ctx.db.selectFrom('audit_log').select('subject_id').where('action', '=', 'read-age').execute();
  expect(reads).toEqual([{ subject_id: child.id }]);
});

test('who keeps the account while the team closes it gets an answer, and it stays closed', async () => {
  const world = await createAgeWorld();
  const [mod, child] = [await world.addPlayer({ role: 'moderator' }), await world.addPlayer({ birth_month: '2012-03', age_band: 13 })];
  await world.ctx.db
    .updateTable('players')
    .set({ deletes_at: new Date(world.ctx.now().getTime() + 3 * 86_400_000) })
    .where('id', '=', child.id)
    .execute();
  await changePlayerAge(world.ctx, mod, child.id, { do: 'close', note: 'The mother wrote' });
  // The earlier day stays.
  expect((await findAge(world, child.id))?.deletes_at?.toISOString().slice(0, 10)).toBe('2026-11-18');
  expect(await codeOf(cancelAccountDeletion(world.ctx, { kind: 'leaving', id: child.id }))).toBe('not-available');
  expect(await findAge(world, child.id)).toMatchObject({ closed_as: 'under-13' });
});
