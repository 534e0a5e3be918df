import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createApprovalWorld } from '../../../tests/approval-world.ts';
import { ageOf, codeOf, type Player } from '../../../tests/friendship-world.ts';
import { SYSTEM, type AgeBand } from '../../shared/permissions.ts';
import { changeRole } from '../accounts/staff/service.server.ts';
import * as chat from '../chat/service.server.ts';
import { applyAgeBand } from './age-bands/service.server.ts';
import { listPresenceSubscribers } from './queries.server.ts';
import type { FriendAction } from './schema.ts';
import * as friends from './service.server.ts';

// Who reaches whom if the guardian of one approved the other by name. The expected values are written out.

type World = Awaited<ReturnType<typeof createApprovalWorld>>;

/** What one player does with another one, and sees of them; friends are made by the table, whatever their ages. */
async function tryEverything({ ctx, db }: World, me: Player, other: Player): Promise<string> {
  const act = (what: FriendAction, code?: string) =>
    codeOf(friends.applyFriendAction(ctx, me, { do: what, id: other.id, ...(code !== undefined && { code }) }));
  const find = async (term: string) => (await friends.searchPlayers(ctx, me, term)).some(({ id }) => id === other.id);
  const code = (await friends.getFriendsView(ctx, other, { tab: 'search', term: '', after: null })).search?.code ?? '';
  const clear = () => db.deleteFrom('friendships').execute();
  const done: Record<string, boolean> = {
    name: await find(other.username),
    part: await find(other.username.slice(0, -1)),
    code: await find(code),
    page: (await codeOf(friends.getProfile(ctx, me, other.id))) === 'ok',
  };
  done['ask'] = (await act('ask')) === 'ok';
  await clear();
  await friends.applyFriendAction(ctx, other, { do: 'ask', id: me.id }).catch(() => null);
  done['accept'] = (await act('accept')) === 'ok';
  await clear();
  await sql`insert into friendships (low_id, high_id, state, requested_by, accepted_at)
    values (least(${me.id}::uuid, ${other.id}), greatest(${me.id}::uuid, ${other.id}), 'accepted', ${me.id}, now())`.execute(db);
  await friends.setPresence(ctx, [me.id, other.id], true);
  const view = await friends.getFriendsView(ctx, me, { tab: 'friends', term: '', after: null });
  done['list'] = view.friends?.items.some(({ id }) => id === other.id) === true;
  done['online'] = (await friends.listOnlineFriends(ctx, me, 5)).length === 1;
  done['live'] = (await listPresenceSubscribers(db, [other.id])).some((row) => row.friends.includes(me.id));
  const sent = await chat.sendMessage(ctx, me, other.id, { text: 'hi', clientId: ctx.newId() }).catch(() => null);
  done['write'] = sent?.ok === true;
  done['read'] = (await codeOf(chat.getConversation(ctx, me, other.id))) === 'ok';
  await clear();
  const open = Object.entries(done).flatMap(([way, isOpen]) => (isOpen ? [way] : []));
  return open.length === 0 ? '-' : open.join(' ');
}

const ALL = 'name part code page ask accept list online live write read';
const BY_WHOLE_NAME = 'name code page ask accept list online live write read';
const NOT_ASKED = 'name code page accept list online live write read';
const KNOWN_FRIENDS = 'list online live read';

/** The band of the child, of the other one, whether that one was approved; then what the other one can do with the child, and the child. */
const TABLE: [child: AgeBand | null, other: AgeBand | null, approval: 'approved' | '-', others: string, childs: string][] = [
  [13, 18, '-', '-', '-'],
  [13, 18, 'approved', BY_WHOLE_NAME, BY_WHOLE_NAME],
  [16, 18, '-', '-', '-'],
  [16, 18, 'approved', BY_WHOLE_NAME, BY_WHOLE_NAME],
  // Who is not of age is reached by the ages alone.
  [13, 16, '-', NOT_ASKED, ALL.replace(' accept', '')],
  [13, 16, 'approved', NOT_ASKED, ALL.replace(' accept', '')],
  [16, 16, 'approved', ALL, ALL],
  [18, 18, '-', ALL, ALL],
  [18, 18, 'approved', ALL, ALL],
  [13, null, 'approved', KNOWN_FRIENDS, KNOWN_FRIENDS],
  [null, 18, 'approved', KNOWN_FRIENDS, KNOWN_FRIENDS],
];

test.each(TABLE)('a child of %s and a player of %s: %s', async (childs, others, approval, byOther, byChild) => {
  const world = await createApprovalWorld();
  const { db, amina, aunt, approve } = world;
  if (approval === 'approved') await approve('aunt_w');
  await db.updateTable('players').set(ageOf(childs)).where('id', '=', amina.id).execute();
  await db.updateTable('players').set(ageOf(others)).where('id', '=', aunt.id).execute();
  // Own words of a younger one take a guardian, too.
  if (others !== 18 && others !== null) await world.answer(await world.ask(aunt, 'father@example.com'), { ...world.agrees });
  expect([await tryEverything(world, aunt, amina), await tryEverything(world, amina, aunt)]).toEqual([byOther, byChild]);
});

test.each(['moderator', 'operator'] as const)('the team has no part in it: %s', async (role) => {
  const world = await createApprovalWorld();
  const { db, amina, aunt, approve } = world;
  await db.updateTable('players').set({ role }).where('id', '=', aunt.id).execute();
  expect(await approve('aunt_w')).toMatchObject({ ok: true });
  expect([await tryEverything(world, aunt, amina), await tryEverything(world, amina, aunt)]).toEqual(['-', '-']);
});

test('who joins the team is no friend of the child any more', async () => {
  const { ctx, aunt, approve, befriend, friendship, published } = await createApprovalWorld();
  await approve('aunt_w');
  await befriend(aunt);
  await published();
  await changeRole(ctx, SYSTEM, 'aunt_w', 'moderator');
  expect(await friendship(aunt)).toMatchObject({ state: 'paused' });
  expect((await published()).map(({ kind }) => kind)).toContain('chat');
  // Back again, nothing begins by itself: the child would seem to have asked.
  await changeRole(ctx, SYSTEM, 'aunt_w', 'player');
  expect(await friendship(aunt)).toMatchObject({ state: 'paused' });
});

test('it is for the two alone: neither another child, nor another grown-up, nor a friend of both', async () => {
  const { world, ctx, db, amina, aunt, young, approve, inReach, addChild, ask, answer, answerAdult, agrees, confirm } =
    await createApprovalWorld();
  const [other, uncle] = [await addChild(), await world.addPlayer({ username: 'uncle' })];
  const theirs = await ask(other, 'father@example.com');
  await answer(theirs, agrees);
  await confirm();
  await approve('aunt_w');
  expect([await inReach(aunt), await inReach(uncle), await inReach(aunt, other), await inReach(aunt, young)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  // A grown-up whom both know is nobody by whom the two children know each other.
  await answerAdult(theirs, { do: 'approve-adult', username: 'aunt_w' });
  for (const child of [amina, other]) {
    await friends.applyFriendAction(ctx, aunt, { do: 'ask', id: child.id });
    await friends.applyFriendAction(ctx, child, { do: 'accept', id: aunt.id });
  }
  expect(await codeOf(friends.applyFriendAction(ctx, amina, { do: 'ask', id: other.id }))).toBe('not-allowed');
  // Nor does a request by code count her, which is how the child judges whoever asks.
  const { search } = await friends.getFriendsView(ctx, amina, { tab: 'search', term: '', after: null });
  await friends.applyFriendAction(ctx, other, { do: 'ask', id: amina.id, ...(search && { code: search.code }) });
  const { requests } = await friends.getFriendsView(ctx, amina, { tab: 'requests', term: '', after: null });
  expect(requests?.received).toMatchObject([{ id: other.id, sharedFriends: 0 }]);
  expect(await friends.getProfile(ctx, amina, other.id)).toMatchObject({ sharedFriends: 0 });
  await friends.applyFriendAction(ctx, amina, { do: 'decline', id: other.id });
  expect(await db.selectFrom('friendships').selectAll().execute()).toHaveLength(2);
});

test('blocks, closed accounts and privacy come first', async () => {
  const { ctx, db, amina, aunt, approve, inReach } = await createApprovalWorld();
  await approve('aunt_w');
  const act = (from: Player, what: FriendAction, to: Player) => codeOf(friends.applyFriendAction(ctx, from, { do: what, id: to.id }));
  expect(await act(amina, 'block', aunt)).toBe('ok');
  expect([await act(aunt, 'ask', amina), await friends.searchPlayers(ctx, aunt, 'amina')]).toEqual(['not-found', []]);
  await act(amina, 'unblock', aunt);
  await db.insertInto('privacy').values({ player_id: amina.id, finding: 'private', asking: 'private' }).execute();
  expect([await act(aunt, 'ask', amina), await friends.searchPlayers(ctx, aunt, 'amina')]).toEqual(['not-allowed', []]);
  await db.deleteFrom('privacy').execute();
  await db
    .updateTable('players')
    .set({ closed_as: 'under-13', deletes_at: sql`now()` })
    .where('id', '=', aunt.id)
    .execute();
  expect([await act(amina, 'ask', aunt), await inReach(aunt)]).toEqual(['not-found', 'false and undefined']);
});

test('the level of chat that the guardian chose holds between the two', async () => {
  const { ctx, amina, aunt, approve, answer, link, agrees } = await createApprovalWorld();
  await approve('aunt_w');
  await friends.applyFriendAction(ctx, aunt, { do: 'ask', id: amina.id });
  await friends.applyFriendAction(ctx, amina, { do: 'accept', id: aunt.id });
  const write = async (from: Player, to: Player, text: string) => {
    const result = await chat.sendMessage(ctx, from, to.id, { text, clientId: ctx.newId() });
    return result.ok ? 'ok' : result.code;
  };
  const tryBoth = async () => [
    await write(aunt, amina, 'Habari yako?'),
    await write(amina, aunt, 'Nzuri sana'),
    await write(aunt, amina, 'Good game!'),
  ];
  expect(await tryBoth()).toEqual(['ok', 'ok', 'ok']);
  await answer(link, { ...agrees, chat: 'phrases' });
  expect(await tryBoth()).toEqual(['closed', 'closed', 'ok']);
  await answer(link, { ...agrees, chat: 'off' });
  expect(await tryBoth()).toEqual(['closed', 'closed', 'closed']);
  await answer(link, agrees);
  // The filter is the same for everybody.
  expect(await write(aunt, amina, 'send me your phone number 0712 345 678')).toBe('refused');
});

test('birthdays: an older brother who was approved stays a friend, and the child who is of age needs no approval', async () => {
  const { ctx, db, amina, young, approve, befriend, friendship, remove } = await createApprovalWorld(16);
  await approve('young_one');
  await befriend(young);
  const moveTo = async (player: Player, band: AgeBand) => {
    const publish = await db.transaction().execute(async (trx) => {
      await trx.updateTable('players').set(ageOf(band)).where('id', '=', player.id).execute();
      return applyAgeBand(ctx, trx, player.id);
    });
    publish();
  };
  await moveTo(young, 18);
  expect(await friendship(young)).toMatchObject({ state: 'accepted' });
  await moveTo(amina, 18);
  expect(await friendship(young)).toMatchObject({ state: 'accepted' });
  // Of age, nobody decides about it any more; and corrected, the approval counts again.
  expect(await remove('young_one')).toMatchObject({ code: 'closed' });
  await moveTo(amina, 16);
  expect(await friendship(young)).toMatchObject({ state: 'accepted' });
  await remove('young_one');
  expect(await friendship(young)).toMatchObject({ state: 'paused' });
});
